import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { EmulatorOptions } from "../../emulator";
import { CdnClient } from "../../provider/api/client";
import { ConflictError, InvalidInputError, NotFoundError, UnexpectedResponseError } from "../../provider/api/errors";
import { dnsRecordLifeCycle as records } from "../../provider/lifecycle/dnsRecord";
import { accelerationDelays } from "../../provider/lifecycle/dnsRecord/acceleration";
import { checkRecord, refuseWholeName } from "../../provider/lifecycle/dnsRecord/check";
import type { CreateResult, LifeCycleContext } from "../../provider/lifecycle/lifeCycle";
import type { Properties } from "../../provider/declared/properties";
import { IncompleteError } from "../../provider/declared/failures";
import { unknownValue } from "../../provider/declared/properties";
import { failureOf, settings } from "../api/support";
import type { Bench } from "./support";
import { bench, contextOf, holdsUndefined, newMemory } from "./support";
import { declaredKey } from "../../provider/wire/stateKeys";

const www = { dnsZoneId: 8, name: "www", type: "CNAME", value: "web.b-cdn.net" };
const seed = {
  dnsZones: [
    { Id: 8, Domain: "acme.example" },
    { Id: 9, Domain: "other.example" },
  ],
  pullZones: [{ Id: 77, Name: "web" }],
};
const path = "/dnszone/8/records";

/** A record of each type, with all that the type has. */
const ofEachType: readonly Properties[] = [
  { type: "A", value: "203.0.113.7", weight: 20, ttl: 60, monitorType: "Ping", comment: "first" },
  {
    type: "AAAA",
    value: "2001:DB8::7",
    smartRoutingType: "Geolocation",
    geolocationLatitude: 48.1,
    geolocationLongitude: 11.5,
  },
  { type: "CNAME", name: "WWW", value: "Web.b-cdn.net." },
  { type: "TXT", value: 'v=spf1 "-all"; '.repeat(20), disabled: true },
  { type: "MX", value: "mail.acme.example.", priority: 0 },
  { type: "MX", name: "@", value: ".", priority: 10 },
  { type: "Redirect", name: "old", value: "https://www.acme.example", ttl: 60 },
  { type: "Flatten", name: "flat", value: "web.b-cdn.net" },
  { type: "PullZone", name: "cdn", pullZoneId: 77 },
  { type: "SRV", name: "_sip._tcp", value: "sip.acme.example", priority: 5, weight: 30000, port: 5060 },
  { type: "CAA", value: "letsencrypt.org", tag: "issue", flags: 128 },
  { type: "PTR", name: "7", value: "host.acme.example" },
  {
    type: "Script",
    name: "app",
    scriptId: 5,
    environmentalVariables: [
      { name: "B", value: "2" },
      { name: "A", value: "1" },
    ],
  },
  { type: "NS", name: "sub", value: "ns1.other.example." },
  { type: "SVCB", name: "_dns", priority: 1, value: "svc.acme.example. alpn=h2" },
  { type: "HTTPS", priority: 2, value: '. alpn="h3,h2" ech=AEr+DQ== dohpath=/dns-query{?dns}' },
  { type: "TLSA", name: "_443._tcp", value: "3 1 1 0123456789abcdef" },
].map((record) => ({ dnsZoneId: 8, ...record }));

function checked(news: Properties, olds: Properties = {}): Properties {
  const { inputs, failures } = records.check({ extraRegions: [] }, olds, news);
  assert.deepEqual(
    failures.map(({ property, reason }) => `${property} ${reason}`),
    [],
  );
  return inputs;
}

const create = ({ context }: Bench, news: Properties): Promise<CreateResult> => records.create(context, checked(news));
const read = (context: LifeCycleContext, { id, state }: CreateResult) => records.read(context, id, state);
const update = ({ context }: Bench, { id, state }: CreateResult, news: Properties): Promise<Properties> =>
  records.update(context, id, state, checked(news));
const live = ({ emulator }: Bench): Properties[] => emulator.dnsRecords.list() as object as Properties[];
const writes = ({ emulator }: Bench): string[] =>
  emulator.journal.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

/** Runs a test with one record as the only one. */
async function withRecord(
  news: Properties,
  test: (on: Bench, record: CreateResult) => Promise<void>,
  options: EmulatorOptions = {},
): Promise<void> {
  await bench({ seed, ...options }, async (on) => test(on, await create(on, news)));
}

