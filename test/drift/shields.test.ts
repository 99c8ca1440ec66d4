import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../emulator";
import { inProcess, type Ended } from "../cli/inProcess";
import { importedState } from "./support/importedState";

const login = {
  ...{ actionType: 1, variableTypes: { REQUEST_URI: "" }, operatorType: 0, value: "/login", transformationTypes: [] },
  ...{ chainedRuleConditions: [], requestCount: 20, counterKeyType: 0, timeframe: 10, blockTime: 60 },
};
const ids = Array.from({ length: 20 }, (_, at) => at + 1);
const seed = {
  pullZones: ids.map((id) => ({ Id: id, Name: `acme-${String(id)}` })),
  pullZoneShields: ids.map((id) => ({ Id: 100 + id, pullZoneId: id, wafExecutionMode: 1, learningMode: false })),
  shieldRateLimits: ids.flatMap((id) =>
    ["Login", "Search"].map((ruleName) => ({ shieldZoneId: 100 + id, ruleName, ruleConfiguration: login })),
  ),
};
const office = {
  Id: 501,
  shieldZoneId: 101,
  name: "Office",
  type: 0,
  content: "203.0.113.7",
  isEnabled: true,
  action: 1,
};

describe("Drift of shields", () => {
  let emulator: Emulator;
  let state: string;
  before(async () => {
    emulator = await startEmulator({ seed });
    emulator.shieldAccessLists.add(office);
    state = await importedState(emulator);
  });
  beforeEach(() => {
    emulator.reset();
    emulator.shieldAccessLists.add(office);
  });
  after(() => emulator.close());

  const drift = (...argv: string[]): Promise<Ended> =>
    inProcess(emulator, ["drift", "--state", "-", ...argv], { stdin: state });

  it("takes one request for all settings, one for the pull zones, and one for each shield with parts", async () => {
    emulator.shieldAccessLists.delete(501);
    emulator.clearJournal();
    await drift();
    const counts = new Map<string, number>();
    for (const { operation = "" } of emulator.journal) counts.set(operation, (counts.get(operation) ?? 0) + 1);
    assert.equal(counts.get("listPullZoneShields"), 1);
    assert.equal(counts.get("listShieldRateLimits"), 20);
    assert.equal(counts.get("getPullZoneShield"), undefined);
  });

  it("shows a setting, a condition and entries that somebody changed, and nothing that changes by itself", async () => {
    const clean = await drift();
    assert.equal(clean.code, 0, clean.stdout);
    emulator.pullZoneShields.change(101, { wafExecutionMode: 0, learningModeUntil: "2027-01-01T00:00:00" });
    emulator.shieldRateLimits.change(1, { ruleConfiguration: { ...login, value: "/sign-in", timeframe: 1 } });
    emulator.shieldAccessLists.change(501, { content: "203.0.113.8" });
    const { code, stdout } = await drift();
    assert.equal(code, 2, stdout);
    assert.match(stdout, /wafExecutionMode/);
    assert.match(stdout, /conditions\[0\]\.value/);
    assert.match(stdout, /timeframe/);
    assert.match(stdout, /203\.0\.113\.8/);
    assert.doesNotMatch(stdout, /learningModeUntil/);
  });

  it("does not count a plan that the program does not declare", async () => {
    emulator.pullZoneShields.change(101, { planType: 1 });
    const { code, stdout } = await drift();
    assert.equal(code, 0, stdout);
  });

  it("shows a shield and its parts as missing once the pull zone is deleted", async () => {
    emulator.pullZones.delete(1);
    const { code, stdout } = await drift();
    assert.equal(code, 2, stdout);
    assert.match(stdout, /missing +PullZoneShield/);
  });

  it("lists with --unmanaged what no state has: shields, rate limits and access lists, by name", async () => {
    assert.equal((await drift("--unmanaged")).code, 0);
    emulator.pullZones.add({ Id: 30, Name: "acme-new" });
    emulator.pullZoneShields.add({ Id: 130, pullZoneId: 1 });
    emulator.pullZoneShields.add({ Id: 131, pullZoneId: 30 });
    emulator.shieldRateLimits.add({ Id: 99, shieldZoneId: 101, ruleName: "By hand", ruleConfiguration: login });
    emulator.shieldAccessLists.add({ ...office, Id: 502, name: "Guests" });
    const { stdout } = await drift("--unmanaged");
    assert.match(stdout, /unmanaged ShieldRateLimit By hand \(101\/99\)/);
    assert.match(stdout, /unmanaged ShieldAccessList Guests \(101\/502\)/);
    // Another shield than the one of the state. A shield belongs to its pull zone, which is reported if it is in no state.
    assert.match(stdout, /unmanaged PullZoneShield shield-1 \(130\): of pull zone 1, on the plan Basic/);
    assert.match(stdout, /unmanaged PullZone acme-new/);
    assert.doesNotMatch(stdout, /\(131\)/);
  });
});
