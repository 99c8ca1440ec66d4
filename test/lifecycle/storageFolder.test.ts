import assert from "node:assert/strict";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FaultRule } from "../../emulator";
import { unknownValue } from "../../provider/declared/properties";
import { storageFolderLifeCycle as lifeCycle } from "../../provider/lifecycle/storageFolder";
import { pulumiMark } from "../../provider/wire/pulumiMark";
import { folderFixture, password } from "./folderFixture";
import type { Bench } from "./support";
import { contextOf, holdsUndefined, newMemory } from "./support";
import { serviceKey } from "../../provider/wire/stateKeys";

describe("The life cycle of a storage folder", () => {
  const { source, write, remove, checked, refused, create, update, there, files, sent, test } = folderFixture();

  it("sends files, HTML last, with the types that are declared, and empties caches once", () =>
    test(async (one) => {
      const contentTypes = { "*.css": "text/x-own" };
      const { id, state } = await create(one, { prefix: "/v2", contentTypes, purgePullZoneIds: [8] });
      assert.equal(id, "7/v2/");
      assert.deepEqual(sent(one), [
        "PUT /acme-site/v2/docs/a b.css",
        "PUT /acme-site/v2/index.html",
        "POST /pullzone/8/purgeCache",
      ]);
      assert.equal(one.emulator.files.list(7)[0]?.contentType, "text/x-own");
      assert.deepEqual([state["fileCount"], state["totalBytes"], files(state)], [2, 9, ["docs/a b.css", "index.html"]]);
      assert.ok(!holdsUndefined(state));
      assert.ok(!JSON.stringify(state).includes(password));
    }));

  it("waits until the storage host accepts the password of a new zone", () =>
    test(async (one) => {
      one.emulator.storageZones.change(7, { DateModified: new Date().toISOString() });
      one.emulator.setFaults([{ path: "/acme-site/**", times: 1, fault: { kind: "status", status: 401 } }]);
      await create(one);
      assert.deepEqual(there(one), ["docs/a b.css", "index.html"]);
    }));

  it("adopts equal files, and sends a file again if its declared type changes", () =>
    test(async (one) => {
      one.emulator.files.write(7, "index.html", "home");
      const { state } = await create(one);
      assert.deepEqual(sent(one), ["PUT /acme-site/docs/a b.css"]);
      await update(one, state, { contentTypes: { "index.html": "text/plain" } });
      assert.deepEqual(sent(one).slice(1), ["PUT /acme-site/index.html"]);
    }));

  for (const removed of ["delete", "keep"] as const) {
    it(`leaves files of others alone, and ${removed}s its own with removed: "${removed}"`, () =>
      test(async (one) => {
        one.emulator.files.write(7, "docs/foreign.txt", "somebody's");
        const { state } = await create(one);
        remove("docs/a b.css");
        const updated = await update(one, state, { removed });
        assert.deepEqual(files(updated), ["index.html"]);
        const kept = removed === "keep" ? ["docs/a b.css"] : [];
        assert.deepEqual(there(one), [...kept, "docs/foreign.txt", "index.html"]);
        await lifeCycle.delete(contextOf(one.context.client), "7/", updated);
        assert.deepEqual(there(one), [...kept, "docs/foreign.txt"]);
        assert.ok(sent(one).every((request) => !request.startsWith("DELETE") || !request.endsWith("/")));
      }));
  }

  it("lists its folders without reading a file, and shows what was changed or deleted outside", () =>
    test(async (one) => {
      const { state } = await create(one, { purgePullZoneIds: [8] });
      const { emulator, context } = one;
      emulator.files.write(7, "index.html", "by hand");
      emulator.files.delete(7, "docs/a b.css");
      emulator.files.write(7, "docs/foreign.txt", "somebody's");
      emulator.files.write(7, "other/foreign.txt", "somebody's");
      const before = emulator.journal.length;
      const found = await lifeCycle.read(context, "7/", state);
      const requests = emulator.journal.slice(before).map((request) => request.path);
      assert.deepEqual(requests.filter((request) => request.startsWith("/acme-site")).sort(), [
        // Each folder is listed again, because something has changed.
        "/acme-site/",
        "/acme-site/",
        "/acme-site/docs/",
        "/acme-site/docs/",
      ]);
      assert.deepEqual(files(found?.state), ["index.html"]);
      assert.deepEqual(found?.inputs?.["files"], found?.state["files"]);
      assert.notDeepEqual(found?.state["files"], state["files"]);
      const updated = await update(one, found?.state ?? {}, { purgePullZoneIds: [8] });
      assert.deepEqual(updated["files"], state["files"]);
      assert.equal(emulator.files.read(7, "index.html")?.toString(), "home");
    }));

  it("respects the limits of the storage host, even with many folders at once", () =>
    test(async (one) => {
      write(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${String(index)}/a.css`, "style"])));
      const prefixes = Array.from({ length: 8 }, (_, index) => `v${String(index)}`);
      const created = await Promise.all(prefixes.map((prefix) => create(one, { prefix })));
      await Promise.all(
        created.map(({ id, state }) => lifeCycle.read({ reader: one.context.client.reads }, id, state, undefined)),
      );
      assert.equal(there(one).length, 8 * 22);
      assert.deepEqual(
        one.emulator.journal.filter(({ status = 0 }) => status >= 400),
        [],
      );
    }));

  it("imports existing files, and deletes those that the source lacks only in a later run", () =>
    test(async (one) => {
      const foreign = { "docs/index.html": "home", "docs/deep/old.txt": "old", "root.txt": "root" };
      for (const [file, text] of Object.entries(foreign)) one.emulator.files.write(7, file, text);
      const { state, inputs } = await lifeCycle.import(one.context, "7/docs/");
      assert.deepEqual(files(inputs), ["deep/old.txt", "index.html"]);
      // The engine checks what it imports, which has no source.
      assert.deepEqual(lifeCycle.check({ extraRegions: [] }, inputs, inputs), { inputs, failures: [] });
      const declared = await checked(one.context, { prefix: "docs" });
      const inThatRun = await lifeCycle.update(one.context, "7/docs/", state, declared);
      assert.deepEqual(files(inThatRun), ["docs/a b.css", "index.html"]);
      assert.deepEqual(there(one), ["docs/deep/old.txt", "docs/docs/a b.css", "docs/index.html", "root.txt"]);
      await update(one, inThatRun, { prefix: "docs" }, "7/docs/");
      assert.equal(there(one).length, 4);
      await update(one, state, { prefix: "docs" }, "7/docs/");
      assert.deepEqual(there(one), ["docs/docs/a b.css", "docs/index.html", "root.txt"]);
      await assert.rejects(lifeCycle.import(one.context, "7/docs"), /trailing slash/);
      await assert.rejects(lifeCycle.import(one.context, "9/"), /no storage zone 9/);
    }));

  it("neither imports nor deletes a file whose name Pulumi would read as a mark", () =>
    test(async (one) => {
      for (const file of [pulumiMark, `in/${pulumiMark}/a`, "b"]) one.emulator.files.write(7, file, "b");
      const { state } = await lifeCycle.import(one.context, "7/");
      assert.deepEqual(files(state), ["b"]);
      await lifeCycle.delete(contextOf(one.context.client), "7/", state);
      assert.deepEqual(there(one), [pulumiMark, `in/${pulumiMark}/a`]);
    }));

  it("adopts only equal files, also with the option import", () =>
    test(async (one) => {
      one.emulator.files.write(7, "index.html", "home");
      one.emulator.files.write(7, "foreign.txt", "somebody's");
      await assert.rejects(create(one, {}, "7/docs/"), /must be the declared storage zone and prefix: 7\//);
      const { state } = await create(one, {}, "7/");
      assert.deepEqual(files(state), ["docs/a b.css", "index.html"]);
      write({ "index.html": "changed" });
      await lifeCycle.delete(contextOf(one.context.client), "7/", await update(one, state));
      assert.deepEqual(there(one), ["foreign.txt"]);
    }));

  it("delivers exactly the files that the check found, and nothing if one of them is gone", () =>
    test(async (one) => {
      const { state } = await create(one);
      const inputs = await checked(one.context);
      write({ "later.txt": "later" });
      const updated = await lifeCycle.update(contextOf(one.context.client), "7/", state, inputs);
      assert.deepEqual(files(updated), ["docs/a b.css", "index.html"]);
      remove("index.html");
      const before = sent(one);
      await assert.rejects(
        lifeCycle.update(contextOf(one.context.client), "7/", state, inputs),
        /Nothing was uploaded: files of the source .* have disappeared since the check: index\.html\. Run pulumi up again/,
      );
      assert.deepEqual(sent(one), before);
      // As ignoreChanges passes them.
      const ignored = lifeCycle.check({ extraRegions: [] }, inputs, inputs);
      assert.deepEqual((await lifeCycle.computed?.(one.context, ignored.inputs))?.inputs, inputs);
    }));

  it("refuses a second folder that overlaps, and a source that can't be delivered", () =>
    test(async (one) => {
      const { context } = one;
      const beside = { ...context, memory: newMemory() };
      beside.memory.declares("7/docs/", {}, {});
      assert.match(await refused(beside, {}), /prefix: overlaps with another storage folder.*7\/docs\//);
      assert.equal(await refused(beside, { prefix: "docs2" }), "");
      await create(one, { prefix: "docs" });
      await assert.rejects(create(one, { prefix: "docs" }), /another storage folder of this program/);
      for (const [more, message] of [
        [{ removed: "drop" }, /removed: must be "delete" or "keep", but got: "drop"/],
        [{ prefix: "a//b" }, /prefix: .*empty name/],
        [{ contentTypes: { "*.x": "text" } }, /must be a content type/],
        [{ contentTypes: { "+(a|a*)b": "text/html" } }, /contentTypes: repeats a group.*but got: "\+\(a\|a\*\)b"/],
        [{ exclude: ["a", "*a*b*c*d*e"] }, /exclude\[1\]: has too many wildcards/],
        [{ include: ["(a+)+"] }, /include\[0\]: repeats a group/],
        [{ source: path.join(source(), "index.html") }, /source: .*is a file/],
        [{ exclude: ["*"] }, /source: .*has no files/],
      ] as const) {
        assert.match(await refused(context, more), message);
      }
      const missing = await checked(context, { source: path.join(source(), "none") });
      assert.equal(missing["files"], unknownValue);
      const certain = await lifeCycle.computed?.({ ...context, isUpdate: true }, { ...missing, files: undefined });
      assert.match(certain?.failures[0]?.reason ?? "", /does not exist/);
      await assert.rejects(lifeCycle.create(contextOf(context.client), missing), /does not exist/);
    }));

  const put = (status: number, Message: string): FaultRule[] => [
    { method: "PUT", path: "/acme-site/**", fault: { kind: "status", status, body: { HttpCode: status, Message } } },
  ];
  const whole = (): string => path.join(source(), "index.html");
  for (const [what, spoil, message] of [
    ["a source that is gone", () => rmSync(source(), { recursive: true }), /does not exist/],
    ["a name with a space at its end", () => write({ "a ": "a" }), /"a " has a name with a space at its start or end/],
    ["two names of one Unicode form", () => write({ "\u00fc": "a", "u\u0308": "b" }), /exists twice: the names differ/],
    [
      "a refused password",
      put(401, "Unauthorized"),
      /password of storage zone acme-site is wrong or may only read, the host is that of another region, or the account is suspended\. /,
    ],
    ["a full zone", put(400, "Not enough space"), /failed with 400: Not enough space/],
    ["a zone that is gone", (one) => void one.emulator.storageZones.delete(7), /zone 7 no longer exists/],
  ] as const satisfies [string, FaultRule[] | ((one: Bench) => void), RegExp][]) {
    it(`deletes nothing in case of ${what}, and reports it`, () =>
      test(async (one) => {
        write({ "old.txt": "old" });
        const { state } = await create(one);
        remove("old.txt");
        writeFileSync(whole(), "changed");
        const inputs = await checked(one.context);
        if (typeof spoil === "function") spoil(one);
        else one.emulator.setFaults(spoil);
        const context = { ...contextOf(one.context.client), isUpdate: true };
        const again = await lifeCycle.computed?.(context, { ...inputs, files: undefined });
        const told = again?.failures.map(({ reason }) => reason).join();
        const failed = lifeCycle.update(context, "7/", state, inputs).then(String, String);
        assert.match(told || (await failed), message);
        await failed;
        assert.ok(sent(one).every((request) => !request.startsWith("DELETE")));
      }));
  }

  it("names links that it does not follow, and files whose path is too long", () =>
    test(async ({ context }) => {
      const said: string[] = [];
      symlinkSync(tmpdir(), path.join(source(), "outside"));
      const tells = { ...context, tell: (text: string) => void said.push(text) };
      assert.deepEqual(files(await checked(tells)), ["docs/a b.css", "index.html"]);
      assert.match(said.join(), /Left out of .*symbolic links out of it.*: outside/);
      assert.match(await refused(context, { prefix: "a".repeat(5995) }), /"index\.html" has more than 6000 characters/);
    }));

  it("deletes a private file that an earlier version sent, and names omitted files and globs without a match", () =>
    test(async (one) => {
      write({ ".env": "key", "a.pem": "pem" });
      const { state } = await create(one, { include: [".env", "*.pem"] });
      const said: string[] = [];
      const tells = { ...contextOf(one.context.client), tell: (text: string) => void said.push(text) };
      const globs = { include: ["*.pem"], exclude: ["*.mpa"], contentTypes: { "*.css": "text/css", "*.x": "text/x" } };
      const inputs = await checked(tells, globs);
      await lifeCycle.update(tells, "7/", state, inputs);
      assert.deepEqual(there(one), ["a.pem", "docs/a b.css", "index.html"]);
      assert.equal(said.length, 2);
      assert.match(said[0] ?? "", /^warning: Left out of .*: \.env\. To send one, name it in include/);
      assert.match(said[1] ?? "", /^warning: Nothing in .* matches: contentTypes "\*\.x", exclude "\*\.mpa"$/);
    }));

  it("sends nothing through a link that replaced a file after the check", () =>
    test(async (one) => {
      const inputs = await checked(one.context);
      const outside = path.join(tmpdir(), `outside-${String(process.pid)}`);
      writeFileSync(outside, "secret");
      remove("index.html");
      symlinkSync(outside, path.join(source(), "index.html"));
      await assert.rejects(lifeCycle.create(one.context, inputs), /have disappeared since the check: index\.html/);
      rmSync(outside);
      assert.deepEqual(there(one), []);
    }));

  it("counts as deleted with its zone, and is replaced if the zone or the prefix changes", () =>
    test(async (one) => {
      const { state } = await create(one);
      const inputs = await checked(contextOf(one.context.client));
      assert.deepEqual(lifeCycle.diff(state, inputs), { replaces: [], deleteBeforeReplace: false });
      for (const [key, value] of Object.entries({ prefix: "a/", storageZoneId: 9 })) {
        const found = lifeCycle.diff(state, { ...inputs, [key]: value });
        assert.deepEqual(found, { replaces: [key], deleteBeforeReplace: false });
      }
      one.emulator.storageZones.delete(7);
      const seen = { ...state, [serviceKey]: one.context.client.reads.service.name };
      assert.equal(await lifeCycle.read(contextOf(one.context.client), "7/", seen), undefined);
      await lifeCycle.delete(contextOf(one.context.client), "7/", seen);
    }));
});
