import assert from "node:assert/strict";
import { inspect } from "node:util";
import { ConflictError, InvalidInputError, NotFoundError } from "../../provider/api/errors";
import type { Properties } from "../../provider/declared/properties";
import { unknownValue } from "../../provider/declared/properties";
import { IncompleteError } from "../../provider/declared/failures";
import type { KindName } from "../../provider/kinds";
import { existingDelays } from "../../provider/lifecycle/existing";
import type { CreateResult } from "../../provider/lifecycle/lifeCycle";
import { ConfiguredContext } from "../../provider/serve/context";
import type { ServedKind } from "../../provider/serve/servedKinds";
import { ServedKinds } from "../../provider/serve/servedKinds";
import type { Emulator } from "../../emulator";
import { canaryKey, failureOf } from "../api/support";
import { bench } from "./support";

const seed = {
  pullZones: [
    { Id: 5, Name: "0b7e-made", OriginType: 1, OriginUrl: "http://203.0.113.7", DnsZoneId: 8, DnsRecordId: 12 },
    { Id: 6, Name: "vz-1", OriginType: 2, StorageZoneId: 31, VideoLibraryId: 9 },
    { Id: 7, Name: "web", OriginUrl: "https://o.example" },
  ],
  edgeScripts: [{ Id: 9, Name: "hello", ScriptType: 1 }],
  storageZones: [
    { Id: 31, Name: "vz-1", Region: "DE", FilesStored: 3, StorageUsed: 9 },
    { Id: 32, Name: "vz-2", Region: "NY" },
  ],
};

/** The runs of a program with one account. */
class Program {
  readonly told: string[] = [];
  readonly #served = new ServedKinds(
    new ConfiguredContext({
      importCommandOf: () => "",
      tell: (text) => this.told.push(text),
      status: () => undefined,
    }),
  );

  constructor(private readonly emulator: Emulator) {}

  /** Begins a run. */
  run(kind: KindName = "PullZone"): ServedKind {
    const config: Record<string, string> = { "cdn:accessKey": canaryKey, "cdn:baseUrl": this.emulator.url };
    this.#served.configure((key) => config[key], undefined);
    return this.#served.of(kind);
  }

  async create(news: Properties, served = this.run(), importId?: string): Promise<Entry> {
    const { inputs, failures } = await served.check({}, news);
    assert.deepEqual(failures.map(String), []);
    return { ...(await served.create(inputs, importId)), inputs };
  }

  /** Changes the program of an entry as an engine does. @returns its new state, or the properties that need another object */
  async change({ id, state, inputs: olds }: Entry, news: Properties, served = this.run()): Promise<Entry | string[]> {
    const { inputs, failures } = await served.check(olds, news);
    assert.deepEqual(
      failures.map(({ property, reason }) => `${property} ${reason}`),
      [],
    );
    const { replaces } = await served.diff(id, state, inputs);
    return replaces.length > 0 ? [...replaces] : { id, state: await served.update(id, state, inputs), inputs };
  }
}

type Entry = CreateResult & { readonly inputs: Properties };

function asEntry(changed: Entry | string[]): Entry {
  assert.ok(!Array.isArray(changed), inspect(changed));
  return changed;
}

const withProgram = (test: (program: Program, emulator: Emulator) => Promise<void>): Promise<void> =>
  bench({ seed }, ({ emulator }) => test(new Program(emulator), emulator));

