import assert from "node:assert/strict";
import type { Properties } from "../../provider/declared/properties";
import { storageFolderLifeCycle as lifeCycle } from "../../provider/lifecycle/storageFolder";
import { folderFixture } from "./folderFixture";
import type { Bench } from "./support";
import { contextOf } from "./support";

const fileReplicationMs = 500_000;

describe("The delivery of a storage folder whose last run was killed while it waited for the replicas", () => {
  const { write, checked, create, update, files, test } = folderFixture();
  let passedMs = 0;

  /** Updates a folder until it waits for the replicas, and lets the time pass. @returns the requests that it had sent by then, and later ones */
  async function waiting(one: Bench, folder: string, state: Properties, more: Properties) {
    const context = contextOf(one.context.client);
    const inputs = await checked(context, more);
    one.emulator.clearJournal();
    let hasEnded = false;
    const running = lifeCycle.update(context, "7/", state, inputs).finally(() => (hasEnded = true));
    const looks = () => one.sent().filter((request) => request === `GET /acme-site/${folder}`).length;
    // One look is the plan's.
    while (looks() < 3 && !hasEnded) await new Promise((resolve) => setTimeout(resolve, 10));
    const before = one.sent().length;
    passedMs += fileReplicationMs;
    const updated = await running;
    const changes = (requests: readonly string[]) => requests.filter((request) => !request.startsWith("GET"));
    return { updated, before: changes(one.sent().slice(0, before)), after: changes(one.sent().slice(before)) };
  }
  const withReplica = (run: (one: Bench) => Promise<void>) =>
    test(
      async (one) => {
        one.emulator.storageZones.change(7, { ReplicationRegions: ["NY"] });
        await run(one);
      },
      { fileReplicationMs, now: () => Date.now() + passedMs },
    );
  /** Runs an operation while the time passes quickly. */
  const quickly = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const timer = setInterval(() => (passedMs += fileReplicationMs), 50);
    return run().finally(() => clearInterval(timer));
  };

  it("completes a release, so that a rule can name it, only once they have all of its files", () =>
    withReplica(async (one) => {
      const { state } = await quickly(() => create(one, { releases: {} }));
      passedMs += fileReplicationMs;
      write({ "index.html": "changed" });
      const release = String((await checked(contextOf(one.context.client), { releases: {} }))["release"]);
      for (const [file, text] of [
        ["index.html", "changed"],
        ["docs/a b.css", "style"],
      ] as const) {
        one.emulator.files.write(7, `releases/${release}/${file}`, text);
      }
      const { updated, before, after } = await waiting(one, `releases/${release}/`, state, { releases: {} });
      assert.deepEqual(before, [`PUT /acme-site/releases/${release}.json`]);
      assert.deepEqual(after, [`PUT /acme-site/releases/${release}.after.${String(state["release"])}.complete.json`]);
      assert.equal(updated["release"], release);
    }));

  it("empties the caches only once they have the files", () =>
    withReplica(async (one) => {
      const more = { purgePullZoneIds: [8] };
      const { state } = await quickly(() => create(one, more));
      passedMs += fileReplicationMs;
      write({ "index.html": "changed" });
      one.emulator.files.write(7, "index.html", "changed");
      const { updated, before, after } = await waiting(one, "", state, more);
      assert.deepEqual([before, after], [[], ["POST /pullzone/8/purgeCache"]]);
      assert.deepEqual(files(updated), ["docs/a b.css", "index.html"]);
    }));

  it("empties the caches only once they have the root files of a release, and not in a creation", () =>
    withReplica(async (one) => {
      const more = { releases: {}, rootFiles: ["404.html"], purgePullZoneIds: [8] };
      write({ "404.html": "none" });
      one.emulator.files.write(7, "404.html", "none");
      const { state } = await quickly(() => create(one, more));
      assert.equal(one.emulator.purges.length, 0);
      write({ "404.html": "changed" });
      await quickly(() => update(one, state, more));
      // The killed run sent the release long ago, and this file just now.
      passedMs += fileReplicationMs;
      one.emulator.files.write(7, "404.html", "changed");
      const { updated, before, after } = await waiting(one, "", state, more);
      assert.deepEqual([before, after], [[], ["POST /pullzone/8/purgeCache"]]);
      const purges = one.emulator.purges.length;
      write({ "index.html": "changed" });
      await quickly(() => update(one, updated, more));
      assert.equal(one.emulator.purges.length, purges);
    }));
});
