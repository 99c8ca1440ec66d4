import assert from "node:assert/strict";
import type { EmulatorOptions, FaultRule } from "../../emulator";
import { Reads } from "../../provider/api/reads";
import { NotFoundError, UnexpectedResponseError } from "../../provider/api/errors";
import type { KindName } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import type { CreateResult, LifeCycle } from "../../provider/lifecycle/lifeCycle";
import type { Properties } from "../../provider/declared/properties";
import { failureOf } from "../api/support";
import type { Bench } from "./support";
import { bench, newMemory } from "./support";

const seed = {
  storageZones: [{ Id: 3, Name: "assets", UserId: "u1", DateModified: "2024-01-01T00:00:00Z" }],
  pullZones: [
    {
      Id: 8,
      Name: "web",
      UserId: "u1",
      OriginUrl: "https://o.example",
      Hostnames: [{ Id: 1, Value: "www.acme.example" }],
      EdgeRules: [{ Guid: "G1", ActionType: 5, Triggers: [{ Type: 0, PatternMatches: ["*"] }], Enabled: true }],
    },
  ],
  dnsZones: [{ Id: 5, Domain: "acme.example" }],
  dnsRecords: [{ DnsZoneId: 5, Id: 12, Type: 0, Name: "www", Value: "203.0.113.7" }],
};

interface Subject {
  readonly kind: KindName;
  readonly id: string;
  /** The paths of the object and of its deletion. */
  readonly path: string;
  readonly deletion: string;
  readonly inputs: Properties;
  readonly isLive: (on: Bench) => boolean;
}

const zoneOf = ({ emulator }: Bench) => emulator.pullZones.get(8);
const rule = { pullZoneId: 8, actionType: 5, triggers: [{ type: 0, patternMatches: ["*"] }] };
const subjects: readonly Subject[] = [
  {
    kind: "StorageZone",
    id: "3",
    path: "/storagezone/3",
    deletion: "/storagezone/3",
    inputs: { name: "assets", region: "DE", forceDestroy: true },
    isLive: ({ emulator }) => emulator.storageZones.get(3)?.Deleted === false,
  },
  {
    kind: "PullZone",
    id: "8",
    path: "/pullzone/8",
    deletion: "/pullzone/8",
    inputs: { name: "web", originUrl: "https://o.example" },
    isLive: (on) => zoneOf(on) !== undefined,
  },
  {
    kind: "PullZoneHostname",
    id: "8/www.acme.example",
    path: "/pullzone/8",
    deletion: "/pullzone/8/removeHostname",
    inputs: { pullZoneId: 8, hostname: "www.acme.example" },
    isLive: (on) => zoneOf(on)?.Hostnames?.length === 1,
  },
  {
    kind: "PullZoneEdgeRule",
    id: "8/G1",
    path: "/pullzone/8",
    deletion: "/pullzone/8/edgerules/G1",
    inputs: rule,
    isLive: (on) => zoneOf(on)?.EdgeRules?.length === 1,
  },
  {
    kind: "DnsRecord",
    id: "5/12",
    path: "/dnszone/5",
    deletion: "/dnszone/5/records/12",
    inputs: { dnsZoneId: 5, type: "A", name: "www", value: "203.0.113.7" },
    isLive: ({ emulator }) => emulator.dnsRecords.list().length === 1,
  },
];

const status = (method: string, path: string, times: number, code = 404): FaultRule => ({
  method,
  path,
  times,
  fault: { kind: "status", status: code },
});

type Held = CreateResult & { readonly lifeCycle: LifeCycle };

/** Runs a test with an object that is in a state, in a run of its own. */
async function held(
  { kind, id }: Subject,
  test: (on: Bench, object: Held) => Promise<void>,
  options: EmulatorOptions = {},
): Promise<void> {
  await bench({ seed, ...options }, async (on) => {
    const lifeCycle = lifeCycleOf(kind);
    const { state } = await lifeCycle.import(on.context, id);
    const context = {
      ...on.context,
      reader: new Reads(on.context.client.objects, { lists: true }),
      memory: newMemory(),
    };
    await test({ ...on, context }, { id, state, lifeCycle });
  });
}

