import assert from "node:assert/strict";
import type { FaultRule } from "../../emulator";
import type { CdnClient } from "../../provider/api/client";
import { IncompleteError } from "../../provider/declared/failures";
import type { LifeCycleContext } from "../../provider/lifecycle/lifeCycle";
import { RunMemory } from "../../provider/run/memory";
import { storageFolderLifeCycle as lifeCycle } from "../../provider/lifecycle/storageFolder";
import { failureOf } from "../api/support";
import { folderFixture } from "./folderFixture";
import { contextOf } from "./support";

/** What two provider processes of one run work with. */
function processes(client: CdnClient): [LifeCycleContext, LifeCycleContext] {
  const lines = [0, 1].map(() => [] as { sign: string; id: string; mark: string }[]);
  const [here, elsewhere] = lines.map((own, index) => {
    const others = lines[1 - index] ?? [];
    const marks = (of: string, wanted: string): string[] =>
      others.filter(({ sign, id }) => sign === of && id === wanted).map(({ mark }) => mark);
    const memory = new RunMemory({
      announce: (sign, id, mark) => void own.push({ sign, id, mark }),
      announced: (id) => ({ noted: marks("+", id), removed: marks("-", id) }),
      refuseIfAlone: () => undefined,
    });
    return { ...contextOf(client), memory };
  });
  return [here, elsewhere] as [LifeCycleContext, LifeCycleContext];
}

