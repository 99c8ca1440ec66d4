import assert from "node:assert/strict";
import { ConflictError } from "../../provider/api/errors";
import type { KindName } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import type { Properties } from "../../provider/declared/properties";
import { CdnClient } from "../../provider/api/client";
import { canaryKey, failureOf, settings } from "../api/support";
import type { Bench } from "./support";
import { bench, contextOf } from "./support";

const old = "2024-01-01T00:00:00Z";
const rule = { Guid: "6f1e2d3c", ActionType: 4, Description: "theirs", Triggers: [], Enabled: true };
const record = { Id: 12, DnsZoneId: 5, Type: 0, Name: "shop", Value: "203.0.113.7", Ttl: 300 };
const seed = {
  storageZones: [{ Id: 3, Name: "production", UserId: "theirs", DateModified: old }],
  pullZones: [{ Id: 8, Name: "production-web", UserId: "theirs", OriginUrl: "https://o.example", EdgeRules: [rule] }],
  dnsZones: [{ Id: 5, Domain: "production.example", DateCreated: old, DateModified: old }],
  dnsRecords: [record],
  edgeScripts: [{ Id: 4, Name: "production-script", ScriptType: 1, Code: "theirs", LastModified: old }],
};

interface Subject {
  readonly kind: KindName;
  /** The request that adds an object, and a read whose body is the other object. */
  readonly add: readonly [method: string, path: string];
  readonly answer: (on: Bench) => object | undefined;
  readonly inputs: Properties;
  readonly says: RegExp;
}

const subjects: readonly Subject[] = [
  {
    kind: "StorageZone",
    add: ["POST", "/storagezone"],
    answer: ({ emulator }) => emulator.storageZones.get(3),
    inputs: { name: "mine", region: "DE", rewrite404To200: true },
    says: /creation of storage zone "mine" with storage zone "production" \(id 3\), which is another one: .*its name is/,
  },
  {
    kind: "PullZone",
    add: ["POST", "/pullzone"],
    answer: ({ emulator }) => emulator.pullZones.get(8),
    inputs: { name: "mine", originUrl: "https://mine.example", enableLogging: false },
    says: /creation of pull zone "mine" with pull zone "production-web" \(id 8\), which is another one: .*its name is/,
  },
  {
    kind: "DnsZone",
    add: ["POST", "/dnszone"],
    answer: ({ emulator }) => emulator.dnsZones.get(5),
    inputs: { domain: "mine.example", soaEmail: "me@mine.example" },
    says: /creation of DNS zone "mine\.example" with DNS zone "production\.example" \(id 5\), which is another one: .*its name/,
  },
  {
    kind: "EdgeScript",
    add: ["POST", "/compute/script"],
    answer: ({ emulator }) => emulator.edgeScripts.get(4),
    inputs: { name: "mine", type: "standalone", code: "mine", variables: { A: "1" } },
    says: /creation of edge script "mine" with edge script "production-script" \(id 4\), which is another one: .*its name is/,
  },
  {
    kind: "DnsRecord",
    add: ["PUT", "/dnszone/5/records"],
    answer: () => record,
    inputs: { dnsZoneId: 5, type: "A", name: "www", value: "203.0.113.9" },
    says: /creation of DNS record with DNS record 5\/12, which is another one: it existed before the request/,
  },
  {
    kind: "PullZoneEdgeRule",
    add: ["POST", "/pullzone/8/edgerules/addOrUpdate"],
    answer: () => rule,
    inputs: { pullZoneId: 8, actionType: 0, triggers: [{ type: 0, patternMatches: ["*"] }] },
    says: /creation of edge rule with edge rule 8\/6f1e2d3c, which is another one: it existed before the request/,
  },
];

const everything = ({ emulator }: Bench): unknown =>
  JSON.parse(
    JSON.stringify([
      emulator.storageZones.list(),
      emulator.pullZones.list(),
      emulator.dnsZones.list(),
      emulator.dnsRecords.list(),
      emulator.edgeScripts.list(),
    ]),
  ) as unknown;

async function create(on: Bench, { kind, inputs: news }: Subject): Promise<unknown> {
  const context = contextOf(on.context.client);
  const lifeCycle = lifeCycleOf(kind);
  const checked = lifeCycle.check({ extraRegions: [], ...context }, {}, news);
  assert.deepEqual(checked.failures, []);
  const { inputs } = (await lifeCycle.computed?.(context, checked.inputs)) ?? checked;
  return lifeCycle.create(context, inputs);
}

