import assert from "node:assert/strict";
import { startEmulator } from "../../emulator";
import { CdnClient } from "../../provider/api/client";
import type { KindName } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import type { Properties } from "../../provider/declared/properties";
import { settings } from "../api/support";
import { startProxy } from "../e2e/support/proxy";
import { contextOf } from "./support";

const numbers = [1, 2, 3, 4, 5, 6];
const seed = {
  storageZones: numbers.map((Id) => ({ Id, Name: `zone-${String(Id)}`, Region: "DE", Custom404FilePath: "/404.html" })),
  edgeScripts: numbers.map((Id) => ({
    ...{ Id, Name: `script-${String(Id)}`, ScriptType: 1 },
    EdgeScriptVariables: [{ Id: 1, Name: "A", DefaultValue: "1" }],
  })),
};

describe("A refresh with a list that omits fields", () => {
  for (const [kind, path, omitted, declared] of [
    [
      "StorageZone",
      "/storagezone",
      ["Password", "Custom404FilePath"],
      { region: "DE", custom404FilePath: "/404.html" },
    ],
    [
      "EdgeScript",
      "/compute/script",
      ["EdgeScriptVariables"],
      { type: "standalone", code: "one", publish: false, variables: { A: "1" } },
    ],
  ] as const satisfies readonly (readonly [KindName, string, readonly string[], Properties])[]) {
    it(`reads each ${kind} alone, so that none seems to have lost ${omitted.join(" or ")}`, async () => {
      const emulator = await startEmulator({ seed });
      const proxy = await startProxy(emulator.url);
      try {
        const client = (): CdnClient => new CdnClient(settings(proxy.url, { accessKey: emulator.accessKey }));
        const context = contextOf(client());
        const lifeCycle = lifeCycleOf(kind);
        const made = [];
        for (const id of numbers) {
          const name = `${kind === "EdgeScript" ? "script" : "zone"}-${String(id)}`;
          const checked = lifeCycle.check(context, {}, { ...declared, name });
          const { inputs } = (await lifeCycle.computed?.(context, checked.inputs)) ?? checked;
          made.push(await lifeCycle.create(context, inputs, String(id)));
        }
        const change = (body: unknown): unknown => {
          for (const item of (body as { Items: Properties[] }).Items) for (const name of omitted) delete item[name];
          return body;
        };
        proxy.rules = [{ on: `GET ${path}`, change, times: Infinity }];
        const { reader } = contextOf(client());
        const read = await Promise.all(made.map(({ id, state }) => lifeCycle.read({ reader }, id, state)));
        assert.deepEqual(
          read.map((found) => found?.state),
          made.map(({ state }) => state),
        );
      } finally {
        await proxy.close();
        await emulator.close();
      }
    });
  }

  it("takes two requests if a single read does not show the fields either", async () => {
    const emulator = await startEmulator({ seed });
    const proxy = await startProxy(emulator.url);
    try {
      const change = (body: unknown): unknown => {
        const { Items = [body] } = body as { Items?: unknown[] };
        for (const item of Items as Properties[]) Object.assign(item, { UserId: null, ReadOnlyPassword: null });
        return body;
      };
      proxy.rules = ["", "/1"].map((path) => ({ on: `GET /storagezone${path}`, change, times: Infinity }));
      const client = new CdnClient(settings(proxy.url, { accessKey: emulator.accessKey }));
      const { reader } = contextOf(client);
      const read = await Promise.all(numbers.map((id) => reader.read("StorageZone", id)));
      assert.deepEqual(
        read.map(({ name }) => name),
        seed.storageZones.map(({ Name }) => Name),
      );
      assert.equal(client.counters.requests, 2);
    } finally {
      await proxy.close();
      await emulator.close();
    }
  });
});
