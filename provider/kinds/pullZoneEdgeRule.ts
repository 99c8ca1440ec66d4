import { edgeRuleActionTypes, edgeRuleMatchings, edgeRuleTriggerTypes } from "../wire/edgeRuleConstants";
import { pullZoneEdgeRuleOptions, pullZoneEdgeRuleTable } from "../wire/pullZoneEdgeRule";
import { edgeRuleTable } from "../wire/pullZoneParts";
import type { PartKindOf } from "./kind";
import { defineKind, inputsText } from "./kind";

export const pullZoneEdgeRule: PartKindOf<"PullZone"> = defineKind({
  name: "PullZoneEdgeRule",
  noun: "edge rule",
  description:
    "An edge rule of a pull zone. Its id is `PULL-ZONE-ID/GUID`. Parameters are secret only if the program passes secrets.",
  class: {
    doc: [
      "An edge rule of a pull zone: an action on the requests that match its triggers. An omitted setting is cleared; only an omitted `orderIndex` or `triggerMatchingType` keeps the service's value. Parameters are secret only if the program passes secrets. {@link PullZoneEdgeRule.get} reads an existing rule without managing it, and the parameters are secret outputs.",
      "Assumption: the operations that add, change and delete an edge rule. In the contract, rules can only be read.",
    ],
    example: `
      const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://www.acme.example" });

      new cdn.PullZoneEdgeRule("no-sniff", {
        pullZoneId: web.pullZoneId,
        description: "no sniffing",
        actionType: cdn.EdgeRuleActionType.SetResponseHeader,
        actionParameter1: "X-Content-Type-Options",
        actionParameter2: "nosniff",
        triggers: [{ type: cdn.EdgeRuleTriggerType.Url, patternMatches: ["*"] }],
      });
    `,
    get: "Reads an existing edge rule without managing it. If there is no such rule, the deployment fails.",
    id: "the id of the pull zone and the GUID, with a slash between them",
  },
  table: pullZoneEdgeRuleTable,
  // The program does not say which parameters are secret.
  readTable: edgeRuleTable,
  parent: "PullZone",
  // Wider than 8-4-4-4-12 digits, which the contract does not promise, but without `.`, `..`, slashes and the empty string.
  partId: { shape: /^[0-9a-z][0-9a-z-]{0,63}$/i, example: "GUID" },
  options: pullZoneEdgeRuleOptions,
  // Rules have no name, and two rules may be equal.
  claim: inputsText,
  outline: ({ description, ...rule }) => ({
    ...(typeof description === "string" ? { name: description } : {}),
    text: ruleText(rule),
  }),
});

/**
 * Describes what an edge rule does, and when: "Redirect to https://acme.example/ where Url login*". The target URL is an input in plain
 * text, so it is not secret; other parameters may be.
 */
function ruleText(inputs: Readonly<Record<string, unknown>>): string {
  const action =
    constantIn(edgeRuleActionTypes, inputs["actionType"]) ?? `action ${JSON.stringify(inputs["actionType"])}`;
  const hasTarget = [edgeRuleActionTypes.Redirect, edgeRuleActionTypes.OriginUrl].some(
    (type) => type === inputs["actionType"],
  );
  const { actionParameter1: url } = inputs;
  const target = hasTarget && typeof url === "string" ? ` to ${url}` : "";
  const triggers = (Array.isArray(inputs["triggers"]) ? inputs["triggers"] : []) as Readonly<Record<string, unknown>>[];
  const texts = triggers.map(({ type, patternMatches, parameter1, patternMatchingType }) => {
    const words = [constantIn(edgeRuleTriggerTypes, type) ?? `trigger ${JSON.stringify(type)}`];
    if (typeof parameter1 === "string") words.push(parameter1);
    const matching = constantIn(edgeRuleMatchings, patternMatchingType);
    if (matching !== undefined) words.push(`(${matching})`);
    return [...words, (Array.isArray(patternMatches) ? patternMatches : []).join(" ")].join(" ");
  });
  const matching = constantIn(edgeRuleMatchings, inputs["triggerMatchingType"]);
  return `${action}${target} where ${matching === undefined ? "" : `${matching} of `}${texts.join("; ")}`;
}

function constantIn(constants: Readonly<Record<string, number>>, value: unknown): string | undefined {
  return Object.keys(constants).find((name) => constants[name] === value);
}
