import { ConflictError } from "../../api/errors";
import { pullZoneEdgeRule } from "../../kinds/pullZoneEdgeRule";
import type { EdgeRule, GetPullZoneResult } from "../../types/pullZone";
import { partLifeCycle } from "../parts";
import { creationOf } from "../parts/create";
import { findPart, noPartError, zoneFor, zoneIdOf } from "../parts/find";
import type { CreateResult, LifeCycleContext, Properties } from "../shared/lifeCycle";
import { IncompleteError, messageOf } from "../shared/failures";
import { markKey } from "../shared/memory";
import { requestOf } from "../shared/messages";
import { picked } from "../shared/properties";
import { isRefusal } from "../shared/requests";
import { changedSettings, immutableChanges, leaveOthers, pending } from "../shared/updates";
import { apply, isGuid, isPlaceTaken, placeBehind, rules, sendInOrder, shownRule } from "./apply";
import { checkRule } from "./check";
import { dueAfterChange, withPurges } from "./purge";
import { secretInputs } from "./secrets";
import type { LiveRule } from "./state";
import {
  bodyOf,
  comparison,
  externalState,
  idOf,
  importable,
  importInputs,
  isAsDeclared,
  liveInputs,
  managedState,
  settings,
  withoutPlace,
} from "./state";

const rulesOfZones = partLifeCycle<EdgeRule>({
  ...rules,
  check: checkRule,
  diff: (state, news) => ({
    replaces: immutableChanges(pullZoneEdgeRule, state, news),
    deleteBeforeReplace: false,
  }),
  create: creationOf({
    ...rules,
    word: "edge rule",
    idWord: "GUID",
    zoneInput: "pullZoneId",
    maxLookAgeMs: 0,
    partsOf: (zone) => zone.edgeRules,
    idOf,
    pathOf: ({ guid }) => `edgerules/${encodeURIComponent(guid)}`,
    isLike: (rule, inputs) => isAsDeclared(rule, inputs, withoutPlace),
    isAsDeclared,
    turnOfNew: String,
    before: reportOrder,
    add,
    unsupportedAdvice: "Add it in the service's dashboard, and read it with PullZoneEdgeRule.get",
    complete,
    adopt,
  }),
  update: (context, live, _id, state, inputs) => update(context, live, state, inputs),
  deletion: "delete",
  delete: (client, { zone, part }) => client.deleteEdgeRule(zone.id, part.guid),
  refuse: refuseReadOnly,
  idOf,
  externalState,
  managedState,
  liveInputs,
  importInputs,
  secretsIn: ({ part }) => secretInputs(part),
  importable,
});

export const pullZoneEdgeRuleLifeCycle = withPurges(rulesOfZones);

/** @throws {ConflictError} if the service does not let the rule be changed */
function refuseReadOnly(live: LiveRule, step: keyof typeof readOnlyAdvice): void {
  if (!live.part.readOnly) return;
  throw new ConflictError(
    `Edge rule ${idOf(live)} was not ${step}: it is read-only, because the service manages it. ${readOnlyAdvice[step]}`,
    { request: requestOf("get", "PullZone", live.zone.id) },
  );
}

const readOnlyAdvice = {
  imported: "Read it with PullZoneEdgeRule.get",
  updated: "Declare it as it is",
  deleted:
    "Stop managing it: set the resource option retainOnDelete: true, run pulumi up, and then remove it from the program",
};

/**
 * Adds a rule. Which `orderIndex` the service gives one without is not known: it may be 0 for each, which a service that wants every
 * `orderIndex` once would refuse. The rule is then sent with a place behind all others.
 *
 * @returns the rule as it was requested
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
    const { edgeRules } = await zoneFor(client, pullZoneEdgeRule, pullZoneId);
    body = { ...body, orderIndex: placeBehind(edgeRules.map(({ orderIndex }) => orderIndex)) };
    return send();
  };
  const guid = await sendInOrder(context, pullZoneId, inputs, isNew, send).catch(addBehind);
  return guid === undefined ? undefined : ({ ...body, guid, readOnly: false } as EdgeRule);
}

/** Makes a new rule as declared, once its zone shows it. */
async function complete(context: LifeCycleContext, added: LiveRule, inputs: Properties): Promise<CreateResult> {
  const id = idOf(added);
  const { zone, part } = added;
  context.memory.declaredAs.set(id, inputs);
  try {
    const live = await shownRule(context.client, zone.id, (rule) => isGuid(rule, part.guid));
    const changed = live === undefined ? added : await apply(context, live, inputs);
    return { id, state: managedState(changed, inputs, dueAfterChange(inputs)) };
  } catch (error) {
    throw new IncompleteError(id, managedState(added, inputs, dueAfterChange(inputs)), messageOf(error), error);
  }
}