for (const subject of subjects) {
  const { kind, path, deletion, inputs, isLive } = subject;
  describe(`That a ${kind} is gone`, () => {
    it("is not concluded from two 404s in a read, an update and a deletion", async () => {
      await held(subject, async (on, { id, state, lifeCycle }) => {
        on.emulator.setFaults([status("GET", path, 2)]);
        assert.equal((await lifeCycle.read(on.context, id, state))?.state["__owner"], state["__owner"]);
        on.emulator.setFaults([status("GET", path, 2)]);
        await lifeCycle.update(on.context, id, state, inputs);
        on.emulator.setFaults([status("GET", path, 2)]);
        assert.ok(isLive(on));
        await lifeCycle.delete(on.context, id, state);
        assert.ok(!isLive(on));
      });
    });

    it("is not concluded from a deletion's 404, and is an error if the service keeps it", async () => {
      await held(subject, async (on, { id, state, lifeCycle }) => {
        on.emulator.setFaults([status("DELETE", deletion, 2)]);
        const { message } = await failureOf(lifeCycle.delete(on.context, id, state), UnexpectedResponseError);
        assert.match(message, /the service responds with 404, but still shows it.*account is suspended/);
        assert.ok(isLive(on));
        on.emulator.setFaults([status("DELETE", deletion, 1)]);
        await lifeCycle.delete(on.context, id, state);
        assert.ok(!isLive(on));
      });
    });

    it("is not concluded from a successful answer to a deletion: it is sent again while the service shows the object", async () => {
      await held(subject, async (on, { id, state, lifeCycle }) => {
        on.emulator.setFaults([status("DELETE", deletion, 1, 202)]);
        await lifeCycle.delete(on.context, id, state);
        assert.ok(!isLive(on));
        assert.equal(on.emulator.journal.filter(({ method }) => method === "DELETE").length, 2);
      });
    });

    it("is not concluded from a deletion that is answered with 200 and an error in the body", async () => {
      await held(subject, async (on, { id, state, lifeCycle }) => {
        const body = { ErrorKey: "request.failed", Message: "Try again" };
        on.emulator.setFaults([{ method: "DELETE", path: deletion, fault: { kind: "status", status: 200, body } }]);
        const { message } = await failureOf(lifeCycle.delete(on.context, id, state), UnexpectedResponseError);
        assert.match(message, /was answered with 200, but with an error in the body: Try again \(request\.failed\)$/);
        assert.ok(isLive(on));
      });
    });

    it("is concluded once a second check agrees", async () => {
      await held(subject, async (on, { id, state, lifeCycle }) => {
        const answer: FaultRule = {
          method: "DELETE",
          path: deletion,
          fault: { kind: "status", status: 404, applied: true },
        };
        on.emulator.setFaults([answer]);
        await lifeCycle.delete(on.context, id, state);
        assert.ok(!isLive(on));
        assert.equal(await lifeCycle.read(on.context, id, state), undefined);
        await lifeCycle.delete(on.context, id, state);
        await failureOf(lifeCycle.update(on.context, id, state, inputs), NotFoundError);
      });
    });
  });
}

