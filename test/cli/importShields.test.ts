import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { inProcess } from "./inProcess";

const login = {
  ...{ actionType: 1, variableTypes: { REQUEST_URI: "" }, operatorType: 0, value: "/login", transformationTypes: [8] },
  ...{ chainedRuleConditions: [], requestCount: 20, counterKeyType: 0, timeframe: 10, blockTime: 60 },
};
const seed = {
  pullZones: [
    { Id: 7, Name: "acme-web" },
    { Id: 9, Name: "acme-former" },
  ],
  pullZoneShields: [
    { Id: 70, pullZoneId: 7, planType: 1, wafExecutionMode: 1, wafDisabledRules: ["952100"], learningMode: false },
    { Id: 99, pullZoneId: 9, planType: 0 },
  ],
  shieldRateLimits: [
    { Id: 8001, shieldZoneId: 70, ruleName: "Login", ruleConfiguration: login },
    { Id: 8009, shieldZoneId: 99, ruleName: "Left", ruleConfiguration: login },
  ],
  shieldAccessLists: [
    { Id: 501, shieldZoneId: 70, name: "Office", type: 0, content: "203.0.113.7", isEnabled: true, action: 1 },
  ],
};

/** Returns a state of the vendor's Terraform provider. Its parts of shields name the pull zone. */
function terraformState(resources: readonly (readonly [type: string, attributes: object])[]): string {
  const provider = 'provider["registry.terraform.io/bunnyway/bunnynet"]';
  return JSON.stringify({
    version: 4,
    resources: resources.map(([type, attributes]) => ({
      ...{ mode: "managed", type, name: "main", provider, instances: [{ schema_version: 0, attributes }] },
    })),
  });
}

describe("The command import, of a shield", () => {
  let emulator: Emulator;
  let folder: string;
  before(async () => {
    emulator = await startEmulator({ seed });
    // A shield outlives its pull zone, but can't be declared without one.
    emulator.pullZones.delete(9);
    folder = mkdtempSync(path.join(tmpdir(), "import-shields-"));
  });
  after(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const imported = async (...args: string[]) => {
    const { code, stdout, stderr } = await inProcess(emulator, ["import", ...args]);
    assert.equal(code, 0, stderr);
    const { resources } = JSON.parse(stdout) as { resources: { type: string; id: string }[] };
    return { ids: resources.map(({ id }) => id), stdout, stderr };
  };

  it("declares settings, rate limits and lists, and the plan only in a comment", async () => {
    for (const given of [["pull-zone-shield:70"], ["--all"]]) {
      const { ids, stdout, stderr } = await imported(...given);
      assert.deepEqual(ids.filter((id) => id !== "7").sort(), ["70", "70/501", "70/8001"]);
      assert.match(stderr, /\/\/ The shield keeps its plan Advanced: planType is not declared\.\n/);
      assert.doesNotMatch(stderr, /planType:/);
      assert.doesNotMatch(stdout, /"__declared":[^\]]*planType/);
      assert.match(stderr, /wafExecutionMode: cdn\.ShieldWafMode\.Block/);
      assert.match(stderr, /wafDisabledRules: \["952100"\]/);
      assert.match(
        stderr,
        /new cdn\.ShieldRateLimit\(\s+"shield-7-login",\s+\{\s+shieldZoneId: shield7PullZoneShield\.shieldZoneId/,
      );
      assert.match(stderr, /entries: \["203\.0\.113\.7"\]/);
    }
  });

  it("takes the objects of a Terraform state, whose parts name only the pull zone", async () => {
    const file = path.join(folder, "terraform.tfstate");
    const parts = [
      ["bunnynet_pullzone_ratelimit_rule", { id: 8001, pullzone: 7, name: "Login" }],
      ["bunnynet_pullzone_access_list", { id: 501, pullzone: 7, name: "Office" }],
    ] as const;
    writeFileSync(file, terraformState([["bunnynet_pullzone_shield", { id: 70, pullzone: 7 }], ...parts]));
    const { ids, stderr } = await imported("--from-state", file);
    assert.deepEqual(ids.sort(), ["70", "70/501", "70/8001"]);
    assert.match(stderr, /terraform state rm bunnynet_pullzone_shield\.main bunnynet_pullzone_ratelimit_rule\.main/);
    emulator.clearJournal();
    writeFileSync(file, terraformState([...parts, ["bunnynet_pullzone_waf_rule", { id: 1, pullzone: 7 }]]));
    const alone = await imported("--from-state", file);
    assert.deepEqual(alone.ids.sort(), ["70/501", "70/8001"]);
    assert.match(alone.stderr, /for which this package has no class: bunnynet_pullzone_waf_rule\.main/);
    const lists = emulator.journal.filter(({ operation }) => operation === "listPullZoneShields");
    assert.equal(lists.length, 1);
  });

  it("leaves out parts of a pull zone without a shield", async () => {
    const file = path.join(folder, "gone.tfstate");
    const part = (pullzone: number) => ["bunnynet_pullzone_ratelimit_rule", { id: 8001, pullzone }] as const;
    writeFileSync(file, terraformState([part(7), part(8)]));
    const { ids, stderr } = await imported("--from-state", file);
    assert.deepEqual(ids, ["70/8001"]);
    assert.match(stderr, /Left out: 1 resource of the Terraform state that the account lacks/);
  });
});