describe("A creation that is answered with another object's id", () => {
  for (const subject of subjects) {
    const [method, path] = subject.add;
    it(`of a ${subject.kind} leaves the other object out of the state, changes nothing of it, and names both`, async () => {
      await bench({ seed }, async (on) => {
        const before = everything(on);
        const body = subject.answer(on);
        on.emulator.setFaults([{ method, path, fault: { kind: "status", status: 201, body } }]);
        // An IncompleteError would put the id into the state.
        const { message } = await failureOf(create(on, subject), ConflictError);
        assert.match(message, subject.says);
        assert.match(message, /It was not changed, and is not in the state\. Look in the service's dashboard whether/);
        const writes = on.sent().filter((request) => !request.startsWith("GET"));
        assert.deepEqual(writes, [`${method} ${path}`]);
        assert.deepEqual(everything(on), before);
      });
    });
  }
});

describe("A creation whose answer is believed only once it is read", () => {
  it("refuses a zone of the declared name that is older than the request", async () => {
    await bench({ seed }, async (on) => {
      const zone = { Id: 3, Name: "production", Region: "DE" };
      const fault = { kind: "status", status: 201, body: zone } as const;
      const none = { kind: "status", status: 200, body: [] } as const;
      on.emulator.setFaults([
        { method: "POST", path: "/storagezone", fault },
        { method: "GET", path: "/storagezone", fault: none },
      ]);
      const inputs = { name: "production", region: "DE" };
      const { message } = await failureOf(create(on, { ...(subjects[0] as Subject), inputs }), ConflictError);
      assert.match(message, /which is another one: its date is "2024-01-01T00:00:00/);
    });
  });

  it("accepts a zone of another user if the account's list shows it, and refuses one that it does not show", async () => {
    await bench({ seed }, async (on) => {
      await on.context.client.reads.read("StorageZone", 3);
      const subject = subjects[0] as Subject;
      const inputs = (name: string): Subject => ({ ...subject, inputs: { name, region: "DE" } });
      const { state } = (await create(on, inputs("shared"))) as { readonly state: Properties };
      assert.notEqual(state["userId"], "theirs");
      const none = { kind: "status", status: 200, body: [] } as const;
      const next = { ...on, context: { client: new CdnClient(settings(on.emulator.url, { accessKey: canaryKey })) } };
      await next.context.client.reads.read("StorageZone", 3);
      on.emulator.setFaults([{ method: "GET", path: "/storagezone", fault: none }]);
      await assert.rejects(create(next as Bench, inputs("elsewhere")), /which is another one: it belongs to user/);
    });
  }).timeout(20_000);

  for (const [kind, body] of [
    ["DnsRecord", { ...record, Id: 77 }],
    ["PullZoneEdgeRule", { ...rule, Guid: "77aa" }],
  ] as const) {
    it(`is incomplete if the zone does not show the new ${kind}: the id is in the state, and nothing is added twice`, async () => {
      await bench({ seed }, async (on) => {
        const subject = subjects.find((one) => one.kind === kind) as Subject;
        const [method, path] = subject.add;
        on.emulator.setFaults([{ method, path, fault: { kind: "status", status: 201, body } }]);
        await assert.rejects(
          create(on, subject),
          /(5\/77|8\/77aa) was added, but .* does not show it yet\. Run the same/,
        );
      });
    }).timeout(20_000);
  }

  it("is complete with a record that shows every declared setting, and the run reports one that the zone lacks in the end", async () => {
    await bench({ seed }, async (on) => {
      const subject = subjects.find(({ kind }) => kind === "DnsRecord") as Subject;
      const [method, path] = subject.add;
      const body = { ...record, Id: 77, Name: "www", Value: "203.0.113.9" };
      on.emulator.setFaults([{ method, path, fault: { kind: "status", status: 201, body } }]);
      const told: string[] = [];
      const context = { ...contextOf(on.context.client), tell: (text: string) => void told.push(text) };
      const lifeCycle = lifeCycleOf("DnsRecord");
      const { inputs } = lifeCycle.check({ extraRegions: [], ...context }, {}, subject.inputs);
      assert.equal((await lifeCycle.create(context, inputs)).id, "5/77");
      assert.match(told.join(), /^warning: .* DNS zone production\.example does not show 5\/77\. Run pulumi refresh/);
    });
  }).timeout(20_000);
});
