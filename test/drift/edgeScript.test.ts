import assert from "node:assert/strict";
import type { DriftReport } from "../../drift";
import { rowsOf } from "../../drift/report/differences";
import { changeText } from "../../drift/report/words";
import type { EdgeScript, Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { CdnClient } from "../../provider/api/client";
import type { Properties } from "../../provider/declared/properties";
import { edgeScriptLifeCycle as lifeCycle } from "../../provider/lifecycle/edgeScript";
import { pulumiMark, secretMark } from "../../provider/wire/pulumiMark";
import { withSecretsApart } from "../../provider/wire/secrets";
import { edgeScriptDetailsTable, edgeScriptOptions, sha256OfCode } from "../../provider/wire/edgeScript";
import { withSecretsMarked } from "../../provider/wire/secrets";
import { settings } from "../api/support";
import { inProcess } from "../cli/inProcess";
import { contextOf } from "../lifecycle/support";
import { inCheckpoint } from "./support/state";

const table = { ...edgeScriptDetailsTable, fields: [...edgeScriptDetailsTable.fields, ...edgeScriptOptions.fields] };
const canary = "CANARY-token-1";
const declared = { type: "standalone", code: "one", variables: { A: "1", B: "2" }, secrets: { TOKEN: canary } };

for (const [serving, type, marked] of [
  ["dynamic", "pulumi-nodejs:dynamic/cdn:EdgeScript", withSecretsApart],
  ["native", "cdn:index:EdgeScript", withSecretsMarked],
] as const) {
  describe(`Drift of edge scripts in a ${serving} state`, () => {
    let emulator: Emulator;
    let states: readonly string[];
    /** Returns the states after a refresh. */
    let refreshed: () => Promise<readonly string[]>;
    let id: number;

    before(async () => {
      emulator = await startEmulator();
      const context = contextOf(new CdnClient(settings(emulator.url, { accessKey: emulator.accessKey })));
      const made = async (name: string, more: Properties = {}) => {
        const checked = lifeCycle.check({ extraRegions: [] }, {}, { ...declared, name, ...more });
        const { inputs = {} } =
          (await lifeCycle.computed?.({ memory: context.memory, tell: context.tell }, checked.inputs)) ?? {};
        const { id, state } = await lifeCycle.create(context, inputs);
        return { name, id, inputs, state };
      };
      // The release of an earlier run is there to go back to.
      const before = await made("hello", { code: "earlier" });
      const inputs = { ...before.inputs, code: "one", codeSha256: sha256OfCode("one") };
      const hello = { ...before, inputs, state: await lifeCycle.update(context, before.id, before.state, inputs) };
      id = Number(before.id);
      const draft = await made("draft", { publish: false });
      const others = [1, 2, 3].map((n) => made(`other-${String(n)}`, { secrets: undefined }));
      const scripts = [hello, draft, ...(await Promise.all(others))];
      const statesOf = (entries: typeof scripts): string[] =>
        [true, false].map((showSecrets) => stateOf(entries, showSecrets));
      const stateOf = (entries: typeof scripts, showSecrets: boolean): string => {
        const resources = entries.map(({ name, id: own, ...one }) => ({
          ...{ urn: `urn:pulumi:dev::acme::${type}::${name}`, custom: true, type, id: own },
          inputs: inCheckpoint(withSecretsMarked(table, one.inputs), showSecrets),
          outputs: inCheckpoint(marked(table, one.state), showSecrets),
        }));
        return JSON.stringify({ version: 3, deployment: { resources } });
      };
      states = statesOf(scripts);
      refreshed = async () => {
        const { reads: reader } = new CdnClient(settings(emulator.url, { accessKey: emulator.accessKey }));
        const read = scripts.map(async (one) => {
          const found = await lifeCycle.read({ reader }, one.id, one.state, one.inputs);
          return { ...one, state: found?.state ?? {}, inputs: found?.inputs ?? one.inputs };
        });
        return statesOf(await Promise.all(read));
      };
    });
    after(() => emulator.close());

    /** What differs in each state, with secrets in plain text and encrypted: the same, for the same requests. */
    async function drift(
      of = states,
    ): Promise<{ shown: string[]; notes: string[]; requests: string[]; next: string[] }> {
      const found = [];
      for (const stdin of of) {
        emulator.clearJournal();
        const { stdout, stderr } = await inProcess(emulator, ["drift", "--state", "-", "--report", "json=-"], {
          stdin,
        });
        assert.doesNotMatch(stdout + stderr, /CANARY|"one"|"two"|"earlier"/);
        const { stacks } = JSON.parse(stdout) as DriftReport;
        const resources = stacks.flatMap((stack) => stack.resources);
        found.push({
          shown: resources.flatMap(({ name, status, differences }) =>
            status === "missing"
              ? [`${name} is missing`]
              : differences
                  .filter(({ counts }) => counts)
                  .map((one) => rowsOf(one).map((row) => `${name} ${row.property} ${changeText(row)}`))
                  .flat(),
          ),
          notes: stacks.flatMap(({ notes }) => notes),
          requests: emulator.journal
            .map(({ method, path }) => `${method} ${path.replace(`/${String(id)}`, "/ID")}`)
            .sort(),
          next: resources.flatMap(({ next }) => next.flatMap(({ command }) => command ?? [])),
        });
      }
      assert.deepEqual(found[1], found[0]);
      return found[0] ?? assert.fail();
    }

    /** What somebody does in the dashboard. */
    async function byHand(method: string, path: string, body: object = {}): Promise<void> {
      const headers = { AccessKey: emulator.accessKey, "Content-Type": "application/json" };
      const url = `${emulator.url}/compute/script/${String(id)}${path}`;
      const { ok } = await fetch(url, {
        method,
        headers,
        ...(method === "DELETE" ? {} : { body: JSON.stringify(body) }),
      });
      assert.ok(ok, path);
    }
    const script = (): EdgeScript => emulator.edgeScripts.get(id) ?? assert.fail();
    const releaseOf = (code: string): string => script().Releases?.find(({ Code }) => Code === code)?.Uuid ?? "";
    const [wanted, two, earlier] = ["one", "two", "earlier"].map((code) => `"${sha256OfCode(code).slice(0, 12)}…"`);

    it("is none where nothing changed, for one list and the secrets of those that declare some", async () => {
      const { requests, ...found } = await drift();
      assert.deepEqual(found, { shown: [], notes: [], next: [] });
      assert.deepEqual(requests, [
        "GET /compute/script",
        `GET /compute/script/${String(id + 1)}/secrets`,
        "GET /compute/script/ID/secrets",
      ]);
    });

    it("compares encrypted secrets by the time of their last write: only deployment keys are not compared", async () => {
      const stdin = states[1] ?? "";
      const { stdout } = await inProcess(emulator, ["drift", "--state", "-", "--report", "json=-"], { stdin });
      const { stacks } = JSON.parse(stdout) as DriftReport;
      const paths = stacks.flatMap(({ resources }) => resources.flatMap(({ notCompared }) => notCompared));
      assert.deepEqual([...new Set(paths)], ["deploymentKey"]);
      const text = await inProcess(emulator, ["drift", "--state", "-"], { stdin });
      assert.match(text.stdout, /5 secrets were not compared: the state has only ciphertext, or no value/);
    });

    it("names encrypted variables as not compared: all of them, or one", async () => {
      const { deployment } = JSON.parse(states[1] ?? "") as { deployment: { resources: Properties[] } };
      const [hello] = deployment.resources;
      const sealed = { [pulumiMark]: secretMark, ciphertext: "v1:abc" };
      const notCompared = async (variables: object): Promise<readonly string[] | undefined> => {
        const withVariables = (properties: unknown) => ({ ...(properties as Properties), variables });
        const resources = [
          { ...hello, inputs: withVariables(hello?.["inputs"]), outputs: withVariables(hello?.["outputs"]) },
        ];
        const stdin = JSON.stringify({ version: 3, deployment: { resources } });
        const { stdout } = await inProcess(emulator, ["drift", "--state", "-", "--report", "json=-"], { stdin });
        const [one] = (JSON.parse(stdout) as DriftReport).stacks.flatMap((stack) => stack.resources);
        assert.equal(one?.status, "clean");
        return one.notCompared;
      };
      await byHand("PUT", "/variables", { Name: "A", DefaultValue: "9" });
      assert.deepEqual(await notCompared(sealed), ["variables", "deploymentKey"]);
      assert.deepEqual(await notCompared({ A: sealed, B: "2" }), ['variables["A"]', "deploymentKey"]);
      await byHand("PUT", "/variables", { Name: "A", DefaultValue: "1" });
    });

    it("is one line for code that is saved, and not live", async () => {
      await byHand("POST", "/code", { Code: "two" });
      const { shown, notes, requests } = await drift();
      assert.deepEqual(shown, []);
      assert.deepEqual(notes, [
        `The saved code of edge script "hello" (id ${String(id)}) differs from its live code. Visitors get the live code`,
      ]);
      const more = ["GET /compute/script/ID/code", "GET /compute/script/ID/releases/active"];
      assert.deepEqual(
        requests.filter((request) => more.includes(request)),
        more,
      );
      assert.equal(requests.length, 5);
    });

    it("shows code that was published outside, and a rollback, by checksums", async () => {
      await byHand("POST", "/publish");
      const published = await drift();
      assert.deepEqual(published.shown, [`hello codeSha256 ${wanted} → ${two}`]);
      const target = `--stack dev --target 'urn:pulumi:dev::acme::${type}::hello'`.replaceAll("'", "");
      assert.deepEqual(published.next, [`pulumi up --refresh ${target}`, `pulumi refresh ${target}`]);
      await byHand("POST", `/publish/${releaseOf("earlier")}`);
      assert.deepEqual((await drift()).shown, [`hello codeSha256 ${wanted} → ${earlier}`]);
      await byHand("POST", `/publish/${releaseOf("one")}`);
      await byHand("POST", "/code", { Code: "one" });
      assert.deepEqual((await drift()).shown, []);
    });

    it("is none in a strict check of code that a pipeline publishes and ignoreChanges keeps", async () => {
      await byHand("POST", "/code", { Code: "two" });
      await byHand("POST", "/publish");
      const codes = [["codeSha256"], ["variables"], []].map(async (ignoreChanges) => {
        const { deployment } = JSON.parse(states[1] ?? "") as { deployment: { resources: object[] } };
        const resources = deployment.resources.map((one) => ({ ...one, ignoreChanges }));
        const stdin = JSON.stringify({ version: 3, deployment: { resources } });
        return (await inProcess(emulator, ["drift", "--strict", "--state", "-"], { stdin })).code;
      });
      assert.deepEqual(await Promise.all(codes), [0, 2, 2]);
      await byHand("POST", `/publish/${releaseOf("one")}`);
      await byHand("POST", "/code", { Code: "one" });
    });

    it("names each variable that was changed or removed outside, and none of others", async () => {
      await byHand("PUT", "/variables", { Name: "A", DefaultValue: "9" });
      await byHand("PUT", "/variables", { Name: "THEIRS", DefaultValue: "x" });
      const removed = script().EdgeScriptVariables?.find(({ Name }) => Name === "B")?.Id;
      await byHand("DELETE", `/variables/${String(removed)}`);
      assert.deepEqual((await drift()).shown, ['hello variables["A"] "1" → "9"', 'hello variables["B"] "2" → (none)']);
      for (const [Name, DefaultValue] of Object.entries(declared.variables)) {
        await byHand("PUT", "/variables", { Name, DefaultValue });
      }
    });

    it("is none in a variable or secret that ignoreChanges names", async () => {
      const verdict = async (...ignoreChanges: string[]): Promise<number> => {
        const { deployment } = JSON.parse(states[1] ?? "") as { deployment: { resources: object[] } };
        const resources = deployment.resources.map((one) => ({ ...one, ignoreChanges }));
        const stdin = JSON.stringify({ version: 3, deployment: { resources } });
        return (await inProcess(emulator, ["drift", "--state", "-"], { stdin })).code;
      };
      const verdicts = (...paths: string[]): Promise<number[]> => Promise.all(paths.map((path) => verdict(path)));
      await byHand("PUT", "/variables", { Name: "A", DefaultValue: "9" });
      assert.deepEqual(await verdicts("variables.A", 'variables["A"]', "variables.*", "variables.B"), [0, 0, 0, 2]);
      const before = script().Secrets;
      await byHand("PUT", "/secrets", { Name: "TOKEN", Secret: "CANARY-other" });
      assert.deepEqual(await verdicts("secrets.TOKEN", "variables.A"), [2, 2]);
      assert.equal(await verdict("secrets.TOKEN", "variables.A"), 0);
      await byHand("PUT", "/variables", { Name: "A", DefaultValue: "1" });
      emulator.edgeScripts.change(id, { Secrets: before });
    });

    it("names a secret that was written, removed or added again outside, without a value", async () => {
      const change = ['hello secrets["TOKEN"] changed (hidden)'];
      await byHand("PUT", "/secrets", { Name: "THEIR_TOKEN", Secret: "CANARY-theirs" });
      assert.deepEqual((await drift()).shown, []);
      await byHand("PUT", "/secrets", { Name: "TOKEN", Secret: "CANARY-other" });
      assert.deepEqual((await drift()).shown, change);
      const own = script().Secrets?.find(({ Name }) => Name === "TOKEN")?.Id;
      await byHand("DELETE", `/secrets/${String(own)}`);
      assert.deepEqual((await drift()).shown, change);
      await byHand("PUT", "/secrets", { Name: "TOKEN", Secret: canary });
      assert.deepEqual((await drift()).shown, change);
      // A refresh, which the report advises, accepts the change.
      assert.deepEqual((await drift(await refreshed())).shown, []);
    });

    it("counts with --unmanaged: scripts in no state, and variables and secrets of others, by name", async () => {
      emulator.edgeScripts.add({ Id: 90, Name: "theirs", ScriptType: 2, Code: "x" });
      for (const [index, stdin] of states.entries()) {
        const { code, stdout } = await inProcess(emulator, ["drift", "--state", "-", "--unmanaged"], { stdin });
        assert.equal(code, 2);
        const shown = [
          `  unmanaged EdgeScript theirs (90): middleware, never published`,
          `  unmanaged Variable THEIRS (${String(id)}/THEIRS): of edge script hello`,
          `  unmanaged Secret THEIR_TOKEN (${String(id)}/THEIR_TOKEN): of edge script hello`,
        ];
        assert.deepEqual(
          stdout.split("\n").filter((line) => line.startsWith("  unmanaged ")),
          shown,
          String(index),
        );
        assert.match(stdout, /to take it over, add it to secrets of hello in the program, then/);
        assert.doesNotMatch(stdout, /CANARY/);
      }
    });

    it("is none of a DNS script whose secrets the service does not have", async () => {
      emulator.edgeScripts.change(id + 1, { ScriptType: 0 });
      emulator.setFaults([
        { path: `/compute/script/${String(id + 1)}/secrets`, fault: { kind: "status", status: 404 } },
      ]);
      const { stdout } = await inProcess(emulator, ["drift", "--state", "-", "--unmanaged"], {
        stdin: states[0] ?? "",
      });
      assert.doesNotMatch(stdout, /404|could not be read/);
      emulator.setFaults([]);
      emulator.edgeScripts.change(id + 1, { ScriptType: 1 });
    });

    it("shows a script that is gone, with the command that creates it again", async () => {
      emulator.edgeScripts.delete(id);
      const { shown, next } = await drift();
      assert.deepEqual(shown, ["hello is missing"]);
      assert.match(next[0] ?? "", /^pulumi up --refresh --stack dev --target \S+::hello --target-dependents$/);
    });
  });
}