describe("A second check", () => {
  it("that shows an object twice after its deletion keeps it in the state", async () => {
    await held(subjects[3] as Subject, async (on, { id, state, lifeCycle }) => {
      on.emulator.setFaults([status("DELETE", "/pullzone/8/edgerules/G1", 9, 200)]);
      const { message } = await failureOf(lifeCycle.delete(on.context, id, state), UnexpectedResponseError);
      assert.match(
        message,
        /^Edge rule 8\/G1 was not deleted: the service answered that it was, but still shows it\. Run the same command again; .* dashboard$/,
      );
    });
  }).timeout(20_000);

  const [storageZone, pullZone, ...parts] = subjects as [Subject, Subject, ...Subject[]];
  const partsOfPullZone = parts.filter(({ path }) => path === pullZone.path);

  it("that contradicts the first one leaves the object in the state", async () => {
    for (const subject of [storageZone, pullZone]) {
      await held(subject, async (on, { id, state, lifeCycle }) => {
        on.emulator.setFaults([status("GET", subject.path, 100)]);
        const { message } = await failureOf(lifeCycle.read(on.context, id, state), UnexpectedResponseError);
        assert.match(message, /is in the list of .*, but the service answers 404 for it .* not treated as deleted/);
      });
    }
  });

  it("that fails leaves the object in the state", async () => {
    await held(pullZone, async (on, { id, state, lifeCycle }) => {
      on.emulator.setFaults([status("GET", "/pullzone/8", 9), status("GET", "/pullzone", 9, 401)]);
      await assert.rejects(lifeCycle.read(on.context, id, state), /The access key was refused/);
    });
  });

  it("is a second 404 where the service lists no pull zones", async () => {
    await held(
      pullZone,
      async (on, { id, state, lifeCycle }) => {
        on.emulator.setFaults([status("GET", pullZone.path, 1)]);
        assert.ok((await lifeCycle.read(on.context, id, state)) !== undefined);
        on.emulator.pullZones.delete(8);
        const reader = new Reads(on.context.client.objects, { lists: true });
        assert.equal(await lifeCycle.read({ ...on.context, reader }, id, state), undefined);
      },
      { unserved: ["listPullZones"] },
    );
  });

  it("is another read where one response lacks a part of the zone", async () => {
    for (const subject of parts) {
      await held(subject, async (on, { id, state, lifeCycle }) => {
        const zone = partsOfPullZone.includes(subject) ? zoneOf(on) : { Id: 5, Domain: "acme.example" };
        const body = { ...zone, Hostnames: [], EdgeRules: [], Records: [] };
        const lacks = (times: number): FaultRule[] => [
          { method: "GET", path: subject.path, times, fault: { kind: "status", status: 200, body } },
        ];
        const read = async (faults: FaultRule[]): Promise<unknown> => {
          on.emulator.setFaults(faults);
          const reader = new Reads(on.context.client.objects, { lists: true });
          return lifeCycle.read({ ...on.context, reader }, id, state);
        };
        assert.ok((await read(lacks(1))) !== undefined, subject.kind);
        // The other request needs a second attempt, which must not get the first response either.
        assert.ok((await read([...lacks(1), status("GET", subject.path, 1)])) !== undefined, subject.kind);
        assert.equal(await read(lacks(2)), undefined, subject.kind);
      });
    }
  });

  for (const leftOut of [null, undefined, []]) {
    it(`is a single read where a list shows ${JSON.stringify(leftOut) ?? "none"} for the parts`, async () => {
      for (const subject of [pullZone, ...partsOfPullZone]) {
        await held(subject, async (on, { id, state, lifeCycle }) => {
          // Seven reads, so that the list answers them.
          for (let other = 20; other < 26; other++)
            on.emulator.pullZones.add({ Id: other, Name: `z-${String(other)}` });
          const Items = on.emulator.pullZones
            .list()
            .map((zone) => ({ ...zone, EdgeRules: leftOut, Hostnames: leftOut }));
          const body = { Items, CurrentPage: 1, TotalItems: Items.length, HasMoreItems: false };
          const isStale = leftOut?.length === 0;
          on.emulator.setFaults([{ method: "GET", path: "/pullzone", fault: { kind: "status", status: 200, body } }]);
          const others = [20, 21, 22, 23, 24, 25].map((other) => on.context.reader.read("PullZone", other));
          const found = await lifeCycle.read(on.context, id, state);
          await Promise.all(others);
          assert.ok(on.sent().includes("GET /pullzone"));
          // A zone whose list of parts is empty, and that no state has a part of, is taken as it is shown.
          if (subject !== pullZone || !isStale)
            assert.deepEqual({ ...found?.state, __mark: 1 }, { ...state, __mark: 1 });
        });
      }
    });
  }
});
