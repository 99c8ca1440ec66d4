import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { EmulatorOptions } from "../../emulator";
import { CdnClient } from "../../provider/api/client";
import { IncompleteError } from "../../provider/declared/failures";
import type { Properties } from "../../provider/declared/properties";
import { edgeScriptLifeCycle as lifeCycle } from "../../provider/lifecycle/edgeScript";
import { lookDelays } from "../../provider/lifecycle/byName";
import type { CreateResult } from "../../provider/lifecycle/lifeCycle";
import { ConfiguredContext } from "../../provider/serve/context";
import type { ServedKind } from "../../provider/serve/servedKinds";
import { ServedKinds } from "../../provider/serve/servedKinds";
import { canaryKey, settings } from "../api/support";
import { startProxy } from "../e2e/support/proxy";
import type { Bench } from "./support";
import { bench, newMemory } from "./support";

const noScripts = { Items: [], CurrentPage: 1, TotalItems: 0, HasMoreItems: false };
const hello = { name: "hello", type: "standalone", code: "one" };

interface Scripted extends Bench {
  readonly inputs: (news: Properties, olds?: Properties) => Promise<Properties>;
  readonly made: (news: Properties) => Promise<CreateResult>;
}

async function scripted(options: EmulatorOptions, test: (of: Scripted) => Promise<void>): Promise<void> {
  await bench(options, async (of) => {
    const { context } = of;
    const inputs = async (news: Properties, olds: Properties = {}): Promise<Properties> => {
      const checked = lifeCycle.check({ extraRegions: [] }, olds, news);
      const computed = await lifeCycle.computed?.({ memory: context.memory, tell: context.tell, olds }, checked.inputs);
      assert.deepEqual([...checked.failures, ...(computed?.failures ?? [])], []);
      return computed?.inputs ?? {};
    };
    await test({ ...of, inputs, made: async (news) => lifeCycle.create(context, await inputs(news)) });
  });
}

