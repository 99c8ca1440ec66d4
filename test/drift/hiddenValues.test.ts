import assert from "node:assert/strict";
import { detectDrift, renderReport } from "../../drift";
import { reportFormats } from "../../drift/report/render";
import { type Emulator, startEmulator } from "../../emulator";
import { CdnClient } from "../../provider/api/client";
import type { Properties } from "../../provider/declared/properties";
import type { LifeCycle } from "../../provider/lifecycle/lifeCycle";
import { dnsRecordLifeCycle } from "../../provider/lifecycle/dnsRecord";
import { pullZoneEdgeRuleLifeCycle } from "../../provider/lifecycle/pullZoneEdgeRule";
import { edgeRuleActionTypes, edgeRuleTriggerTypes } from "../../provider/wire/edgeRuleConstants";
import { settings } from "../api/support";
import { contextOf } from "../lifecycle/support";
import { stateOfOne } from "./support/state";

const planted = "PLANTED-VALUE";
const everywhere = { type: edgeRuleTriggerTypes.Url, patternMatches: ["*"] };
const ofRule = { pullZoneId: 9, triggers: [everywhere], triggerMatchingType: 0, enabled: true };

describe("Values of a state that may be secret", () => {
  let emulator: Emulator;

  beforeEach(async () => {
    emulator = await startEmulator({
      seed: {
        pullZones: [{ Id: 9, Name: "site" }],
        dnsZones: [{ Id: 5, Domain: "acme.example" }],
        edgeScripts: [{ Id: 77, Name: "answer" }],
      },
    });
  });
  afterEach(() => emulator.close());

  /** Creates an object, changes the service, and returns the properties that the drift report names, none of which shows the planted value. */
  async function changedIn(
    kind: "PullZoneEdgeRule" | "DnsRecord",
    lifeCycle: LifeCycle,
    inputs: Properties,
    { change, secret = [] }: { readonly change: () => void; readonly secret?: readonly string[] },
  ): Promise<string[]> {
    const client = new CdnClient(settings(emulator.url, { accessKey: emulator.accessKey }));
    const { id, state } = await lifeCycle.create(contextOf(client), inputs);
    change();
    const report = await detectDrift({
      states: [{ state: stateOfOne({ kind, id, inputs, state, secret, showSecrets: true }) }],
      env: { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey },
    });
    for (const format of reportFormats) assert.doesNotMatch(renderReport(format, report), /PLANTED/, format);
    return report.stacks.flatMap(({ resources }) =>
      resources.flatMap(({ differences }) => differences.map(({ property }) => property)),
    );
  }

  const changeRule = (change: object): void => {
    const [rule] = emulator.pullZones.get(9)?.EdgeRules ?? [];
    emulator.pullZones.change(9, { EdgeRules: [{ ...rule, ...change }] as never });
  };

  it("are not shown if the program marks a list of objects, or something in it, as secret", async () => {
    const header = { type: edgeRuleTriggerTypes.RequestHeader, parameter1: "X-Origin" };
    const found = await changedIn(
      "PullZoneEdgeRule",
      pullZoneEdgeRuleLifeCycle,
      {
        ...{ ...ofRule, actionType: edgeRuleActionTypes.BlockRequest },
        triggers: [{ ...header, patternMatches: [planted] }],
      },
      {
        secret: ["triggers"],
        change: () => {
          const triggers = [{ Type: header.type, Parameter1: header.parameter1, PatternMatches: [`${planted}-2`] }];
          changeRule({ Triggers: triggers });
        },
      },
    );
    assert.deepEqual(found, ["triggers[0].patternMatches"]);
  });

  it("are not shown if the object no longer is what makes them secret: a rule with another action", async () => {
    const found = await changedIn(
      "PullZoneEdgeRule",
      pullZoneEdgeRuleLifeCycle,
      {
        ...{ ...ofRule, actionType: edgeRuleActionTypes.SetRequestHeader },
        ...{ actionParameter1: "Authorization", actionParameter2: planted },
      },
      {
        change: () =>
          changeRule({ ActionType: edgeRuleActionTypes.BlockRequest, ActionParameter1: "", ActionParameter2: "" }),
      },
    );
    assert.deepEqual(found, ["actionType", "actionParameter1", "actionParameter2"]);
  });

  it("are not shown if the object no longer has them: the variables of a DNS record", async () => {
    const found = await changedIn(
      "DnsRecord",
      dnsRecordLifeCycle,
      {
        ...{ dnsZoneId: 5, type: "Script", name: "x", scriptId: 77 },
        environmentalVariables: [{ name: "TOKEN", value: planted }],
      },
      {
        change: () => {
          const [record] = emulator.dnsRecords.list();
          emulator.dnsRecords.change(record?.Id ?? 0, { EnviromentalVariables: [] });
        },
      },
    );
    assert.deepEqual(found, ["environmentalVariables[name=TOKEN]"]);
  });
});
