import assert from "node:assert/strict";
import { ConflictError, UnauthorizedError, UnexpectedResponseError } from "../../provider/api/errors";
import type { KindName } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import type { Properties } from "../../provider/declared/properties";
import { storageZoneLifeCycle } from "../../provider/lifecycle/storageZone";
import type { Bench } from "./support";
import { failureOf } from "../api/support";
import { bench } from "./support";

const old = { DateModified: "2026-01-01T00:00:00Z" };
const seed = { storageZones: [{ Id: 3, Name: "assets", ...old }] };
const linked = {
  ...seed,
  pullZones: [
    { Id: 8, Name: "website", StorageZoneId: 3 },
    { Id: 9, Name: "shop", StorageZoneId: 3 },
    { Id: 10, Name: "unrelated" },
  ],
};

const remove = (on: Bench, state: Properties = {}): Promise<void> =>
  storageZoneLifeCycle.delete(on.context, "3", { dateModified: old.DateModified, ...state });
const isDeleted = ({ emulator }: Bench): boolean => emulator.storageZones.get(3)?.Deleted === true;
const deletions = ({ emulator }: Bench) => emulator.journal.filter(({ method }) => method === "DELETE");

describe("Deleting a storage zone", () => {
  it("deletes it, and tells the service each time to keep linked pull zones", async () => {
    await bench(
      { seed, faults: [{ method: "DELETE", nth: 1, fault: { kind: "status", status: 500 } }] },
      async (on) => {
        await remove(on);
        assert.ok(isDeleted(on));
        assert.equal(deletions(on).length, 2);
        for (const { query } of deletions(on)) assert.deepEqual(query, { deleteLinkedPullZones: "false" });
      },
    );
  });

  it("succeeds if the zone was deleted already, and sends nothing", async () => {
    for (const softDelete of [false, true]) {
      await bench({ seed, softDelete }, async (on) => {
        on.emulator.storageZones.delete(3);
        await remove(on);
        assert.equal(deletions(on).length, 0);
      });
    }
  });

  it("fails if the key belongs to another account: its zone is not treated as deleted", async () => {
    const theirs = { Id: 5, UserId: "theirs" };
    for (const seed of [{ storageZones: [theirs] }, { pullZones: [{ ...theirs, OriginUrl: "https://a.example" }] }]) {
      await bench({ seed }, async (on) => {
        const { message } = await failureOf(remove(on, { userId: "ours" }), UnauthorizedError);
        assert.match(
          message,
          /is not treated as deleted: it belongs to user ours, but the zones of this access key.s account belong to theirs\. There are these ways:\n- Check the access key \(an environment variable/,
        );
        await remove(on, { userId: "theirs" });
      });
    }
  });

  it("fails if the live zone has another name or owner, as after a move to another account", async () => {
    for (const theirs of [{ Name: "theirs" }, { Name: "assets", UserId: "theirs" }]) {
      await bench({ seed: { storageZones: [{ Id: 3, ...theirs, ...old }] } }, async (on) => {
        const state = { name: "assets", userId: "ours", forceDestroy: true };
        const { message } = await failureOf(remove(on, state), ConflictError);
        assert.match(
          message,
          /Storage zone 3 was not deleted: its (name is "theirs", not "assets"|owner is user theirs, not ours)/,
        );
        // The resource may have an explicit provider.
        assert.doesNotMatch(message, /CDN_ACCESS_KEY|cdn:/);
        assert.match(
          message,
          /in a terminal: pulumi state delete URN \(if the URN is in the state twice, it asks for the id\)$/,
        );
        assert.ok(!isDeleted(on) && deletions(on).length === 0);
      });
    }
  });

  it("fails for a zone that holds a file", async () => {
    await bench({ seed }, async (on) => {
      on.emulator.storageZones.change(3, { FilesStored: 1, StorageUsed: 14, ...old });
      const { message } = await failureOf(remove(on), ConflictError);
      assert.match(
        message,
        /it holds 1 file \(14 bytes\)\. Linked pull zones are never deleted with it\. There are these ways:\n- Empty it first: .* --delete --allow-empty \(it does not delete releases\)\n/,
      );
      assert.ok(!isDeleted(on));
    });
  });

  for (const [what, given, says] of [
    ["files", {}, /"assets" \(id 3\) was not deleted: it holds 1 file \(4 bytes\)/],
    ["files that the service has not counted yet", { FilesStored: -1, StorageUsed: -4 }, /it has 1 listed file\./],
  ] as const) {
    it(`fails for a zone with ${what} although one response shows none`, async () => {
      await bench({ seed }, async (on) => {
        on.emulator.storageZones.change(3, { ...given, ...old });
        on.emulator.files.write(3, "docs/a.html", "text");
        const body = { ...on.emulator.storageZones.get(3), FilesStored: 0, StorageUsed: 0, PullZones: null };
        on.emulator.setFaults([
          { method: "GET", path: "/storagezone/3", nth: 1, fault: { kind: "status", status: 200, body } },
        ]);
        assert.match((await failureOf(remove(on), ConflictError)).message, says);
        assert.ok(!isDeleted(on));
      });
    }).timeout(20_000);
  }

  it("fails for the origin of pull zones although one response shows none", async () => {
    await bench({ seed: linked }, async (on) => {
      const body = { ...on.emulator.storageZones.get(3), FilesStored: 0, StorageUsed: 0, PullZones: [] };
      on.emulator.setFaults([
        { method: "GET", path: "/storagezone/3", nth: 1, fault: { kind: "status", status: 200, body } },
      ]);
      assert.match((await failureOf(remove(on), ConflictError)).message, /is the origin of the pull zones "website"/);
      assert.ok(!isDeleted(on));
    });
  });

  it("fails if its files can't be listed, and says how to delete it all the same", async () => {
    await bench({ seed }, async (on) => {
      on.emulator.setFaults([{ path: "/assets/", fault: { kind: "status", status: 500 } }]);
      const { message } = await failureOf(remove(on), ConflictError);
      assert.match(
        message,
        /because its files can't be listed: .*declare forceDestroy: true, and run pulumi up --target URN/,
      );
      await remove(on, { forceDestroy: true });
      assert.ok(isDeleted(on));
    });
  });

  it("fails if the service does not say whether the zone holds files", async () => {
    await bench(
      { seed, faults: [{ method: "GET", fault: { kind: "invalidJson", body: '{"Id":3,"Name":"assets"}' } }] },
      async (on) => {
        const { message } = await failureOf(remove(on), ConflictError);
        assert.match(message, /does not say whether it holds files/);
        assert.equal(deletions(on).length, 0);
      },
    );
  });

  it("succeeds if the response is lost and the next one is 404", async () => {
    for (const kind of ["reset", "hang"] as const) {
      const fault = kind === "reset" ? ({ kind, when: "after" } as const) : ({ kind, applied: true } as const);
      await bench({ seed, faults: [{ method: "DELETE", nth: 1, fault }] }, async (on) => {
        await remove(on);
        assert.ok(isDeleted(on));
      });
    }
  });

  it("succeeds with any 2xx", async () => {
    for (const status of [200, 202, 204]) {
      const fault = { kind: "status" as const, status, applied: true };
      await bench({ seed, faults: [{ method: "DELETE", fault }] }, async (on) => {
        await remove(on);
        assert.ok(isDeleted(on));
      });
    }
  });

  it("fails for the origin of pull zones, naming each", async () => {
    await bench({ seed: linked }, async (on) => {
      const { message } = await failureOf(remove(on), ConflictError);
      assert.match(message, /"assets" \(id 3\) was not deleted/);
      assert.match(message, /the pull zones "website" \(id 8\) and "shop" \(id 9\)/);
      assert.match(
        message,
        /Either this option or the old name also restores files of a storage folder that this run has deleted$/,
      );
      assert.match(
        message,
        /- Change the origin of these pull zones first.*- Keep it: .*forceDestroy: true, and run pulumi up --target URN-OF-THE-ZONE before/s,
      );
      assert.ok(!isDeleted(on) && deletions(on).length === 0);
    });
  });

  it("deletes a zone with files and pull zones with forceDestroy, and keeps every pull zone", async () => {
    await bench({ seed: linked }, async (on) => {
      on.emulator.storageZones.change(3, { FilesStored: 12, ...old });
      await remove(on, { forceDestroy: true });
      assert.ok(isDeleted(on));
      assert.deepEqual(
        on.emulator.pullZones.list().map(({ Id }) => Id),
        [8, 9, 10],
      );
    });
  });

  it("counts a pull zone only if the storage zone is its origin now", async () => {
    await bench({ seed: linked }, async (on) => {
      on.emulator.pullZones.change(9, { StorageZoneId: 3, OriginType: 2 });
      on.emulator.pullZones.change(8, { StorageZoneId: 3, OriginType: 0, OriginUrl: "https://o.example" });
      const { message } = await failureOf(remove(on), ConflictError);
      assert.match(message, /is the origin of the pull zones "shop" \(id 9\)\./);
      on.emulator.pullZones.change(9, { StorageZoneId: 3, OriginType: 4, EdgeScriptId: 1 });
      await remove(on);
      assert.ok(isDeleted(on));
    });
  });

  it("is refused in the preview for the origin of pull zones, if a new zone of its name replaces it", async () => {
    await bench({ seed: linked }, async (on) => {
      const state: Properties = { name: "assets", region: "DE" };
      const replaced = (more: Properties, name = "assets") =>
        storageZoneLifeCycle.checkReplacement?.(on.context, "3", { ...state, ...more }, { name, region: "NY" });
      await assert.rejects(replaced({}) ?? Promise.resolve(), /the pull zones "website" \(id 8\) and "shop" \(id 9\)/);
      await replaced({ forceDestroy: true });
      await replaced({}, "other");
      assert.deepEqual(deletions(on), []);
    });
  });

  it("treats only true as forceDestroy", async () => {
    await bench({ seed: linked }, async (on) => {
      for (const forceDestroy of [false, "true", 1, null]) await failureOf(remove(on, { forceDestroy }), ConflictError);
      assert.ok(!isDeleted(on));
    });
  });

  it("suggests retainOnDelete if the service has no such operation", async () => {
    for (const unservedStatus of [404, 405] as const) {
      await bench({ seed, unserved: ["deleteStorageZone"], unservedStatus }, async (on) => {
        const { message } = await failureOf(remove(on), UnexpectedResponseError);
        const why =
          unservedStatus === 405
            ? "this service has no operation"
            : "the service responds with 404, but still shows it";
        assert.match(message, new RegExp(`was not deleted: ${why}.*retainOnDelete: true`));
        assert.ok(!isDeleted(on));
      });
    }
  });
});

describe("Deleting many zones at once", () => {
  const ids = [3, 4, 5, 6, 7, 8];
  const seed = { storageZones: ids.map((Id) => ({ Id, Name: `zone-${String(Id)}`, ...old })) };
  const removeAll = ({ context }: Bench): Promise<unknown> =>
    Promise.all(ids.map((id) => storageZoneLifeCycle.delete(context, String(id), {})));

  it("looks at two lists of all of them afterwards, and at none singly", async () => {
    await bench({ seed }, async (on) => {
      await removeAll(on);
      assert.ok(ids.every((id) => on.emulator.storageZones.get(id)?.Deleted === true));
      const sent = on.sent();
      const last = sent.findLastIndex((request) => request.startsWith("DELETE"));
      assert.deepEqual(sent.slice(last + 1), ["GET /storagezone", "GET /storagezone"]);
    });
  });

  it("deletes one again that exists although the response said that it was deleted and one list lacks it", async () => {
    for (const nth of [1, 2]) {
      await bench({ seed }, async (on) => {
        on.emulator.setFaults([
          { method: "DELETE", path: "/storagezone/3", nth: 1, fault: { kind: "status", status: 204 } },
          { method: "GET", path: "/storagezone", nth, fault: { kind: "status", status: 200, body: [] } },
        ]);
        await removeAll(on);
        assert.ok(isDeleted(on));
      });
    }
  });
});

describe("Deleting many parts of a zone", () => {
  const count = 40;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const guid = (number: number): string => `guid-${String(number)}`;
  const parts = {
    dnsZones: [{ Id: 1, Domain: "acme.example" }],
    dnsRecords: numbers.map((Id) => ({ Id, DnsZoneId: 1, Name: `host-${String(Id)}`, Type: 0, Value: "192.0.2.1" })),
    pullZones: [
      {
        Id: 8,
        Name: "web",
        Hostnames: numbers.map((Id) => ({ Id, Value: `host-${String(Id)}.example` })),
        EdgeRules: numbers.map((number) => ({ Guid: guid(number), ActionType: 5, Triggers: [] })),
      },
    ],
  };
  interface Parts {
    readonly kind: KindName;
    readonly zone: string;
    readonly ids: readonly string[];
    readonly left: (on: Bench) => number;
    /** Deletes one part at the service, but not for us. */
    readonly removeOutside: (on: Bench) => void;
  }
  const kinds: readonly Parts[] = [
    {
      kind: "DnsRecord",
      zone: "/dnszone/1",
      ids: numbers.map((number) => `1/${String(number)}`),
      left: ({ emulator }) => emulator.dnsRecords.list().length,
      removeOutside: ({ emulator }) => void emulator.dnsRecords.delete(count),
    },
    {
      kind: "PullZoneHostname",
      zone: "/pullzone/8",
      ids: numbers.map((number) => `8/host-${String(number)}.example`),
      left: ({ emulator }) => emulator.pullZones.get(8)?.Hostnames?.length ?? 0,
      removeOutside: ({ emulator }) => {
        const Hostnames = emulator.pullZones.get(8)?.Hostnames ?? [];
        emulator.pullZones.change(8, { Hostnames: Hostnames.filter(({ Id }) => Id !== count) });
      },
    },
    {
      kind: "PullZoneEdgeRule",
      zone: "/pullzone/8",
      ids: numbers.map((number) => `8/${guid(number)}`),
      left: ({ emulator }) => emulator.pullZones.get(8)?.EdgeRules?.length ?? 0,
      removeOutside: ({ emulator }) => {
        const EdgeRules = emulator.pullZones.get(8)?.EdgeRules ?? [];
        emulator.pullZones.change(8, { EdgeRules: EdgeRules.filter(({ Guid }) => Guid !== guid(count)) });
      },
    },
  ];

  for (const { kind, zone, ids, left, removeOutside } of kinds) {
    const looks = ({ emulator }: Bench): number =>
      emulator.journal.filter(({ method, path }) => method === "GET" && path === zone).length;
    const removeAll = (on: Bench, some: readonly string[], state: Properties = {}): Promise<unknown> =>
      Promise.all(some.map((id) => lifeCycleOf(kind).delete(on.context, id, state)));

    it(`looks at it once before and once after all of each ${kind}, and again for one that the look does not settle`, async () => {
      await bench({ seed: parts }, async (on) => {
        await removeAll(on, ids.slice(0, -1));
        assert.deepEqual([looks(on), left(on)], [2, 1]);
        removeOutside(on);
        await removeAll(on, ids.slice(-1));
        assert.deepEqual([looks(on) > 1, left(on)], [true, 0]);
      });
    });

    it(`deletes no ${kind} of a zone with another name than in the state, and reads none at another service`, async () => {
      await bench({ seed: parts }, async (on) => {
        const other = { __zoneName: "digest of another name", __declared: [] };
        await failureOf(removeAll(on, ids, other), ConflictError);
        assert.deepEqual([deletions(on).length, left(on)], [0, count]);
        const read = (more: Properties) => lifeCycleOf(kind).read(on.context, String(ids[0]), { ...other, ...more });
        await failureOf(read({ __service: "another service" }), ConflictError);
        assert.ok(await read({ __service: on.context.reader.service.name }));
      });
    });
  }
});
