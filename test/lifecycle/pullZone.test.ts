import assert from "node:assert/strict";
import { NotFoundError, UnexpectedResponseError } from "../../provider/api/errors";
import { IncompleteError } from "../../provider/declared/failures";
import type { Properties } from "../../provider/declared/properties";
import type { ReadResult } from "../../provider/lifecycle/lifeCycle";
import { checkPullZone, pullZoneLifeCycle } from "../../provider/lifecycle/pullZone";
import { typedName } from "../../provider/wire/fields";
import { pullZoneVolatile } from "../fixtures/contract/secrets";
import { filledPullZone } from "../fixtures/objects";
import type { Bench } from "./support";
import { failureOf } from "../api/support";
import { bench, contextOf, holdsUndefined } from "./support";

const seed = { pullZones: [{ ...filledPullZone(), Id: 8 }] };

async function found(on: Bench, prior: Properties = {}): Promise<ReadResult> {
  return (await pullZoneLifeCycle.read(on.context, "8", prior)) ?? assert.fail("it must be found");
}

describe("Checking a pull zone", () => {
  it("names the nearest properties in place of an unknown one", async () => {
    await bench({ seed }, async ({ context }) => {
      const news = { name: "web", originUrl: "https://o.example", enableLoging: true };
      const { failures } = pullZoneLifeCycle.check(context, {}, news);
      const reason =
        /^is not a property of a pull zone\. The nearest of its \d+ properties are enableLogging, \w+ and \w+$/;
      assert.equal(failures.length, 1);
      assert.match(failures[0]?.reason ?? "", reason);
    });
  });

  it("names the output to refer to where the id of a resource is given", async () => {
    await bench({ seed }, async ({ context }) => {
      const { failures } = pullZoneLifeCycle.check(context, {}, { name: "web", storageZoneId: "5" });
      assert.deepEqual(
        failures.map(({ property, reason }) => [property, reason]),
        [
          [
            "storageZoneId",
            'must be an integer of at least 0, but got: "5". To refer to a resource, pass its output storageZoneId instead of its id',
          ],
        ],
      );
    });
  });
});

describe("Reading a pull zone", () => {
  it("returns its whole configuration without volatile fields", async () => {
    await bench({ seed }, async (on) => {
      const { state, inputs } = await found(on);
      assert.equal(inputs, undefined);
      assert.ok(!holdsUndefined(state));
      const names = Object.keys(filledPullZone()).map((name) => (name === "Id" ? "pullZoneId" : typedName(name)));
      const volatile = pullZoneVolatile.map((name) => typedName(name));
      const expected = [...names.filter((name) => !volatile.includes(name)), "systemHostname"];
      assert.deepEqual(Object.keys(state).sort(), expected.sort());
    });
  });

  it("includes certificates if includeCertificate is set, and remembers that", async () => {
    await bench({ seed }, async (on) => {
      const without = await found(on);
      assert.ok(!JSON.stringify(without.state).includes("CertificateKey text"));
      const { state } = await found(on, { includeCertificate: true });
      assert.ok(JSON.stringify(state).includes("CertificateKey text"));
      assert.deepEqual((await found(on, state)).state, state);
      assert.equal(on.emulator.journal.at(-1)?.query["includeCertificate"], "true");
    });
  });

  it("accepts the contract's field names and the public ones", async () => {
    let contract: Properties = {};
    await bench({ seed }, async (on) => void (contract = (await found(on)).state));
    await bench({ seed, publicNames: true }, async (on) => assert.deepEqual((await found(on)).state, contract));
  });

  it("fails if the zone is missing at the first read, and is deleted if it is missing later", async () => {
    await bench({ seed }, async (on) => {
      const { state } = await found(on);
      on.emulator.pullZones.delete(8);
      const { message } = await failureOf(
        pullZoneLifeCycle.read({ reader: on.context.client.reads }, "8", {}),
        NotFoundError,
      );
      assert.match(
        message,
        /There is no pull zone 8 in this account\. Check the id, and that the access key belongs to/,
      );
      assert.equal(await pullZoneLifeCycle.read({ reader: on.context.client.reads }, "8", state), undefined);
    });
  });
});

