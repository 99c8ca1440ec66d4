import assert from "node:assert/strict";
import type { EmulatorOptions } from "../../emulator";
import { CdnClient } from "../../provider/api/client";
import { ConflictError, UnauthorizedError, UnavailableError } from "../../provider/api/errors";
import { Reads } from "../../provider/api/reads";
import { dnsZoneLifeCycle } from "../../provider/lifecycle/dnsZone";
import type { CreateResult } from "../../provider/lifecycle/lifeCycle";
import type { Properties } from "../../provider/declared/properties";
import { IncompleteError } from "../../provider/declared/failures";
import { failureOf, settings } from "../api/support";
import type { Bench } from "./support";
import { bench, contextOf, holdsUndefined } from "./support";

const domain = "acme.example";
const zone = { Id: 7, Domain: domain };
const longAgo = "2020-01-01T00:00:00Z";
const storageZones = [{ Id: 1, Name: "assets" }];

function checked(news: Properties, olds: Properties = {}): Properties {
  const { inputs, failures } = dnsZoneLifeCycle.check({ extraRegions: [] }, olds, news);
  assert.deepEqual(
    failures.map(({ reason }) => reason),
    [],
  );
  return inputs;
}

const create = ({ context }: Bench, news: Properties, existingId?: string): Promise<CreateResult> =>
  dnsZoneLifeCycle.create(context, checked(news), existingId);

/** The requests that are not GETs. */
const writes = ({ sent }: Bench): string[] => sent().filter((request) => !request.startsWith("GET "));

async function refreshed({ context }: Pick<Bench, "context">, { id, state }: CreateResult): Promise<Properties> {
  const found = await dnsZoneLifeCycle.read(context, id, state);
  return found?.state ?? assert.fail("it must be found");
}

async function withCreated(
  news: Properties,
  test: (on: Bench, created: CreateResult) => Promise<void>,
  options: EmulatorOptions = {},
): Promise<void> {
  await bench({ seed: { storageZones }, ...options }, async (on) => test(on, await create(on, news)));
}

