import assert from "node:assert/strict";
import type { FaultRule, PartialStorageZone } from "../../emulator";
import { ConflictError, InvalidInputError, UnauthorizedError, UnavailableError } from "../../provider/api/errors";
import { IncompleteError } from "../../provider/declared/failures";
import type { CreateResult } from "../../provider/lifecycle/lifeCycle";
import { storageZoneFields } from "../fixtures/contract/storageZone";
import type { Bench } from "./support";
import { beingDeleted } from "../fixtures/recorded/zones";
import { failureOf } from "../api/support";
import { eachOf } from "../faults/support/lifeCycles";
import { nameWaits } from "../../provider/lifecycle/byName";
import { storageZoneLifeCycle } from "../../provider/lifecycle/storageZone";
import { bench, checked, holdsUndefined } from "./support";

const zone = { name: "assets", region: "DE" };
const post = { method: "POST", path: "/storagezone" };
const list = { method: "GET", path: "/storagezone" };
/** The first creation is applied, and its response is lost. */
const applied: FaultRule = { ...post, nth: 1, fault: { kind: "reset", when: "after" } };

/** The ids of the zones with that name; there must never be two. */
const existing = ({ emulator }: Bench): number[] =>
  emulator.storageZones
    .list()
    .filter(({ Name }) => Name === zone.name)
    .map(({ Id }) => Id);

const posts = ({ sent }: Bench): number => sent().filter((request) => request === "POST /storagezone").length;

