import assert from "node:assert/strict";
import type { EmulatorOptions, FaultRule } from "../../emulator";
import { CdnError, ConflictError, NotFoundError, UnexpectedResponseError } from "../../provider/api/errors";
import type { CreateResult, LifeCycleContext, ReadResult } from "../../provider/lifecycle/lifeCycle";
import type { Properties } from "../../provider/declared/properties";
import { IncompleteError } from "../../provider/declared/failures";
import { unknownValue } from "../../provider/declared/properties";
import { pullZoneHostnameLifeCycle as lifeCycle } from "../../provider/lifecycle/pullZoneHostname";
import { failureOf } from "../api/support";
import { hostnameTaken } from "../fixtures/recorded/certificates";
import type { Bench } from "./support";
import { bench, contextOf, holdsUndefined, newMemory } from "./support";
import { declaredKey, serviceKey } from "../../provider/wire/stateKeys";

const name = "www.acme.example";
const id = `8/${name}`;
const certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
const certificateKey = "-----BEGIN PRIVATE KEY-----\ncanary-of-a-key\n-----END PRIVATE KEY-----\n";
const own = { certificate, certificateKey };
const managed = { managedCertificate: true };
const www = { pullZoneId: 8, hostname: name };

const system = { Id: 1, Value: "acme-web.pull.cdn.example", IsSystemHostname: true, HasCertificate: true };
const byHand = { Id: 2, Value: "Hand.acme.example", ForceSSL: true };
const seed = {
  pullZones: [
    { Id: 8, Name: "acme-web", UserId: "me", CnameDomain: "pull.cdn.example", Hostnames: [system, byHand] },
    { Id: 9, Name: "other", UserId: "me", Hostnames: [{ Id: 3, Value: "shop.acme.example" }] },
  ],
};
const options = { seed, takenHostnames: ["theirs.example"], pointedHostnames: [name] };

function checked(news: Properties, olds: Properties = {}): Properties {
  const { inputs, failures } = lifeCycle.check({ extraRegions: [] }, olds, news);
  assert.deepEqual(failures, []);
  return inputs;
}

const create = ({ context }: Bench, inputs: Properties): Promise<CreateResult> =>
  lifeCycle.create(context, checked(inputs));
const live = ({ emulator }: Bench, value = name) => {
  const found = (emulator.pullZones.get(8)?.Hostnames ?? []).filter((one) => one.Value === value);
  assert.ok(found.length <= 1, "it must be there once");
  return found[0];
};
const read = async ({ context }: Bench, state: Properties, at = id): Promise<ReadResult> =>
  (await lifeCycle.read(context, at, state)) ?? assert.fail("it must be found");