describe("A write-only setting of a pull zone", () => {
  it("is still to be sent if its update failed, also after a refresh that passes the last inputs", () =>
    bench({}, async ({ emulator, context }) => {
      const olds = { name: "web", originUrl: "https://o.example", dnsOriginPort: 8080 };
      const { id, state } = await pullZoneLifeCycle.create(context, olds);
      const inputs = { ...olds, dnsOriginPort: 8081 };
      emulator.setFaults([{ method: "POST", path: `/pullzone/${id}`, fault: { kind: "status", status: 503 } }]);
      const failure = await failureOf(pullZoneLifeCycle.update(context, id, state, inputs), IncompleteError);
      emulator.setFaults([]);
      for (const lastInputs of [undefined, inputs]) {
        const found = await pullZoneLifeCycle.read(contextOf(context.client), id, failure.state, lastInputs);
        assert.deepEqual(found?.inputs, { name: "web", originUrl: "https://o.example" });
        emulator.clearJournal();
        const updated = await pullZoneLifeCycle.update(context, id, found.state, inputs);
        assert.deepEqual(emulator.journal.find(({ method }) => method === "POST")?.bodyFields, ["DnsOriginPort"]);
        const after = await pullZoneLifeCycle.read(contextOf(context.client), id, updated, lastInputs);
        assert.deepEqual(after?.inputs, inputs);
      }
    })).timeout(20_000);
});

describe("A setting of a pull zone that is no longer declared", () => {
  it("has in the state what the service stored instead of its value, and what somebody changed outside stays", () =>
    bench({}, async ({ emulator, context }) => {
      const olds = { name: "web", originUrl: "https://o.example" };
      const declared = { ...olds, originRetryDelay: 4, cacheControlMaxAgeOverride: 60, permaCacheStorageZoneId: 7 };
      const { id, state } = await pullZoneLifeCycle.create(context, declared);
      const live = emulator.pullZones.get(Number(id)) ?? assert.fail();
      const stored = [live.OriginRetryDelay, live.CacheControlMaxAgeOverride];
      assert.deepEqual([state["originRetryDelay"], state["cacheControlMaxAgeOverride"]], [4, 60]);
      emulator.pullZones.change(Number(id), { OriginConnectTimeout: 3 });
      const { originRetryDelay, cacheControlMaxAgeOverride, ...inputs } = declared;
      assert.ok(!stored.includes(originRetryDelay) && !stored.includes(cacheControlMaxAgeOverride));
      const updated = await pullZoneLifeCycle.update(context, id, state, inputs);
      assert.deepEqual([updated["originRetryDelay"], updated["cacheControlMaxAgeOverride"]], stored);
      assert.equal(updated["originConnectTimeout"], state["originConnectTimeout"]);
    }));
});

