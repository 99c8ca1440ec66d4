import assert from "node:assert/strict";
import { CdnClient } from "../../provider/api/client";
import { ReadOnlyError } from "../../provider/api/errors";
import { IncompleteError } from "../../provider/declared/failures";
import type { Properties } from "../../provider/declared/properties";
import { unknownValue } from "../../provider/declared/properties";
import { cachePurgeLifeCycle as lifeCycle } from "../../provider/lifecycle/cachePurge";
import { failureOf, settings } from "../api/support";
import { bench, contextOf } from "./support";

const seed = {
  pullZones: [
    { Id: 7, Name: "web", Hostnames: [{ Value: "www.acme.example" }] },
    { Id: 8, Name: "other" },
  ],
};

const checked = (news: Properties): Properties => {
  const { inputs, failures } = lifeCycle.check({ extraRegions: [] }, {}, news);
  assert.deepEqual(failures, []);
  return inputs;
};

describe("A cache purge", () => {
  it("sends nothing when it is created, read, changed or deleted, and purges when a trigger changes", () =>
    bench({ seed }, async ({ emulator, context, sent }) => {
      const inputs = checked({ pullZoneId: 7, triggers: ["a", { b: 1 }] });
      const { id, state } = await lifeCycle.create(context, inputs);
      const read = await lifeCycle.read(context, id, state);
      assert.deepEqual([read?.state, read?.inputs], [state, inputs]);
      // The order of keys does not matter.
      const other = checked({ pullZoneId: 8, tag: "css", triggers: ["a", { b: 1 }], purgeOnCreate: true });
      const changed = await lifeCycle.update(context, id, state, other);
      await lifeCycle.delete(context, id, changed);
      assert.deepEqual(sent(), []);

      await lifeCycle.update(context, id, changed, checked({ pullZoneId: 8, tag: "css", triggers: ["a", { b: 2 }] }));
      await lifeCycle.update(context, id, state, checked({ pullZoneId: 7, triggers: ["a"] }));
      assert.deepEqual(emulator.purges, [{ pullZoneId: 8, cacheTag: "css" }, { pullZoneId: 7 }]);
    }));

  it("purges when it is created with purgeOnCreate", () =>
    bench({ seed }, async ({ emulator, context }) => {
      await lifeCycle.create(context, checked({ pullZoneId: 7, triggers: [], purgeOnCreate: true }));
      assert.deepEqual(emulator.purges, [{ pullZoneId: 7 }]);
    }));

  it("does not purge a pull zone that the run has created", () =>
    bench({ seed }, async ({ context, sent }) => {
      context.purges.noteCreated(7);
      await lifeCycle.create(context, checked({ pullZoneId: 7, triggers: [], purgeOnCreate: true }));
      await lifeCycle.create(context, checked({ pullZoneId: 7, tag: "css", triggers: [], purgeOnCreate: true }));
      assert.deepEqual(sent(), []);
    }));

  for (const [what, target, purges] of [
    ["the cache", { pullZoneId: 7 }, [{ pullZoneId: 7 }]],
    ["responses with a tag", { pullZoneId: 7, tag: "css" }, [{ pullZoneId: 7, cacheTag: "css" }]],
    [
      "each URL",
      { urls: ["https://www.acme.example/a", "https://www.acme.example/b/*"] },
      [
        { pullZoneId: 7, url: "https://www.acme.example/a" },
        { pullZoneId: 7, url: "https://www.acme.example/b/*" },
      ],
    ],
  ] as const) {
    it(`removes ${what} at once, and again when every edge has changed rules`, () =>
      bench({ seed, edgeDelaySeconds: 0.3 }, async ({ emulator, context }) => {
        const creation = lifeCycle.create(context, checked({ ...target, triggers: [], purgeOnCreate: true }));
        await new Promise((resolve) => setTimeout(resolve, 200));
        assert.deepEqual(emulator.purges, purges);
        await creation;
        assert.deepEqual(emulator.purges, [...purges, ...purges]);
      }));
  }

  it("shares the requests of other purges of the pull zone", () =>
    bench({ seed, edgeDelaySeconds: 0.3 }, async ({ emulator, context }) => {
      const inputs = checked({ pullZoneId: 7, triggers: [], purgeOnCreate: true });
      await Promise.all([
        context.purges.everywhere(7),
        lifeCycle.create(context, inputs),
        lifeCycle.create(context, inputs),
      ]);
      // The first request, one that the others share, and the one after the delay.
      assert.equal(emulator.purges.length, 3);
    }));

  it("fails if the purge fails, and the next update with the former state purges again", () =>
    bench({ seed }, async ({ emulator, context }) => {
      const { id, state } = await lifeCycle.create(context, checked({ pullZoneId: 7, triggers: ["a"] }));
      const told: string[] = [];
      const changed = checked({ pullZoneId: 7, triggers: ["b"] });
      emulator.setFaults([{ path: "/pullzone/7/purgeCache", fault: { kind: "status", status: 403 } }]);
      const failing = lifeCycle.update({ ...context, tell: (text) => told.push(text) }, id, state, changed);
      await assert.rejects(failing, /Purge cache \(POST \/pullzone\/7\/purgeCache\) failed with 403/);
      assert.match(
        String(told[0]),
        /^warning: The cache of pull zone 7: the purge failed.* The next pulumi up repeats/,
      );
      emulator.setFaults([]);
      await lifeCycle.update(context, id, state, changed);
      assert.deepEqual(emulator.purges, [{ pullZoneId: 7 }]);
    }));

  for (const [part, nth] of [
    ["at once", 1],
    ["again", 2],
  ] as const) {
    it(`that could not be sent ${part} is sent by the next update, even with the former triggers or after a refresh`, () =>
      bench({ seed, edgeDelaySeconds: 0.05 }, async ({ emulator, context }) => {
        const former = checked({ pullZoneId: 7, triggers: ["a"] });
        const changed = checked({ pullZoneId: 7, triggers: ["b"] });
        const { id, state } = await lifeCycle.create(context, former);
        emulator.setFaults([{ path: "/pullzone/7/purgeCache", nth, fault: { kind: "status", status: 403 } }]);
        const failed = await failureOf(lifeCycle.update(context, id, state, changed), IncompleteError);
        emulator.setFaults([]);
        for (const lastInputs of [undefined, changed]) {
          const found = (await lifeCycle.read(context, id, failed.state, lastInputs)) ?? assert.fail();
          assert.deepEqual([found.state, found.inputs], [failed.state, { pullZoneId: 7 }]);
        }
        for (const inputs of [former, changed]) {
          const before = emulator.purges.length;
          assert.deepEqual((await lifeCycle.update(context, id, failed.state, inputs))["triggers"], inputs["triggers"]);
          assert.equal(emulator.purges.length, before + 2);
        }
      }));
  }

  it("that read-only settings refused leaves the state as it was", () =>
    bench({ seed }, async ({ emulator, context }) => {
      const { id, state } = await lifeCycle.create(context, checked({ pullZoneId: 7, triggers: ["a"] }));
      const client = new CdnClient(settings(emulator.url, { readOnly: true }));
      const changed = checked({ pullZoneId: 7, triggers: ["b"] });
      await failureOf(lifeCycle.update(contextOf(client), id, state, changed), ReadOnlyError);
    }));

  for (const [what, news, property, reason] of [
    ["neither pullZoneId nor urls", {}, "pullZoneId", /or urls is required/],
    [
      "both",
      { pullZoneId: 7, urls: ["https://www.acme.example/"] },
      "urls",
      /can't be declared together with pullZone/,
    ],
    ["a tag beside urls", { tag: "css", urls: ["https://www.acme.example/"] }, "tag", /together with urls/],
    [
      "both, one of them unknown",
      { pullZoneId: unknownValue, urls: unknownValue },
      "urls",
      /can't be declared together/,
    ],
    ["an empty tag", { pullZoneId: 7, tag: "" }, "tag", /must not be empty/],
    ["no URL", { urls: [] }, "urls", /at least one URL/],
    ["a path", { urls: ["https://www.acme.example/a", "/b"] }, "urls[1]", /must be an absolute URL.* "\/b"/],
    ["the id 0", { pullZoneId: 0 }, "pullZoneId", /must be an integer of at least 1/],
    [
      "another property",
      { pullZoneId: 7, url: "https://www.acme.example/" },
      "url",
      /is not a property of a cache purge/,
    ],
  ] as const) {
    it(`is refused in the preview with ${what}`, () => {
      const { failures } = lifeCycle.check({ extraRegions: [] }, {}, { triggers: [], ...news });
      assert.deepEqual(
        failures.map((failure) => failure.property),
        [property],
      );
      assert.match(String(failures[0]?.reason), reason);
    });
  }

  it("needs triggers", () => {
    const { failures } = lifeCycle.check({ extraRegions: [] }, {}, { pullZoneId: 7 });
    assert.match(String(failures[0]?.reason), /is required/);
  });

  it("has hashes of its triggers in the state, of any values, and keeps those that ignoreChanges passes again", () => {
    const { triggers } = checked({ pullZoneId: 7, triggers: ["secret-value", 1, null, { a: [true] }] });
    assert.ok(Array.isArray(triggers));
    assert.ok(triggers.every((one) => /^sha256:[0-9a-f]{64}$/.test(String(one))));
    assert.equal(new Set(triggers).size, 4);
    assert.deepEqual(checked({ pullZoneId: 7, triggers })["triggers"], triggers);
  });

  it("has unknown triggers as long as their values are unknown", () => {
    const { triggers } = checked({ pullZoneId: unknownValue, triggers: [unknownValue, { a: [unknownValue] }, "b"] });
    assert.deepEqual((triggers as unknown[]).slice(0, 2), [unknownValue, unknownValue]);
    assert.match(String((triggers as unknown[])[2]), /^sha256:/);
  });

  it("can't be imported or read, because the service has no object for it", () =>
    bench({ seed }, async ({ context, sent }) => {
      const reason =
        /A cache purge can't be imported or read, because the service has no object for it: declare new Cache/;
      await assert.rejects(lifeCycle.import(context, "0f"), reason);
      await assert.rejects(lifeCycle.read(context, "0f", { pullZoneId: 7 }), reason);
      assert.deepEqual(sent(), []);
    }));
});
