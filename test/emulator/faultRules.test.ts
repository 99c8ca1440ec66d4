import assert from "node:assert/strict";
import type { FaultRule } from "../../emulator";
import { parseFaultRules, startEmulator } from "../../emulator";
import { ActiveFaults } from "../../emulator/faults/decide";
import { call, withEmulator } from "./call";

const fault = { kind: "status", status: 500 } as const;
const get = { method: "GET", path: "/storagezone/1", query: new URLSearchParams(), body: undefined };

/** The numbers of the requests that a rule affects, of several equal ones, from 1. */
function affected(rule: Omit<FaultRule, "fault">, requests: number, seed = 1): number[] {
  const active = new ActiveFaults([{ ...rule, fault }], seed);
  return Array.from({ length: requests }, (_, index) => index + 1).filter(() => active.decide(get).fault !== undefined);
}

describe("Fault rules", () => {
  it("apply to every request, the nth, every nth, all after some, or a limited number", () => {
    assert.deepEqual(affected({}, 3), [1, 2, 3]);
    assert.deepEqual(affected({ nth: 2 }, 5), [2]);
    assert.deepEqual(affected({ nth: [1, 4] }, 5), [1, 4]);
    assert.deepEqual(affected({ every: 2 }, 5), [2, 4]);
    assert.deepEqual(affected({ skip: 3 }, 5), [4, 5]);
    assert.deepEqual(affected({ skip: 1, every: 2 }, 6), [3, 5]);
    assert.deepEqual(affected({ times: 2 }, 5), [1, 2]);
    assert.deepEqual(affected({ skip: 1, times: 2 }, 5), [2, 3]);
  });

  it("match the method and the path", () => {
    for (const [rule, expected] of [
      [{ method: "get" }, 3],
      [{ method: ["POST", "GET"] }, 3],
      [{ method: "POST" }, 0],
      [{ path: "/storagezone/*" }, 3],
      [{ path: "/storagezone/?" }, 3],
      [{ path: "/storagezone" }, 0],
      [{ path: "/**" }, 3],
      [{ path: "/*" }, 0],
      [{ path: "/storagezone.1" }, 0],
      [{ path: /zone/g }, 3],
      [{ pathPattern: "^/storagezone/\\d+$" }, 3],
      [{ path: "/**", pathPattern: "^/pullzone" }, 0],
    ] as const) {
      assert.equal(affected(rule, 3).length, expected, JSON.stringify(rule));
    }
  });

  it("match fields of the body", async () => {
    const faults = [{ method: "POST", body: { Name: "unlucky", Region: "DE" }, fault }];
    await withEmulator({ faults }, async (emulator) => {
      const add = async (Name: string) => (await call(emulator, "POST", "/storagezone", { Name, Region: "DE" })).status;
      assert.deepEqual([await add("lucky"), await add("unlucky")], [201, 500]);
      assert.equal((await call(emulator, "GET", "/storagezone")).status, 200);
    });
  });

  it("give precedence to earlier rules, without counting the request", () => {
    const second = { kind: "status", status: 502 } as const;
    const rules = [fault, second].map((each) => ({ fault: each, times: 1 }));
    const active = new ActiveFaults(rules, 1);
    assert.deepEqual(
      [1, 2, 3].map(() => active.decide(get).fault),
      [fault, second, undefined],
    );
  });

  it("apply with their probability, reproducibly for a seed", () => {
    for (const probability of [0, 0.1, 0.5, 1]) {
      const hits = affected({ probability }, 5000, 7);
      assert.deepEqual(hits, affected({ probability }, 5000, 7));
      assert.ok(Math.abs(hits.length / 5000 - probability) < 0.03, String(hits.length));
    }
    assert.notDeepEqual(affected({ probability: 0.5 }, 100, 1), affected({ probability: 0.5 }, 100, 2));
  });

  it("draw log-normal latencies around the median", () => {
    const active = new ActiveFaults([{ fault: { kind: "latency", medianMs: 100, sigma: 0.5 } }], 1);
    const drawn = Array.from({ length: 2001 }, () => active.decide(get).latencyMs).sort((a, b) => a - b);
    assert.ok(Math.abs((drawn[1000] ?? 0) - 100) < 8, String(drawn[1000]));
    assert.ok((drawn[0] ?? 0) > 0 && (drawn[2000] ?? 0) > 300);
  });

  it("delay access log queries by the width of their window and by their offset, and nothing else", () => {
    const active = new ActiveFaults([{ fault: { kind: "slowLogs", perHourMs: 100, perThousandMs: 10 } }], 1);
    const latencyOf = (path: string, query: Record<string, string>): number =>
      active.decide({ ...get, path, query: new URLSearchParams(query) }).latencyMs;
    const window = { from: "2026-03-10T10:00:00Z", to: "2026-03-10T12:00:00Z" };
    assert.equal(latencyOf("/v2/pullzones/7/logs", window), 200);
    assert.equal(latencyOf("/v2/pullzones/7/logs", { ...window, offset: "5000" }), 250);
    assert.equal(latencyOf("/v2/pullzones/7/logs", {}), 2_400);
    assert.equal(latencyOf("/storagezone/1", window), 0);
  });

  for (const [what, rules, message] of [
    ["no list", 5, /must be a list/],
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
    it(`are refused with ${what}, naming the place`, async () => {
      assert.throws(() => parseFaultRules(rules), { name: "TypeError", message });
      await assert.rejects(startEmulator({ faults: rules as never }), { name: "TypeError", message });
    });
  }
});
