import { isDeepStrictEqual } from "node:util";
import { NotFoundError, messageOf } from "../../api/errors";
import { partId } from "../../api/ids";
import { pullZoneEdgeRule } from "../../kinds/pullZoneEdgeRule";
import { IncompleteError } from "../../declared/failures";
import type { DiffResult, LifeCycle, LifeCycleContext, ReadResult } from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { picked, without } from "../../declared/properties";
import { commandName, purgeCommand } from "../../run/purges";
import { warning } from "../../wire/words";
import { purgeIsDueKey } from "../../wire/stateKeys";

/** Returns what a state notes after a change of a rule with `purgeOnChange`, until the purges have succeeded. */
export function dueAfterChange(inputs: Properties): Properties {
  return inputs["purgeOnChange"] === true ? { [purgeIsDueKey]: true } : {};
}

/** Adds the option `purgeOnChange` to the life cycle of edge rules. Purges run outside the zone's turn, so that other rules don't wait for them. */
export function withPurges(rules: LifeCycle): LifeCycle {
  return {
    ...rules,
    diff: (state, news) => ({ ...rules.diff(state, news), ...duePurge(state, news) }),
    async create(context, inputs, existingId) {
      const { id, state } = await rules.create(context, inputs, existingId);
      return { id, state: await purged(context, id, state) };
    },
    async read(context, id, prior, lastInputs) {
      const found = await rules.read(context, id, prior, lastInputs);
      // A killed update may have changed the rule without a purge.
      return found && isChanged(prior, found)
        ? { ...found, state: { ...found.state, ...dueAfterChange(prior) } }
        : found;
    },
    async update(context, id, state, inputs) {
      const updated = await rules.update(context, id, state, inputs);
      const { purgeTriggers } = inputs;
      const due = isDeepStrictEqual(purgeTriggers, state["purgeTriggers"]) ? {} : dueAfterChange(inputs);
      return purged(context, id, { ...updated, ...due });
    },
    async delete(context, id, state) {
      await rules.delete(context, id, state);
      if (state["purgeOnChange"] === true) await purgeAfterDeletion(context, id);
    },
  };
}

function duePurge(state: Properties, news: Properties): Pick<DiffResult, "settles" | "notice"> {
  if (state[purgeIsDueKey] !== true || news["purgeOnChange"] !== true) return {};
  return { settles: true, notice: "has changed since the cache was emptied: pulumi up empties the cache" };
}

function isChanged(prior: Properties, { inputs }: ReadResult): boolean {
  return inputs !== undefined && !isDeepStrictEqual(inputs, picked(prior, Object.keys(inputs)));
}

/** Empties the cache if that is due. @returns the state afterwards @throws {IncompleteError} if it fails, so that it is still due */
async function purged(context: LifeCycleContext, id: string, state: Properties): Promise<Properties> {
  if (state[purgeIsDueKey] !== true) return state;
  try {
    await purge(context, id);
  } catch (error) {
    const fact = `Edge rule ${id} is as declared, but the cache of its pull zone was not emptied`;
    throw new IncompleteError(id, state, `${fact}: ${messageOf(error)}. The next pulumi up empties it`, error);
  }
  return without(state, [purgeIsDueKey]);
}

/** Empties the cache after a deletion. A failure is only reported, because no state is left in which that could be due. */
async function purgeAfterDeletion(context: LifeCycleContext, id: string): Promise<void> {
  try {
    await purge(context, id);
  } catch (error) {
    if (error instanceof NotFoundError) return;
    const advice = `Empty it with: ${purgeCommand(String(pullZoneOf(id)))}`;
    const fact = `Edge rule ${id} was deleted, but the cache of its pull zone was not emptied`;
    context.tell(warning(`${fact}: ${messageOf(error)}. ${advice}`));
  }
}

/** Empties the cache at once, and again when every edge has the rule. Says once for each pull zone what to do about an edge that is even later. */
async function purge({ client, memory, purges, status, tell }: LifeCycleContext, id: string): Promise<void> {
  const pullZoneId = pullZoneOf(id);
  const isFirst = await purges.everywhere(pullZoneId, status);
  const key = `late edges of ${String(pullZoneId)}`;
  if (!isFirst || memory.once.has(key)) return;
  memory.once.add(key);
  purges.lateEdgeTexts(await commandName(client.reads, pullZoneId)).forEach(tell);
}

function pullZoneOf(id: string): number {
  return partId(pullZoneEdgeRule, id).zoneId;
}