describe("Creating a pull zone", () => {
  it("sends the settings of autumn 2026, and reads them", async () => {
    const inputs = {
      ...{ name: "web", originUrl: "https://o.example", edgeScriptExecutionPhase: 2 },
      ...{ optimizerTunnelActiveProbingEnabled: true, optimizerHtmlToMarkdown: 1, optimizerLlmsTxt: true },
    };
    await bench({}, async (on) => {
      assert.deepEqual(pullZoneLifeCycle.check(on.context, {}, inputs), { inputs, failures: [] });
      const { id, state } = await pullZoneLifeCycle.create(on.context, inputs);
      const {
        EdgeScriptExecutionPhase,
        OptimizerTunnelActiveProbingEnabled,
        OptimizerHtmlToMarkdown,
        OptimizerLlmsTxt,
      } = on.emulator.pullZones.get(Number(id)) ?? assert.fail();
      assert.deepEqual(
        [EdgeScriptExecutionPhase, OptimizerTunnelActiveProbingEnabled, OptimizerHtmlToMarkdown, OptimizerLlmsTxt],
        [2, true, 1, true],
      );
      assert.deepEqual((await pullZoneLifeCycle.read(on.context, id, state))?.inputs, inputs);
    });
  });

  it("says where the service has no operation that adds one how to declare a zone of the dashboard", async () => {
    const seed = { pullZones: [{ Id: 7, Name: "web", OriginUrl: "https://o.example" }] };
    await bench({ unserved: ["addPullZone", "listPullZones"], seed }, async (on) => {
      const declared = { name: "web", originUrl: "https://o.example" };
      for (const given of [declared, { ...declared, adopt: true }]) {
        const { inputs } = pullZoneLifeCycle.check(on.context, {}, given);
        const { message } = await failureOf(pullZoneLifeCycle.create(on.context, inputs), UnexpectedResponseError);
        assert.match(
          message,
          /^The pull zone was not created: this service has no operation that adds one\. Create it in .* or declare it with its id in the resource option import$/,
        );
      }
      const { inputs } = pullZoneLifeCycle.check(on.context, {}, declared);
      assert.equal((await pullZoneLifeCycle.create(on.context, inputs, "7")).id, "7");
    });
  });

  it("recognises its own after an unclear answer, although the service shows another type of origin", async () => {
    const lost = { method: "POST", path: "/pullzone", times: 1, fault: { kind: "reset", when: "after" } } as const;
    await bench({ seed: { storageZones: [{ Id: 3, Name: "assets" }] }, faults: [lost] }, async (on) => {
      const { inputs } = pullZoneLifeCycle.check(on.context, {}, { name: "web", storageZoneId: 3 });
      const created = pullZoneLifeCycle.create(on.context, inputs);
      // The service shows the type of the origin late.
      const shown = setInterval(() => {
        if (on.emulator.pullZones.get(1) === undefined) return;
        on.emulator.pullZones.change(1, { OriginType: 0 });
        clearInterval(shown);
      }, 1);
      const { id } = await created.finally(() => clearInterval(shown));
      assert.equal(id, "1");
      const [post] = on.emulator.journal.filter(({ method }) => method === "POST");
      assert.ok(post?.bodyFields?.includes("OriginType"));
    });
  });

  it("with a script alone has it as origin, of which the service's address is no setting", () =>
    bench({ seed: { edgeScripts: [{ Id: 7, Name: "hello", ScriptType: 1 }] } }, async ({ context, emulator, sent }) => {
      const { inputs, failures } = checkPullZone({}, { name: "web", edgeScriptId: 7 });
      assert.deepEqual(failures, []);
      const { id, state } = await pullZoneLifeCycle.create(context, inputs);
      const [zone] = emulator.pullZones.list();
      assert.deepEqual([zone?.OriginType, zone?.EdgeScriptId, zone?.OriginUrl], [4, 7, "https://bunnycdn.com"]);
      const added = emulator.journal.find(({ method }) => method === "POST");
      assert.ok(added?.bodyFields.includes("OriginType"));
      const found = await pullZoneLifeCycle.read(context, id, state);
      assert.deepEqual(found?.inputs, inputs);
      const imported = await pullZoneLifeCycle.import(context, id);
      assert.deepEqual(imported.inputs, { name: "web", edgeScriptId: 7 });
      // Another origin and back: the type goes with it.
      const address = { name: "web", originUrl: "https://o.example" };
      const elsewhere = await pullZoneLifeCycle.update(context, id, state, address);
      assert.equal(emulator.pullZones.list()[0]?.OriginType, 0);
      await pullZoneLifeCycle.update(context, id, elsewhere, inputs);
      const now = emulator.pullZones.list()[0];
      assert.deepEqual([now?.OriginType, now?.EdgeScriptId, sent().at(-1)?.startsWith("POST")], [4, 7, true]);
    }));

  for (const [declared, empty, chosen] of [
    [{ originUrl: "https://o.example" }, { originUrl: "" }, { OriginType: 2, StorageZoneId: 3 }],
    [{ edgeScriptId: 7 }, { edgeScriptId: 0 }, { OriginType: 0, OriginUrl: "https://o.example" }],
    [
      { originUrl: "https://o.example", originType: 0 },
      { originUrl: "", originType: 2 },
      { OriginType: 2, StorageZoneId: 3, OriginUrl: "" },
    ],
  ] as const) {
    const seed = {
      storageZones: [{ Id: 3, Name: "assets" }],
      edgeScripts: [{ Id: 7, Name: "hello", ScriptType: 1 }],
    };
    const names = Object.keys(declared).join(" and ");
    it(`keeps an origin that somebody else chose if ignoreChanges passes the ${names} that a refresh found`, () =>
      bench({ seed }, async ({ context, emulator }) => {
        const { inputs } = checkPullZone({}, { name: "web", ...declared, burstSize: 1 });
        const { id, state } = await pullZoneLifeCycle.create(context, inputs);
        emulator.pullZones.change(Number(id), chosen);
        const found = (await pullZoneLifeCycle.read(context, id, state)) ?? assert.fail();
        assert.deepEqual({ ...found.inputs, ...empty }, found.inputs);
        assert.deepEqual(checkPullZone(found.inputs ?? {}, found.inputs ?? {}).failures, []);
        await pullZoneLifeCycle.update(context, id, found.state, { ...found.inputs, burstSize: 2 });
        const zone = emulator.pullZones.get(Number(id));
        assert.deepEqual({ ...zone, ...chosen, BurstSize: 2 }, zone);
        const last = emulator.journal.filter(({ method }) => method === "POST").at(-1);
        assert.deepEqual(last?.bodyFields, ["BurstSize"]);
      }));
  }

  it("needs an origin: a script that is declared beside an address does not count", () => {
    const ruleOf = (news: object) => checkPullZone({}, { name: "web", ...news }).failures.map(({ rule }) => rule);
    assert.match(ruleOf({ edgeScriptId: 0 }).join(""), /^or another origin is required: declare one of originUrl/);
    assert.deepEqual(ruleOf({ edgeScriptId: 7, originUrl: "https://o.example" }), []);
    assert.match(ruleOf({ edgeScriptId: 7, originType: 0 }).join(""), /must be declared with originType 0/);
  });

  it("needs a value of its origin, because the service keeps the former one otherwise", () => {
    const olds = { name: "web", originUrl: "https://o.example" };
    const gotOf = (news: object) => checkPullZone(olds, { name: "web", ...news }).failures.map(({ got }) => got);
    assert.deepEqual(gotOf({ originUrl: "" }), ['originUrl ""']);
    assert.deepEqual(gotOf({ storageZoneId: 0 }), ["storageZoneId 0"]);
    assert.deepEqual(gotOf({ edgeScriptId: 7, originUrl: "" }), ['originUrl ""']);
    assert.deepEqual(gotOf({ originType: 0, originUrl: "" }), ['""']);
    assert.deepEqual(gotOf({ existingId: 3, originUrl: "" }), []);
  });

  it("warns of filters beside a script, and of middleware whose answers a cache would keep", () => {
    const notices = (news: object) => (checkPullZone({}, { name: "web", ...news }).notices ?? []).join("\n");
    assert.match(
      notices({ edgeScriptId: 7, routingFilters: ["all"] }),
      /declares routingFilters: \["all"\] beside a script/,
    );
    assert.equal(notices({ edgeScriptId: 7, routingFilters: ["scripting"] }), "");
    assert.equal(notices({ originUrl: "https://o.example", routingFilters: ["all"] }), "");
    const middleware = { storageZoneId: 1, middlewareScriptId: 7 };
    assert.match(notices(middleware), /without cacheControlMaxAgeOverride: -1, the service caches every response/);
    assert.equal(notices({ ...middleware, cacheControlMaxAgeOverride: -1 }), "");
    assert.equal(notices({ ...middleware, edgeScriptExecutionPhase: 2 }), "");
    assert.equal(notices({ originUrl: "https://o.example", middlewareScriptId: 7 }), "");
  });
});

