import {
  ConflictError,
  InvalidInputError,
  ServiceError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../api/errors";
import { pullZoneEdgeRule } from "../../kinds/pullZoneEdgeRule";
import type { EdgeRule, GetPullZoneResult } from "../../types/pullZone";
import { partLifeCycle } from "../parts";
import { ambiguousError, findPart, noPartError, zoneFor, zoneIdOf } from "../parts/find";
import { findById } from "../shared/find";
import type { CreateResult, LifeCycleContext, Properties } from "../shared/lifeCycle";
import { IncompleteError, messageOf } from "../shared/failures";
import { markKey } from "../shared/memory";
import { requestOf } from "../shared/messages";
import { picked } from "../shared/properties";
import { createOnce, isRefusal, isUnclear, unsupportedError } from "../shared/requests";
import { changedSettings, immutableChanges, leaveOthers, pending } from "../shared/updates";
import { apply, isGuid, rules, sendInOrder, shownRule } from "./apply";
import { checkRule } from "./check";
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

export const pullZoneEdgeRuleLifeCycle = partLifeCycle<EdgeRule>({
  ...rules,
  check: checkRule,
  diff: (state, news) => ({
    replaces: immutableChanges(pullZoneEdgeRule, state, news),
    deleteBeforeReplace: false,
  }),
  create: (context, inputs, existingId) =>
    existingId === undefined ? create(context, inputs) : adopt(context, existingId, inputs),
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

/** Adds a rule. Rules have no name: one whose creation is in doubt is the new one that is as declared. */
async function create(context: LifeCycleContext, inputs: Properties): Promise<CreateResult> {
  const { client, memory, tell, turns } = context;
  const pullZoneId = Number(inputs["pullZoneId"]);
  return turns.inTurn(String(pullZoneId), async () => {
    const zone = await zoneFor(client, pullZoneEdgeRule, pullZoneId);
    for (const rule of zone.edgeRules) {
      const id = idOf({ zone, part: rule });
      if (!isAsDeclared(rule, inputs) || memory.entries.has(id)) continue;
      tell(
        `Pull zone ${String(pullZoneId)} has an equal edge rule, ${id}. If this run does not delete it and no resource has it, delete it in the dashboard: an interrupted run may have added it`,
      );
    }
    const known = new Set(zone.edgeRules.map((rule) => rule.guid));
    tellOfOrder(context, zone, inputs);
    const guid = await addRule(context, inputs, pullZoneId, known);
    const added: LiveRule = { zone, part: { ...bodyOf(inputs), guid, readOnly: false } as EdgeRule };
    const id = idOf(added);
    memory.entries.note(id, {});
    memory.declaredAs.set(id, inputs);
    try {
      const live = await shownRule(client, pullZoneId, (rule) => isGuid(rule, guid));
      if (live === undefined) return { id, state: managedState(added, inputs) };
      reportEqual(context, live, inputs, known);
      return { id, state: managedState(await apply(context, live, inputs), inputs) };
    } catch (error) {
      throw new IncompleteError(id, managedState(added, inputs), messageOf(error), error);
    }
  });
}

/** @param known the GUIDs before @returns the GUID of the new rule */
async function addRule(
  context: LifeCycleContext,
  inputs: Properties,
  pullZoneId: number,
  known: ReadonlySet<string>,
): Promise<string> {
  const { client } = context;
  const isNew = (rule: EdgeRule): boolean => !known.has(rule.guid) && isAsDeclared(rule, inputs, withoutPlace);
  const newIn = (zone?: GetPullZoneResult): EdgeRule[] => zone?.edgeRules.filter(isNew) ?? [];
  const ambiguous = (equal: readonly EdgeRule[], refusal?: InvalidInputError): ConflictError => {
    const ids = equal.map(({ guid }) => `${String(pullZoneId)}/${guid}`);
    return ambiguousError("PullZone", "edge rule", pullZoneId, ids, refusal);
  };
  const findNew = async (): Promise<string | undefined> => {
    const equal = newIn((await shownRule(client, pullZoneId, isNew))?.zone);
    if (equal.length > 1) throw ambiguous(equal);
    return equal[0]?.guid;
  };
  const into = `pull zone ${String(pullZoneId)}`;
  const advice = `Look whether it has the rule: if so, give the resource the option import: "${String(pullZoneId)}/GUID" before the next pulumi up`;
  const doubt = (unclear: ServiceError, then?: ServiceError): UnavailableError =>
    new UnavailableError(
      `It is unknown whether an edge rule was added to ${into} (${unclear.message})${then === undefined ? "" : `, and then: ${then.message}`}. ${advice}`,
      unclear.evidence,
      true,
    );
  const request = async (): Promise<string | ServiceError> => {
    try {
      const add = (): Promise<string | undefined> => client.addEdgeRule(pullZoneId, bodyOf(inputs));
      const guid = (await sendInOrder(context, pullZoneId, inputs, isNew, add)) ?? (await findNew());
      if (guid !== undefined) return guid;
      throw new UnexpectedResponseError(`An edge rule was added to ${into}, which does not show it. ${advice}`, {
        request: requestOf("get", "PullZone", pullZoneId),
        status: 200,
      });
    } catch (error) {
      if (error instanceof InvalidInputError) {
        // An equal rule that takes the place is of a request that arrived twice, or of another stack.
        const equal = newIn(await findById(client, "PullZone", pullZoneId));
        if (equal.length > 0) throw ambiguous(equal, error);
      }
      if (isUnclear(error)) return error;
      const text = `The edge rule was not added to ${into}: this service has no operation that adds one. Add it in the service's dashboard, and read it with PullZoneEdgeRule.get`;
      throw (await unsupportedError(client, "PullZone", pullZoneId, error, text)) ?? error;
    }
  };
  const guid = await createOnce(request, (unclear) =>
    findNew().catch((error: unknown) => {
      throw error instanceof ServiceError && !(error instanceof ConflictError) ? doubt(unclear, error) : error;
    }),
  );
  if (guid instanceof ServiceError) throw doubt(guid);
  return guid;
}

/** Tells once for a zone that nobody has chosen the order of its rules. */
function tellOfOrder({ memory, tell }: LifeCycleContext, zone: GetPullZoneResult, { orderIndex }: Properties): void {
  const key = `order ${String(zone.id)}`;
  if (orderIndex !== undefined || zone.edgeRules.length === 0 || memory.once.has(key)) return;
  memory.once.add(key);
  tell(
    `Pull zone ${String(zone.id)} has several edge rules, and not all declare an orderIndex: the service gives them the order in which they happen to be added. Declare orderIndex where the order matters`,
  );
}

/** Reports each equal rule that appeared beside the new one: another stack or client may have added it. @param known the GUIDs before */
function reportEqual(
  { memory, tell }: Pick<LifeCycleContext, "memory" | "tell">,
  { zone, part: { guid } }: LiveRule,
  inputs: Properties,
  known: ReadonlySet<string>,
): void {
  for (const rule of zone.edgeRules) {
    const id = idOf({ zone, part: rule });
    if (isGuid(rule, guid) || known.has(rule.guid) || memory.entries.has(id)) continue;
    if (!isAsDeclared(rule, inputs, withoutPlace)) continue;
    tell(
      `Pull zone ${String(zone.id)} got another edge rule that equals ${guid}: ${id}. It was left alone, because another stack or client may have added it. If nothing needs it, delete it in the dashboard`,
    );
  }
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
      return { id: idOf(live), state: managedState(live, inputs, { [markKey]: mark }) };
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
  const stateOf = (updated: LiveRule, tell: (what: string) => void): Properties =>
    leaveOthers(managedState(updated, inputs, state), { ...declaration, changed }, [], tell);
  let reached: Properties | undefined;
  try {
    const updated = await apply(context, live, inputs, changed, async (written, request) => {
      try {
        await request();
      } catch (error) {
        const sent = changed.map(({ name }) => name);
        if (!isRefusal(error)) reached = pending({ ...state, ...picked(inputs, sent) }, changed);
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