describe("Creating a storage zone", () => {
  it("creates it as declared with one POST, and records every field", async () => {
    await bench({ replicationMs: 5 }, async (on) => {
      const inputs = { ...zone, replicationRegions: ["syd", "NY"], zoneTier: 1, storageZoneType: 1 };
      const { id, state } = await on.create(inputs);
      const live = on.emulator.storageZones.get(Number(id)) ?? assert.fail();
      assert.deepEqual(
        [live.Name, live.Region, live.ReplicationRegions, live.ZoneTier, live.StorageZoneType],
        ["assets", "DE", ["SYD", "NY"], 1, 1],
      );
      assert.equal(posts(on), 1);
      assert.equal(state["storageZoneId"], Number(id));
      assert.equal(state["password"], live.Password);
      assert.equal(state["readOnlyPassword"], live.ReadOnlyPassword);
      assert.equal(state["filesStored"], 0);
      assert.ok(!holdsUndefined(state));
      const nullable = storageZoneFields.filter(([, type]) => type.endsWith("?")).length;
      assert.ok(Object.keys(state).length >= storageZoneFields.length - nullable);
    });
  });

  it("sends an update for settings that the creation does not take, and only if one is set", async () => {
    await bench({}, async (on) => {
      const { id, state } = await on.create({ ...zone, rewrite404To200: true, custom404FilePath: "/404.html" });
      const live = on.emulator.storageZones.get(Number(id)) ?? assert.fail();
      assert.deepEqual([live.Rewrite404To200, live.Custom404FilePath], [true, "/404.html"]);
      assert.deepEqual([state["rewrite404To200"], state["custom404FilePath"]], [true, "/404.html"]);
      const update = on.emulator.journal.find(({ operation }) => operation === "updateStorageZone");
      assert.deepEqual(update?.bodyFields, ["ReplicationZones", "Rewrite404To200", "Custom404FilePath"]);
      on.emulator.clearJournal();
      await on.create({ name: "other", region: "DE", rewrite404To200: false, custom404FilePath: "" });
      assert.deepEqual(on.sent(), ["GET /storagezone", "POST /storagezone", "GET /storagezone/2"]);
    });
  });

  it("takes only the id from the answer: the rest is read", async () => {
    const answer = { Id: 1, Name: "x", Region: "x", Deleted: "no", Password: "string", ReadOnlyPassword: "string" };
    for (const body of [answer, { ...answer, Deleted: false }].map((object) => JSON.stringify(object))) {
      await bench({ faults: [{ ...post, nth: 1, fault: { kind: "invalidJson", body } }] }, async (on) => {
        const { id, state } = await on.create({ ...zone, forceDestroy: true });
        const { Password, ReadOnlyPassword } = on.emulator.storageZones.get(1) ?? assert.fail();
        assert.deepEqual(
          [id, state["name"], state["region"], state["password"], state["readOnlyPassword"], state["forceDestroy"]],
          ["1", "assets", "DE", Password, ReadOnlyPassword, true],
        );
      });
    }
  });

  it("keeps the id if the zone can't be read, and the next run completes the state", async () => {
    for (const status of [500, 401]) {
      const unread: FaultRule = { method: "GET", path: "/storagezone/*", fault: { kind: "status", status } };
      const hidden: FaultRule = {
        method: "GET",
        path: "/storagezone",
        skip: 1,
        fault: { kind: "status", status: 500 },
      };
      await bench({ faults: [unread, hidden] }, async (on) => {
        const error = await failureOf(on.create({ ...zone, forceDestroy: true }), IncompleteError);
        assert.equal(error.id, "1");
        const { name, region, forceDestroy, storageZoneId, password } = error.state;
        assert.deepEqual([name, region, forceDestroy, storageZoneId, password], ["assets", "DE", true, 1, undefined]);
        on.emulator.setFaults([]);
        const inputs = checked({ ...zone, forceDestroy: true });
        const state = await storageZoneLifeCycle.update(on.context, error.id, error.state, inputs);
        const { Password, StorageHostname, UserId } = on.emulator.storageZones.get(1) ?? assert.fail();
        assert.deepEqual(
          [state["password"], state["storageHostname"], state["userId"]],
          [Password, StorageHostname, UserId],
        );
        assert.ok(StorageHostname !== undefined && UserId !== undefined);
      });
    }
  });

  it("waits for the name of a zone that the service is still deleting, and says so", async () => {
    const told: string[] = [];
    const deleting: FaultRule = { ...post, times: 1, fault: { kind: "status", ...beingDeleted } };
    await bench({ faults: [deleting] }, async (on) => {
      const context = { ...on.context, tell: (text: string) => void told.push(text) };
      await storageZoneLifeCycle.create(context, checked(zone));
      assert.deepEqual([existing(on).length, posts(on)], [1, 2]);
      assert.match(
        told.join(),
        /^Waiting up to 120 s for the name of storage zone "assets": .* still deleting the zone/,
      );
      const { maxMs } = nameWaits;
      try {
        nameWaits.maxMs = 100;
        on.emulator.setFaults([{ ...post, fault: { kind: "status", ...beingDeleted } }]);
        const { message } = await failureOf(on.create({ name: "other", region: "DE" }), ConflictError);
        assert.match(message, /currently being deleted.*did not release the name .* Run the same command again later/);
        assert.doesNotMatch(message, /another account/);
      } finally {
        nameWaits.maxMs = maxMs;
      }
    });
  });

  it("fails if the service did not follow it, and keeps the zone as it is", async () => {
    await bench({}, async (on) => {
      const moved: FaultRule = { ...post, fault: { kind: "status", status: 201, body: { Id: 9 } } };
      on.emulator.storageZones.add({ Id: 9, Name: "Assets", Region: "DE" });
      on.emulator.setFaults([{ ...list, times: 1, fault: { kind: "status", status: 200, body: [] } }, moved]);
      const { message, id, state } = await failureOf(on.create({ name: "assets", region: "NY" }), IncompleteError);
      assert.match(
        message,
        /\(id 9\) was created, but not as declared: region is "DE" instead of the declared "NY"\. .*actual/,
      );
      assert.deepEqual([id, state["region"]], ["9", "DE"]);
      assert.deepEqual(storageZoneLifeCycle.diff(state, checked({ name: "assets", region: "DE" })).replaces, []);
    });
  });

  it("passes on the service's refusal", async () => {
    await bench({}, async (on) => {
      const refused = await failureOf(on.create({ ...zone, name: "No Good" }), InvalidInputError);
      assert.equal(refused.property, "Name");
      assert.match(refused.message, /4 to 64 characters of a-z, 0-9 and -/);
      on.emulator.setAccessKey("rotated");
      await failureOf(on.create(zone), UnauthorizedError);
      assert.deepEqual(on.emulator.storageZones.list(), []);
    });
  });
});