const writes = ({ sent }: Bench): string =>
  sent()
    .filter((one) => !one.startsWith("GET") || one.includes("loadFree"))
    .map((one) => one.replace(/.*\//, ""))
    .join(" ");
/** A later run of the engine: another process. */
const nextRun = ({ context }: Bench): LifeCycleContext => contextOf(context.client);

const fault = (operation: string, kind: FaultRule["fault"]): FaultRule[] => [
  { path: `/pullzone/8/${operation}`, nth: 1, fault: kind },
];
const lost = { kind: "reset", when: "before" } as const;
const unanswered = { kind: "reset", when: "after" } as const;
const failed = { kind: "status", status: 502, applied: true } as const;
const registered = { kind: "status", ...hostnameTaken } as const;

/** A test against an emulator of its own. */
function scenario(what: string, own: EmulatorOptions, test: (on: Bench) => Promise<void>): void {
  it(what, () => bench({ ...options, ...own }, test)).timeout(10_000);
}

describe("Checking a hostname", () => {
  const cases: readonly [Properties, property: string, RegExp][] = [
    [{ hostname: "https://www.acme.example" }, "hostname", /without scheme, port.*but got: "https/],
    [{ hostname: "www.acme.example:443" }, "hostname", /without scheme, port/],
    [{ hostname: "" }, "hostname", /non-empty/],
    [{ pullZoneId: 0 }, "pullZoneId", /at least 1/],
    [{ redirect: true }, "redirect", /is not a property of a hostname/],
    [{ certificate }, "certificateKey", /must be declared with certificate/],
    [{ certificateKey }, "certificate", /must be declared with certificateKey/],
    [{ certificate: "PEM", certificateKey }, "certificate", /must be PEM \(-----BEGIN CERTIFICATE/],
    [{ certificate, certificateKey: "canary" }, "certificateKey", /must be PEM/],
    [{ certificate, certificateKey: ["canary"] }, "certificateKey", /must be a string.*another value/],
    [{ ...own, managedCertificate: true }, "certificate", /must not be declared with managedCertificate: true/],
  ];
  for (const [inputs, property, reason] of cases) {
    it(`reports ${property} of ${JSON.stringify(inputs).slice(0, 60)}`, () => {
      const { failures } = lifeCycle.check({ extraRegions: [] }, {}, { ...www, ...inputs });
      assert.deepEqual(
        failures.map((one) => one.property),
        [property],
      );
      assert.match(failures[0]?.reason ?? "", reason);
      assert.ok(!JSON.stringify(failures).includes("canary"));
    });
  }

  it("lets unknown values pass, and keeps the spelling of a hostname that differs in case only", () => {
    const unknown = { pullZoneId: unknownValue, hostname: unknownValue, certificate: unknownValue };
    checked({ ...unknown, certificateKey: unknownValue, managedCertificate: true });
    assert.equal(checked({ ...www, hostname: "WWW.acme.example" }, www)["hostname"], name);
  });
});

describe("Hostnames beyond the usual limit of a pull zone", () => {
  it("are reported once in a run", () => {
    const memory = newMemory();
    const names = Array.from({ length: 12 }, (_, at) => `n${String(at)}.acme.example`);
    const told = [...names, ...names].flatMap((hostname) => {
      const { notices } = lifeCycle.check({ extraRegions: [], memory }, {}, { pullZoneId: 8, hostname });
      return notices ?? [];
    });
    assert.deepEqual(told, [
      "The program declares at least 11 hostnames for pull zone 8. By default, the service allows 10, and raises this limit on request",
    ]);
  });
});

describe("A hostname in Unicode", () => {
  const hostname = "www.bücher.example";
  const ascii = "www.xn--bcher-kva.example";

  it("is sent in ASCII, has one id, and is the same in every spelling", async () => {
    await bench(options, async (on) => {
      const created = await create(on, { pullZoneId: 8, hostname, forceSSL: true, ...own });
      assert.equal(created.id, `8/${ascii}`);
      assert.equal(live(on, ascii)?.ForceSSL, true);
      assert.equal(created.state["hostname"], hostname);
      assert.equal((await read(on, created.state, created.id)).inputs?.["hostname"], hostname);
      for (const spelling of [ascii, "WWW.BÜCHER.example"]) {
        assert.equal(checked({ pullZoneId: 8, hostname: spelling }, { hostname })["hostname"], hostname);
        assert.deepEqual(lifeCycle.diff(created.state, { pullZoneId: 8, hostname: spelling }).replaces, []);
      }
    });
  });

  it("keeps the id of 0.3.0, under which it is changed and removed as the service has it", async () => {
    for (const Value of [ascii, hostname]) {
      const [zone] = seed.pullZones;
      const pullZones = [{ ...zone, Hostnames: [{ Id: 5, Value, HasCertificate: true }] }];
      await bench({ ...options, seed: { pullZones } }, async (on) => {
        const inputs = checked({ pullZoneId: 8, hostname });
        const old = { id: `8/${hostname}`, state: { ...inputs, [declaredKey]: ["pullZoneId", "hostname"] } };
        assert.deepEqual((await read(on, old.state, old.id)).inputs, inputs);
        await lifeCycle.update(on.context, old.id, old.state, { ...inputs, forceSSL: true });
        assert.equal(live(on, Value)?.ForceSSL, true);
        await lifeCycle.delete(on.context, old.id, old.state);
        assert.equal(live(on, Value), undefined);
      });
    }
  });

  it("is refused with a label that is too long", () => {
    const { failures } = lifeCycle.check(
      { extraRegions: [] },
      {},
      { pullZoneId: 8, hostname: `${"a".repeat(64)}.example` },
    );
    assert.match(failures[0]?.reason ?? "", /at most 63 characters between two dots, but has 64/);
  });
});

describe("Comparing a hostname", () => {
  const cases: readonly [Properties, replaces: string[], deleteBeforeReplace: boolean][] = [
    [{ forceSSL: true }, [], true],
    [{ hostname: "WWW.ACME.example" }, [], true],
    [{ pullZoneId: 9 }, ["pullZoneId"], true],
    [{ pullZoneId: unknownValue }, ["pullZoneId"], true],
    [{ hostname: "shop.acme.example" }, ["hostname"], false],
  ];
  for (const [news, replaces, deleteBeforeReplace] of cases) {
    it(`replaces ${replaces.join() || "nothing"} for ${JSON.stringify(news)}`, () =>
      assert.deepEqual(lifeCycle.diff(www, { ...www, ...news }), { replaces, deleteBeforeReplace }));
  }
});

describe("Adding a hostname", () => {
  const cases: readonly [string, Properties, FaultRule[], writes: string][] = [
    ["alone", {}, [], "addHostname"],
    ["with all settings", { forceSSL: true, ...managed }, [], "addHostname loadFreeCertificate setForceSSL"],
    ["with a certificate of its own", own, [], "addHostname addCertificate"],
    ["and sends no setting that it has", { forceSSL: false, managedCertificate: false }, [], "addHostname"],
    ["once, if the request got lost", {}, fault("addHostname", lost), "addHostname addHostname"],
    ["once, if its answer got lost", {}, fault("addHostname", unanswered), "addHostname"],
    ["once, if it failed, but was applied", own, fault("addHostname", failed), "addHostname addCertificate"],
    ["that another zone had a moment ago", {}, fault("addHostname", registered), "addHostname addHostname"],
    [
      "and repeats a setting",
      { forceSSL: true, ...own },
      fault("setForceSSL", lost),
      "addHostname addCertificate setForceSSL setForceSSL",
    ],
  ];
  for (const [how, inputs, faults, expected] of cases) {
    scenario(`adds it ${how}`, { faults }, async (on) => {
      const { id: created, state } = await create(on, { ...www, ...inputs });
      assert.equal(created, id);
      assert.equal(writes(on), expected);
      const { ForceSSL, HasCertificate } = live(on) ?? assert.fail("it must be on the zone");
      const hasCertificate = inputs["managedCertificate"] === true || inputs["certificate"] !== undefined;
      assert.deepEqual([ForceSSL, HasCertificate], [inputs["forceSSL"] ?? false, hasCertificate]);
      assert.deepEqual([state["forceSSL"], state["hasCertificate"]], [ForceSSL, HasCertificate]);
      assert.ok(!holdsUndefined(state));
      const found = await read(on, state);
      assert.deepEqual([found.state, found.inputs], [state, { ...www, ...inputs }]);
    });
  }

  scenario(
    "goes on in the next up if the certificate is refused, and says which CNAME to set",
    { pointedHostnames: [] },
    async (on) => {
      const inputs = checked({ ...www, forceSSL: true, managedCertificate: true });
      const failure = await failureOf(lifeCycle.create(on.context, inputs), IncompleteError);
      const cname =
        /Set the DNS record www\.acme\.example CNAME acme-web\.pull\.cdn\.example, then run the same command again/;
      assert.match(failure.message, cname);
      // Without a certificate, plain HTTP is not redirected. What is still to be done is not recorded as declared.
      assert.deepEqual([failure.id, failure.state["forceSSL"], live(on)?.ForceSSL], [id, false, false]);
      assert.deepEqual((await read(on, failure.state)).inputs, www);
      await failureOf(lifeCycle.update(nextRun(on), id, failure.state, inputs), CdnError);
      on.emulator.setPointedHostnames([name]);
      on.emulator.clearJournal();
      const state = await lifeCycle.update(nextRun(on), id, failure.state, inputs);
      assert.equal(writes(on), "loadFreeCertificate setForceSSL");
      assert.deepEqual((await read(on, state)).inputs, inputs);
    },
  );

  it("takes over a hostname that its zone has, in any case, and removes it later; a system hostname it forgets", async () => {
    for (const [hostname, spelled, keeps] of [
      [byHand.Value, "hand.acme.EXAMPLE", false],
      [system.Value, system.Value, true],
    ] as const) {
      await bench(options, async (on) => {
        const told: string[] = [];
        const context = { ...on.context, tell: (text: string) => told.push(text) };
        const inputs = checked({ pullZoneId: 8, hostname: spelled, managedCertificate: keeps });
        const { id: taken, state } = await lifeCycle.create(context, inputs);
        assert.deepEqual([taken, writes(on)], [`8/${spelled.toLowerCase()}`, ""]);
        assert.deepEqual((await read(on, state, taken)).inputs, inputs);
        await lifeCycle.delete(context, taken, state);
        assert.equal(live(on, hostname) !== undefined, keeps);
        assert.match(told[0] ?? "", keeps ? /Adopted.*only removes it from the state/ : /Adopted.*removes it/);
      });
    }
  });

  const refused: readonly [string, Properties, RegExp][] = [
    ["another pull zone has", { hostname: "shop.acme.example" }, /pull zone other \(id 9\).*pullZoneId: 9/s],
    ["another account has", { hostname: "theirs.example" }, /a pull zone of another account has it/],
    ["has no pull zone", { pullZoneId: 77 }, /there is no pull zone 77 in this account/],
  ];
  for (const [what, inputs, message] of refused) {
    scenario(`refuses a hostname that ${what}`, {}, async (on) => {
      assert.match((await failureOf(create(on, { ...www, ...inputs }), CdnError)).message, message);
    });
  }

  scenario(
    "says that a certificate is not there where the service has granted it all the same",
    { withholdCertificates: true },
    async (on) => {
      const told: string[] = [];
      const context = { ...on.context, tell: (text: string) => void told.push(text) };
      const { state } = await lifeCycle.create(context, checked({ ...www, ...managed }));
      assert.match(told.join(), /got a free certificate, but does not show it yet/);
      assert.equal(state["hasCertificate"], false);
      const missing = await read(on, state);
      assert.equal(missing.inputs?.["managedCertificate"], false);
      // Once the service shows it, nothing differs from the program.
      const zone = on.emulator.pullZones.get(8) ?? assert.fail();
      const isOurs = ({ Value }: { Value: string }): boolean => Value === "www.acme.example";
      const Hostnames = zone.Hostnames?.map((one) => (isOurs(one) ? { ...one, HasCertificate: true } : one)) ?? [];
      on.emulator.pullZones.change(8, { Hostnames });
      for (const known of [state, missing.state]) {
        assert.equal((await read(on, known)).inputs?.["managedCertificate"], true);
      }
    },
  );

  for (const [operation, says] of [
    ["setForceSSL", /Hostname www\.acme\.example of pull zone 8 was not updated: .* still shows the former values/],
    ["addCertificate", /Hostname www\.acme\.example of pull zone 8 was not updated: .* still shows the former values/],
  ] as const) {
    scenario(
      `does not believe an answer to ${operation} that did nothing, and sends it again in the next up`,
      {},
      async (on) => {
        const inputs = checked({ ...www, forceSSL: true, ...own });
        on.emulator.setFaults(fault(operation, { kind: "status", status: 204 }));
        const failure = await failureOf(lifeCycle.create(on.context, inputs), IncompleteError);
        assert.match(failure.message, says);
        const state = await lifeCycle.update(nextRun(on), id, failure.state, inputs);
        assert.deepEqual([live(on)?.ForceSSL, live(on)?.HasCertificate, state["forceSSL"]], [true, true, true]);
      },
    );
  }

  scenario("requests a certificate again that the first run did not get although it was granted", {}, async (on) => {
    const inputs = checked({ ...www, forceSSL: true, ...managed });
    const granted = { kind: "status", status: 200 } as const;
    on.emulator.setFaults([{ path: "/pullzone/loadFreeCertificate", nth: 1, fault: granted }]);
    const failure = await failureOf(lifeCycle.create(on.context, inputs), IncompleteError);
    assert.match(failure.message, /shows no certificate yet.*Run the same command again/);
    on.emulator.clearJournal();
    const state = await lifeCycle.update(nextRun(on), id, failure.state, inputs);
    assert.equal(writes(on), "loadFreeCertificate setForceSSL");
    assert.deepEqual((await read(on, state)).inputs, inputs);
  });

  scenario("says how to restore a declared certificate that is lost", {}, async (on) => {
    const { state } = await create(on, { ...www, ...managed });
    const { Hostnames } = on.emulator.pullZones.get(8) ?? assert.fail();
    const lost = Hostnames?.map((one) => (one.Value === name ? { ...one, HasCertificate: false } : one)) ?? [];
    on.emulator.pullZones.change(8, { Hostnames: lost });
    const inputs = checked({ ...www, forceSSL: true, ...managed });
    const failure = await failureOf(lifeCycle.update(nextRun(on), id, state, inputs), CdnError);
    assert.match(failure.message, /has no certificate.*Run pulumi up --refresh: it restores the declared certificate/);
    const found = await read(on, state);
    const after = await lifeCycle.update(nextRun(on), id, found.state, inputs);
    assert.deepEqual((await read(on, after)).inputs, inputs);
  });

  scenario("is incomplete if the service answered that a hostname was added, and does not show it", {}, async (on) => {
    on.emulator.setFaults(fault("addHostname", { kind: "status", status: 204 }));
    const failure = await failureOf(create(on, www), IncompleteError);
    assert.match(
      failure.message,
      /answered that hostname www\.acme\.example was added, but pull zone 8 does not show it/,
    );
    const next = lifeCycle.update(nextRun(on), id, failure.state, checked(www));
    assert.match(
      (await failureOf(next, CdnError)).message,
      /no longer exists, .* Run pulumi refresh; the next pulumi up/,
    );
    assert.equal(await lifeCycle.read(nextRun(on), id, failure.state), undefined);
  });

  scenario("says that a redirect needs a certificate", {}, async (on) => {
    const failure = await failureOf(create(on, { ...www, forceSSL: true }), IncompleteError);
    assert.match(
      failure.message,
      /www\.acme\.example .* has no certificate, so plain HTTP can't be redirected to HTTPS\. Declare managedCertificate: true, or certificate and certificateKey, then run the same command again/,
    );
    assert.equal(live(on)?.ForceSSL, false);
  });

  scenario(
    "refuses a hostname that two resources of a program declare, and adds several to a zone one after the other",
    { latencyMs: 5 },
    async (on) => {
      const names = ["a", "b", "c", "d"].map((label) => `${label}.acme.example`);
      const adding = names.map((hostname) => create(on, { ...www, hostname, forceSSL: true, ...own }));
      await failureOf(create(on, { pullZoneId: 9, hostname: "A.acme.example" }), ConflictError);
      await Promise.all(adding);
      assert.equal(writes(on), names.map(() => "addHostname addCertificate setForceSSL").join(" "));
    },
  );

  const shop = { pullZoneId: 8, hostname: "shop.acme.example", takeOver: true };

  scenario(
    "with takeOver moves a hostname from another pull zone, whose entry then has nothing to delete",
    {},
    async (on) => {
      const { id: moved, state } = await create(on, shop);
      assert.equal((await read(on, state, moved)).inputs?.["takeOver"], true);
      assert.equal(moved, "8/shop.acme.example");
      assert.deepEqual(on.emulator.pullZones.get(9)?.Hostnames, []);
      await lifeCycle.delete(on.context, "9/shop.acme.example", { pullZoneId: 9 });
      assert.ok(live(on, shop.hostname));
    },
  );

  scenario("with takeOver moves a hostname although one list lacks the pull zone that has it", {}, async (on) => {
    const none = { kind: "status", status: 200, body: [] } as const;
    on.emulator.setFaults([{ method: "GET", path: "/pullzone", nth: 1, fault: none }]);
    await create(on, shop);
    assert.ok(live(on, shop.hostname));
    assert.deepEqual(on.emulator.pullZones.get(9)?.Hostnames, []);
  });

  scenario(
    "with takeOver adds a hostname back that its new zone refuses, and the next run moves it",
    {},
    async (on) => {
      const path = { method: "POST", path: "/pullzone/8/addHostname" };
      on.emulator.setFaults([{ ...path, fault: { kind: "status", status: 400 } }]);
      const { message } = await failureOf(create(on, shop), ConflictError);
      assert.match(
        message,
        /was not moved: .*It was added to pull zone other \(id 9\) again, without a certificate\. Run/s,
      );
      assert.deepEqual(
        on.emulator.pullZones.get(9)?.Hostnames?.map(({ Value }) => Value),
        [shop.hostname],
      );
      on.emulator.setFaults([]);
      const next = await lifeCycle.create({ ...on.context, memory: newMemory() }, checked(shop));
      assert.equal(next.id, "8/shop.acme.example");
      assert.deepEqual(on.emulator.pullZones.get(9)?.Hostnames, []);
    },
  );

  scenario("with takeOver refuses a hostname that the program also declares on the other pull zone", {}, async (on) => {
    on.context.memory.becomes("9/shop.acme.example", {});
    const { message } = await failureOf(create(on, shop), ConflictError);
    assert.match(message, /another resource of this program declares the hostname there: pull zone other \(id 9\)/);
    assert.equal(on.emulator.pullZones.get(9)?.Hostnames?.length, 1);
  });

  scenario("does not wait for the writes to another zone", {}, async (on) => {
    on.emulator.setFaults(fault("addHostname", { kind: "latency", ms: 400 }));
    const slow = create(on, www).then(() => "slow");
    const other = create(on, { pullZoneId: 9, hostname: "other.acme.example" }).then(() => "other");
    assert.equal(await Promise.race([slow, other]), "other");
    await slow;
  });
});

describe("A hostname in a state", () => {
  const other = { ...own, certificate: certificate.replace("AAAA", "BBBB") };
  const updates: readonly [string, olds: Properties, news: Properties, writes: string, hasCertificate: boolean][] = [
    ["redirects", own, { ...own, forceSSL: true }, "setForceSSL", true],
    ["exchanges its own certificate", own, other, "addCertificate", true],
    ["gets its own certificate instead of a free one", managed, own, "addCertificate", true],
    ["gets a free certificate instead of its own", own, managed, "loadFreeCertificate", true],
    ["keeps a certificate that is no longer declared", own, {}, "", true],
    ["keeps a redirect that is no longer declared", { ...own, forceSSL: true }, own, "", true],
  ];
  for (const [what, olds, news, expected, hasCertificate] of updates) {
    scenario(what, {}, async (on) => {
      const { state } = await create(on, { ...www, ...olds });
      on.emulator.clearJournal();
      const updated = await lifeCycle.update(on.context, id, state, checked({ ...www, ...news }));
      assert.equal(writes(on), expected);
      assert.equal(live(on)?.HasCertificate, hasCertificate);
      assert.deepEqual((await read(on, updated)).inputs, { ...www, ...news });
    });
  }

  for (const [what, news, operation, fails] of [
    ["its renewed certificate", other, "8/addCertificate", { kind: "status", status: 503 }],
    ["its renewed certificate whose answer was lost", other, "8/addCertificate", unanswered],
    ["a free certificate instead of its own", managed, "loadFreeCertificate", { kind: "status", status: 503 }],
  ] as const) {
    for (const passesInputs of [false, true]) {
      const engine = passesInputs ? "passes the last inputs" : "passes only the state";
      scenario(`is still to get ${what} after a refresh that ${engine}`, {}, async (on) => {
        const inputs = checked({ ...www, ...news });
        const refreshed = async (state: Properties): Promise<ReadResult> =>
          (await lifeCycle.read(nextRun(on), id, state, passesInputs ? inputs : undefined)) ?? assert.fail();
        const { state } = await create(on, { ...www, ...own });
        on.emulator.setFaults([{ path: `/pullzone/${operation}`, fault: fails }]);
        const failure = await failureOf(lifeCycle.update(nextRun(on), id, state, inputs), IncompleteError);
        on.emulator.setFaults([]);
        // A second refresh without an update in between changes nothing.
        const found = await refreshed((await refreshed(failure.state)).state);
        assert.deepEqual(found.inputs, www);
        on.emulator.clearJournal();
        const updated = await lifeCycle.update(nextRun(on), id, found.state, inputs);
        assert.equal(writes(on), operation.replace("8/", ""));
        const after = await refreshed(updated);
        assert.deepEqual([after.inputs, after.state], [inputs, updated]);
      });
    }
  }

  scenario(
    "shows what changed outside as drift: redirect, lost certificate, the hostname itself, its zone",
    {},
    async (on) => {
      for (const [declared, lost] of [
        [managed, { managedCertificate: false }],
        [own, {}],
      ] as const) {
        const { state } = await lifeCycle.create(nextRun(on), checked({ ...www, ...declared, forceSSL: true }));
        await on.context.client.removeCertificate(8, name);
        await on.context.client.setForceSSL(8, name, false);
        const found = await read(on, state);
        assert.deepEqual(found.inputs, { ...www, ...lost, forceSSL: false });
        await lifeCycle.update(on.context, id, found.state, checked({ ...www, ...declared, forceSSL: true }));
        assert.deepEqual([live(on)?.HasCertificate, live(on)?.ForceSSL], [true, true]);
        await on.context.client.removeHostname(8, name);
        assert.equal(await lifeCycle.read(on.context, id, state), undefined);
        const elsewhere = { ...state, [serviceKey]: "https://other.example" };
        for (const act of [lifeCycle.read(on.context, id, elsewhere), lifeCycle.delete(on.context, id, elsewhere)]) {
          await assert.rejects(act, /last seen at https:\/\/other\.example/);
        }
        if (declared === managed) continue;
        on.emulator.pullZones.delete(8);
        assert.equal(await lifeCycle.read(on.context, id, state), undefined);
        on.emulator.pullZones.add({ ...seed.pullZones[0], UserId: "they" });
        await failureOf(lifeCycle.read(on.context, id, state), ConflictError);
        await failureOf(lifeCycle.delete(on.context, id, state), ConflictError);
      }
    },
  );

  scenario(
    "is deleted once, even if it is gone or the answer gets lost",
    { faults: fault("removeHostname", unanswered) },
    async (on) => {
      const { state } = await create(on, www);
      for (const expected of ["removeHostname removeHostname", ""]) {
        on.emulator.clearJournal();
        await lifeCycle.delete(on.context, id, state);
        assert.deepEqual([writes(on), live(on)], [expected, undefined]);
      }
    },
  );

  for (const unservedStatus of [404, 405] as const) {
    const unserved = ["addHostname", "setForceSSL", "removeHostname"] as const;
    scenario(
      `names the operation that a service lacks (${String(unservedStatus)})`,
      { unserved, unservedStatus },
      async (on) => {
        const none = /this service has no operation that/;
        assert.match((await failureOf(create(on, www), UnexpectedResponseError)).message, none);
        const hand = { pullZoneId: 8, hostname: byHand.Value };
        const redirect = lifeCycle.create(nextRun(on), checked({ ...hand, forceSSL: false }));
        assert.match((await failureOf(redirect, IncompleteError)).message, none);
        const { id: taken, state } = await lifeCycle.create(nextRun(on), checked(hand));
        const deletion = lifeCycle.delete(on.context, taken, state);
        const kept =
          unservedStatus === 405 ? none : /was not removed: the service responds with 404, but still shows it/;
        assert.match((await failureOf(deletion, UnexpectedResponseError)).message, kept);
      },
    );
  }

  scenario("is read without being managed, and imported with what changes nothing", {}, async (on) => {
    await failureOf(lifeCycle.read(on.context, id, {}), NotFoundError);
    await failureOf(lifeCycle.import(on.context, id), NotFoundError);
    await failureOf(lifeCycle.read(on.context, "8/WWW.acme.example", {}), CdnError);
    await create(on, { ...www, ...managed });
    assert.equal((await read(on, {})).inputs, undefined);
    const { state, inputs } = await lifeCycle.import(nextRun(on), id);
    assert.deepEqual((await read(on, state)).inputs, inputs);
    on.emulator.clearJournal();
    await lifeCycle.update(on.context, id, state, checked(inputs));
    assert.equal(writes(on), "");
    const zone = await on.context.client.getPullZone(8);
    const parts = lifeCycle.importable(zone).map((one) => [one.id, one.inputs]);
    const hand = { pullZoneId: 8, hostname: byHand.Value, forceSSL: true };
    assert.deepEqual(parts, [
      ["8/hand.acme.example", hand],
      [id, { ...www, ...managed }],
    ]);
  });
});
