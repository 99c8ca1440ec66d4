import assert from "node:assert/strict";
import fc from "fast-check";
import type { FaultRule } from "../../emulator";
import { parseFaultRules } from "../../emulator";
import { FaultDeck } from "../../emulator/faults/deck";
import { call, withEmulator } from "./call";

const fault = { kind: "status", status: 500 } as const;
const get = { method: "GET", path: "/storagezone/1", body: undefined };

/** Which of so many equal requests a rule strikes, from 1. */
function struck(rule: Omit<FaultRule, "fault">, requests: number, seed = 1): number[] {
  const deck = new FaultDeck([{ ...rule, fault }], seed);
  return Array.from({ length: requests }, (_, index) => index + 1).filter(() => deck.strike(get).fault !== undefined);
}

describe("a fault rule", () => {
  it("strikes every request unless told otherwise", () => {
    assert.deepEqual(struck({}, 3), [1, 2, 3]);
  });

  it("strikes the nth, each so manieth, all after some, at most so often", () => {
    assert.deepEqual(struck({ nth: 2 }, 5), [2]);
    assert.deepEqual(struck({ nth: [1, 4] }, 5), [1, 4]);
    assert.deepEqual(struck({ every: 2 }, 5), [2, 4]);
    assert.deepEqual(struck({ skip: 3 }, 5), [4, 5]);
    assert.deepEqual(struck({ skip: 1, every: 2 }, 6), [3, 5]);
    assert.deepEqual(struck({ times: 2 }, 5), [1, 2]);
    assert.deepEqual(struck({ skip: 1, times: 2 }, 5), [2, 3]);
  });

  it("looks at the method and the path", () => {
    const strikes = (rule: Omit<FaultRule, "fault">) => struck(rule, 1).length === 1;
    assert.ok(strikes({ method: "get" }));
    assert.ok(strikes({ method: ["POST", "GET"] }));
    assert.ok(!strikes({ method: "POST" }));
    assert.ok(strikes({ path: "/storagezone/*" }));
    assert.ok(!strikes({ path: "/storagezone" }));
    assert.ok(strikes({ path: "/**" }));
    assert.ok(!strikes({ path: "/*" }));
    assert.ok(strikes({ path: /zone/g }));
    assert.ok(strikes({ pathPattern: "^/storagezone/\\d+$" }));
    assert.ok(!strikes({ path: "/**", pathPattern: "^/pullzone" }));
  });

  it("remembers nothing of a regular expression with the flag g", () => {
    assert.deepEqual(struck({ path: /storagezone/g }, 3), [1, 2, 3]);
  });

  it("looks at the fields of the body, through the wire", async () => {
    const faults = [{ method: "POST", body: { Name: "unlucky", Region: "DE" }, fault }];
    await withEmulator({ faults }, async (emulator) => {
      const add = async (Name: string) => (await call(emulator, "POST", "/storagezone", { Name, Region: "DE" })).status;
      assert.deepEqual([await add("lucky"), await add("unlucky")], [201, 500]);
      assert.equal((await call(emulator, "GET", "/storagezone")).status, 200);
    });
  });

  it("gives way to an earlier one, and is not used up by it", () => {
    const second = { kind: "status", status: 502 } as const;
    const deck = new FaultDeck(
      [
        { fault, times: 1 },
        { fault: second, times: 1 },
      ],
      1,
    );
    assert.deepEqual(
      [1, 2, 3].map(() => deck.strike(get).fault),
      [fault, second, undefined],
    );
  });

  it("strikes by chance as often as it says, and the same way for the same seed", () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0, max: 1, noNaN: true }), (seed, probability) => {
        const hits = struck({ probability }, 2000, seed);
        assert.deepEqual(hits, struck({ probability }, 2000, seed));
        // Six standard deviations.
        assert.ok(Math.abs(hits.length / 2000 - probability) <= 6 * Math.sqrt(0.25 / 2000));
      }),
      { numRuns: 50, seed: 3 },
    );
    assert.notDeepEqual(struck({ probability: 0.5 }, 100, 1), struck({ probability: 0.5 }, 100, 2));
  });

  it("draws log-normal latencies around the median", () => {
    const deck = new FaultDeck([{ fault: { kind: "latency", medianMs: 100, sigma: 0.5 } }], 1);
    const drawn = Array.from({ length: 2001 }, () => deck.strike(get).latencyMs).sort((a, b) => a - b);
    assert.ok(Math.abs((drawn[1000] ?? 0) - 100) < 8, String(drawn[1000]));
    assert.ok((drawn[0] ?? 0) > 0 && (drawn[2000] ?? 0) > 300);
  });
});

describe("fault rules from outside", () => {
  it("may be a list or stand under faults", () => {
    assert.deepEqual(parseFaultRules([{ fault }]), [{ fault }]);
    assert.deepEqual(parseFaultRules({ faults: [{ fault }] }), [{ fault }]);
  });

  for (const [what, rules, message] of [
    ["no list", 5, /must be a list/],
    ["another key", { rules: [] }, /must be a list/],
    ["no fault", [{}], /at \[0\]\.fault/],
    ["an unknown kind", [{ fault: { kind: "magic" } }], /must be one of status, tooManyRequests, latency/],
    ["a misspelt field", [{ fault: { kind: "hang", milliseconds: 3 } }], /"milliseconds"[\s\S]*at \[0\]\.fault/],
    ["a misspelt condition", [{ fault, nht: 2 }], /"nht"/],
    ["a status out of bounds", [{ fault }, { fault: { kind: "status", status: 99 } }], /at \[1\]\.fault\.status/],
    ["a latency without a time", [{ fault: { kind: "latency" } }], /either ms or medianMs/],
    ["a latency with both times", [{ fault: { kind: "latency", ms: 1, medianMs: 1 } }], /either ms or medianMs/],
    ["a broken pattern", [{ fault, pathPattern: "(" }], /Invalid regular expression[\s\S]*at \[0\]\.pathPattern/],
    ["a probability above 1", [{ fault, probability: 2 }], /at \[0\]\.probability/],
    ["a 0th request", [{ fault, nth: 0 }], /at \[0\]\.nth/],
  ] as const) {
    it(`are refused with ${what}, naming the place`, () => {
      assert.throws(() => parseFaultRules(rules), { name: "TypeError", message });
    });
  }
});
