import assert from "node:assert/strict";
import { IncompleteError } from "../../provider/declared/failures";
import type { Properties } from "../../provider/declared/properties";
import { storageFolderLifeCycle as lifeCycle } from "../../provider/lifecycle/storageFolder";
import { formerReleasesKey } from "../../provider/wire/stateKeys";
import { failureOf } from "../api/support";
import { folderFixture } from "./folderFixture";
import type { Bench } from "./support";
import { contextOf } from "./support";

const releases = { keep: 2 };
const unavailable = { kind: "status", status: 503 } as const;

describe("A storage folder that was just switched to releases", () => {
  const { write, checked, create, update, there, files, test } = folderFixture();

  const rule = (folder: string) => {
    const [ActionParameter1, ActionParameter2, ActionParameter3] = ["7", "acme-site", folder];
    const Triggers = [{ Type: 0, PatternMatches: ["*"], PatternMatchingType: 0 }];
    const action = { ActionType: 17, ActionParameter1, ActionParameter2, ActionParameter3, ExtraActions: [] };
    const more = { Guid: "9a1f6c0e-0000-4000-8000-000000000001", Triggers, TriggerMatchingType: 0, Description: "" };
    return { ...action, ...more, Enabled: true, OrderIndex: 0, ReadOnly: false };
  };
  const atPrefix = (one: Bench): string[] => there(one).filter((path) => !path.startsWith("releases/"));

  it("keeps the files at the prefix although one list of pull zones still shows the deleted rule", () =>
    test(async (one) => {
      const { state } = await create(one);
      const switched = await update(one, state, { releases });
      one.emulator.pullZones.change(8, { EdgeRules: [rule(String(switched["releasePath"]))] });
      const Items = [JSON.parse(JSON.stringify(one.emulator.pullZones.get(8))) as object];
      const body = { Items, CurrentPage: 1, TotalItems: 1, HasMoreItems: false };
      one.emulator.pullZones.change(8, { EdgeRules: [] });
      const fault = { kind: "status", status: 200, body } as const;
      one.emulator.setFaults([{ method: "GET", path: "/pullzone", nth: 1, fault }]);
      write({ "index.html": "changed" });
      const changed = await update(one, switched, { releases });
      assert.deepEqual(atPrefix(one), ["docs/a b.css", "index.html"]);

      // They stay in the state, so that a later run deletes them.
      one.emulator.setFaults([]);
      one.emulator.pullZones.change(8, { EdgeRules: [rule(String(changed["releasePath"]))] });
      write({ "index.html": "changed again" });
      await update(one, changed, { releases });
      assert.deepEqual(atPrefix(one), []);
    }));

  for (const [what, isThere] of [
    ["a new folder", false],
    ["an existing folder", true],
  ] as const) {
    it(`has the release in its state, in case of ${what}, if the prefix can't be listed after the upload`, () =>
      test(async (one) => {
        const more = { releases, rootFiles: ["index.html"] };
        const created = isThere ? await create(one) : undefined;
        // The fault begins once the release is complete.
        const context = contextOf(one.context.client);
        const inputs = await checked(context, more);
        const release = String(inputs["release"]);
        const note = `/acme-site/releases/${release}.complete.json`;
        one.emulator.setFaults([{ method: "PUT", path: note, times: 1, fault: { kind: "latency", ms: 300 } }]);
        const running = created
          ? lifeCycle.update(context, "7/", created.state, inputs)
          : lifeCycle.create(context, inputs);
        const failing = failureOf(running, IncompleteError);
        while (!one.sent().includes(`PUT ${note}`)) await new Promise((resolve) => setTimeout(resolve, 5));
        one.emulator.setFaults([{ method: "GET", path: "/acme-site/", fault: unavailable }]);
        const { id, state } = await failing;
        assert.equal(state["release"], release);
        assert.ok(there(one).includes(`releases/${release}.complete.json`));

        one.emulator.setFaults([]);
        await lifeCycle.delete(contextOf(one.context.client), id, state);
        assert.deepEqual(there(one), []);
      }));
  }

  it("says of a failed repair of the live release that visitors may miss files, not that they get another one", () =>
    test(async (one) => {
      const { state } = await create(one, { releases });
      const said: string[] = [];
      const up = async (prior: Properties, more: Properties) => {
        const context = { ...contextOf(one.context.client), tell: (text: string) => void said.push(text) };
        return failureOf(lifeCycle.update(context, "7/", prior, await checked(context, more)), Error);
      };
      const release = String(state["release"]);
      const text = `Storage folder 7/: Release ${release} is not as declared yet, and if it is live, visitors may miss files; the next pulumi up uploads the rest`;
      one.emulator.files.delete(7, `releases/${release}/index.html`);
      one.emulator.setFaults([{ method: "PUT", path: "**/index.html", fault: { kind: "status", status: 400 } }]);
      const refreshed = { ...state, files: { "docs/a b.css": (state["files"] as Properties)["docs/a b.css"] } };
      await up(refreshed, { releases });
      assert.deepEqual(said, [text]);

      one.emulator.files.write(7, `releases/${release}/index.html`, "home");
      one.emulator.setFaults([{ method: "PUT", path: "**.complete.json", fault: { kind: "status", status: 400 } }]);
      await up(state, { releases, rootFiles: ["index.html"] });
      assert.deepEqual(said, [text, text]);
      assert.deepEqual([files(state).length, state[formerReleasesKey]], [2, undefined]);
    }));
});
