import { ConflictError } from "../../api/errors";
import type { EdgeRule, GetPullZoneResult } from "../../types/pullZone";
import { nameless } from "../nameless";
import { objectLifeCycle } from "../objectLifeCycle";
import type { Operations } from "../operations";
import { withFindings } from "../wrappers";
import { wholeKey } from "../../kinds";
import type { LifeCycleContext } from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { requestOf } from "../../api/messages";
import { edgeRuleMatchings } from "../../wire/edgeRuleConstants";
import { wholeFor } from "../locate";
import { apply, isPlaceTaken, locate, placeBehind, sendInOrder } from "./apply";
import { checkRule } from "./check";
import { isOriginOfAll } from "../../files/origins";
import { rivalFaults } from "./faults";
import { dueAfterChange, withPurges } from "./purge";
import { secretInputs } from "./secrets";
import type { LiveRule } from "./state";
import {
  bodyOf,
  comparison,
  differences,
  externalState,
  idOf,
  importable,
  importInputs,
  isAsDeclared,
  liveInputs,
  managedState,
  withoutPlace,
} from "./state";
import { warning } from "../../wire/words";

const rules: Operations<LiveRule> = {
  locate,
  identity: nameless<EdgeRule, "PullZone">({
    locate,
    wholeKind: "PullZone",
    word: "edge rule",
    idWord: "GUID",
    zoneInput: "pullZoneId",
    purpose: "turn",
    partsOf: (zone) => zone.edgeRules,
    pathOf: ({ guid }) => `edgerules/${encodeURIComponent(guid)}`,
    isLike: (rule, inputs) => isAsDeclared(rule, inputs, withoutPlace),
    isAsDeclared,
    isLeft,
    isMeant,
    turnOfNew: (id) => wholeKey("PullZone", String(id)),
    checkWhole: reportOrder,
    add,
    prior: dueAfterChange,
    unsupportedAdvice: "Add it in the service's dashboard, and read it with PullZoneEdgeRule.get",
  }),
  check: checkRule,
  comparison: () => comparison,
  differences: ({ part }, inputs) => differences(part, inputs),
  apply,
  // `reached` notes that a purge is due.
  settledState: managedState,
  delete: ({ client }, { whole: zone, part }) => client.deleteEdgeRule(zone.id, part.guid),
  refuse: refuseReadOnly,
  externalState,
  managedState,
  liveInputs,
  importInputs,
  secretsIn: secretInputs,
  importable,
};

export const pullZoneEdgeRuleLifeCycle = withPurges(
  withFindings(objectLifeCycle(rules), async ({ found, reader, id, wantsFaults }) =>
    wantsFaults ? { ...found, faults: await rivalFaults(reader, id, found.state) } : found,
  ),
);

/** Refuses a rule that the service does not allow to change. @throws {ConflictError} */
function refuseReadOnly(live: LiveRule, step: keyof typeof readOnlyAdvice): void {
  if (!live.part.readOnly) return;
  throw new ConflictError(
    `Edge rule ${idOf(live)} was not ${step}: it is read-only, because the service manages it. ${readOnlyAdvice[step]}`,
    { request: requestOf("get", "PullZone", live.whole.id) },
  );
}

const readOnlyAdvice = {
  imported: "Read it with PullZoneEdgeRule.get",
  updated: "Declare its actual values",
  deleted:
    "Stop managing it: set the resource option retainOnDelete: true, run pulumi up, and then remove it from the program",
};

/**
 * Adds a rule. It is not known which `orderIndex` the service gives to a rule without one. It may be 0 for each, which a service with unique
 * `orderIndex`es would refuse. In that case, the rule is sent again with a place behind all others.
 *
 * @returns the requested rule
 */
async function add(
  context: LifeCycleContext,
  pullZoneId: number,
  inputs: Properties,
  isNew: (rule: EdgeRule) => boolean,
): Promise<EdgeRule | undefined> {
  const { client } = context;
  let body = bodyOf(inputs);
  const send = (): Promise<string | undefined> => client.addEdgeRule(pullZoneId, body);
  const addBehind = async (error: unknown): Promise<string | undefined> => {
    if (inputs["orderIndex"] !== undefined || !isPlaceTaken(error)) throw error;
    const { edgeRules } = await wholeFor(client.reads, "PullZone", locate.kind.noun, pullZoneId);
    body = { ...body, orderIndex: placeBehind(edgeRules.map(({ orderIndex }) => orderIndex)) };
    return send();
  };
  const guid = await sendInOrder(context, pullZoneId, inputs, isNew, send).catch(addBehind);
  return guid === undefined ? undefined : ({ ...body, guid, readOnly: false } as EdgeRule);
}

/**
 * Whether a rule that no entry has comes from an interrupted run: it equals the declaration in its place and in everything that was not declared.
 * The service accepts several rules with the place 0, so 0 does not identify a rule.
 */
function isLeft(rule: EdgeRule, inputs: Properties): boolean {
  const { orderIndex, triggerMatchingType = edgeRuleMatchings.MatchAny } = inputs;
  return Number(orderIndex ?? 0) > 0 && !rule.readOnly && isAsDeclared(rule, { ...inputs, triggerMatchingType });
}

/**
 * Whether a rule that differs from a declaration with `adoptByDescription` has its purpose: both choose the files of every address, or have the same
 * description.
 */
function isMeant(rule: EdgeRule, inputs: Properties): boolean {
  if (rule.readOnly || inputs["adopt"] !== true || inputs["adoptByDescription"] !== true) return false;
  const wanted = inputs as object as EdgeRule;
  if (isOriginOfAll(wanted)) return isOriginOfAll(rule);
  const { description = "" } = inputs;
  return description !== "" && rule.description === description && !isOriginOfAll(rule);
}

/** Reports, once for each zone, that the program does not determine the order of its rules. */
function reportOrder({ memory, tell }: LifeCycleContext, zone: GetPullZoneResult, { orderIndex }: Properties): void {
  const key = `order ${String(zone.id)}`;
  if (orderIndex !== undefined || zone.edgeRules.length === 0 || memory.once.has(key)) return;
  memory.once.add(key);
  tell(
    warning(
      `Pull zone ${String(zone.id)} has several edge rules, and not all of them declare an orderIndex: the service then decides their order, which may be the order in which they were added. Declare orderIndex if the order matters`,
    ),
  );
}