describe("Checking a DNS record", () => {
  const failing: [what: string, news: Properties, property: string, reason: RegExp][] = [
    [
      "of an unknown type",
      { type: "ALIAS" },
      "type",
      /must be one of A, AAAA, .*TLSA, or an integer, but got: "ALIAS"/,
    ],
    ["with no address", { type: "A", value: "www" }, "value", /of the type A must be an IPv4 address, .*got: "www"/],
    ["with an address of the other version", { type: "AAAA", value: "203.0.113.7" }, "value", /must be an IPv6/],
    ["without a value", { value: "" }, "value", /is required for the type CNAME, but got: ""/],
    ["with a URL as host", { value: "https://acme.example/" }, "value", /must be a host, such as/],
    ["with a priority in front", { type: "MX", value: "10 mail", priority: 10 }, "value", /without its priority/],
    ["that redirects to a host", { type: "Redirect", value: "acme.example" }, "value", /must be the URL/],
    ["without priority", { type: "MX" }, "priority", /is required for the type MX/],
    ["without port", { type: "SRV" }, "port", /is required for the type SRV/],
    ["without tag", { type: "CAA", value: "ca" }, "tag", /is required for the type CAA/],
    ["without pull zone", { type: "PullZone", value: undefined }, "pullZoneId", /is required for the type PullZone/],
    ["with a value beside its pull zone", { type: "PullZone", pullZoneId: 77 }, "value", /Declare pullZoneId instead/],
    ["with the weight of another type", { weight: 5 }, "weight", /property of A, AAAA and SRV records. Remove it/],
    ["with the weight of an SRV record", { type: "A", value: "203.0.113.7", weight: 101 }, "weight", /from 0 to 100/],
    ["with another type's priority", { priority: 5 }, "priority", /can't be declared for the type CNAME/],
    ["that names the domain's nameserver", { type: "NS", name: "@" }, "name", /settings of the zone, not records/],
    ["with a dot at the end of its name", { name: "www." }, "name", /without a trailing dot, but got: "www\."/],
    ["with a URL as name", { name: "http://www" }, "name", /must be relative to the zone's domain/],
    ["without zone", { dnsZoneId: null }, "dnsZoneId", /is required, .*add --target "\*\*:DnsZone::NAME"/],
  ];
  for (const [what, news, property, reason] of failing) {
    it(`refuses one ${what}`, () => {
      const { failures } = records.check({ extraRegions: [] }, {}, { ...www, ...news });
      assert.deepEqual(
        failures.map((failure) => failure.property),
        [property],
      );
      assert.match(failures[0]?.reason ?? "", reason);
    });
  }

  it("tells the relative name for one that ends in the domain", () => {
    const refused = (name: string, domain: string, reason: RegExp): void =>
      assert.throws(() => refuseWholeName({ name }, { domain }), reason);
    refused(
      "www.Acme.example",
      "acme.example",
      /must be relative to the zone's domain acme\.example: declare "www", but got: "www\.Acme\.example"$/,
    );
    refused("acme.example.", "acme.example", /omit it for the domain itself/);
    refuseWholeName({ name: "www.acme.example" }, { domain: "other.example" });
    refuseWholeName({ name: "wwwacme.example" }, { domain: "acme.example" });
  });

  it("passes unknown values, and types without a name", () => {
    for (const type of ["A", "MX", "SRV", "CAA", "PullZone", "Redirect", unknownValue]) {
      const unknown = {
        priority: "MX SRV",
        port: "SRV",
        tag: "CAA",
        pullZoneId: "PullZone",
        value: "A MX SRV CAA Redirect",
      };
      const own = Object.entries(unknown).filter(([, types]) => types.split(" ").includes(type));
      checked({
        dnsZoneId: unknownValue,
        name: unknownValue,
        type,
        ...Object.fromEntries(own.map(([name]) => [name, unknownValue])),
      });
    }
    assert.equal(checked({ dnsZoneId: 8, type: 99, priority: 1, weight: 2, pullZoneId: 3 })["type"], "99");
  });

  it("takes omitted, empty and @ for the domain itself", () => {
    for (const name of ["", "@", undefined])
      assert.deepEqual(Object.keys(checked({ ...www, name })), ["dnsZoneId", "type", "value"]);
  });

  it("writes what is the same as before", () => {
    const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
    const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join("."));
    const recased = (text: string, upper: boolean, dot: boolean): string =>
      (upper ? text.toUpperCase() : text) + (dot ? "." : "");
    fc.assert(
      fc.property(
        host,
        host,
        fc.constantFrom("CNAME", "Flatten", "PTR", "NS"),
        fc.boolean(),
        fc.boolean(),
        (name, value, type, upper, dot) => {
          const before = checked({ dnsZoneId: 8, type, name, value });
          const again = { dnsZoneId: 8, type, name: recased(name, upper, false), value: recased(value, upper, dot) };
          assert.deepEqual(checked(again, before), before);
          assert.deepEqual(checked(before), before);
        },
      ),
    );
  });

  it("is replaced for another zone or type, and deleted first only where a CNAME would be in the way", () => {
    const { inputs: state } = checkRecord({}, www);
    const replaced = (news: Properties): unknown[] => {
      const { replaces, deleteBeforeReplace } = records.diff(state, { ...www, ...news });
      return [...replaces, deleteBeforeReplace];
    };
    assert.deepEqual(replaced({ dnsZoneId: 9 }), ["dnsZoneId", false]);
    assert.deepEqual(replaced({ dnsZoneId: unknownValue }), ["dnsZoneId", false]);
    assert.deepEqual(replaced({ type: "A" }), ["type", true]);
    assert.deepEqual(replaced({ type: "A", name: "other" }), ["type", false]);
    assert.deepEqual(replaced({ name: "other", value: "x", ttl: 5 }), [false]);
    const a = { ...www, type: "A", value: "203.0.113.7" };
    assert.deepEqual(records.diff(a, { ...a, type: "TXT" }).deleteBeforeReplace, false);
    assert.deepEqual(records.diff(a, { ...a, type: unknownValue }).deleteBeforeReplace, true);
  });
});

describe("Creating a DNS record", () => {
  const faults: [what: string, options: EmulatorOptions, requests: number][] = [
    ["answered", {}, 1],
    ["lost after it was applied", { faults: [{ path, times: 1, fault: { kind: "reset", when: "after" } }] }, 1],
    ["lost before it was applied", { faults: [{ path, times: 1, fault: { kind: "reset", when: "before" } }] }, 2],
    [
      "failed after it was applied",
      { faults: [{ path, nth: 1, fault: { kind: "status", status: 502, applied: true } }] },
      1,
    ],
    ["answered with broken JSON", { faults: [{ path, nth: 1, fault: { kind: "invalidJson" } }] }, 1],
  ];
  for (const [what, options, requests] of faults) {
    it(`makes one record if the request is ${what}`, async () => {
      await withRecord(
        www,
        async (on, { id, state }) => {
          assert.deepEqual(
            live(on).map(({ Id }) => `8/${String(Id)}`),
            [id],
          );
          assert.equal(writes(on).filter((request) => request === `PUT ${path}`).length, requests);
          assert.ok(!holdsUndefined(state));
          assert.deepEqual([state["name"], state["value"], state["weight"]], ["www", "web.b-cdn.net", undefined]);
        },
        options,
      );
    });
  }

  it("leaves an equal record alone that appears meanwhile, and reports it", async () => {
    // A proxy that delivers a request twice can't be told from another stack.
    const faults = [{ method: "PUT", path, nth: 1, fault: { kind: "duplicate", answer: "first" } }] as const;
    await bench({ seed, faults }, async (on) => {
      const told: string[] = [];
      const context = { ...on.context, tell: (text: string) => void told.push(text) };
      const { id } = await records.create(context, checked(www));
      const [first, second] = live(on).map(({ Id }) => `8/${String(Id)}`);
      assert.deepEqual([live(on).length, id], [2, first]);
      assert.equal(told.length, 1);
      assert.ok(
        told[0]?.startsWith(
          `warning: DNS zone acme.example got another record that equals ${id}: ${String(second)}. It was left`,
        ),
      );
    });
  });

  it("takes over none of several equal records after a lost answer, and names them", async () => {
    await bench({ seed, latencyMs: 150 }, async (on) => {
      const { emulator } = on;
      const stored = { Type: 2, Name: "www", Value: "web.b-cdn.net" };
      const other = new CdnClient(settings(emulator.url));
      emulator.setFaults([{ method: "PUT", path, nth: 1, fault: { kind: "reset", when: "after" } }]);
      const creation = create(on, www);
      const refused = assert.rejects(creation, (error: Error) => {
        assert.ok(error instanceof ConflictError, error.message);
        assert.match(error.message, /several equal records appeared: 8\/\d+ and 8\/\d+\..*option import/);
        return true;
      });
      // Another client adds the same while the request is under way.
      while (!emulator.journal.some(({ method }) => method === "PUT")) await new Promise((done) => setTimeout(done, 5));
      await other.addDnsRecord(8, { type: "CNAME", name: stored.Name, value: stored.Value });
      await refused;
      assert.equal(live(on).length, 2);
      assert.ok(writes(on).every((request) => !request.startsWith("DELETE")));
    });
  });

  for (const record of ofEachType) {
    it(`shows one of type ${String(record["type"])} as declared, and imports it so`, async () => {
      await withRecord(record, async (on, created) => {
        const { context } = on;
        const found = await read(context, created);
        assert.deepEqual(found?.inputs, checked(record));
        assert.deepEqual(found.state, created.state);
        const imported = await records.import({ ...context, memory: newMemory() }, created.id);
        const own = checked(imported.inputs);
        const fresh = { ...created, state: imported.state };
        assert.deepEqual((await read(context, fresh))?.inputs, own);
        const before = writes(on).length;
        await records.update({ ...context, memory: newMemory() }, created.id, imported.state, own);
        assert.equal(writes(on).length, before);
      });
    });
  }

  it("sets by an update what the service drops of a new record, and nothing else", async () => {
    const plain = { dnsZoneId: 8, type: "A", value: "203.0.113.7", ttl: 60, comment: "x", disabled: true };
    await withRecord(plain, async (on) => assert.deepEqual(writes(on), [`PUT ${path}`]));
    const script = { dnsZoneId: 8, type: "Script", scriptId: 5, environmentalVariables: [{ name: "A", value: "1" }] };
    await withRecord(script, async (on, { id }) => {
      assert.deepEqual(writes(on), [`PUT ${path}`, `POST /dnszone/${id.replace("/", "/records/")}`]);
      assert.deepEqual(live(on)[0]?.["EnviromentalVariables"], [{ Name: "A", Value: "1" }]);
    });
  });

  it("keeps the id if that update fails, and the next one goes on", async () => {
    const script = { dnsZoneId: 8, type: "Script", scriptId: 5, environmentalVariables: [{ name: "A", value: "1" }] };
    const fault = {
      method: "POST",
      path: "/dnszone/8/records/*",
      times: 4,
      fault: { kind: "status", status: 500 },
    } as const;
    await bench({ seed, faults: [fault] }, async (on) => {
      const error = await failureOf(create(on, script), IncompleteError);
      assert.match(error.message, /was added, but not as declared yet/);
      assert.ok(!(error.state[declaredKey] as string[]).includes("environmentalVariables"));
      const state = await update(on, error, script);
      assert.deepEqual(state["environmentalVariables"], [{ name: "A", value: "1" }]);
      assert.equal(live(on).length, 1);
    });
  });

  it("makes two of equal records that are declared at once, and names an equal one of an earlier run", async () => {
    await bench({ seed, latencyMs: 5 }, async (on) => {
      const told: string[] = [];
      const context = { ...on.context, tell: (text: string) => void told.push(text) };
      const made = await Promise.all([1, 2, 3].map(() => records.create(context, checked(www))));
      assert.deepEqual([new Set(made.map(({ id }) => id)).size, live(on).length, told], [3, 3, []]);
      await records.create({ ...context, memory: newMemory() }, checked(www));
      assert.match(
        told[0] ?? "",
        /^warning: DNS zone acme\.example has an equal record, 8\/1\. If this run does not delete it.*: curl -X DELETE .*\/dnszone\/8\/records\/1'$/,
      );
    });
  });

  it("sends nothing for a whole name, and names a zone that is gone", async () => {
    await bench({ seed }, async (on) => {
      const whole = await failureOf(create(on, { ...www, name: "www.acme.example" }), InvalidInputError);
      assert.match(whole.message, /relative to the zone's domain acme\.example: declare "www"/);
      const gone = await failureOf(create(on, { ...www, dnsZoneId: 7 }), NotFoundError);
      assert.match(gone.message, /there is no DNS zone 7 in this account. Check dnsZoneId/);
      assert.deepEqual(writes(on), []);
    });
  });

  it("makes each of 300 once while one request in ten fails, at most 8 at a time, with few reads", async () => {
    const kinds = [
      [0.08, { kind: "reset", when: "after" }],
      [0.02, { kind: "reset", when: "before" }],
    ] as const;
    const faults = kinds.map(([probability, fault]) => ({ method: "PUT", path, probability, fault }));
    await bench(
      { seed, faults, randomSeed: 7 },
      async (on) => {
        const names = Array.from({ length: 300 }, (_, index) => `host-${String(index % 100)}`);
        const made = await Promise.all(names.map((name) => create(on, { ...www, type: "TXT", name })));
        assert.equal(new Set(made.map(({ id }) => id)).size, 300);
        assert.deepEqual(
          live(on)
            .map(({ Id }) => `8/${String(Id)}`)
            .sort(),
          made.map(({ id }) => id).sort(),
        );
        const puts = on.emulator.journal.filter(({ method }) => method === "PUT");
        assert.ok(puts.filter(({ faults: occurred }) => occurred.length > 0).length > 10);
        // A request counts until its connection is free again, so more than the 8 may be seen, but by far not all.
        const most = Math.max(...puts.map(({ inFlight }) => inFlight));
        assert.ok(most <= 16, String(most));
        const before = on.emulator.journal.length;
        // A refresh is another process.
        const context = contextOf(new CdnClient(settings(on.emulator.url)));
        await Promise.all(made.map((one) => read(context, one)));
        const reads = on.emulator.journal.length - before;
        assert.ok(reads <= 3, String(reads));
      },
      30,
    );
  });
});

describe("A PullZone record whose hostname another pull zone has", () => {
  const zones = ["old", "new"].map((Name, index) => ({
    Id: index + 1,
    Name,
    Hostnames: index === 0 ? [{ Id: 11, Value: "www.acme.example" }] : [],
  }));
  const leading = { dnsZoneId: 8, name: "www", type: "PullZone" };
  const linked = { ...seed, pullZones: zones };
  const byOther = async (on: Bench): Promise<string> =>
    (await records.create({ ...on.context, memory: newMemory() }, checked({ ...leading, pullZoneId: 1 }))).id;
  const lists = (on: Bench): number => on.sent().filter((request) => request === "GET /pullzone").length;

  it("is refused before it is added or changed, with adopt as well, and several records share the lists", async () => {
    await bench({ seed: linked }, async (on) => {
      const id = await byOther(on);
      const before = live(on);
      const { message } = await failureOf(create(on, { ...leading, pullZoneId: 2 }), ConflictError);
      assert.match(message, /^No record was added: pull zone old \(id 1\) .*takeOver: true.*takeOverHostnames: true/s);
      const read = lists(on);
      assert.ok(read > 0);
      await failureOf(create(on, { ...leading, pullZoneId: 2, adopt: true }), ConflictError);
      await create(on, { ...leading, name: "shop", pullZoneId: 2 });
      assert.deepEqual(
        live(on).filter((one) => `8/${String(one.Id)}` === id),
        before,
      );
      assert.equal(lists(on), read);
    });
  });

  it("is refused although one list lacks that pull zone, and although a record leads to one that both lists lack", async () => {
    const none = { kind: "status", status: 200, body: [] } as const;
    for (const adopt of [false, true]) {
      for (const nth of adopt ? [undefined] : [1, 2]) {
        await bench({ seed: linked }, async (on) => {
          if (adopt) await byOther(on);
          const before = live(on);
          const rule = { method: "GET", path: "/pullzone", fault: none };
          on.emulator.setFaults([nth === undefined ? rule : { ...rule, nth }]);
          const { message } = await failureOf(create(on, { ...leading, pullZoneId: 2, adopt }), ConflictError);
          assert.match(message, /^No record was added: pull zone old \(id 1\)/);
          assert.deepEqual(live(on), before);
        });
      }
    }
  });

  it("is led to the new pull zone in place with takeOver", async () => {
    await bench({ seed: linked }, async (on) => {
      const id = await byOther(on);
      const { id: own } = await create(on, { ...leading, pullZoneId: 2, takeOver: true });
      assert.equal(own, id);
      assert.equal(live(on).length, 1);
    });
  });

  it("is added once the hostname has moved since the list", async () => {
    await bench({ seed: linked }, async (on) => {
      await failureOf(create(on, { ...leading, pullZoneId: 2 }), ConflictError);
      on.emulator.pullZones.change(1, { Hostnames: [] });
      await create(on, { ...leading, pullZoneId: 2 });
      assert.equal(live(on).length, 1);
    });
  });
});

describe("Adopting an equal DNS record", () => {
  const equal = { DnsZoneId: 8, Type: 2, Name: "WWW", Value: "web.b-cdn.net." };
  const adopting = { ...www, adopt: true };

  it("takes over the one that is equal in all settings, once, and adds where there is none", async () => {
    await bench({ seed: { ...seed, dnsRecords: [equal, { ...equal, Comment: "other" }] } }, async (on) => {
      const made = await Promise.all([1, 2].map(() => create(on, adopting)));
      assert.deepEqual(made.map(({ id }) => id).sort(), ["8/1", "8/3"]);
      const { id, state } = made.find((one) => one.id === "8/1") ?? assert.fail();
      assert.deepEqual([state["adopt"], typeof state["__mark"]], [true, "string"]);
      assert.deepEqual((await read(on.context, { id, state }))?.inputs, checked(adopting));
      assert.deepEqual(writes(on), [`PUT ${path}`]);
    });
  });

  it("takes it over although one response does not show it", async () => {
    await bench({ seed: { ...seed, dnsRecords: [equal] } }, async (on) => {
      const body = { ...on.emulator.dnsZones.get(8), Records: [] };
      const fault = { kind: "status", status: 200, body } as const;
      on.emulator.setFaults([{ method: "GET", path: "/dnszone/8", nth: 1, fault }]);
      assert.equal((await create(on, adopting)).id, "8/1");
      assert.deepEqual(writes(on), []);
    });
  });

  it("refuses to choose among several, and names them", async () => {
    await bench({ seed: { ...seed, dnsRecords: [equal, equal] } }, async (on) => {
      const { message } = await failureOf(create(on, adopting), ConflictError);
      assert.match(
        message,
        /^DNS zone acme\.example has several equal or matching records .*: 8\/1 and 8\/2\. .*import: "8\/1"/,
      );
      assert.deepEqual(writes(on), []);
    });
  });

  it("leaves one that an entry or a reader has, or that differs in one setting", async () => {
    await bench({ seed: { ...seed, dnsRecords: [equal, equal, { ...equal, Disabled: true }] } }, async (on) => {
      on.context.memory.entries.note("8/1", {});
      on.context.memory.entries.noteReader("8/2");
      assert.equal((await create(on, adopting)).id, "8/4");
    });
  });

  it("has no effect on a record that the state has", async () => {
    await withRecord(www, async (on, record) => {
      const state = await update(on, record, adopting);
      assert.equal(state["adopt"], true);
      assert.equal((await update(on, { ...record, state }, www))["adopt"], undefined);
      assert.deepEqual(writes(on), [`PUT ${path}`]);
    });
  });
});

describe("An update of a DNS record that the service only pretends", () => {
  const pullZones = [1, 77].map((Id) => ({ Id, Name: `zone-${String(Id)}` }));
  const leading = { dnsZoneId: 8, name: "cdn", type: "PullZone", pullZoneId: 1 };
  const updates = { method: "POST", path: "/dnszone/8/records/*" } as const;
  const pretend = [{ ...updates, fault: { kind: "status", status: 204 } }] as const;
  const pretending = { seed: { ...seed, pullZones } };

  for (const [what, olds, news] of [
    ["pullZoneId", leading, { pullZoneId: 77 }],
    ["name", www, { name: "web" }],
    ["disabled", www, { disabled: true, comment: "off" }],
    ["priority", { dnsZoneId: 8, type: "MX", value: "mail.acme.example", priority: 10 }, { priority: 20 }],
  ] as const) {
    it(`fails, and the next one sends it again (${what})`, async () => {
      await withRecord(
        olds,
        async (on, record) => {
          const before = live(on);
          on.emulator.setFaults(pretend);
          const failed = await failureOf(update(on, record, { ...olds, ...news }), IncompleteError);
          assert.match(failed.message, /^DNS record 8\/1 was not updated: .*still shows the former values/);
          assert.deepEqual(live(on), before);
          on.emulator.setFaults([]);
          const state = await update(on, failed, { ...olds, ...news });
          assert.notDeepEqual(live(on), before);
          for (const [name, value] of Object.entries(news)) assert.equal(state[name], value);
        },
        pretending,
      );
    });
  }

  it("says what to do if it stays so, and the next one accepts that", async () => {
    const renamed = { ...www, name: "web" };
    await withRecord(
      www,
      async (on, record) => {
        on.emulator.setFaults(pretend);
        const failed = await failureOf(update(on, record, renamed), IncompleteError);
        assert.match(failed.message, /if it stays so, make the change in the service's dashboard$/);
        on.emulator.dnsRecords.change(1, { Name: "web" });
        assert.equal((await update(on, failed, renamed))["name"], "web");
      },
      pretending,
    );
  });

  it("adopts no record that leads to the former pull zone, and names another setting that stays", async () => {
    await bench(pretending, async (on) => {
      await create(on, leading);
      const told: string[] = [];
      const context = (): LifeCycleContext => ({
        ...contextOf(on.context.client),
        tell: (text) => void told.push(text),
      });
      const moved = { ...leading, pullZoneId: 77, takeOver: true };
      on.emulator.setFaults(pretend);
      await failureOf(records.create(context(), checked(moved)), UnexpectedResponseError);
      on.emulator.setFaults([]);
      await records.create(context(), checked(moved));
      on.emulator.setFaults(pretend);
      await records.create(context(), checked({ ...moved, comment: "new" }));
      assert.deepEqual(told, [
        "Adopted DNS record 8/1. Updated: pullZoneId",
        "warning: DNS record 8/1 was updated, but does not show the declared values: comment",
        "Adopted DNS record 8/1. Not changed by the service: comment",
      ]);
    });
  });
});

describe("A DNS record", () => {
  it("changes in place, and sends only what the program changed", async () => {
    await withRecord({ ...www, comment: "old", ttl: 60 }, async (on, record) => {
      on.emulator.dnsRecords.change(Number(live(on)[0]?.["Id"]), { Disabled: true });
      const state = await update(on, record, { ...www, name: "web", value: "other.b-cdn.net", ttl: 60 });
      const [{ Name, Value, Comment, Ttl, Disabled } = {}] = live(on);
      assert.deepEqual([Name, Value, Comment, Ttl, Disabled], ["web", "other.b-cdn.net", "", 60, true]);
      assert.deepEqual([state["name"], state["comment"]], ["web", undefined]);
      // What somebody changed meanwhile is for the next refresh to show.
      const next = { id: record.id, state };
      assert.deepEqual((await read(on.context, next))?.inputs, {
        ...checked({ ...www, name: "web", value: "other.b-cdn.net", ttl: 60 }),
        disabled: true,
      });
      assert.deepEqual((await update(on, next, { ...www, name: "web", ttl: 60 }))["value"], "web.b-cdn.net");
    });
  });

  it("shows what changed outside, and nothing that says the same", async () => {
    await withRecord(www, async (on, record) => {
      const id = Number(live(on)[0]?.["Id"]);
      const inputs = async (change: Properties): Promise<Properties | undefined> => {
        on.emulator.dnsRecords.change(id, change);
        return (await read(contextOf(on.context.client), record))?.inputs;
      };
      const same = { Weight: 100, Value: "WEB.b-cdn.net.", Name: "WWW", Ttl: 999, Priority: 7 };
      assert.deepEqual(await inputs(same), checked(www));
      assert.deepEqual(await inputs({ Value: "x.example" }), checked({ ...www, value: "x.example" }));
      assert.deepEqual(await inputs({ Disabled: true }), checked({ ...www, value: "x.example", disabled: true }));
      assert.deepEqual(await inputs({ Name: "" }), {
        ...checked({ ...www, value: "x.example", disabled: true }),
        name: "",
      });
    });
  });

  it("shows another ttl of a Redirect record as drift where it is declared, and nowhere else", async () => {
    const undeclared = { dnsZoneId: 8, type: "Redirect", name: "old", value: "https://www.acme.example" };
    const declared = { ...undeclared, ttl: 60 };
    for (const [news, shown] of [
      [declared, 90],
      [undeclared, undefined],
    ] as const) {
      await withRecord(news, async (on, record) => {
        const inputs = async (): Promise<Properties> =>
          (await read(contextOf(on.context.client), record))?.inputs ?? {};
        assert.deepEqual(await inputs(), checked(news));
        on.emulator.dnsRecords.change(Number(live(on)[0]?.["Id"]), { Ttl: 90 });
        assert.equal((await inputs())["ttl"], shown);
      });
    }
  });

  it("is imported with autoSslIssuance only with all settings", async () => {
    const dnsRecords = [{ DnsZoneId: 8, Type: 0, Name: "www", Value: "203.0.113.7", AutoSslIssuance: false }];
    await bench({ seed: { ...seed, dnsRecords } }, async (on) => {
      const zone = await on.context.client.getDnsZone(8);
      const declared = [false, true].map(
        (all) => records.importable(zone, undefined, all)[0]?.inputs["autoSslIssuance"],
      );
      assert.deepEqual(declared, [undefined, false]);
    });
  });

  it("of 1,000 is read in at most 3 requests, as an engine reads them: 20 at a time", async () => {
    const dnsRecords = Array.from({ length: 1000 }, (_, index) => ({
      DnsZoneId: 8,
      Type: 3,
      Name: `host-${String(index)}`,
      Value: "text",
    }));
    await bench({ seed: { ...seed, dnsRecords } }, async (on) => {
      const made = records.importable(await on.context.client.getDnsZone(8));
      assert.equal(made.length, 1000);
      const before = on.emulator.journal.length;
      const context = contextOf(new CdnClient(settings(on.emulator.url)));
      const waiting = [...made];
      const reader = async (): Promise<void> => {
        for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
          const found = await records.read({ reader: context.reader }, one.id, one.state, one.inputs);
          assert.deepEqual(found?.inputs, one.inputs);
        }
      };
      await Promise.all(Array.from({ length: 20 }, reader));
      const reads = on.emulator.journal.length - before;
      assert.ok(reads <= 3, String(reads));
    });
  });

  describe("with acceleration", () => {
    const accelerated = { ...www, accelerated: true };

    it("is complete once the service shows its pull zone, whether it is created, updated or adopted", async () => {
      await withRecord(accelerated, async (on, { state }) => {
        const [made] = on.emulator.pullZones.list().slice(-1);
        assert.equal(state["acceleratedPullZoneId"], made?.Id);
        assert.deepEqual(
          (await create({ ...on, context: contextOf(on.context.client) }, { ...accelerated, adopt: true })).state[
            "acceleratedPullZoneId"
          ],
          made?.Id,
        );
      });
      await withRecord(www, async (on, record) => {
        const state = await update(on, record, accelerated);
        assert.equal(typeof state["acceleratedPullZoneId"], "number");
        assert.equal(on.sent().filter((request) => request.startsWith("POST")).length, 1);
      });
    });

    it("fails without its pull zone, and the next run waits for it, and asks again if the service gave up", async () => {
      const delays = accelerationDelays.splice(0, Infinity, 0, 10, 10);
      try {
        await bench({ seed }, async (on) => {
          on.emulator.setUndelegatedDomains(["acme.example"]);
          const failed = await failureOf(create(on, accelerated), IncompleteError);
          assert.match(
            failed.message,
            /the acceleration failed. Check that the domain is delegated .* run the same command again/,
          );
          const again = { id: failed.id, state: failed.state };
          await failureOf(update(on, again, accelerated), IncompleteError);
          on.emulator.setUndelegatedDomains([]);
          const state = await update(on, again, accelerated);
          assert.equal(typeof state["acceleratedPullZoneId"], "number");
          assert.equal(live(on).length, 1);
        });
      } finally {
        accelerationDelays.splice(0, Infinity, ...delays);
      }
    });

    for (const isNative of [false, true]) {
      it(`that failed shows as not accelerated after a refresh, so that the next run asks again (${isNative ? "native" : "dynamic"})`, async () => {
        const delays = accelerationDelays.splice(0, Infinity, 0, 10, 10);
        try {
          await bench({ seed, undelegatedDomains: ["acme.example"] }, async (on) => {
            const failed = await failureOf(create(on, accelerated), IncompleteError);
            const lastInputs = isNative ? checked(accelerated) : undefined;
            const context = contextOf(on.context.client);
            const found = (await records.read(context, failed.id, failed.state, lastInputs)) ?? assert.fail();
            assert.equal(found.inputs?.["accelerated"] ?? false, false);
            on.emulator.setUndelegatedDomains([]);
            const state = await update(on, { id: failed.id, state: found.state }, accelerated);
            assert.equal(typeof state["acceleratedPullZoneId"], "number");
          });
        } finally {
          accelerationDelays.splice(0, Infinity, ...delays);
        }
      });
    }

    it("and no pull zone any more is drift once the service has given up, and an update mends it", async () => {
      await withRecord(accelerated, async (on, record) => {
        const id = Number(live(on)[0]?.["Id"]);
        on.emulator.pullZones.delete(Number(record.state["acceleratedPullZoneId"]));
        on.emulator.dnsRecords.change(id, { AcceleratedPullZoneId: 0, AccelerationStatus: 4 });
        const found = (await read(contextOf(on.context.client), record)) ?? assert.fail();
        assert.deepEqual(found.inputs, { ...checked(accelerated), accelerated: false });
        const imported = await records.import({ ...on.context, memory: newMemory() }, record.id);
        assert.equal(imported.inputs["accelerated"], undefined);
        await update(on, { id: record.id, state: found.state }, accelerated);
        const [{ Accelerated, AcceleratedPullZoneId } = {}] = live(on);
        assert.deepEqual([Accelerated, Number(AcceleratedPullZoneId) > 0], [true, true]);
      });
    });

    it("and no pull zone any more is not accelerated again by an update of another setting", async () => {
      await withRecord(accelerated, async (on, record) => {
        const id = Number(live(on)[0]?.["Id"]);
        on.emulator.dnsRecords.change(id, { AcceleratedPullZoneId: 0, AccelerationStatus: 4 });
        const found = (await read(contextOf(on.context.client), record)) ?? assert.fail();
        await update(on, { id: record.id, state: found.state }, { ...www, ttl: 60 });
        const [{ Ttl, Accelerated } = {}] = live(on);
        assert.deepEqual([Ttl, Accelerated], [60, false]);
      });
    });

    it("is no drift while the service still creates the pull zone", async () => {
      await withRecord(accelerated, async (on, record) => {
        const id = Number(live(on)[0]?.["Id"]);
        // Whether the service shows the id together with the status Completed is not recorded.
        for (const AccelerationStatus of [2, 3]) {
          on.emulator.dnsRecords.change(id, { AcceleratedPullZoneId: 0, AccelerationStatus });
          const found = await read(contextOf(on.context.client), record);
          assert.deepEqual([found?.inputs, found?.state], [checked(accelerated), record.state]);
        }
      });
    });

    it("shows another pull zone once somebody has accelerated it anew", async () => {
      await withRecord(accelerated, async (on, record) => {
        const id = Number(live(on)[0]?.["Id"]);
        const shown = async (): Promise<unknown> =>
          (await read(contextOf(on.context.client), record))?.state["acceleratedPullZoneId"];
        const former = record.state["acceleratedPullZoneId"];
        for (const again of [false, true]) {
          await on.context.client.updateDnsRecord(8, id, { type: "CNAME", value: www.value, accelerated: again });
        }
        // The first response does not have the new one yet.
        assert.equal(await shown(), former);
        const current = live(on)[0]?.["AcceleratedPullZoneId"];
        assert.notEqual(current, former);
        assert.equal(await shown(), current);
      });
    });

    it("updates other settings without its pull zone, as records of earlier versions do", async () => {
      await bench({ seed, undelegatedDomains: ["acme.example"] }, async (on) => {
        const { id, state } = await create(on, www);
        const before = {
          id,
          state: { ...state, accelerated: true, [declaredKey]: ["dnsZoneId", "name", "type", "value", "accelerated"] },
        };
        await update(on, before, { ...accelerated, ttl: 60 });
        assert.equal(live(on)[0]?.["Ttl"], 60);
      });
    });
  });

  it("is deleted once, even if it is gone or the answer gets lost, and counts as gone only after a second check", async () => {
    await withRecord(www, async (on, { id, state }) => {
      await records.delete(on.context, id, state);
      assert.deepEqual(live(on), []);
      await records.delete(on.context, id, state);
      assert.equal(await read(on.context, { id, state }), undefined);
      await failureOf(update(on, { id, state }, { ...www, ttl: 5 }), NotFoundError);
    });
    const lost = { method: "DELETE", nth: 1, fault: { kind: "reset", when: "after" } } as const;
    await withRecord(
      www,
      async (on, { id, state }) => {
        await records.delete(on.context, id, state);
        assert.deepEqual(live(on), []);
      },
      { faults: [lost] },
    );
  });

  it("is taken over with the option import, but not as another type", async () => {
    await withRecord(www, async (on, { id }) => {
      const context = { ...on.context, memory: newMemory() };
      const adopted = await records.create(context, checked({ ...www, ttl: 60 }), id);
      assert.deepEqual([adopted.id, live(on)[0]?.["Ttl"], live(on).length], [id, 60, 1]);
      const other = checked({ ...www, type: "A", value: "203.0.113.7" });
      const error = await failureOf(records.create({ ...on.context, memory: newMemory() }, other, id), ConflictError);
      assert.match(error.message, /was not imported: type is "CNAME" instead of the declared "A"/);
      await failureOf(records.create(on.context, checked(www), "8/4711"), NotFoundError);
    });
  });
});