describe("Checking a DNS zone", () => {
  const reasonsOf = (news: Properties): string[] =>
    dnsZoneLifeCycle
      .check({ extraRegions: [] }, {}, news)
      .failures.map(({ property, reason }) => `${property} ${reason}`);

  it("refuses what is no domain, and takes one of any script", () => {
    for (const bad of [
      "acme",
      "acme.example.",
      "https://acme.example",
      "acme.example/",
      "",
      ".example",
      "a b.example",
    ]) {
      const [reason = ""] = reasonsOf({ domain: bad });
      assert.match(reason, /^domain must be a (domain such as acme\.example|non-empty string).*, but got: "/, bad);
    }
    for (const good of ["acme.example", "ACME.example", "_x.acme.example", "xn--bcher-kva.example", "bücher.example"]) {
      assert.deepEqual(reasonsOf({ domain: good }), []);
    }
  });

  it("takes a zone of RFC 2317, and refuses labels that are too long, also in ASCII", () => {
    assert.deepEqual(reasonsOf({ domain: "0/25.2.0.192.in-addr.arpa" }), []);
    for (const domain of [`${"a".repeat(64)}.example`, `${"ü".repeat(60)}.example`]) {
      assert.match(reasonsOf({ domain })[0] ?? "", /^domain must have at most 63 characters between two dots/);
    }
  });

  it("drops the dot at the end of a nameserver, and writes each name as it was spelt before", () => {
    const custom = { domain, customNameserversEnabled: true };
    assert.equal(checked({ ...custom, nameserver1: "ns1.acme.example." })["nameserver1"], "ns1.acme.example");
    const olds = { ...custom, domain: "bücher.example", nameserver1: "ns1.acme.example." };
    const respelt = { ...custom, domain: "XN--bcher-kva.example", nameserver1: "NS1.acme.example" };
    assert.deepEqual(checked(respelt, olds), olds);
  });

  it("refuses nameservers of one's own that are not enabled, and other settings by their type", () => {
    const nameserver1 = "ns1.acme.example";
    assert.deepEqual(reasonsOf({ domain, nameserver1, customNameserversEnabled: true }), []);
    assert.deepEqual(reasonsOf({ domain, nameserver1 }), [
      "nameserver1 must be declared with customNameserversEnabled: true, but got: customNameserversEnabled nothing",
    ]);
    assert.match(
      reasonsOf({ domain, nameserver1: "ns1.", customNameserversEnabled: true })[0] ?? "",
      /a hostname such/,
    );
    assert.match(
      reasonsOf({ domain, certificateKeyType: "Dsa" })[0] ?? "",
      /one of Ecdsa, Rsa, or an integer, but got: "Dsa"/,
    );
    assert.match(reasonsOf({ domain, records: [] })[0] ?? "", /records can't be declared/);
  });

  it("writes what an enumeration has by name, in any case, and other integers in digits", () => {
    const keyTypeOf = (certificateKeyType: unknown) => checked({ domain, certificateKeyType })["certificateKeyType"];
    assert.deepEqual([keyTypeOf("rsa"), keyTypeOf(1), keyTypeOf("1"), keyTypeOf(9)], ["Rsa", "Rsa", "Rsa", "9"]);
  });
});

describe("Creating a DNS zone", () => {
  it("adds it, sets what the creation can't set, and has a state without records that a refresh agrees with", async () => {
    const settings = { soaEmail: "dns@acme.example", loggingEnabled: true, certificateKeyType: "Rsa" };
    await withCreated({ domain, ...settings }, async (on, { id, state }) => {
      assert.deepEqual(writes(on), ["POST /dnszone", `POST /dnszone/${id}`]);
      const { SoaEmail, LoggingEnabled, CertificateKeyType } = on.emulator.dnsZones.get(Number(id)) ?? {};
      assert.deepEqual([SoaEmail, LoggingEnabled, CertificateKeyType], ["dns@acme.example", true, 1]);
      assert.deepEqual(state["nameservers"], ["kiki.bunny.net", "coco.bunny.net"]);
      assert.equal(state["dnsZoneId"], Number(id));
      assert.ok(!("records" in state) && !("id" in state) && !holdsUndefined(state));
      on.emulator.dnsRecords.add({ DnsZoneId: Number(id), Type: 3, Name: "a", Value: "CANARY" });
      const later = await refreshed(on, { id, state });
      assert.deepEqual(later, state);
    });
  });

  for (const [name, options] of Object.entries<EmulatorOptions>({
    "no body": { emptyAnswers: ["addDnsZone"] },
    "no answer": {
      faults: [{ method: "POST", path: "/dnszone", times: 1, fault: { kind: "reset", when: "after" } }],
    },
  })) {
    it(`makes one zone if the request gets ${name}`, async () => {
      await withCreated(
        { domain },
        async (on, { id }) => {
          assert.deepEqual(
            [on.emulator.dnsZones.list().map(({ Id }) => String(Id)), writes(on)],
            [[id], ["POST /dnszone"]],
          );
        },
        options,
      );
    });
  }

  it("does not take another's zone for its own after a lost answer", async () => {
    const lost = { method: "POST", path: "/dnszone", times: 1, fault: { kind: "reset", when: "before" } } as const;
    await bench({ faults: [lost] }, async (on) => {
      const creation = create(on, { domain });
      const { Id } = on.emulator.dnsZones.add({ Domain: domain });
      on.emulator.dnsRecords.add({ DnsZoneId: Id, Type: 0, Value: "192.0.2.1" });
      const { message } = await failureOf(creation, ConflictError);
      assert.match(
        message,
        /a DNS zone named "acme\.example" exists in this account with id \d+\. There are these ways:\s+- To adopt it/,
      );
    });
  });

  it("refuses one that exists, and adopts it with adopt: true or by its id, with its DNSSEC data", async () => {
    await bench({ seed: { dnsZones: [{ ...zone, DnsSecEnabled: true }] } }, async (on) => {
      const { message } = await failureOf(create(on, { domain: "ACME.example" }), ConflictError);
      assert.match(
        message,
        /named "acme\.example" exists in this account with id 7\. There are these ways:\n- To adopt it, declare it with adopt: true/,
      );
      const adopted = await create(on, { domain: "ACME.example", adopt: true, dnsSecEnabled: true });
      assert.deepEqual([adopted.id, adopted.state["domain"], adopted.state["dsAlgorithm"]], ["7", "ACME.example", 13]);
      const imported = await dnsZoneLifeCycle.import(
        { ...on.context, memory: contextOf(on.context.client).memory },
        "7",
      );
      assert.deepEqual(imported.inputs, { domain, dnsSecEnabled: true });
      assert.equal(imported.state["dsRecord"], adopted.state["dsRecord"]);
      const byName = await failureOf(dnsZoneLifeCycle.import(on.context, domain), Error);
      assert.match(byName.message, /The id of DNS zone "acme\.example" is 7/);
    });
  });

  it("keeps the id if a setting is refused afterwards, and sets it in the next update", async () => {
    const refused = { path: "/dnszone/*/dnssec", times: 1, fault: { kind: "status", status: 400 } } as const;
    await bench({ faults: [refused] }, async (on) => {
      const { id, state } = await failureOf(create(on, { domain, dnsSecEnabled: true }), IncompleteError);
      assert.equal(on.emulator.dnsZones.get(Number(id))?.Domain, domain);
      const updated = await dnsZoneLifeCycle.update(on.context, id, state, checked({ domain, dnsSecEnabled: true }));
      assert.match(String(updated["dsRecord"]), /^acme\.example\. 3600 IN DS /);
    });
  });

  it("says so if the service has no DNS", async () => {
    await bench({ unserved: ["addDnsZone", "listDnsZones", "getDnsZone"] }, async (on) => {
      const { message } = await failureOf(create(on, { domain }), Error);
      assert.equal(message, "The DNS zone was not created: this service has no operation that adds one");
    });
  });
});

describe("A domain that another account has", () => {
  for (const contract of [false, true]) {
    it(`is a conflict with what to do there, as ${contract ? "versions before the recordings had it" : "recorded"}`, async () => {
      await bench({ contract, takenNames: [domain] }, async (on) => {
        const { message } = await failureOf(create(on, { domain }), ConflictError);
        assert.match(message, /^Add DNS zone .* failed with 400: .*(dnszone\.name_taken|dnsZone\.domain_taken)/);
        assert.ok(!message.includes("\r"), "the service's texts end in one");
        assert.match(
          message,
          /No zone of this account has that name, so a zone of another account has it.*\. Delete the zone in the other account, or prove ownership of the domain there$/,
        );
        assert.equal(on.sent().filter((request) => request.startsWith("POST")).length, 1);
      });
    });
  }
});

describe("A DNS zone in Unicode", () => {
  it("is added and found in ASCII, and is the same in every spelling", async () => {
    await withCreated({ domain: "bücher.example" }, async (on, created) => {
      assert.equal(on.emulator.dnsZones.get(Number(created.id))?.Domain, "xn--bcher-kva.example");
      assert.equal((await refreshed(on, created))["domain"], "bücher.example");
      assert.deepEqual(dnsZoneLifeCycle.diff(created.state, { domain: "xn--BCHER-kva.example" }).replaces, []);
      const again = await failureOf(
        create({ ...on, context: contextOf(on.context.client) }, { domain: "BÜCHER.example" }),
        ConflictError,
      );
      assert.match(again.message, /exists in this account with id/);
      await dnsZoneLifeCycle.delete(on.context, created.id, created.state);
      assert.deepEqual(on.emulator.dnsZones.list(), []);
    });
  });

  it("is updated with nameservers in ASCII and without a dot, and imported so", async () => {
    const custom = { domain, customNameserversEnabled: true, nameserver1: "ns1.bücher.example." };
    await withCreated(custom, async (on, created) => {
      const id = Number(created.id);
      assert.equal(on.emulator.dnsZones.get(id)?.Nameserver1, "ns1.xn--bcher-kva.example");
      on.emulator.dnsZones.change(id, { Nameserver1: "ns1.xn--bcher-kva.example.", Nameserver2: "ns2.acme.example." });
      assert.equal((await refreshed(on, created))["nameserver1"], "ns1.bücher.example");
      const context = contextOf(on.context.client);
      const { inputs } = await dnsZoneLifeCycle.import(context, created.id);
      assert.deepEqual(
        [inputs["nameserver1"], inputs["nameserver2"]],
        ["ns1.xn--bcher-kva.example", "ns2.acme.example"],
      );
      checked(inputs);
    });
  });
});

describe("DNSSEC of a DNS zone", () => {
  const news = { domain, dnsSecEnabled: true };

  it("is switched on and off by its own operations, with what the registrar is told as outputs", async () => {
    await withCreated({ domain }, async (on, { id, state }) => {
      assert.ok(!("dsRecord" in state));
      on.emulator.clearJournal();
      const signed = await dnsZoneLifeCycle.update(on.context, id, state, checked(news));
      // The response to the last request shows it.
      assert.equal(on.sent().at(-1), `POST /dnszone/${id}/dnssec`);
      assert.equal(on.emulator.dnsZones.get(Number(id))?.DnsSecEnabled, true);
      const { dsDigest, dsDigestType, dsAlgorithm, dsKeyTag, dsFlags, dsPublicKey } = signed;
      assert.deepEqual([dsDigestType, dsAlgorithm, dsFlags], ["SHA256 (2)", 13, 257]);
      assert.match(String(dsPublicKey), /^[\w+/]{86}==$/);
      assert.equal(signed["dsRecord"], `acme.example. 3600 IN DS ${String(dsKeyTag)} 13 2 ${String(dsDigest)}`);
      on.emulator.clearJournal();
      assert.deepEqual(await refreshed(on, { id, state: signed }), signed);
      assert.deepEqual(writes(on), []);
      const ended = await dnsZoneLifeCycle.update(on.context, id, signed, checked({ domain, dnsSecEnabled: false }));
      assert.equal(on.emulator.dnsZones.get(Number(id))?.DnsSecEnabled, false);
      assert.ok(!("dsRecord" in ended) && !("dsKeyTag" in ended));
    });
  });

  it("that an answer only pretends to switch off stays on in the state, and the next update switches it off", async () => {
    await withCreated(news, async (on, { id, state }) => {
      const off = checked({ domain, dnsSecEnabled: false });
      const fault = { kind: "status", status: 204 } as const;
      on.emulator.setFaults([{ method: "DELETE", path: "/dnszone/*/dnssec", times: 1, fault }]);
      const failed = await failureOf(dnsZoneLifeCycle.update(on.context, id, state, off), IncompleteError);
      assert.match(failed.message, /DNSSEC of DNS zone \d+ was not updated: the service answered that it was/);
      await dnsZoneLifeCycle.update(on.context, id, failed.state, off);
      assert.equal(on.emulator.dnsZones.get(Number(id))?.DnsSecEnabled, false);
    });
  }).timeout(20_000);

  for (const [what, body] of [
    ["a response without a body", undefined],
    ["a response that says it is off", { Enabled: false, DsRecord: null, Algorithm: 0, KeyTag: 0, Flags: 0 }],
  ] as const) {
    const fault = { kind: "status", status: 200, ...(body === undefined ? {} : { body }) } as const;
    const faults = [{ method: "POST", path: "/dnszone/*/dnssec", times: 1, fault }];

    it(`that ${what} only pretends to switch on is off after a refresh, and the next update switches it on`, async () => {
      await withCreated({ domain }, async (on, { id, state }) => {
        on.emulator.setFaults(faults);
        const failed = await failureOf(dnsZoneLifeCycle.update(on.context, id, state, checked(news)), IncompleteError);
        assert.match(failed.message, /DNSSEC of DNS zone \d+ was not updated: the service answered that it was/);
        const { inputs } = (await dnsZoneLifeCycle.read(on.context, id, failed.state, checked(news))) ?? assert.fail();
        assert.equal(inputs?.["dnsSecEnabled"], false);
        const signed = await dnsZoneLifeCycle.update(on.context, id, failed.state, checked(news));
        assert.equal(on.emulator.dnsZones.get(Number(id))?.DnsSecEnabled, true);
        assert.ok(typeof signed["dsRecord"] === "string");
      });
    }).timeout(20_000);

    it(`that the zone shows after ${what} is on, and a refresh asks for its data`, async () => {
      await withCreated({ domain }, async (on, { id, state }) => {
        on.emulator.setFaults(faults);
        on.emulator.dnsZones.change(Number(id), { DnsSecEnabled: true });
        const signed = await dnsZoneLifeCycle.update(on.context, id, state, checked(news));
        assert.deepEqual([signed["dnsSecEnabled"], signed["dsKeyTag"]], [true, undefined]);
        assert.ok((await refreshed(on, { id, state: signed }))["dsRecord"] !== undefined);
      });
    });
  }

  it("that was switched off outside is drift, and is switched on again, but by no refresh", async () => {
    await withCreated(news, async (on, { id, state }) => {
      on.emulator.dnsZones.change(Number(id), { DnsSecEnabled: false });
      on.emulator.clearJournal();
      const later = await dnsZoneLifeCycle.read(on.context, id, state);
      assert.deepEqual(
        [later?.inputs?.["dnsSecEnabled"], later?.state["dsRecord"], writes(on)],
        [false, undefined, []],
      );
      const again = await dnsZoneLifeCycle.update(on.context, id, later?.state ?? {}, checked(news));
      assert.equal(again["dsRecord"], state["dsRecord"]);
    });
  });

  it("is asked for once by a refresh of a state that lacks its data, and never by a reader that only gets", async () => {
    await withCreated(news, async (on, { id, state: { dsRecord, ...known } }) => {
      for (const name of Object.keys(known)) if (/^ds[A-Z]/.test(name)) Reflect.deleteProperty(known, name);
      on.emulator.clearJournal();
      const { client } = on.context;
      const reader = new Reads(client.objects, { lists: true, onlyGets: true });
      const drift = await dnsZoneLifeCycle.read({ reader }, id, known);
      assert.deepEqual([drift?.state["dsRecord"], writes(on)], [undefined, []]);
      const state = await refreshed(on, { id, state: known });
      assert.deepEqual([state["dsRecord"], writes(on)], [dsRecord, [`POST /dnszone/${id}/dnssec`]]);
      await refreshed(on, { id, state });
      assert.equal(writes(on).length, 1);
    });
  });
});

describe("Updating a DNS zone", () => {
  it("sends what the program changed, and leaves what was changed outside", async () => {
    await withCreated({ domain, soaEmail: "a@acme.example", loggingEnabled: false }, async (on, { id, state }) => {
      on.emulator.dnsZones.change(Number(id), { LoggingEnabled: true });
      on.emulator.clearJournal();
      const news = checked({ domain, soaEmail: "b@acme.example", loggingEnabled: false });
      const updated = await dnsZoneLifeCycle.update(on.context, id, state, news);
      const { SoaEmail, LoggingEnabled } = on.emulator.dnsZones.get(Number(id)) ?? {};
      assert.deepEqual([SoaEmail, LoggingEnabled], ["b@acme.example", true]);
      assert.deepEqual([updated["soaEmail"], updated["loggingEnabled"]], ["b@acme.example", false]);
      assert.deepEqual(on.emulator.journal.at(-1)?.bodyFields, ["SoaEmail"]);
      assert.equal((await refreshed(on, { id, state: updated }))["loggingEnabled"], true);
    });
  });

  it("takes over no output that the zone has only since somebody changed it outside", async () => {
    await withCreated({ domain }, async (on, { id, state }) => {
      on.emulator.dnsZones.change(Number(id), { DnsSecEnabled: true, DsRecord: "acme.example. 3600 IN DS 1 13 2 AB" });
      const updated = await dnsZoneLifeCycle.update(on.context, id, state, checked({ domain, loggingEnabled: true }));
      assert.deepEqual(
        [updated["loggingEnabled"], updated["dnsSecEnabled"], updated["dsRecord"]],
        [true, false, undefined],
      );
    });
  });
});

describe("A DNS zone that is gone", () => {
  it("counts as gone only after a second check, and not with another account's key", async () => {
    await withCreated({ domain }, async (on, { id, state }) => {
      assert.equal(typeof state["__owner"], "string");
      on.emulator.dnsZones.delete(Number(id));
      on.emulator.clearJournal();
      // What changed a moment ago is looked for longer.
      state["dateModified"] = longAgo;
      assert.equal(await dnsZoneLifeCycle.read(on.context, id, state), undefined);
      assert.deepEqual(on.sent(), [`GET /dnszone/${id}`, "GET /dnszone"]);
      const elsewhere = { ...state, __owner: "another-user" };
      const { message } = await failureOf(dnsZoneLifeCycle.read(on.context, id, elsewhere), UnauthorizedError);
      assert.match(message, /is not treated as deleted: it belongs to user another-user/);
      await failureOf(dnsZoneLifeCycle.delete(on.context, id, elsewhere), UnauthorizedError);
      await dnsZoneLifeCycle.delete(on.context, id, state);
    });
  });

  it("has no guard of its own in an account that owns nothing else, and gets one from the next read or update", async () => {
    await bench({}, async (on) => {
      const { id, state } = await create(on, { domain });
      assert.ok(!("__owner" in state));
      on.emulator.storageZones.add({ Name: "assets", UserId: "user-of-acme" });
      const context = contextOf(new CdnClient(settings(on.emulator.url)));
      assert.equal((await dnsZoneLifeCycle.read(context, id, state))?.state["__owner"], "user-of-acme");
      const news = checked({ domain, loggingEnabled: true });
      assert.equal((await dnsZoneLifeCycle.update(context, id, state, news))["__owner"], "user-of-acme");
    });
  });
});

describe("Deleting a DNS zone", () => {
  it("refuses one with records, which forceDestroy allows", async () => {
    await withCreated({ domain }, async (on, { id, state }) => {
      on.emulator.dnsRecords.add({ DnsZoneId: Number(id), Type: 0, Value: "192.0.2.1" });
      on.emulator.dnsZones.change(Number(id), { DateModified: longAgo });
      const { message } = await failureOf(dnsZoneLifeCycle.delete(on.context, id, state), ConflictError);
      assert.match(
        message,
        /was not deleted: it has 1 record that this run did not delete: A @ \(1\/1\)\. .* deletedWith\. [^]*Delete the record in [^]*- Declare forceDestroy: true/,
      );
      assert.match(message, /Delete the record .* with: curl -X DELETE .*\/dnszone\/1\/records\/1'\n/);
      assert.equal(on.emulator.dnsZones.list().length, 1);
      const news = checked({ domain, forceDestroy: true });
      const forced = await dnsZoneLifeCycle.update(on.context, id, state, news);
      await dnsZoneLifeCycle.delete(on.context, id, forced);
      assert.deepEqual([on.emulator.dnsZones.list(), on.emulator.dnsRecords.list()], [[], []]);
    });
  });

  it("refuses one with records although one response lacks them", async () => {
    await withCreated({ domain }, async (on, { id, state }) => {
      on.emulator.dnsRecords.add({ DnsZoneId: Number(id), Type: 0, Value: "192.0.2.1" });
      on.emulator.dnsZones.change(Number(id), { DateModified: longAgo });
      const body = { ...on.emulator.dnsZones.get(Number(id)), Records: [] };
      on.emulator.setFaults([
        { method: "GET", path: `/dnszone/${id}`, times: 1, fault: { kind: "status", status: 200, body } },
      ]);
      await failureOf(dnsZoneLifeCycle.delete(on.context, id, state), ConflictError);
      assert.equal(on.emulator.dnsRecords.list().length, 1);
    });
  });

  it("waits for records that were deleted a moment ago", async () => {
    await withCreated({ domain }, async (on, { id, state }) => {
      const record = on.emulator.dnsRecords.add({ DnsZoneId: Number(id), Type: 0, Value: "192.0.2.1" });
      const deletion = dnsZoneLifeCycle.delete(on.context, id, state);
      setTimeout(() => on.emulator.dnsRecords.delete(record.Id), 50);
      await deletion;
      assert.deepEqual(on.emulator.dnsZones.list(), []);
    });
  });

  it("is a failure that may be repeated if the service is down", async () => {
    await withCreated({ domain }, async (on, { id, state }) => {
      on.emulator.setFaults([{ method: "DELETE", path: "/dnszone/*", fault: { kind: "status", status: 503 } }]);
      await failureOf(dnsZoneLifeCycle.delete(on.context, id, state), UnavailableError);
    });
  });
});

describe("Reading many DNS zones", () => {
  it("takes their list without records, and their records from one read of each zone", async () => {
    const dnsZones = Array.from({ length: 20 }, (_, index) => ({ Id: index + 1, Domain: `z${String(index)}.example` }));
    const dnsRecords = [{ DnsZoneId: 3, Type: 0, Value: "192.0.2.1" }];
    await bench({ seed: { dnsZones, dnsRecords } }, async ({ context: { reader }, emulator }) => {
      const read = await Promise.all(dnsZones.map(({ Id }) => reader.read("DnsZone", Id)));
      assert.deepEqual(
        read.map(({ domain: one, records }) => [one, records]),
        dnsZones.map(({ Domain }) => [Domain, undefined]),
      );
      assert.deepEqual(
        emulator.journal.map(({ path, query }) => [path, query["view"]]),
        [["/dnszone", "1"]],
      );
      const whole = await Promise.all(dnsZones.map(() => reader.read("DnsZone", 3, { singly: true })));
      assert.deepEqual(
        whole.map(({ records }) => records.length),
        dnsZones.map(() => 1),
      );
      assert.deepEqual(
        emulator.journal.slice(1).map(({ path }) => path),
        ["/dnszone/3"],
      );
    });
  });
});