describe("An object that a resource takes over by its id", () => {
  let delays: number[];

  before(() => {
    delays = existingDelays.splice(0, Infinity, 0, 20, 20);
  });

  after(() => {
    existingDelays.splice(0, Infinity, ...delays);
  });

  it("gets the declared settings, without a name or an origin, and the run says what changed", () =>
    withProgram(async (program, emulator) => {
      const { id, state } = await program.create({ existingId: 5, addHostHeader: true });
      assert.deepEqual([id, state["pullZoneId"], state["existingId"], state["name"]], ["5", 5, 5, "0b7e-made"]);
      assert.equal(emulator.pullZones.get(5)?.AddHostHeader, true);
      assert.deepEqual(program.told, [
        'Adopted pull zone "0b7e-made" (id: 5, hostnames: 0, edge rules: 0). Updated: addHostHeader. This program never deletes it',
      ]);
      const zone = await program.create({ existingId: 31, custom404FilePath: "/404.html" }, program.run("StorageZone"));
      assert.deepEqual([zone.state["region"], emulator.storageZones.get(31)?.Custom404FilePath], ["DE", "/404.html"]);
      assert.deepEqual([emulator.pullZones.list().length, emulator.storageZones.list().length], [3, 2]);
    }));

  it("is waited for, and after a minute the error says what to do", () =>
    withProgram(async (program, emulator) => {
      emulator.setFaults([{ path: "/pullzone/5", times: 2, fault: { kind: "status", status: 404 } }]);
      assert.equal((await program.create({ existingId: 5 })).id, "5");
      const error = await failureOf(program.create({ existingId: 99 }), NotFoundError);
      assert.match(error.message, /no pull zone 99 .* so nothing was taken over or created\. If the service is still/);
      assert.deepEqual(
        emulator.journal.filter(({ method }) => method !== "GET"),
        [],
      );
    }));

  for (const [kind, news, reason] of [
    [
      "PullZone",
      { existingId: 5, name: "web" },
      /5 was not adopted: name is "0b7e-made" instead of the declared "web"/,
    ],
    ["PullZone", { existingId: 5, originUrl: "https://x.example" }, /originUrl is not the declared one\. A resource/],
    ["PullZone", { existingId: 7, storageZoneId: 31 }, /storageZoneId is not the declared one/],
    ["PullZone", { existingId: 6, originUrl: "https://x.example" }, /originUrl is not the declared one/],
    ["PullZone", { existingId: 6, edgeScriptId: 9 }, /edgeScriptId is not the declared one/],
    ["StorageZone", { existingId: 32, region: "DE" }, /region is "NY" instead of the declared "DE"/],
  ] as const) {
    it(`is refused with another ${Object.keys(news)[1] ?? ""} than its own: ${JSON.stringify(news)}`, () =>
      withProgram(async (program, emulator) => {
        const error = await failureOf(program.create(news, program.run(kind)), ConflictError);
        assert.match(error.message, reason);
        assert.doesNotMatch(error.message, /x\.example/);
        assert.equal(
          emulator.journal.some(({ method }) => method !== "GET"),
          false,
        );
      }));
  }

  it("keeps its origin beside a declared script that it has, or that it lacks as declared", () =>
    withProgram(async (program, emulator) => {
      emulator.pullZones.add({ Id: 8, Name: "scripted", OriginUrl: "https://o.example", EdgeScriptId: 9 });
      const refused = await failureOf(program.create({ existingId: 8, edgeScriptId: 0 }), ConflictError);
      assert.match(refused.message, /edgeScriptId is not the declared one/);
      await program.create({ existingId: 5, edgeScriptId: 0 });
      await program.create({ existingId: 6, edgeScriptId: 0 });
      const scripted = await program.create({ existingId: 8 });
      const now = asEntry(await program.change(scripted, { existingId: 8, edgeScriptId: 9 }));
      await program.change(now, { existingId: 8, edgeScriptId: 9, burstSize: 2 });
      assert.deepEqual(
        emulator.journal.filter(({ method }) => method === "POST").map(({ bodyFields }) => bodyFields),
        [["BurstSize"]],
      );
    }));

  it("is not changed if it has another name than in the state, although the program declares none", () =>
    withProgram(async (program, emulator) => {
      const entry = await program.create({ existingId: 7 });
      emulator.pullZones.delete(7);
      emulator.pullZones.add({ Id: 7, Name: "foreign", OriginUrl: "https://other.example" });
      await assert.rejects(program.change(entry, { existingId: 7, enableLogging: false }), /its name is "foreign"/);
      assert.equal(emulator.pullZones.get(7)?.EnableLogging, true);
    }));

  it("accepts its own name, region and origin in any spelling", () =>
    withProgram(async (program) => {
      await program.create({ existingId: 5, name: "0B7E-made", originType: 1 });
      await program.create({ existingId: 7, originUrl: "https://o.example:443/" });
      await program.create({ existingId: 32, name: "vz-2", region: "ny" }, program.run("StorageZone"));
    }));

  it("needs a positive id without adopt: true; a resource without both a name and an id says so", () =>
    withProgram(async (program) => {
      const failures = async (news: Properties): Promise<string[]> =>
        (await program.run().check({}, news)).failures.map(({ property, reason }) => `${property} ${reason}`);
      for (const id of [0, -1]) {
        assert.match((await failures({ existingId: id }))[0] ?? "", /^existingId must be an integer of at least 1/);
      }
      assert.match(
        (await failures({ existingId: 5, adopt: true }))[0] ?? "",
        /^adopt can't be declared beside existingId/,
      );
      assert.match(
        (await failures({}))[0] ?? "",
        /^name is required, .* existingId to take over .*, it has no value yet/,
      );
      assert.deepEqual(await failures({ existingId: unknownValue }), []);
    }));

  describe("stays", () => {
    const kept =
      /^Kept pull zone "0b7e-made" \(id: 5\) with its last settings: .* It is removed with DNS record 8\/12; if that no longer uses it, [^/]*dashboard$/;

    it("when its entry is deleted, after a refresh and under another name of the resource, and the run says what removes it", () =>
      withProgram(async (program, emulator) => {
        const { state } = await program.create({ existingId: 5, addHostHeader: true });
        const read = await program.run().read("5", state);
        assert.deepEqual(read?.inputs, { existingId: 5, addHostHeader: true });
        await program.run().delete("5", read.state);
        assert.match(program.told.at(-1) ?? "", kept);
        assert.equal(emulator.pullZones.get(5)?.AddHostHeader, true);

        // A storage zone with files refuses nothing before that.
        const zone = await program.create({ existingId: 31 }, program.run("StorageZone"));
        await program.run("StorageZone").delete("31", zone.state);
        assert.match(program.told.at(-1) ?? "", /^Kept storage zone "vz-1" .* What made it removes it/);
        assert.equal(emulator.storageZones.get(31)?.Deleted, false);
      }));

    it("when existingId names another object, which the resource then takes over", () =>
      withProgram(async (program, emulator) => {
        const entry = await program.create({ existingId: 5 });
        const run = program.run();
        assert.deepEqual(await program.change(entry, { existingId: 6 }, run), ["existingId"]);
        assert.match(
          program.told.at(-1) ?? "",
          /^warning: Pull zone 5 stays as it is: existingId now names pull zone 6/,
        );
        const next = await program.create({ existingId: 6 }, run);
        await run.delete(entry.id, entry.state);
        assert.equal(next.id, "6");
        assert.equal(emulator.pullZones.list().length, 3);
      }));

    it("when the program no longer declares existingId, or declares another name and creates a zone of its own", () =>
      withProgram(async (program, emulator) => {
        const own = { name: "0b7e-made", originType: 1 };
        const entry = asEntry(await program.change(await program.create({ existingId: 5 }), own));
        const run = program.run();
        assert.deepEqual(await program.change(entry, { ...own, name: "other" }, run), ["name"]);
        await run.delete("5", entry.state);
        assert.match(program.told.at(-1) ?? "", kept);
        const storage = await program.create({ existingId: 31 }, program.run("StorageZone"));
        const { inputs } = await program.run("StorageZone").check(storage.inputs, { name: "vz-1", region: "NY" });
        const again = program.run("StorageZone");
        await again.check(storage.inputs, inputs);
        const refused = await failureOf(again.diff("31", storage.state, inputs), ConflictError);
        assert.match(refused.message, /never deleted, and its name stays taken/);
        assert.equal(emulator.pullZones.list().length, 3);
      }));

    it("if its own entry got existingId later, even if that update failed", () =>
      withProgram(async (program, emulator) => {
        const own = { name: "own", originUrl: "https://o.example" };
        const made = await program.create(own);
        const added = asEntry(await program.change(made, { ...own, existingId: Number(made.id) }));
        await program.run().delete(added.id, added.state);
        assert.equal(emulator.pullZones.list().length, 4);

        const second = await program.create({ ...own, name: "second" });
        emulator.setFaults([{ method: "POST", path: "/pullzone/*", fault: { kind: "status", status: 400 } }]);
        const news = { ...own, name: "second", existingId: Number(second.id), addHostHeader: true };
        const failed = await failureOf(program.change(second, news), IncompleteError);
        await program.run().delete(failed.id, failed.state);
        assert.equal(emulator.pullZones.list().length, 5);
        assert.equal(
          emulator.journal.some(({ method }) => method === "DELETE"),
          false,
        );
      }));

    it("if a creation fails halfway: the next run takes it over", () =>
      withProgram(async (program, emulator) => {
        emulator.setFaults([{ method: "POST", path: "/pullzone/5", fault: { kind: "status", status: 400 } }]);
        const error = await failureOf(program.create({ existingId: 5, addHostHeader: true }), InvalidInputError);
        assert.ok(!(error instanceof IncompleteError));
        emulator.setFaults([]);
        assert.equal((await program.create({ existingId: 5, addHostHeader: true })).id, "5");
      }));

    it("under a second entry, of a renamed resource or with adopt: true, which the service's zones never allow to delete", () =>
      withProgram(async (program, emulator) => {
        const first = await program.create({ existingId: 5 });
        const run = program.run();
        const second = await program.create({ existingId: 5 }, run);
        await run.delete("5", first.state);
        const byName = { name: "0b7e-made", originUrl: "http://203.0.113.7", adopt: true };
        const next = program.run();
        const third = await program.create(byName, next);
        await next.delete("5", second.state);
        await program.run().delete("5", third.state);
        const imported = await program.create({ name: "vz-1", storageZoneId: 31 }, program.run(), "6");
        await program.run().delete("6", imported.state);
        assert.equal(emulator.pullZones.list().length, 3);
      }));
  });

  it("is unchanged while a preview does not know the id, and in place if the id is added", () =>
    withProgram(async (program) => {
      const entry = await program.create({ existingId: 5 });
      const { inputs } = await program.run().check(entry.inputs, { existingId: unknownValue });
      assert.deepEqual(inputs, entry.inputs);
      const own = { name: "own", originUrl: "https://o.example" };
      const made = await program.create(own);
      const run = program.run();
      const added = await run.check(made.inputs, { ...own, existingId: unknownValue });
      const { replaces } = await run.diff(made.id, made.state, added.inputs);
      assert.deepEqual(replaces, []);
    }));

  it("refuses a changed name or origin in the preview, as far as the state shows it", () =>
    withProgram(async (program, emulator) => {
      const entry = await program.create({ existingId: 5 });
      const before = emulator.journal.length;
      for (const news of [{ name: "other" }, { storageZoneId: 31 }]) {
        const error = await failureOf(program.change(entry, { existingId: 5, ...news }), ConflictError);
        assert.match(error.message, /^Pull zone 5 was not updated: /);
      }
      assert.equal(emulator.journal.length, before);
    }));

  it("is refused for two resources, whichever way they name it", () =>
    withProgram(async (program) => {
      const run = program.run();
      const both = await Promise.allSettled([
        program.create({ existingId: 5 }, run),
        program.create({ existingId: 5 }, run),
      ]);
      assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
      const own = await program.create({ name: "own", originUrl: "https://o.example" }, run);
      const made = await failureOf(program.create({ existingId: Number(own.id) }, run), InvalidInputError);
      assert.match(made.message, /Another resource of this program has/);
      const later = program.run();
      await later.check(own.inputs, own.inputs);
      await later.diff(own.id, own.state, own.inputs);
      await failureOf(program.create({ existingId: Number(own.id) }, later), InvalidInputError);
      const other = await failureOf(program.create({ existingId: 6 }, program.run(), "7"), InvalidInputError);
      assert.match(other.message, /existingId must be the id in the option import: "7", but got: 6/);
    }));

  it("is imported with existingId if the service made it, and stays then, too", () =>
    withProgram(async (program, emulator) => {
      const { state, inputs } = await program.run().import("5");
      assert.deepEqual(inputs, { existingId: 5 });
      await program.run().delete("5", state);
      assert.deepEqual((await program.run("StorageZone").import("31")).inputs, { existingId: 31 });
      assert.deepEqual((await program.run().import("7")).inputs, { name: "web", originUrl: "https://o.example" });
      assert.equal(emulator.pullZones.list().length, 3);
    }));
});