describe("The delivery of a storage folder", () => {
  const { write, remove, checked, create, update, there, files, sent, test } = folderFixture();

  const failure = (request: string, applied: boolean): FaultRule[] => [
    {
      method: request.split(" ")[0] ?? "",
      path: request.split(" ")[1] ?? "",
      fault: { kind: "status", status: 500, applied },
    },
  ];
  for (const [request, applied] of [
    ["PUT /acme-site/index.html", false],
    ["PUT /acme-site/index.html", true],
    ["DELETE /acme-site/old.txt", false],
    ["DELETE /acme-site/old.txt", true],
    ["POST /pullzone/8/purgeCache", false],
  ] as const) {
    it(`goes on after ${request} has failed${applied ? ", though it was done" : ""}, and names no file that is not there`, () =>
      test(async (one) => {
        write({ "old.txt": "old" });
        const more = { purgePullZoneIds: [8] };
        const { state } = await create(one, more);
        write({ "index.html": "changed", "new.css": "new" });
        remove("old.txt");
        one.emulator.setFaults(failure(request, applied));
        const failed = await update(one, state, more).catch((error: unknown) => error);
        assert.ok(failed instanceof IncompleteError);
        for (const file of files(failed.state)) assert.ok(there(one).includes(file), file);
        one.emulator.setFaults([]);
        const purges = (): number => sent(one).filter((text) => text.endsWith("purgeCache")).length;
        const before = purges();
        const updated = await update(one, failed.state, more);
        assert.deepEqual(there(one), files(updated));
        // What is uploaded and what is deleted has a purge each.
        const isOfBoth = request.startsWith("PUT") && !applied;
        assert.equal(purges(), before + (isOfBoth ? 2 : 1));
        assert.ok(!JSON.stringify(updated).includes("__purge"));
      }));
  }

  it("leaves what was changed or deleted outside, even if the program declares another file, and says so once", () =>
    test(async (one) => {
      const { state } = await create(one);
      one.emulator.files.write(7, "index.html", "by hand");
      one.emulator.files.delete(7, "docs/a b.css");
      write({ "new.txt": "new" });
      const said: string[] = [];
      const context = { ...contextOf(one.context.client), tell: (text: string) => void said.push(text) };
      const updated = await lifeCycle.update(context, "7/", state, await checked(context));
      assert.deepEqual(there(one), ["index.html", "new.txt"]);
      assert.equal(
        said.join(),
        `warning: Storage folder 7/: files that were changed or deleted outside stay as they are: "docs/a b.css", "index.html". pulumi up --refresh restores them`,
      );
      // The state has what was sent, so a refresh shows the difference, and the next update restores it.
      assert.deepEqual(files(updated), ["docs/a b.css", "index.html", "new.txt"]);
      const found = await lifeCycle.read(context, "7/", updated);
      await update(one, found?.state ?? {});
      assert.deepEqual(there(one), ["docs/a b.css", "index.html", "new.txt"]);
    }));

  it("sends what a killed run has left, and empties the caches after a refresh", () =>
    test(async (one) => {
      const more = { purgePullZoneIds: [8] };
      write({ "old.txt": "old" });
      const { state } = await create(one, more);
      remove("old.txt");
      write({ "index.html": "changed", "new.css": "new" });
      // All but one file was sent by then.
      one.emulator.files.write(7, "index.html", "changed");
      const updated = await update(one, state, more);
      assert.deepEqual(there(one), files(updated));

      write({ "index.html": "killed before the purge" });
      one.emulator.files.write(7, "index.html", "killed before the purge");
      const inputs = await checked(one.context, more);
      const refreshed = (await lifeCycle.read(one.context, "7/", updated))?.state ?? {};
      assert.deepEqual(refreshed["files"], inputs["files"]);
      const { settles, notice } = lifeCycle.diff(refreshed, inputs);
      assert.deepEqual([settles, notice?.includes("pulumi up empties them")], [true, true]);
      const before = one.emulator.purges.length;
      const purged = await update(one, refreshed, more);
      assert.equal(one.emulator.purges.length, before + 1);
      assert.equal(lifeCycle.diff(purged, inputs).settles, undefined);
    }));

  const stale = { kind: "contentType", contentType: "application/json", body: "[]" } as const;
  const missing = { kind: "status", status: 404 } as const;
  for (const [what, rule] of [
    ["a stale listing", { method: "GET", path: "/acme-site/docs/", fault: stale }],
    ["a listing that was not found", { method: "GET", path: "/acme-site/docs/", fault: missing }],
    ["a deletion that was not found", { method: "DELETE", path: "/acme-site/docs/*", fault: missing }],
  ] as const) {
    it(`forgets and leaves no file because of ${what}`, () =>
      test(async (one) => {
        write({ "docs/old.txt": "old" });
        const { state } = await create(one);
        const once = () => one.emulator.setFaults([{ ...rule, times: 1 }]);
        once();
        const found = await lifeCycle.read(one.context, "7/", state);
        assert.deepEqual(found?.state["files"], state["files"]);
        remove("docs/old.txt");
        once();
        const updated = await update(one, state);
        assert.deepEqual(there(one), ["docs/a b.css", "index.html"]);
        once();
        await lifeCycle.delete(contextOf(one.context.client), "7/", updated);
        assert.deepEqual(there(one), []);
      }));
  }

  it("is incomplete while an upload or a deletion was answered and did nothing, and the next plain run completes it", () =>
    test(async (one) => {
      write({ "old.txt": "old" });
      const { state } = await create(one);
      write({ "index.html": "changed" });
      remove("old.txt");
      const nothing = { kind: "status", status: 202 } as const;
      one.emulator.setFaults([
        { method: "PUT", path: "/acme-site/index.html", times: 1, fault: nothing },
        { method: "DELETE", path: "/acme-site/old.txt", times: 1, fault: nothing },
      ]);
      const first = await failureOf(update(one, state), IncompleteError);
      assert.match(first.message, /does not list them as they were sent: "index\.html"/);
      assert.equal(first.state["files"]?.["index.html" as never], state["files"]?.["index.html" as never]);
      const second = await failureOf(update(one, first.state), IncompleteError);
      assert.match(second.message, /answered that files were deleted, but still lists some: "old\.txt"/);
      assert.ok(files(second.state).includes("old.txt"));
      const done = await update(one, second.state);
      assert.deepEqual(there(one), files(done));
      assert.equal(one.emulator.files.read(7, "index.html")?.toString(), "changed");
    })).timeout(60_000);

  it("stays in the state as long as the deletion of a file with its entry was answered and did nothing", () =>
    test(async (one) => {
      const { state } = await create(one);
      const fault = { kind: "status", status: 200, body: { HttpCode: 200 } } as const;
      one.emulator.setFaults([{ method: "DELETE", path: "/acme-site/index.html", times: 1, fault }]);
      await assert.rejects(lifeCycle.delete(contextOf(one.context.client), "7/", state), /still lists some: "index/);
      await lifeCycle.delete(contextOf(one.context.client), "7/", state);
      assert.deepEqual(there(one), []);
    })).timeout(60_000);

  it("deletes files with their entry, and empties the caches even if a run failed in between", () =>
    test(async (one) => {
      const { state } = await create(one, { purgePullZoneIds: [8] });
      one.emulator.setFaults([{ path: "/pullzone/8/purgeCache", fault: { kind: "status", status: 403 } }]);
      await assert.rejects(lifeCycle.delete(contextOf(one.context.client), "7/", state));
      assert.deepEqual(there(one), []);
      one.emulator.setFaults([]);
      const before = one.emulator.purges.length;
      await lifeCycle.delete(contextOf(one.context.client), "7/", state);
      assert.equal(one.emulator.purges.length, before + 1);
    }));

  it("moves into a folder of itself: the new one is there first, and keeps what both have", () =>
    test(async (one) => {
      one.emulator.files.write(7, "docs/foreign.txt", "somebody's");
      write({ "docs/index.html": "home" });
      const { state } = await create(one, { purgePullZoneIds: [8] });
      remove("docs/a b.css");
      const next = contextOf(one.context.client);
      await lifeCycle.create(next, await checked(next, { prefix: "docs" }));
      await lifeCycle.delete(next, "7/", state);
      assert.deepEqual(there(one), ["docs/docs/index.html", "docs/foreign.txt", "docs/index.html"]);
      assert.equal(sent(one).at(-1), "POST /pullzone/8/purgeCache");
      // Another process of the run has a folder in it; it says which files it has, unless it is of an earlier version.
      for (const says of [true, false]) {
        const [here, elsewhere] = processes(one.context.client);
        if (says) await checked(elsewhere, { prefix: "docs/docs" });
        elsewhere.memory.entries.takeOver("7/docs/docs/");
        for (const file of ["docs/docs/gone.txt", "docs/index.html"]) one.emulator.files.write(7, file, "home");
        const ours = Object.fromEntries(["docs/index.html", "docs/gone.txt", "index.html"].map((file) => [file, ""]));
        await lifeCycle.delete(here, "7/docs/", { ...state, files: ours });
        const gone = says ? [] : ["docs/docs/gone.txt"];
        assert.deepEqual(there(one), [...gone, "docs/docs/index.html", "docs/foreign.txt"]);
      }
      one.emulator.pullZones.delete(8);
      await lifeCycle.delete(contextOf(one.context.client), "7/", state);
    }));

  it("makes a folder of a file, and deletes no folder that has taken the place of its file", () =>
    test(async (one) => {
      write({ page: "page", other: "other", third: "third" });
      const { state } = await create(one);
      remove("page");
      write({ "page/index.html": "page" });
      const updated = await update(one, state);
      assert.deepEqual(there(one), ["docs/a b.css", "index.html", "other", "page/index.html", "third"]);
      for (const name of ["other", "third"]) {
        remove(name);
        one.emulator.files.delete(7, name);
        one.emulator.files.write(7, `${name}/foreign.txt`, "somebody's");
      }
      const before = sent(one).length;
      // Neither by an update nor with the resource.
      await update(one, updated);
      await lifeCycle.delete(contextOf(one.context.client), "7/", updated);
      assert.deepEqual(there(one), ["other/foreign.txt", "third/foreign.txt"]);
      const deleted = ["docs/a b.css", "index.html", "page/index.html"].map((file) => `DELETE /acme-site/${file}`);
      assert.deepEqual(sent(one).slice(before).sort(), deleted);
    }));
});
