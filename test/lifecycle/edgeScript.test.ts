import assert from "node:assert/strict";
import { ConflictError } from "../../provider/api/errors";
import { CdnClient } from "../../provider/api/client";
import { Reads } from "../../provider/api/reads";
import { wholeKinds } from "../../provider/kinds";
import { edgeScriptLifeCycle as lifeCycle } from "../../provider/lifecycle/edgeScript";
import { settings } from "../api/support";
import { canary, hello, scripted, storageZones } from "./edgeScriptFixture";
import { contextOf, holdsUndefined, newMemory } from "./support";

describe("An edge script", () => {
  it("is created in steps, each once, and its state has no text of its code", () =>
    scripted({}, async ({ made, writes, script, live, sent }) => {
      const { state, id } = await made({ ...hello, variables: { A: "1" }, secrets: { TOKEN: canary }, note: "first" });
      assert.deepEqual(writes(), [
        "POST /compute/script",
        "PUT /compute/script/N/variables",
        "PUT /compute/script/N/secrets",
        "POST /compute/script/N/code",
        "POST /compute/script/N/publish",
      ]);
      assert.deepEqual([live(), script().Releases?.[0]?.Note, script().Secrets?.[0]?.Secret], ["one", "first", canary]);
      assert.deepEqual(
        [id, state["edgeScriptId"], state["variables"], state["secrets"], state["release"], state["code"]],
        [String(script().Id), script().Id, { A: "1" }, { TOKEN: canary }, script().Releases?.[0]?.Uuid, undefined],
      );
      assert.equal(state["liveSha256"], state["codeSha256"]);
      assert.ok(!holdsUndefined(state));
      assert.ok(!JSON.stringify(state).includes('"one"'));
      assert.ok(!sent().some((one) => one.includes("deleteLinkedPullZones=true")));
    }));

  it("of a name that the account has is refused with the ways out, or adopted: other variables and secrets stay", () =>
    scripted(
      {
        seed: {
          edgeScripts: [
            {
              ...{ Id: 7, Name: "hello", ScriptType: 1, Code: "old", Releases: [{ Code: "old" }] },
              EdgeScriptVariables: [
                { Name: "THEIRS", DefaultValue: "x" },
                { Name: "A", DefaultValue: "0" },
              ],
              Secrets: [{ Name: "THEIRS_TOO", Secret: "y" }],
            },
          ],
        },
      },
      async ({ made, writes, script, live, texts }) => {
        await assert.rejects(made(hello), (error: Error) => {
          assert.ok(error instanceof ConflictError);
          assert.match(
            error.message,
            /an edge script named "hello" exists in this account with id 7\. There are these ways:\s+- To adopt it/,
          );
          assert.doesNotMatch(error.message, /unique/);
          return true;
        });
        await assert.rejects(
          made({ ...hello, type: "middleware", adopt: true }),
          /type is "standalone" instead of the declared "middleware"/,
        );
        assert.deepEqual(writes(), []);
        const { id } = await made({ ...hello, adopt: true, variables: { A: "1" }, secrets: { TOKEN: canary } });
        assert.deepEqual([id, live()], ["7", "one"]);
        const { EdgeScriptVariables, Secrets } = script();
        assert.deepEqual(
          [
            EdgeScriptVariables?.map(({ Name, DefaultValue }) => [Name, DefaultValue]),
            Secrets?.map(({ Name }) => Name),
          ],
          [
            [
              ["THEIRS", "x"],
              ["A", "1"],
            ],
            ["THEIRS_TOO", "TOKEN"],
          ],
        );
        assert.match(
          texts.join("\n"),
          /Adopted edge script "hello" \(id: 7, published, variables: 2\)\. Updated: variables, secrets, codeSha256$/,
        );
        assert.ok(!texts.join("\n").includes(canary));
      },
    ));

  it("that is adopted as declared says so, and has nothing sent", () =>
    scripted(
      { seed: { edgeScripts: [{ Id: 7, Name: "hello", ScriptType: 1, Code: "one", Releases: [{ Code: "one" }] }] } },
      async ({ made, writes, texts }) => {
        await made({ ...hello, adopt: true });
        assert.deepEqual(writes(), []);
        assert.match(texts.join("\n"), /All declared settings match$/);
      },
    ));

  it("that is only read shows both hashes of its code and nothing that changes by itself", () =>
    scripted(
      { seed: { edgeScripts: [{ Id: 7, Name: "hello", ScriptType: 1, Code: "two", Releases: [{ Code: "one" }] }] } },
      async ({ read, writes, script }) => {
        const found = await read("7", {});
        const { codeSha256, liveSha256, deploymentKey, ...state } = found?.state ?? {};
        assert.deepEqual(
          [codeSha256, liveSha256].map((hash) => typeof hash === "string" && hash.length),
          [64, 64],
        );
        assert.notEqual(codeSha256, liveSha256);
        assert.equal(deploymentKey, script().DeploymentKey);
        const { release, defaultHostname, systemHostname, ...rest } = state;
        assert.ok(release && defaultHostname && systemHostname);
        assert.deepEqual(
          [rest, found?.inputs, writes()],
          [{ name: "hello", type: "standalone", edgeScriptId: 7 }, undefined, []],
        );
        await assert.rejects(read("8", {}), /There is no edge script 8 in this account/);
      },
    ));

  it("whose name two scripts have is not adopted by guess", () =>
    scripted(
      { seed: { edgeScripts: [7, 8].map((Id) => ({ Id, Name: "hello", ScriptType: 1 })) } },
      async ({ made, writes }) => {
        await assert.rejects(made({ ...hello, adopt: true }), /7 and 8.*import/s);
        assert.deepEqual(writes(), []);
      },
    ));

  it("is created once although the answer of its creation is lost", () =>
    scripted(
      { faults: [{ method: "POST", path: "/compute/script", times: 1, fault: { kind: "reset", when: "after" } }] },
      async ({ made, emulator, live }) => {
        await made(hello);
        assert.deepEqual([emulator.edgeScripts.list().length, live()], [1, "one"]);
      },
    ));

  for (const [what, path] of [
    ["a variable", "/compute/script/*/variables"],
    ["a secret", "/compute/script/*/secrets"],
    ["the code", "/compute/script/*/code"],
    ["the publication", "/compute/script/*/publish"],
  ] as const) {
    for (const applied of [false, true]) {
      it(`that fails at ${what}${applied ? ", which took effect," : ""} keeps its id, and the next run does the rest`, () =>
        scripted(
          { faults: [{ method: ["PUT", "POST"], path, times: 4, fault: { kind: "status", status: 500, applied } }] },
          async ({ made, failed, updated, emulator, live, read, script, inputs }) => {
            const program = { ...hello, variables: { A: "1" }, secrets: { TOKEN: canary } };
            const isPublish = what === "the publication";
            if (isPublish && applied) {
              // The live release tells that it was published.
              await made(program);
              assert.equal(script().Releases?.length, 1);
              return;
            }
            const { id, state, message } = await failed(made(program));
            assert.doesNotMatch(message + JSON.stringify(Object.keys(state)), /CANARY/);
            assert.match(message, /was created, but not as declared yet/);
            emulator.setFaults([]);
            // A refresh shows that something is due: otherwise an engine would leave it.
            const found = await read(id, state);
            assert.notEqual(found?.keepsInputs, true);
            const wanted = await inputs(program);
            assert.notDeepEqual(found?.inputs?.["codeSha256"], wanted["codeSha256"]);
            for (const from of [state, found?.state ?? {}]) {
              const after = await updated(id, from, program);
              assert.equal(after["liveSha256"], wanted["codeSha256"]);
            }
            assert.deepEqual(
              [live(), emulator.edgeScripts.list().length, script().Releases?.length, script().Secrets?.[0]?.Secret],
              ["one", 1, 1, canary],
            );
          },
        ));
    }
  }

  it("has one changed line saved and published, once, and nothing else sent", () =>
    scripted({}, async ({ made, updated, writes, live, script }) => {
      const { id, state } = await made({ ...hello, variables: { A: "1" }, secrets: { TOKEN: canary } });
      writes();
      const program = { ...hello, code: "two", variables: { A: "1" }, secrets: { TOKEN: canary } };
      const after = await updated(id, state, program);
      assert.deepEqual(writes(), ["POST /compute/script/N/code", "POST /compute/script/N/publish"]);
      assert.deepEqual([live(), script().Releases?.length], ["two", 2]);
      // A note alone publishes nothing, and publish: false leaves the release.
      const noted = await updated(id, after, { ...program, note: "second" });
      const off = await updated(id, noted, { ...program, publish: false });
      assert.deepEqual([writes(), noted["note"], off["publish"]], [[], "second", false]);
      const saved = await updated(id, off, { ...program, code: "three", publish: false });
      assert.deepEqual([writes(), live(), script().Code], [["POST /compute/script/N/code"], "two", "three"]);
      assert.notEqual(saved["codeSha256"], saved["liveSha256"]);
      await updated(id, saved, { ...program, code: "three" });
      assert.deepEqual([writes(), live()], [["POST /compute/script/N/publish"], "three"]);
    }));

  it("has its code read before an update only if it may have changed since the state, or if the update may send none", () =>
    scripted({}, async ({ made, updated, emulator, context, live }) => {
      const { id, state } = await made(hello);
      const looksBefore = (write: string): string[] => {
        const paths = emulator.journal.map(({ method, path }) => `${method} ${path}`);
        const first = paths.indexOf(`POST /compute/script/${id}/${write}`);
        return paths.slice(0, first).filter((one) => /\/(code|releases\/active)$/.test(one));
      };
      emulator.clearJournal();
      const two = await updated(id, state, { ...hello, code: "two" });
      assert.deepEqual([looksBefore("code"), live()], [[], "two"]);
      const both = [`GET /compute/script/${id}/code`, `GET /compute/script/${id}/releases/active`];
      await context.client.saveEdgeScriptCode(id, "theirs");
      emulator.clearJournal();
      const three = await updated(id, two, { ...hello, code: "three" });
      assert.deepEqual([looksBefore("code").sort(), live()], [both, "three"]);
      const four = await updated(id, three, { ...hello, code: "four", publish: false });
      emulator.clearJournal();
      await updated(id, four, { ...hello, code: "four" });
      assert.deepEqual([looksBefore("publish").sort(), live()], [both, "four"]);
    }));

  it("is renamed in place, also by a run that was cut off, and publishes nothing for it", () =>
    scripted({}, async ({ made, updated, writes, script }) => {
      const { id, state } = await made(hello);
      writes();
      const renamed = await updated(id, state, { ...hello, name: "bye" });
      // The state of a run that was killed has the former name.
      await updated(id, state, { ...hello, name: "bye" });
      assert.deepEqual([writes(), script().Name, renamed["name"]], [["POST /compute/script/N"], "bye", "bye"]);
    }));

  it("counts as renamed once it shows its name: a rename that did nothing fails, and the next update sends it again", () =>
    scripted({}, async ({ made, updated, failed, read, writes, script, emulator }) => {
      const { id, state } = await made(hello);
      const path = `/compute/script/${id}`;
      const body = { Id: Number(id), Name: "bye", ScriptType: 1 };
      emulator.setFaults([{ method: "POST", path, fault: { kind: "status", status: 200, body } }]);
      const program = { ...hello, name: "bye" };
      const { message, state: reached } = await failed(updated(id, state, program));
      assert.match(message, /was renamed to "bye", but still shows the name "hello"\. Run the same command again/);
      emulator.setFaults([]);
      const found = await read(id, reached);
      assert.equal(found?.inputs?.["name"], "hello");
      for (const known of [reached, found?.state ?? {}]) {
        writes();
        const after = await updated(id, known, program);
        assert.deepEqual([writes(), script().Name, after["name"]], [["POST /compute/script/N"], "bye", "bye"]);
        emulator.edgeScripts.change(Number(id), { Name: "hello" });
      }
    }));

  it("can be deleted after a rename that shows late, also after a refresh", () =>
    scripted({}, async ({ made, updated, failed, read, context, emulator }) => {
      for (const isRefreshed of [false, true]) {
        const name = `hello-${String(isRefreshed)}`;
        const { id, state } = await made({ ...hello, name });
        const path = `/compute/script/${id}`;
        const headers = { AccessKey: emulator.accessKey };
        const body = (await (await fetch(`${emulator.url}${path}`, { headers })).json()) as object;
        emulator.setFaults([{ method: "GET", path, fault: { kind: "status", status: 200, body } }]);
        const { state: reached } = await failed(updated(id, state, { ...hello, name: `${name}-bye` }));
        emulator.setFaults([]);
        await lifeCycle.delete(context, id, isRefreshed ? ((await read(id, reached))?.state ?? {}) : reached);
        assert.deepEqual(emulator.edgeScripts.list(), []);
      }
    }));

  it("is read once after a rename alone, and once more if other values change with it", () =>
    scripted({}, async ({ made, updated, emulator }) => {
      const { id, state } = await made({ ...hello, variables: { A: "1" } });
      const reads = (): number => emulator.journal.filter(({ method }) => method === "GET").length;
      emulator.clearJournal();
      const after = await updated(id, state, { ...hello, name: "bye", variables: { A: "1" } });
      assert.equal(reads(), 2);
      emulator.clearJournal();
      await updated(id, after, { ...hello, name: "hello", variables: { A: "2" } });
      assert.equal(reads(), 3);
    }));

  it("that is only saved counts as saved once it shows the code", () =>
    scripted({}, async ({ made, updated, failed, read, writes, script, emulator }) => {
      const draft = { ...hello, publish: false };
      const { id, state } = await made(draft);
      assert.ok(emulator.journal.length <= 8, String(emulator.journal.length));
      const path = "/compute/script/*/code";
      emulator.setFaults([{ method: "POST", path, fault: { kind: "status", status: 204 } }]);
      const { message, state: reached } = await failed(updated(id, state, { ...draft, code: "two" }));
      assert.match(message, /was saved, but the service still shows other code\. Run the same command again/);
      emulator.setFaults([]);
      const found = await read(id, reached);
      assert.equal(found?.inputs?.["codeSha256"], state["codeSha256"]);
      for (const known of [reached, found?.state ?? {}]) {
        writes();
        const after = await updated(id, known, { ...draft, code: "two" });
        assert.deepEqual([script().Code, writes()], ["two", ["POST /compute/script/N/code"]]);
        assert.equal((await read(id, after))?.keepsInputs, true);
        emulator.edgeScripts.change(Number(id), { Code: "one" });
      }
    }));

  it("has nothing sent when a failed update is reverted, and is published when it is repeated", () =>
    scripted({}, async ({ made, updated, failed, writes, emulator, live, script }) => {
      const { id, state } = await made(hello);
      emulator.setFaults([{ path: "/compute/script/*/publish", fault: { kind: "status", status: 400 } }]);
      const broken = await failed(updated(id, state, { ...hello, code: "two" }));
      emulator.setFaults([]);
      writes();
      const { settles, notice } = lifeCycle.diff(broken.state, { ...hello, codeSha256: broken.state["codeSha256"] });
      assert.deepEqual([settles, notice?.includes("pulumi up publishes it")], [true, true]);
      assert.equal(lifeCycle.diff(broken.state, { ...hello, codeSha256: state["codeSha256"] }).settles, undefined);
      await updated(id, broken.state, hello);
      assert.deepEqual([writes(), live(), script().Code], [[], "one", "two"]);
      await updated(id, broken.state, { ...hello, code: "two" });
      assert.deepEqual([writes(), live()], [["POST /compute/script/N/publish"], "two"]);
    }));

  it("is published although its live release shows late, and a publication that took effect is not repeated", () =>
    scripted(
      {
        faults: [
          { path: "/compute/script/*/publish", nth: 1, fault: { kind: "lag", getRequests: 3 } },
          { path: "/compute/script/*/publish", nth: 2, fault: { kind: "status", status: 500, applied: true } },
        ],
      },
      async ({ made, updated, live, script }) => {
        const { id, state } = await made(hello);
        await updated(id, state, { ...hello, code: "two" });
        assert.deepEqual([live(), script().Releases?.length], ["two", 2]);
      },
    ));

  it("that was rolled back outside shows as another code, and the next update publishes the program's", () =>
    scripted({}, async ({ made, updated, read, emulator, live, inputs, context }) => {
      const { id, state } = await made(hello);
      const second = { ...hello, code: "two" };
      const after = await updated(id, state, second);
      const [first] = emulator.edgeScripts.list()[0]?.Releases ?? [];
      await context.client.objects.change(wholeKinds.EdgeScript, id, {
        operation: "roll back",
        method: "POST",
        below: `/publish/${first?.Uuid ?? ""}`,
      });
      const wanted = await inputs(second);
      for (const last of [undefined, wanted]) {
        const found = await read(id, after, last);
        assert.deepEqual([found?.inputs?.["code"], found?.inputs?.["codeSha256"]], ["one", state["codeSha256"]]);
        assert.deepEqual(
          [found?.state["liveSha256"], found?.state["codeSha256"]],
          [state["liveSha256"], after["codeSha256"]],
        );
        const again = await read(id, found?.state ?? {}, last);
        assert.equal(again?.keepsInputs, last === undefined ? true : undefined);
      }
      const found = await read(id, after);
      await updated(id, found?.state ?? {}, second);
      assert.equal(live(), "two");
    }));

  it("that was rolled back outside shows as another code although its live release shows late", () =>
    scripted({}, async ({ made, updated, read, emulator, live, script, context }) => {
      const { id, state } = await made(hello);
      const after = await updated(id, state, { ...hello, code: "two" });
      const [first, second] = (script().Releases ?? []).map(({ Uuid }) => Uuid ?? "");
      assert.ok(first && second);
      // A read is repeated for a few seconds; if it is still late then, it is not taken for the code of that release.
      for (const [getRequests, reads] of [[1, 1] as const, [5, 2] as const]) {
        emulator.setFaults([{ path: "/compute/script/*/publish/*", fault: { kind: "lag", getRequests } }]);
        await context.client.rollBackEdgeScript(id, first);
        let found = await read(id, after);
        if (reads > 1) found = await read(id, found?.state ?? {});
        assert.deepEqual([live(), found?.inputs?.["code"]], ["one", "one"]);
        emulator.setFaults([]);
        await context.client.rollBackEdgeScript(id, second);
      }
    }));

  it("whose saved code was changed outside has no difference, and one line says so", () =>
    scripted({}, async ({ made, read, context, ...of }) => {
      const { id, state, inputs } = await made(hello);
      await context.client.saveEdgeScriptCode(id, "theirs");
      const found = await read(id, state);
      assert.deepEqual([found?.inputs?.["codeSha256"] ?? inputs["codeSha256"]], [inputs["codeSha256"]]);
      assert.match(found?.notices?.join("\n") ?? "", /saved code of edge script "hello" .* differs from its live code/);
      assert.ok(of.live() === "one");
    }));

  it("has a secret written again that was changed or removed outside, without its value in any difference", () =>
    scripted({}, async ({ made, updated, read, emulator, script, context, writes }) => {
      const program = { ...hello, secrets: { TOKEN: canary, OTHER: "other-secret" } };
      const { id, state } = await made(program);
      assert.equal((await read(id, state))?.keepsInputs, true);
      await context.client.setEdgeScriptSecret(id, "TOKEN", "theirs");
      const changed = await read(id, state);
      assert.deepEqual(
        [changed?.inputs?.["secrets"], changed?.hiddenChanges],
        [{ OTHER: "other-secret" }, ['secrets["TOKEN"]']],
      );
      writes();
      const after = await updated(id, changed?.state ?? {}, program);
      assert.deepEqual(writes(), ["PUT /compute/script/N/secrets"]);
      assert.deepEqual(
        script().Secrets?.map(({ Secret }) => Secret),
        [canary, "other-secret"],
      );
      assert.equal((await read(id, after))?.keepsInputs, true);

      emulator.edgeScripts.change(Number(id), { Secrets: (script().Secrets ?? []).slice(1) });
      const removed = await read(id, after);
      assert.deepEqual(
        [removed?.inputs?.["secrets"], removed?.hiddenChanges],
        [{ OTHER: "other-secret" }, ['secrets["TOKEN"]']],
      );
      writes();
      const restored = await updated(id, removed?.state ?? {}, program);
      assert.deepEqual(
        script().Secrets?.map(({ Name, Secret }) => [Name, Secret]),
        [
          ["OTHER", "other-secret"],
          ["TOKEN", canary],
        ],
      );
      // A value that changes in the program, and one that it drops.
      writes();
      await updated(id, restored, { ...hello, secrets: { OTHER: "another-secret" } });
      assert.deepEqual(writes(), ["DELETE /compute/script/N/secrets/N", "PUT /compute/script/N/secrets"]);
      assert.deepEqual(
        script().Secrets?.map(({ Secret }) => Secret),
        ["another-secret"],
      );
    }));

  it("leaves alone what somebody else wrote since, once the program drops it", () =>
    scripted({}, async ({ made, updated, failed, read, emulator, script, context, writes }) => {
      const program = { ...hello, secrets: { TOKEN: canary, OTHER: "other-secret" } };
      const { id, state } = await made(program);
      await context.client.setEdgeScriptSecret(id, "TOKEN", "theirs");
      const changed = await read(id, state);
      await updated(id, changed?.state ?? {}, { ...hello, code: "two", secrets: { OTHER: "other-secret" } });
      const secrets = (): unknown => script().Secrets?.map(({ Name, Secret }) => [Name, Secret]);
      assert.deepEqual(secrets(), [
        ["TOKEN", "theirs"],
        ["OTHER", "other-secret"],
      ]);

      // A variable whose write failed is not known to be this stack's.
      await context.client.setEdgeScriptVariable(id, "FOO", "theirs");
      const path = "/compute/script/*/variables";
      emulator.setFaults([{ path, method: "PUT", fault: { kind: "status", status: 500 } }]);
      const broken = await failed(updated(id, state, { ...program, variables: { FOO: "ours" } }));
      emulator.setFaults([]);
      writes();
      await updated(id, broken.state, program);
      const variables = script().EdgeScriptVariables?.map(({ Name, DefaultValue }) => [Name, DefaultValue]);
      assert.deepEqual(
        [variables, writes().includes("DELETE /compute/script/N/variables/N")],
        [[["FOO", "theirs"]], false],
      );
    }));

  it("can be updated and deleted after a rename that was not answered, whether or not it took effect", () =>
    scripted({}, async ({ made, updated, failed, read, emulator, script, context }) => {
      const { id, state } = await made(hello);
      const path = "/compute/script/*";
      for (const applied of [false, true]) {
        emulator.setFaults([{ path, method: "POST", fault: { kind: "status", status: 500, applied } }]);
        const broken = await failed(updated(id, state, { ...hello, name: "bye" }));
        emulator.setFaults([]);
        const refreshed = await read(id, broken.state);
        for (const known of [broken.state, refreshed?.state ?? {}]) {
          await updated(id, known, { ...hello, name: "bye" });
          assert.equal(script().Name, "bye");
        }
        await updated(id, { ...state, name: "bye" }, hello);
      }
      emulator.setFaults([{ path, method: "POST", fault: { kind: "status", status: 500 } }]);
      const broken = await failed(updated(id, state, { ...hello, name: "bye" }));
      emulator.setFaults([]);
      await lifeCycle.delete(context, id, broken.state);
      assert.deepEqual(emulator.edgeScripts.list(), []);
    }));

  it("knows a variable that an update has set before it failed", () =>
    scripted({}, async ({ made, failed, updated, read, emulator }) => {
      const program = { ...hello, variables: { A: "1" } };
      const { id, state } = await made(program);
      const path = "/compute/script/*/code";
      emulator.setFaults([{ path, method: "POST", fault: { kind: "status", status: 500 } }]);
      const next = { ...program, code: "two", variables: { A: "1", B: "2" } };
      const broken = await failed(updated(id, state, next));
      emulator.setFaults([]);
      assert.deepEqual((await read(id, broken.state))?.inputs?.["variables"], { A: "1", B: "2" });
    }));

  it("compares a state without the values of its variables by their names", () =>
    scripted({}, async ({ made, read, emulator }) => {
      const { id, state } = await made({ ...hello, variables: { API: "1" } });
      const { variables, ...sealed } = state;
      assert.deepEqual(variables, { API: "1" });
      assert.equal((await read(id, sealed))?.keepsInputs, true);
      emulator.edgeScripts.change(Number(id), { EdgeScriptVariables: [] });
      assert.notEqual((await read(id, sealed))?.keepsInputs, true);
    }));

  it("keeps a refused secret's value out of the error, and names its length", () =>
    scripted(
      {
        faults: [
          {
            path: "/compute/script/*/secrets",
            method: "PUT",
            fault: {
              kind: "status",
              status: 400,
              body: { ErrorKey: "x", Field: "Secret", Message: `Bad value ${canary}` },
            },
          },
        ],
      },
      async ({ made, failed }) => {
        const { message } = await failed(made({ ...hello, secrets: { TOKEN: canary } }));
        assert.match(message, /refused the secret "TOKEN" \(14 bytes\) of edge script \d+/);
        assert.doesNotMatch(message, /CANARY/);
      },
    ));

  it("has only declared variables touched: one removed or changed outside is restored, a dropped one deleted, others stay", () =>
    scripted({}, async ({ made, updated, read, emulator, script, context }) => {
      const values = () =>
        Object.fromEntries((script().EdgeScriptVariables ?? []).map((one) => [one.Name, one.DefaultValue]));
      const program = { ...hello, variables: { A: "1", B: "2" } };
      const { id, state } = await made(program);
      await context.client.setEdgeScriptVariable(id, "THEIRS", "x");
      await context.client.setEdgeScriptVariable(id, "B", "changed");
      const remaining = (script().EdgeScriptVariables ?? []).filter(({ Name }) => Name !== "A");
      emulator.edgeScripts.change(Number(id), { EdgeScriptVariables: remaining });
      const found = await read(id, state);
      assert.deepEqual([found?.inputs?.["variables"], found?.inputs?.["code"]], [{ B: "changed" }, "one"]);
      const after = await updated(id, found?.state ?? {}, program);
      assert.deepEqual(values(), { A: "1", B: "2", THEIRS: "x" });
      const dropped = await updated(id, after, { ...hello, variables: { B: "2" } });
      assert.deepEqual(values(), { B: "2", THEIRS: "x" });
      await updated(id, dropped, hello);
      assert.deepEqual(values(), { THEIRS: "x" });
    }));

  it("moves a name from variables to secrets: it is deleted there first", () =>
    scripted({}, async ({ made, updated, writes, script }) => {
      const { id, state } = await made({ ...hello, variables: { TOKEN: "open" } });
      writes();
      await updated(id, state, { ...hello, secrets: { TOKEN: canary } });
      assert.deepEqual(writes(), ["DELETE /compute/script/N/variables/N", "PUT /compute/script/N/secrets"]);
      assert.deepEqual(
        script().Secrets?.map(({ Secret }) => Secret),
        [canary],
      );
    }));

  it("with too many variables, those of others included, is refused in the preview and before anything is sent", () =>
    scripted({}, async ({ made, updated, read, emulator, context, writes, inputs }) => {
      const { id, state } = await made({ ...hello, variables: { A: "1" } });
      const others = Array.from({ length: 127 }, (_, index) => ({
        ...variable,
        Id: 100 + index,
        Name: `V${String(index)}`,
      }));
      const own = emulator.edgeScripts.list()[0]?.EdgeScriptVariables ?? [];
      emulator.edgeScripts.change(Number(id), { EdgeScriptVariables: [...own, ...others] });
      const found = await read(id, state);
      const program = { ...hello, variables: { A: "1", B: "2" } };
      const news = await inputs(program);
      await assert.rejects(
        lifeCycle.lookAhead?.(context, id, found?.state ?? {}, news) ?? Promise.resolve(),
        /must be at most 128, with the 127 others that the script has/,
      );
      writes();
      await assert.rejects(updated(id, state, program), /variables must be at most 128.*2 of them/);
      assert.deepEqual(writes(), []);
    }));

  it("costs a refresh of 100 unchanged scripts one request", () =>
    scripted({}, async ({ made, emulator }) => {
      const scripts = [];
      for (let index = 0; index < 100; index++) scripts.push(await made({ ...hello, name: `hello-${String(index)}` }));
      const reader = new Reads(new CdnClient(settings(emulator.url)).objects, { lists: true });
      emulator.clearJournal();
      const found = await Promise.all(scripts.map(({ id, state }) => lifeCycle.read({ reader }, id, state)));
      assert.ok(found.every((one) => one?.keepsInputs === true));
      assert.deepEqual(
        emulator.journal.map(({ method, path }) => `${method} ${path}`),
        ["GET /compute/script"],
      );
    }));

  it("is deleted once nothing names it, and stays where that is not known", () =>
    scripted(
      {
        seed: {
          storageZones,
          pullZones: [
            { Id: 5, Name: "origin", OriginType: 4, EdgeScriptId: 7 },
            { Id: 6, Name: "middle", OriginUrl: "https://a.example", MiddlewareScriptId: 7 },
          ],
          dnsZones: [{ Id: 3, Domain: "acme.example" }],
          dnsRecords: [{ Id: 4, DnsZoneId: 3, Type: 11, Name: "api", ScriptId: 7 }],
          edgeScripts: [{ Id: 7, Name: "hello", ScriptType: 1 }],
        },
      },
      async ({ made, emulator, writes }) => {
        const { id, state } = await made({ ...hello, adopt: true });
        writes();
        const nextRun = () => contextOf(new CdnClient(settings(emulator.url)));
        const remove = () => lifeCycle.delete(nextRun(), id, state);
        await assert.rejects(remove(), (error: Error) => {
          assert.ok(error instanceof ConflictError);
          assert.match(
            error.message,
            /pull zone "origin" \(id 5\), pull zone "middle" \(id 6\) and DNS record "api" of "acme\.example" \(id 3\/4\)/,
          );
          return true;
        });
        const replacing = { ...state, type: "dns", name: "hello" };
        await assert.rejects(
          lifeCycle.checkReplacement?.(nextRun(), id, state, replacing) ?? Promise.resolve(),
          /was not replaced: it is in use by .*another name/,
        );
        emulator.pullZones.delete(5);
        emulator.pullZones.delete(6);
        emulator.dnsRecords.delete(4);
        for (const path of ["/pullzone", "/dnszone"]) {
          emulator.setFaults([{ path, fault: { kind: "status", status: 404 } }]);
          await assert.rejects(remove(), /can't be read/);
        }
        emulator.setFaults([]);
        assert.deepEqual(writes(), []);
        await remove();
        assert.deepEqual(emulator.edgeScripts.list(), []);
        const last = emulator.journal.findLast(({ method }) => method === "DELETE");
        assert.deepEqual(last?.query, { deleteLinkedPullZones: "false" });
      },
    ));

  for (const [what, shown] of [
    ["what names scripts", {}],
    ["only the middleware", { EdgeScriptId: -1 }],
  ] as const) {
    it(`is not deleted on the word of a list that leaves out ${what}: each zone is read`, () =>
      scripted(
        {
          seed: {
            storageZones,
            pullZones: [5, 6].map((Id) => ({ Id, Name: `web-${String(Id)}`, OriginUrl: "https://a.example" })),
            edgeScripts: [{ Id: 7, Name: "hello", ScriptType: 1 }],
          },
        },
        async ({ made, context, emulator }) => {
          const { id, state } = await made({ ...hello, adopt: true });
          const Items = [5, 6].map((Id) => ({
            Id,
            Name: `web-${String(Id)}`,
            OriginUrl: "https://a.example",
            OriginType: 0,
            ...shown,
          }));
          const body = { Items, CurrentPage: 1, TotalItems: 2, HasMoreItems: false };
          emulator.setFaults([{ method: "GET", path: "/pullzone", fault: { kind: "status", status: 200, body } }]);
          const remove = () => lifeCycle.delete({ ...context, memory: newMemory() }, id, state);
          emulator.pullZones.change(6, { MiddlewareScriptId: 7 });
          await assert.rejects(remove(), /was not deleted: it is in use by pull zone "web-6" \(id 6\)/);
          emulator.pullZones.change(6, { MiddlewareScriptId: null });
          await remove();
          assert.deepEqual(emulator.edgeScripts.list(), []);
        },
      ));
  }

  for (const [what, path, nth] of [
    ["pull zones lacks the one that uses it", "/pullzone", 1],
    ["pull zones lacks the one that uses it", "/pullzone", 2],
    ["DNS zones lacks the one whose record names it", "/dnszone", 1],
    ["DNS zones lacks the one whose record names it", "/dnszone", 2],
  ] as const) {
    it(`is not deleted if list ${String(nth)} of ${what}`, () =>
      scripted(
        {
          seed: {
            storageZones,
            ...(path === "/pullzone"
              ? { pullZones: [{ Id: 6, Name: "middle", OriginUrl: "https://a.example", MiddlewareScriptId: 7 }] }
              : { dnsZones: [{ Id: 3, Domain: "acme.example" }] }),
            ...(path === "/dnszone" && {
              dnsRecords: [{ Id: 4, DnsZoneId: 3, Type: 11, Name: "api", ScriptId: 7 }],
            }),
            edgeScripts: [{ Id: 7, Name: "hello", ScriptType: 1 }],
          },
        },
        async ({ made, context, emulator }) => {
          const { id, state } = await made({ ...hello, adopt: true });
          const body = { Items: [], CurrentPage: 1, TotalItems: 0, HasMoreItems: false };
          emulator.setFaults([{ method: "GET", path, nth, fault: { kind: "status", status: 200, body } }]);
          const deletion = lifeCycle.delete({ ...context, memory: newMemory() }, id, state);
          await assert.rejects(deletion, /was not deleted: it is in use by (pull zone "middle"|DNS record "api")/);
        },
      ));
  }

  for (const [what, path, named] of [
    ["pull zone whose origin it is", "/pullzone/6", /pull zone "web" \(id 6\)/],
    ["pull zone whose middleware it is", "/pullzone/6", /pull zone "web" \(id 6\)/],
    ["DNS zone whose record names it", "/dnszone/3", /DNS record "api" of "acme\.example"/],
  ] as const) {
    it(`is not deleted because one read of the ${what} lacks the link`, () =>
      scripted(
        {
          seed: {
            storageZones,
            pullZones: [{ Id: 6, Name: "web", OriginUrl: "https://a.example" }],
            dnsZones: [{ Id: 3, Domain: "acme.example" }],
            edgeScripts: [{ Id: 7, Name: "hello", ScriptType: 1 }],
          },
        },
        async ({ made, context, emulator }) => {
          const { id, state } = await made({ ...hello, adopt: true });
          const answer = await fetch(`${emulator.url}${path}`, { headers: { AccessKey: emulator.accessKey } });
          const body = (await answer.json()) as object;
          if (what.includes("record")) {
            emulator.dnsRecords.add({ Id: 4, DnsZoneId: 3, Type: 11, Name: "api", ScriptId: 7 });
          } else if (what.includes("middleware")) {
            emulator.pullZones.change(6, { MiddlewareScriptId: 7 });
          } else {
            emulator.pullZones.change(6, { OriginType: 4, EdgeScriptId: 7 });
          }
          const remove = () => lifeCycle.delete({ ...context, memory: newMemory() }, id, state);
          emulator.setFaults([{ method: "GET", path, times: 1, fault: { kind: "status", status: 200, body } }]);
          await assert.rejects(remove(), named);
          assert.equal(emulator.edgeScripts.list().length, 1);

          // Lists may show the link a moment longer than the zone does. Two reads without it are enough.
          emulator.setFaults([{ method: "GET", path, fault: { kind: "status", status: 200, body } }]);
          await remove();
          assert.deepEqual(emulator.edgeScripts.list(), []);
        },
      ));
  }

  it("is gone if the service marks it as deleted, and not if only one of two answers says so", () =>
    scripted({ softDelete: true }, async ({ made, read, emulator }) => {
      const { id, state } = await made(hello);
      const old = { ...state };
      emulator.setFaults([{ method: "GET", path: `/compute/script/${id}`, fault: { kind: "status", status: 404 } }]);
      await assert.rejects(read(id, old), /is in the list of edge scripts, but the service answers 404/);
      emulator.setFaults([]);
      emulator.edgeScripts.delete(Number(id));
      assert.equal(await read(id, old), undefined);
    }));

  it("keeps its secrets if the service answers 200 without a body instead of their list", () =>
    scripted({}, async ({ made, read, emulator }) => {
      const { id, state, inputs } = await made({ ...hello, secrets: { TOKEN: canary } });
      const fault = { kind: "contentType", contentType: "application/json", body: "" } as const;
      emulator.setFaults([{ method: "GET", path: "/compute/script/*/secrets", fault }]);
      await assert.rejects(read(id, state, inputs), /\/secrets\) got an unexpected response/);
    }));

  it("is imported with its live code and its variables, and without what nobody can read", () =>
    scripted(
      {
        seed: {
          edgeScripts: [
            {
              ...{ Id: 7, Name: "hello", ScriptType: 2, Code: "saved", Releases: [{ Code: "one" }] },
              EdgeScriptVariables: [{ Name: "A", DefaultValue: "1" }],
              Secrets: [{ Name: "TOKEN", Secret: canary }],
            },
            { Id: 8, Name: "draft", ScriptType: 1, Code: "draft" },
          ],
        },
      },
      async ({ context, updated, writes, script }) => {
        const { inputs, state } = await lifeCycle.import(context, "7");
        const { codeSha256, ...declared } = inputs;
        assert.deepEqual(declared, { name: "hello", type: "middleware", code: "one", variables: { A: "1" } });
        assert.equal(codeSha256, state["liveSha256"]);
        await updated("7", state, { ...declared, secrets: { TOKEN: "mine-1" } });
        assert.deepEqual(writes(), ["PUT /compute/script/N/secrets"]);
        assert.equal(script("7").Secrets?.[0]?.Secret, "mine-1");
        const draft = await lifeCycle.import(context, "8");
        assert.deepEqual([draft.inputs["code"], draft.inputs["publish"]], ["draft", false]);
      },
    ));
});

const variable = { Required: false, DefaultValue: "x" };