describe("Enabling the log forwarding of a pull zone", () => {
  it("also sends the settings that the service ignored before", () =>
    bench({}, async (on) => {
      const told: string[] = [];
      const context = { ...on.context, tell: (text: string) => void told.push(text) };
      const forwarding = { logForwardingHostname: "logs.example", logForwardingPort: 514, logForwardingToken: "t-1" };
      const off = { name: "web-1", originUrl: "https://o.example", logForwardingEnabled: false, ...forwarding };
      const { id, state } = await pullZoneLifeCycle.create(context, off);
      told.length = 0;
      const enabled = { ...off, logForwardingEnabled: true };
      const updated = await pullZoneLifeCycle.update(context, id, state, enabled);
      const zone = on.emulator.pullZones.get(Number(id));
      assert.deepEqual(
        [zone?.LogForwardingHostname, zone?.LogForwardingPort, zone?.LogForwardingToken],
        ["logs.example", 514, "t-1"],
      );
      assert.deepEqual(told, []);
      assert.deepEqual((await pullZoneLifeCycle.read(context, id, updated, enabled))?.inputs, enabled);
    }));
});

describe("Switching off what replaces a setting of a pull zone", () => {
  for (const [name, on, off] of [
    ["cacheControlMaxAgeOverride", { permaCacheStorageZoneId: 3 }, { permaCacheStorageZoneId: 0 }],
    ["useBackgroundUpdate", { useStaleWhileOffline: true }, { useStaleWhileOffline: false }],
  ] as const) {
    it(`sends the declared ${name}`, () =>
      bench({ seed: { storageZones: [{ Id: 3, Name: "assets" }] } }, async (service) => {
        const told: string[] = [];
        const context = { ...service.context, tell: (text: string) => void told.push(text) };
        const declared = { cacheControlMaxAgeOverride: 3600, useBackgroundUpdate: false };
        const web = { name: "web-1", originUrl: "https://o.example", [name]: declared[name] };
        const { id, state } = await pullZoneLifeCycle.create(context, { ...web, ...on });
        const inputs = { ...web, ...off };
        const updated = await pullZoneLifeCycle.update(context, id, state, inputs);
        assert.deepEqual(told, []);
        assert.deepEqual((await pullZoneLifeCycle.read(context, id, updated, inputs))?.inputs, inputs);
      }));
  }
});