describe("The creation of an edge script", () => {
  it("is complete although the service does not say when the script was changed", () =>
    scripted({}, async ({ context, emulator, inputs }) => {
      const proxy = await startProxy(emulator.url);
      const change = (body: unknown): unknown => ({ ...(body as object), LastModified: null });
      proxy.rules = [{ on: "GET /compute/script/*", change, times: Infinity }];
      const client = new CdnClient(settings(proxy.url));
      const { state } = await lifeCycle.create({ ...context, client }, await inputs(hello));
      await proxy.close();
      assert.equal(state["liveSha256"], state["codeSha256"]);
    }));

  it("takes no script for its own whose name differs in case", () =>
    scripted({ seed: { edgeScripts: [{ Id: 7, Name: "Hello", ScriptType: 1 }] } }, async ({ made, emulator }) => {
      const { id } = await made({ ...hello, adopt: true });
      assert.notEqual(id, "7");
      await made({ ...hello, name: "HELLO" });
      assert.deepEqual(
        emulator.edgeScripts.list().map(({ Name }) => Name),
        ["Hello", "hello", "HELLO"],
      );
    }));

  it("is requested once where its answer is lost and the list shows the script late: the next run finds it", () =>
    scripted(
      {
        faults: [
          { method: "POST", path: "/compute/script", times: 1, fault: { kind: "reset", when: "after" } },
          { method: "GET", path: "/compute/script", fault: { kind: "status", status: 200, body: noScripts } },
        ],
      },
      async ({ made, emulator, sent }) => {
        const delays = lookDelays.splice(0, Infinity, 0, 10);
        try {
          await assert.rejects(
            made(hello),
            /did not confirm that edge script "hello" was created.*Run the same command/s,
          );
        } finally {
          lookDelays.splice(0, Infinity, ...delays);
        }
        assert.equal(sent().filter((one) => one === "POST /compute/script").length, 1);
        emulator.setFaults([]);
        await assert.rejects(made(hello), /an edge script named "hello" exists in this account.*adopt: true/s);
        await made({ ...hello, adopt: true });
        assert.equal(emulator.edgeScripts.list().length, 1);
      },
    ));

  it("names the script that has the name where the service takes none twice, and the list showed it late", () =>
    scripted(
      {
        edgeScriptRules: ["uniqueName"],
        seed: { edgeScripts: [{ Id: 7, Name: "hello", ScriptType: 1 }] },
        faults: [
          { path: "/compute/script", method: "GET", times: 1, fault: { kind: "status", status: 200, body: noScripts } },
        ],
      },
      async ({ made, emulator }) => {
        await assert.rejects(
          made(hello),
          /an edge script named "hello" exists in this account with id 7\. There are these ways:\s+- To adopt it/,
        );
        assert.equal(emulator.edgeScripts.list().length, 1);
      },
    ));

  it("by a name that another resource gives up waits for the rename, and is refused with adopt: true", () =>
    bench({}, async ({ emulator }) => {
      const served = new ServedKinds(
        new ConfiguredContext({ importCommandOf: () => "", tell: () => undefined, status: () => undefined }),
      );
      const config: Record<string, string> = { "cdn:accessKey": canaryKey, "cdn:baseUrl": emulator.url };
      const begin = (): ServedKind => {
        served.configure((key) => config[key], undefined);
        return served.of("EdgeScript");
      };
      const first = begin();
      const { inputs } = await first.check({}, hello);
      const { id, state } = await first.create(inputs);
      const scripts = (): unknown => emulator.edgeScripts.list().map(({ Name, Code }) => [Name, Code]);
      const bye = { ...hello, name: "bye" };
      const next = { ...hello, code: "two" };

      // Whichever comes first in the run, before anything is sent.
      const adopted = begin();
      await adopted.check({}, { ...next, adopt: true });
      const { inputs: early } = await adopted.check(inputs, bye, true);
      await assert.rejects(adopted.diff(id, state, early), /can't be renamed to "bye": a new resource.*Remove adopt/s);
      const later = begin();
      const { inputs: late } = await later.check(inputs, bye, true);
      await later.diff(id, state, late);
      const { failures } = await later.check({}, { ...next, adopt: true });
      assert.deepEqual(
        failures.map(({ property }) => property),
        ["adopt"],
      );
      assert.deepEqual(scripts(), [["hello", "one"]]);

      const second = begin();
      const { inputs: added } = await second.check({}, next);
      const { inputs: renamed } = await second.check(inputs, bye, true);
      await second.diff(id, state, renamed);
      await assert.rejects(
        second.create(added),
        /belongs to another resource.*renames it to "bye"\. Run the same command/s,
      );
      await second.update(id, state, renamed);
      await second.create(added);
      assert.deepEqual(scripts(), [
        ["bye", "one"],
        ["hello", "two"],
      ]);
    }));
});

describe("The code of an update of an edge script", () => {
  it("is read where this run has found it: the inputs may have the place of another machine", () =>
    scripted({}, async ({ context, inputs, emulator }) => {
      const [mine, theirs] = ["mine", "theirs"].map((name) => mkdtempSync(path.join(tmpdir(), `script-${name}-`)));
      const { code, ...rest } = hello;
      const at = (folder = ""): Properties => ({ ...rest, source: path.join(folder, "hello.js") });
      for (const folder of [mine, theirs]) writeFileSync(path.join(folder ?? "", "hello.js"), code);
      try {
        const first = await inputs({ ...at(theirs), publish: false });
        const { id, state } = await lifeCycle.create(context, first);
        rmSync(theirs ?? "", { recursive: true });
        // Somebody has saved other code since, so that the text is needed.
        await context.client.saveEdgeScriptCode(id, "other");
        const wanted = await inputs(at(mine), first);
        assert.equal(wanted["source"], first["source"]);
        await lifeCycle.update(context, id, state, wanted);
        assert.deepEqual(
          emulator.edgeScripts.list()[0]?.Releases?.map(({ Code }) => Code),
          [code],
        );
      } finally {
        rmSync(mine ?? "", { recursive: true });
      }
    }));

  it("is that of its own source if another script has the same name", () =>
    scripted(
      { seed: { edgeScripts: [1, 2].map((Id) => ({ Id, Name: "twin", ScriptType: 1, Code: "one" })) } },
      async ({ context, inputs, emulator }) => {
        const folder = mkdtempSync(path.join(tmpdir(), "script-twins-"));
        const at = (id: number): Properties => ({
          ...{ name: "twin", type: "standalone" },
          source: path.join(folder, `${String(id)}.js`),
        });
        try {
          const made: [Properties, Properties][] = [];
          for (const id of [1, 2]) {
            writeFileSync(String(at(id)["source"]), "one");
            const first = await inputs(at(id));
            const { state } = await lifeCycle.create({ ...context, memory: newMemory() }, first, String(id));
            made.push([first, state]);
          }
          const [[first = {}, state = {}] = [], [other = {}] = []] = made;
          writeFileSync(String(at(1)["source"]), "two");
          const wanted = await inputs(at(1), first);
          await inputs(at(2), other);
          await lifeCycle.update(context, "1", state, wanted);
          assert.deepEqual(
            emulator.edgeScripts.list().map(({ Code }) => Code),
            ["two", "one"],
          );
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
    ));

  it("is not sent if ignoreChanges keeps the hash of other code, which is published without it", () =>
    scripted({}, async ({ context, inputs, emulator }) => {
      const first = await inputs({ ...hello, publish: false });
      const { id, state } = await lifeCycle.create(context, first);
      const kept = await inputs({ ...hello, code: "two", codeSha256: first["codeSha256"] }, first);
      assert.equal(kept["codeSha256"], first["codeSha256"]);
      await context.client.saveEdgeScriptCode(id, "other");
      await assert.rejects(
        lifeCycle.update(context, id, state, kept),
        /Nothing was sent: the code does not match codeSha256/,
      );
      assert.deepEqual(
        emulator.edgeScripts.list().map(({ Code, Releases }) => [Code, Releases]),
        [["other", []]],
      );
      await context.client.saveEdgeScriptCode(id, "one");
      await lifeCycle.update(context, id, state, kept);
      assert.deepEqual(
        emulator.edgeScripts.list()[0]?.Releases?.map(({ Code }) => Code),
        ["one"],
      );
    }));

  it("is saved by the next update if it is only to be saved, and that failed", () =>
    scripted({}, async ({ context, inputs, emulator, made }) => {
      const { id, state } = await made({ ...hello, publish: false });
      const path = "/compute/script/*/code";
      emulator.setFaults([{ path, method: "POST", fault: { kind: "status", status: 500 } }]);
      const wanted = await inputs({ ...hello, code: "two", publish: false });
      const error = await lifeCycle.update(context, id, state, wanted).then(
        () => assert.fail("It did not fail"),
        (failure: unknown) => failure,
      );
      emulator.setFaults([]);
      assert.ok(error instanceof IncompleteError, String(error));
      await lifeCycle.update(context, id, error.state, wanted);
      assert.equal(emulator.edgeScripts.list()[0]?.Code, "two");
    }));

  it("is published once where the answer is lost and the release shows late: the next run finds it", () =>
    scripted({}, async ({ context, inputs, emulator, made, sent }) => {
      const { id, state } = await made(hello);
      const published = (): number => sent().filter((one) => one.endsWith("/publish")).length;
      emulator.setFaults([
        { path: "/compute/script/*/publish", times: 1, fault: { kind: "status", status: 500, applied: true } },
        {
          method: "GET",
          path: "/compute/script/*/releases/active",
          fault: { kind: "status", status: 200, body: { Id: 1, Uuid: "aaaaaaaa", Code: "one" } },
        },
      ]);
      const wanted = await inputs({ ...hello, code: "two" });
      const error = await lifeCycle.update(context, id, state, wanted).then(
        () => assert.fail("It did not fail"),
        (failure: unknown) => failure,
      );
      assert.ok(error instanceof IncompleteError, String(error));
      assert.match(error.message, /did not confirm that it was published.*Run the same command again/s);
      emulator.setFaults([]);
      const after = await lifeCycle.update(context, id, error.state, wanted);
      assert.deepEqual([after["liveSha256"], published()], [wanted["codeSha256"], 2]);
    }));
});