describe("A creation without a usable response", () => {
  const lost: Readonly<Record<string, FaultRule["fault"]>> = {
    "a reset after it was applied": { kind: "reset", when: "after" },
    "a 500 although it was applied": { kind: "status", status: 500, applied: true },
    "a 502 of a gateway that gave up": { kind: "status", status: 502, body: "<html>", applied: true },
    "a hang after it was applied": { kind: "hang", applied: true },
    "a body cut short": { kind: "cutShort" },
    "a body of broken JSON": { kind: "invalidJson", body: '{"Id":' },
    "an empty object": { kind: "invalidJson", body: "{}" },
    "no body at all": { kind: "contentType", body: "" },
    "another content": { kind: "contentType", body: "<html>" },
    "an id of zero": { kind: "invalidJson", body: '{"Id":0}' },
  };
  it("finds the created zone by its name, without a second request", async () => {
    const created = ([what, fault]: [string, FaultRule["fault"]]): Promise<void> =>
      bench({ faults: [{ ...post, nth: 1, fault }] }, async (on) => {
        const { id, state } = await on.create({ ...zone, replicationRegions: ["NY"] });
        assert.deepEqual(existing(on), [Number(id)], what);
        assert.equal(state["storageZoneId"], Number(id), what);
        assert.equal(posts(on), 1, what);
      });
    await Promise.all(Object.entries(lost).map(created));
  });

  it("finds the zone even if the service lists new zones late", async () => {
    await bench({ faults: [applied], lag: { listMs: 600, getMs: 300 } }, async (on) => {
      const { id } = await on.create({ ...zone, rewrite404To200: true });
      assert.deepEqual(existing(on), [Number(id)]);
      assert.equal(on.emulator.storageZones.get(Number(id))?.Rewrite404To200, true);
    });
  });

  it("reports an unknown outcome if the search fails too; the next run finds the zone and suggests adopt", async () => {
    const faults: FaultRule[] = [
      { ...post, fault: { kind: "reset", when: "after" } },
      { method: "GET", path: "/storagezone", skip: 1, fault: { kind: "status", status: 500 } },
    ];
    await bench({ faults }, async (on) => {
      const unclear = await failureOf(on.create(zone), UnavailableError);
      assert.match(unclear.message, /^The service did not confirm that storage zone "assets" was created \(/);
      assert.match(unclear.message, /, and then: List storage zones .* failed with 500\..*Run the same command again/);
      on.emulator.setFaults([]);
      const [id] = existing(on);
      const next = await failureOf(on.create(zone), ConflictError);
      assert.match(next.message, new RegExp(`with id ${String(id)}.*adopt: true.*import ${String(id)}`, "s"));
    });
  });

  it("reports an unknown outcome if a second request is refused while the service lists the zone late", async () => {
    const second: FaultRule = { ...post, nth: 2, fault: { kind: "status", status: 403 } };
    await bench({ faults: [applied, second], lag: { listMs: 15_000 } }, async (on) => {
      const { message } = await failureOf(on.create(zone), UnavailableError);
      assert.match(
        message,
        /^The service did not confirm that storage zone "assets" was created \(.*, and then: .*403.*Run the same/,
      );
    });
  });

  it("reports an unknown outcome, not another account's zone, if further responses say that the name is taken", async () => {
    await bench({ faults: [applied], lag: { listMs: 60_000 } }, async (on) => {
      const { message } = await failureOf(on.create(zone), UnavailableError);
      assert.match(
        message,
        /^The service did not confirm that storage zone "assets" was created .*Run the same command again/,
      );
      assert.equal(existing(on).length, 1);
    });
  });
});

describe("A creation that was not applied", () => {
  it("is repeated once the zone is not found: one zone in the end", async () => {
    const faults: FaultRule["fault"][] = [
      { kind: "reset", when: "before" },
      { kind: "status", status: 500 },
      { kind: "hang" },
    ];
    await Promise.all(
      faults.map((fault) =>
        bench({ faults: [{ ...post, nth: 1, fault }] }, async (on) => {
          const { id } = await on.create(zone);
          assert.deepEqual(existing(on), [Number(id)], fault.kind);
          assert.equal(posts(on), 2);
        }),
      ),
    );
  });

  it("is distinguished from a late one by the service, since names are unique", async () => {
    // The first request is taken and answered with 500, and the list shows its zone too late: the second says "taken".
    const faults: FaultRule[] = [{ ...post, nth: 1, fault: { kind: "status", status: 500, applied: true } }];
    await bench({ faults, lag: { listMs: 4500 } }, async (on) => {
      const { id } = await on.create(zone);
      assert.deepEqual(existing(on), [Number(id)]);
      assert.equal(posts(on), 2);
    });
  });
});

describe("A name that is taken", () => {
  it("in this account fails before the POST, naming the id and both ways to adopt the zone", async () => {
    await bench({ seed: { storageZones: [{ Id: 7, Name: "assets", Region: "DE" }] } }, async (on) => {
      const { message } = await failureOf(on.create(zone), ConflictError);
      assert.match(message, /a storage zone named "assets" exists in this account with id 7/);
      assert.match(message, /declare it with adopt: true .*, or import it: npx pulumi-cdn-zones import 7/);
      assert.equal(posts(on), 0);
    });
  });

  it("in another account fails with that reason", async () => {
    await bench({ takenNames: ["assets"] }, async (on) => {
      const { message } = await failureOf(on.create(zone), ConflictError);
      assert.match(message, /a zone of another account has it.*Choose another name/);
    });
  });

  it("by a zone created concurrently is never adopted, however similar the zones are", async () => {
    await bench({ lag: { listMs: 100 } }, async (on) => {
      const other = on.emulator.storageZones.add({ Name: "assets", Region: "DE" });
      const { message } = await failureOf(on.create(zone), ConflictError);
      assert.match(message, new RegExp(`exists in this account with id ${String(other.Id)}`));
    });
  });

  /** A creation without a response, and a zone that somebody else creates meanwhile. */
  const besideOther = (
    other: PartialStorageZone,
    linked: boolean,
    act: (on: Bench, made: Promise<CreateResult>) => Promise<void>,
  ) =>
    bench({ faults: [{ ...post, fault: { kind: "reset", when: "before" } }] }, async (on) => {
      // A zone has no replica in its own region.
      const replicas = other.Region === "NY" ? [] : ["NY"];
      const made = on.create({ ...zone, replicationRegions: replicas });
      while (posts(on) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      on.emulator.storageZones.add({ Id: 9, Name: "assets", Region: "DE", ReplicationRegions: replicas, ...other });
      if (linked) on.emulator.pullZones.add({ StorageZoneId: 9 });
      await act(on, made);
    });

  it("by a zone as declared and unused, after an unclear response, is that of the created zone", async () => {
    await besideOther({}, false, async (_, made) => assert.equal((await made).id, "9"));
  });

  it("by a zone that differs in any way, after an unclear response, is a conflict", async () => {
    const others: [PartialStorageZone, linked: boolean][] = [
      [{ Region: "NY" }, false],
      [{ FilesStored: 3 }, false],
      [{ DateModified: "2020-01-01T00:00:00Z" }, false],
      [{}, true],
      [{ ReplicationRegions: ["LA"] }, false],
      [{ ReplicationRegions: [] }, false],
      [{ Rewrite404To200: true }, false],
      [{ Custom404FilePath: "/theirs.html" }, false],
    ];
    const refused = ([other, linked]: [PartialStorageZone, boolean]): Promise<void> =>
      besideOther(other, linked, async (_, made) => {
        const { message } = await failureOf(made, ConflictError);
        assert.match(message, /The service did not confirm that the creation worked.*with id 9/, JSON.stringify(other));
      });
    await Promise.all(others.map(refused));
  });
});

describe("One zone declared twice in a program", () => {
  it("becomes one resource, whatever happens to the requests", async () => {
    await bench({ faults: [applied] }, async (on) => {
      const both = await Promise.allSettled([on.create(zone), on.create({ ...zone, name: "ASSETS" })]);
      assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
      assert.equal(on.emulator.storageZones.list().length, 1);
      const rejected = both.find((outcome) => outcome.status === "rejected");
      assert.match(String(rejected?.reason), /another resource of this program declares a storage zone named/);
    });
  });

  it("becomes one resource if the second is created later and its response is lost", async () => {
    const faults: FaultRule[] = [{ ...post, nth: 2, fault: { kind: "status", status: 500 } }];
    await bench({ faults, lag: { listMs: 400 } }, async (on) => {
      const { id } = await on.create(zone);
      const { message } = await failureOf(on.create(zone), ConflictError);
      assert.match(message, /another resource of this program declares a storage zone named "assets"\. Names/);
      assert.deepEqual(existing(on), [Number(id)]);
    });
  });
});

describe("A request that the network delivered twice", () => {
  it("creates one zone if the second response arrives, which the error names", async () => {
    const faults: FaultRule[] = [{ ...post, nth: 1, fault: { kind: "duplicate", answer: "second" } }];
    await bench({ faults }, async (on) => {
      const { message } = await failureOf(on.create(zone), ConflictError);
      assert.match(message, new RegExp(`with id ${String(existing(on)[0])}.*adopt: true`, "s"));
      assert.equal(existing(on).length, 1);
    });
  });
});

describe("A failure after the creation", () => {
  it("keeps the id and the state, so that the zone is not lost", async () => {
    const update = { method: "POST", path: "/storagezone/*" };
    const failures: [FaultRule["fault"], RegExp][] = [
      [{ kind: "status", status: 500 }, /failed with 500/],
      [{ kind: "status", status: 403 }, /403/],
      [
        { kind: "status", status: 400, body: { ErrorKey: "x", Field: "Custom404FilePath", Message: "Bad path." } },
        /Bad path/,
      ],
      [{ kind: "hang" }, /response incomplete/],
    ];
    const keeps = ([fault, reason]: [FaultRule["fault"], RegExp]): Promise<void> =>
      bench({ faults: [{ ...update, fault }] }, async (on) => {
        const client = { ...zone, rewrite404To200: true, forceDestroy: true };
        const error = await failureOf(on.create(client), IncompleteError);
        assert.deepEqual([error.id], existing(on).map(String));
        assert.match(error.message, reason);
        assert.equal(error.state["password"], on.emulator.storageZones.get(Number(error.id))?.Password);
        assert.equal(error.state["forceDestroy"], true);
        assert.ok(!holdsUndefined(error.state));
      });
    await Promise.all(failures.map(keeps));
  });

  it("is retried if the service does not show the new zone yet", async () => {
    await bench({ lag: { getRequests: 2 } }, async (on) => {
      const { id, state } = await on.create({ ...zone, rewrite404To200: true });
      assert.equal(on.emulator.storageZones.get(Number(id))?.Rewrite404To200, true);
      assert.equal(state["rewrite404To200"], true);
    });
  });
});

describe("waitForReplication", () => {
  it("waits until the service reports completion", async () => {
    await bench({ replicationMs: 600 }, async (on) => {
      const { state } = await on.create({ ...zone, replicationRegions: ["NY"], waitForReplication: true });
      assert.equal(state["replicationChangeInProgress"], false);
      assert.ok(on.sent().filter((request) => request.startsWith("GET /storagezone/")).length <= 5);
    });
  });

  it("is off by default", async () => {
    await bench({ replicationMs: 60_000 }, async (on) => {
      const { state } = await on.create({ ...zone, replicationRegions: ["NY"] });
      assert.equal(state["replicationChangeInProgress"], true);
    });
  });
});

describe("Creating many storage zones at once", () => {
  const named = (index: number): { name: string; region: string } => ({ name: `zone-${String(index)}`, region: "DE" });

  /** Creates as an engine does: a fixed number in parallel. */
  const createAll = (on: Bench, count: number): Promise<void> =>
    eachOf([...Array(count).keys()], 16, async (index) => void (await on.create(named(index))));

  it("takes two requests each and few pages of the list", async () => {
    // With time enough for a slow machine: after a timeout the zone would be searched.
    const timeoutSeconds = 60;
    const test = async (on: Bench): Promise<void> => {
      await createAll(on, 300);
      assert.equal(on.emulator.storageZones.list().length, 300);
      assert.equal(posts(on), 300);
      assert.ok(on.sent().length <= 605, `${String(on.sent().length)} requests`);
    };
    await bench({}, test, timeoutSeconds);
  });

  it("refuses an existing zone, even one created after the list was read, and names its id", async () => {
    await bench({ seed: { storageZones: [{ Id: 7, Name: "Zone-3", Region: "DE" }] } }, async (on) => {
      await createAll(on, 3);
      await assert.rejects(createAll(on, 8));
      on.emulator.storageZones.add({ Id: 70, Name: "zone-9", Region: "DE" });
      const [first, second] = await Promise.all([
        failureOf(on.create(named(3)), ConflictError),
        failureOf(on.create(named(9)), ConflictError),
      ]);
      assert.match(first.message, /exists in this account with id 7\b/);
      assert.match(second.message, /exists in this account with id 70\b/);
      const adopted = await on.create({ ...named(9), adopt: true });
      assert.equal(adopted.id, "70");
    });
  });
});
