import { InvalidInputError } from "../../api/errors";
import { partId } from "../../api/input";
import { pullZoneEdgeRule } from "../../kinds/pullZoneEdgeRule";
import type { EdgeRule, GetPullZoneResult } from "../../types/pullZone";
import { declaredKey, declaredNames, isManaged } from "../shared/declared";
import type {
  ImportContext,
  ImportResult,
  LifeCycle,
  LifeCycleContext,
  ObjectReader,
  Properties,
  ReadResult,
} from "../shared/lifeCycle";
import { IncompleteError } from "../shared/lifeCycle";
import { markKey } from "../shared/memory";
import { hasPart, noPartError } from "../shared/parts";
import { isUnknown, listed } from "../shared/properties";
import { isRefusal } from "../shared/updates";
import { deleteOrAdvise } from "../shared/requests";
import { checkRule } from "./check";
import { adoptRule, applyRule, createRule, findRule, goneRuleError, ruleIn } from "./create";
import type { LiveRule } from "./rule";
import {
  changedSettings,
  idOf,
  importableRules,
  importInputs,
  liveInputs,
  managedState,
  readInstead,
  refuseReadOnly,
  ruleState,
  secretsIn,
  unclear,
  updatedState,
} from "./rule";

const { noun } = pullZoneEdgeRule;

/** The life cycle of an edge rule of a pull zone. Assumption: every operation but reading. */
export const pullZoneEdgeRuleLifeCycle: LifeCycle = {
  check: (_context, olds, news) => checkRule(olds, news),
  diff: ({ pullZoneId: old }, { pullZoneId }) => {
    const isMoved = old !== undefined && pullZoneId !== undefined && (isUnknown(pullZoneId) || pullZoneId !== old);
    return { replaces: isMoved ? ["pullZoneId"] : [], deleteBeforeReplace: false };
  },
  isSameObject: async ({ reader }, id, state) =>
    !isManaged(state) || hasPart(reader, partId(noun, id).pullZoneId, state, ruleIn(id)),
  create: (context, inputs, existingId) =>
    existingId === undefined ? createRule(context, inputs) : adoptRule(context, existingId, inputs),
  read: ({ reader }, id, prior, inputs) => read(reader, id, prior, inputs),
  import: importRule,
  importable: (live) => importableRules(live as GetPullZoneResult),
  update,
  delete: remove,
};

async function read(
  reader: ObjectReader,
  id: string,
  prior: Properties,
  lastInputs?: Properties,
): Promise<ReadResult | undefined> {
  const live = await findRule(reader, id, prior, "read");
  if (live === undefined) {
    if (prior["pullZoneId"] === undefined) throw noPartError(noun, id);
    return undefined;
  }
  if (!isManaged(prior)) return { state: ruleState(live) };
  const declared = declaredNames(pullZoneEdgeRule, prior, lastInputs);
  const inputs = liveInputs(live, prior, declared);
  // A declared property stays declared even if the live rule lacks it.
  return { state: { ...managedState(live, inputs, prior), [declaredKey]: declared }, inputs, live: live.rule };
}

/** @param id as the service writes it: see `importZone` */
async function importRule({ reader, memory }: ImportContext, id: string): Promise<ImportResult> {
  return memory.entries.inTurn(id, async () => {
    const live = await findRule(reader, id, {});
    if (live === undefined) throw noPartError(noun, id);
    if (idOf(live) !== id) throw new InvalidInputError(`The id of this edge rule is ${idOf(live)}: import that`, "id");
    refuseReadOnly(live, "imported", readInstead);
    const inputs = importInputs(live);
    const state = managedState(live, inputs, { [markKey]: memory.entries.add(id) });
    return { id, state, inputs, secrets: secretsIn(live) };
  });
}

async function update(
  context: LifeCycleContext,
  id: string,
  state: Properties,
  inputs: Properties,
): Promise<Properties> {
  return context.turns.inTurn(String(partId(noun, id).pullZoneId), async () => {
    const live = await findRule(context.client, id, state);
    if (live === undefined) throw goneRuleError(id);
    refuseReadOnly(live, "updated", "Declare it as it is");
    return updateRule(context, live, state, inputs);
  });
}

/** Sends what the program changed, beside the live rest. @throws {IncompleteError} if it fails once something may have been changed */
async function updateRule(
  context: LifeCycleContext,
  live: LiveRule,
  state: Properties,
  inputs: Properties,
): Promise<Properties> {
  const id = idOf(live);
  const changed = changedSettings(state, inputs);
  let reached: Properties | undefined;
  try {
    const updated = await applyRule(context, live, inputs, changed, async (written, request) => {
      try {
        await request();
      } catch (error) {
        if (!isRefusal(error)) reached = unclear(state, inputs, changed);
        throw error;
      }
      const rule = { ...live.rule, ...written } as EdgeRule;
      reached = updatedState({ ...live, rule }, inputs, state, changed).state;
    });
    const { state: next, left } = updatedState(updated, inputs, state, changed);
    if (left.length > 0) {
      context.tell(
        `Edge rule ${id} was changed outside, and this update leaves that as it is: ${listed(left)}. A refresh shows it`,
      );
    }
    return next;
  } catch (error) {
    if (reached === undefined) throw error;
    throw new IncompleteError(id, reached, error instanceof Error ? error.message : String(error), error);
  }
}

async function remove({ client, turns }: LifeCycleContext, id: string, state: Properties): Promise<void> {
  const { pullZoneId } = partId(noun, id);
  return turns.inTurn(String(pullZoneId), async () => {
    const live = await findRule(client, id, state);
    if (live === undefined) return;
    refuseReadOnly(
      live,
      "deleted",
      "Stop managing it: set the resource option retainOnDelete: true, run pulumi up, and then remove it from the program",
    );
    const request = (): Promise<void> => client.deleteEdgeRule(pullZoneId, live.rule.guid);
    const find = (): Promise<unknown> => findRule(client, id, state);
    await deleteOrAdvise(`Edge rule ${id}`, "delete", request, find);
  });
}