/** Reports once for a zone that nobody has chosen the order of its rules. */
function reportOrder({ memory, tell }: LifeCycleContext, zone: GetPullZoneResult, { orderIndex }: Properties): void {
  const key = `order ${String(zone.id)}`;
  if (orderIndex !== undefined || zone.edgeRules.length === 0 || memory.once.has(key)) return;
  memory.once.add(key);
  tell(
    `Pull zone ${String(zone.id)} has several edge rules, and not all declare an orderIndex: the service then decides their order, which may be that in which they happen to be added. Declare orderIndex where the order matters`,
  );
}

/** Takes over the rule with that id: the resource has the option `import`. */
async function adopt(context: LifeCycleContext, id: string, inputs: Properties): Promise<CreateResult> {
  const { client, memory, tell, turns } = context;
  const pullZoneId = zoneIdOf(rules, id);
  if (pullZoneId !== inputs["pullZoneId"]) {
    throw new ConflictError(
      `Edge rule ${id} was not imported: its pullZoneId is ${String(pullZoneId)}, declared is ${String(inputs["pullZoneId"])}. Declare it as it is, or remove the resource option import`,
      { request: requestOf("get", "PullZone", pullZoneId) },
    );
  }
  return memory.entries.inTurn(id, () =>
    turns.inTurn(String(pullZoneId), async () => {
      const found = await findPart(rules, client, id, {}, "read");
      if (found === undefined) throw noPartError(pullZoneEdgeRule, id);
      refuseReadOnly(found, "imported");
      const mark = memory.entries.add(idOf(found));
      memory.declaredAs.set(idOf(found), inputs);
      const live = await apply(context, found, inputs);
      tell(`Adopted edge rule ${id}. ${live === found ? "All declared settings match" : "It was updated"}`);
      // A creation that was killed before it emptied the cache may be adopted.
      const isChanged = live !== found || inputs["adopt"] === true;
      const prior = { [markKey]: mark, ...(isChanged && dueAfterChange(inputs)) };
      return { id: idOf(live), state: managedState(live, inputs, prior) };
    }),
  );
}

/** Sends what the program changed, beside the live rest. @throws {IncompleteError} if it fails once something may have been changed */
async function update(
  context: LifeCycleContext,
  live: LiveRule,
  state: Properties,
  inputs: Properties,
): Promise<Properties> {
  const id = idOf(live);
  const declaration = { kind: pullZoneEdgeRule, comparison, settings, state, inputs };
  const changed = changedSettings(declaration);
  // Also if the rule is as declared already: an update that was killed may have sent it.
  const prior = changed.length > 0 ? { ...state, ...dueAfterChange(inputs) } : state;
  const stateOf = (updated: LiveRule, tell: (what: string) => void): Properties =>
    leaveOthers(managedState(updated, inputs, prior), { ...declaration, changed }, [], tell);
  let reached: Properties | undefined;
  try {
    const updated = await apply(context, live, inputs, changed, async (written, request) => {
      try {
        await request();
      } catch (error) {
        const sent = changed.map(({ name }) => name);
        if (!isRefusal(error)) reached = pending({ ...prior, ...picked(inputs, sent) }, changed);
        throw error;
      }
      reached = stateOf({ ...live, part: { ...live.part, ...written } as EdgeRule }, () => undefined);
    });
    return stateOf(updated, (what) => context.tell(`Edge rule ${id} ${what}`));
  } catch (error) {
    if (reached === undefined) throw error;
    throw new IncompleteError(id, reached, messageOf(error), error);
  }
}
