import assert from "node:assert/strict";
import type { Properties } from "../../provider/declared/properties";
import { edgeScriptLifeCycle as lifeCycle } from "../../provider/lifecycle/edgeScript";
import { CdnClient } from "../../provider/api/client";
import { UnexpectedResponseError } from "../../provider/api/errors";
import { failureOf, settings } from "../api/support";
import { startProxy } from "../e2e/support/proxy";
import { contextOf } from "./support";
import { canary, hello, scripted } from "./edgeScriptFixture";

describe("Variables and secrets of an edge script", () => {
  it("that somebody changed outside stay in an update of others, which names them, until a refresh shows them", () =>
    scripted({}, async ({ made, updated, read, context, script, writes, texts }) => {
      const program = { ...hello, variables: { A: "1", B: "2" }, secrets: { TOKEN: canary, OTHER: "other-1" } };
      const { id, state } = await made(program);
      await context.client.setEdgeScriptVariable(id, "B", "theirs");
      await context.client.setEdgeScriptSecret(id, "TOKEN", "theirs");
      const values = (): unknown => [
        script().EdgeScriptVariables?.map(({ Name, DefaultValue }) => [Name, DefaultValue]),
        script().Secrets?.map(({ Name, Secret }) => [Name, Secret]),
      ];
      writes();
      const next = { ...program, variables: { A: "10", B: "2" }, secrets: { TOKEN: canary, OTHER: "other-2" } };
      const after = await updated(id, state, next);
      assert.deepEqual(writes(), ["PUT /compute/script/N/variables", "PUT /compute/script/N/secrets"]);
      assert.deepEqual(values(), [
        [
          ["A", "10"],
          ["B", "theirs"],
        ],
        [
          ["TOKEN", "theirs"],
          ["OTHER", "other-2"],
        ],
      ]);
      assert.match(
        texts.join("\n"),
        /Edge script \d+ was changed outside, and this update does not revert that: variables\["B"\]\. A refresh/,
      );
      // Nor does the next update send them, whose preview does not show them either.
      const later = await updated(id, after, { ...next, variables: { A: "100", B: "2" } });
      assert.deepEqual(writes(), ["PUT /compute/script/N/variables"]);
      const found = await read(id, later);
      assert.deepEqual(
        [found?.inputs?.["variables"], found?.inputs?.["secrets"]],
        [{ A: "100", B: "theirs" }, { OTHER: "other-2" }],
      );
      await updated(id, found?.state ?? {}, next);
      assert.deepEqual(values(), [
        [
          ["A", "10"],
          ["B", "2"],
        ],
        [
          ["TOKEN", canary],
          ["OTHER", "other-2"],
        ],
      ]);
    }));

  it("are named if the service refuses a variable because a secret that somebody added has its name", () =>
    scripted({}, async ({ made, updated, context }) => {
      const { id, state } = await made({ ...hello, variables: { A: "1" } });
      await context.client.setEdgeScriptSecret(id, "TOKEN", canary);
      const failed = updated(id, state, { ...hello, variables: { A: "1", TOKEN: "plain" } });
      await assert.rejects(failed, ({ message }: Error) => {
        assert.match(
          message,
          /refused the variable "TOKEN" of edge script \d+: .*The script has a secret of this name/,
        );
        assert.ok(!message.includes(canary));
        return true;
      });
    }));

  it("that an update may have written before it failed are compared with the live ones by the next", () =>
    scripted({}, async ({ made, updated, failed, emulator, context, script, writes }) => {
      const program = { ...hello, variables: { A: "1", B: "2" } };
      const { id, state } = await made(program);
      const next = { ...hello, variables: { A: "10", B: "20" } };
      const path = "/compute/script/*/variables";
      emulator.setFaults([{ path, method: "PUT", fault: { kind: "status", status: 500 } }]);
      const broken = await failed(updated(id, state, next));
      emulator.setFaults([]);
      writes();
      const after = await updated(id, broken.state, next);
      assert.equal(writes().length, 2);
      await context.client.setEdgeScriptVariable(id, "B", "theirs");
      writes();
      await updated(id, after, { ...hello, variables: { A: "100", B: "20" } });
      assert.deepEqual(
        [writes(), script().EdgeScriptVariables?.map(({ DefaultValue }) => DefaultValue)],
        [["PUT /compute/script/N/variables"], ["100", "theirs"]],
      );
    }));

  it("that somebody wrote since, and that the program drops, stay: the update says so", () =>
    scripted({}, async ({ made, updated, context, script, writes, texts }) => {
      const { id, state } = await made({ ...hello, variables: { A: "1" }, secrets: { TOKEN: canary, OTHER: "o" } });
      await context.client.setEdgeScriptVariable(id, "A", "theirs");
      await context.client.setEdgeScriptSecret(id, "TOKEN", "theirs");
      writes();
      const after = await updated(id, state, hello);
      assert.deepEqual(writes(), ["DELETE /compute/script/N/secrets/N"]);
      assert.deepEqual(
        [script().EdgeScriptVariables?.[0]?.DefaultValue, script().Secrets?.map(({ Secret }) => Secret)],
        ["theirs", ["theirs"]],
      );
      for (const path of ['variables\\["A"\\]', 'secrets\\["TOKEN"\\]']) {
        assert.match(texts.join("\n"), new RegExp(`keeps ${path}: it may have been written outside`));
      }
      assert.deepEqual([after["variables"], after["secrets"]], [undefined, undefined]);
    }));

  it("that somebody wrote before a refresh leave no trace once the program drops them", () =>
    scripted({}, async ({ made, updated, read, context, inputs }) => {
      const { id, state, inputs: first } = await made({ ...hello, secrets: { TOKEN: canary } });
      await context.client.setEdgeScriptSecret(id, "TOKEN", "theirs");
      const refreshed = await read(id, state, first);
      assert.ok(refreshed);
      const after = await updated(id, refreshed.state, hello);
      const again = await read(id, after, await inputs(hello));
      assert.deepEqual([again?.inputs?.["secrets"], again?.state], [undefined, after]);
    }));

  it("whose deletion was not answered are deleted by the next update, or written again where they are declared again", () =>
    scripted({}, async ({ made, updated, failed, emulator, script }) => {
      const program = { ...hello, variables: { A: "1" }, secrets: { TOKEN: canary } };
      for (const part of ["variables", "secrets"]) {
        for (const applied of [false, true]) {
          const { id, state } = await made({ ...program, name: `${part}-${String(applied)}` });
          const names = (): unknown =>
            [...(script(id).EdgeScriptVariables ?? []), ...(script(id).Secrets ?? [])].map(({ Name }) => Name);
          const named = { ...hello, name: `${part}-${String(applied)}` };
          const path = `/compute/script/*/${part}/*`;
          emulator.setFaults([{ path, method: "DELETE", times: 4, fault: { kind: "status", status: 500, applied } }]);
          const broken = await failed(updated(id, state, { ...program, ...named, [part]: undefined }));
          emulator.setFaults([]);
          const restored = await updated(id, broken.state, { ...program, ...named });
          assert.deepEqual(names(), ["A", "TOKEN"]);
          if (applied) continue;
          emulator.setFaults([{ path, method: "DELETE", times: 4, fault: { kind: "status", status: 500 } }]);
          const again = await failed(updated(id, restored, { ...program, ...named, [part]: undefined }));
          emulator.setFaults([]);
          await updated(id, again.state, { ...program, ...named, [part]: undefined });
          assert.deepEqual(names(), [part === "variables" ? "TOKEN" : "A"]);
        }
      }
    }));

  for (const [property, path] of [
    ["variables", "/compute/script/*/variables/*"],
    ["secrets", "/compute/script/*/secrets/*"],
  ] as const) {
    it(`stay in the state if the deletion of ${property} was answered and did nothing, and go with the next update`, () =>
      scripted({}, async ({ made, updated, failed, script, emulator }) => {
        const { id, state } = await made({ ...hello, [property]: { TOKEN: "one" } });
        const there = (): number => [...(script().EdgeScriptVariables ?? []), ...(script().Secrets ?? [])].length;
        assert.equal(there(), 1);
        emulator.setFaults([{ method: "DELETE", path, times: 1, fault: { kind: "status", status: 204 } }]);
        const { message, state: reached } = await failed(updated(id, state, hello));
        assert.match(message, new RegExp(`still has ${property}.*TOKEN.*, although the service answered`));
        await updated(id, reached, hello);
        assert.equal(there(), 0);
      })).timeout(20_000);
  }

  it("whose write was answered and did nothing are named by the run, and written again with the next change of one", () =>
    scripted({}, async ({ made, updated, script, emulator, texts, read, inputs }) => {
      const { id, state } = await made({ ...hello, secrets: { TOKEN: "old-1", OTHER: "other-1" } });
      const fault = { kind: "status", status: 204 } as const;
      emulator.setFaults([{ method: "PUT", path: "/compute/script/*/secrets", fault }]);
      const program = { ...hello, secrets: { TOKEN: canary, OTHER: "other-1" } };
      const after = await updated(id, state, program);
      assert.match(texts.join("\n"), /does not show that secrets\["TOKEN"\] changed, although the service answered/);
      assert.ok(!texts.join("\n").includes(canary));
      emulator.setFaults([]);
      // A refresh shows the secret, whether or not the engine passes the last inputs.
      for (const last of [undefined, await inputs(program)]) {
        const found = await read(id, after, last);
        assert.deepEqual(found?.inputs?.["secrets"], { OTHER: "other-1" });
        assert.deepEqual((await read(id, found.state, last))?.inputs, found.inputs);
      }
      await updated(id, after, { ...hello, secrets: { TOKEN: canary, OTHER: "other-2" } });
      const values = script().Secrets?.map(({ Secret }) => Secret);
      assert.deepEqual([values, texts.length], [[canary, "other-2"], 1]);
    }));

  it("count once against the limit when the program declares those of others", () =>
    scripted({}, async ({ made, inputs, updated, read, context, emulator, script, sent }) => {
      const named = (prefix: string): Record<string, string> =>
        Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`${prefix}${String(index)}`, "x"]));
      const { id, state } = await made({ ...hello, variables: named("OURS") });
      const add = (names: readonly string[]): void => {
        const added = names.map((Name, index) => ({ Id: 1000 + index, Name, Required: false, DefaultValue: "x" }));
        const own = script().EdgeScriptVariables ?? [];
        emulator.edgeScripts.change(Number(id), { EdgeScriptVariables: [...own, ...added] });
      };
      const preview = async (known: Properties, variables: Record<string, string>): Promise<void> =>
        lifeCycle.lookAhead?.(context, id, known, await inputs({ ...hello, variables }));
      add(Object.keys(named("THEIRS")));
      const found = (await read(id, state))?.state ?? {};
      const all = { ...named("OURS"), ...named("THEIRS") };
      await preview(found, all);
      await assert.rejects(preview(found, { ...named("OURS"), MORE: "x" }), /at most 128, with the 64 others/);
      const full = await updated(id, found, { ...hello, variables: all });

      // With one too many, the script can be changed, but gets no more.
      add(["ONE_TOO_MANY"]);
      const over = (await read(id, full))?.state ?? {};
      const requests = sent().length;
      const changed = { ...all, OURS0: "y" };
      await preview(over, changed);
      assert.equal(sent().length, requests);
      const after = await updated(id, over, { ...hello, variables: changed });
      await assert.rejects(preview(after, { ...named("OURS"), ...named("THEIRS"), MORE: "x" }), /at most 128/);
    }));

  it("fail a run if the service answers without the field that lists secrets, as if there were none", () =>
    scripted({}, async ({ made, inputs, emulator, script }) => {
      const { id, state } = await made({ ...hello, secrets: { TOKEN: canary, OTHER: "other" } });
      const proxy = await startProxy(emulator.url);
      try {
        proxy.rules = [{ on: "GET /compute/script/*/secrets", change: () => ({}), times: Infinity }];
        const context = contextOf(new CdnClient(settings(proxy.url, { accessKey: emulator.accessKey })));
        const said = /Secrets must be an array or null, but got: nothing/;
        assert.match((await failureOf(lifeCycle.read(context, id, state), UnexpectedResponseError)).message, said);
        const next = await inputs({ ...hello, secrets: { TOKEN: canary } });
        await assert.rejects(lifeCycle.update(context, id, state, next), said);
        assert.equal(script().Secrets?.length, 2);
      } finally {
        await proxy.close();
      }
    }));
});
