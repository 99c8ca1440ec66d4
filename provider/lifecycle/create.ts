import { IncompleteError } from "../declared/failures";
import { messageOf, ConflictError } from "../api/errors";
import type { CreateResult, LifeCycleContext } from "./lifeCycle";
import type { Properties } from "../declared/properties";
import { pending, Writes } from "../declared/updates";
import { pause, findDelays } from "../api/waits";
import { capitalized, sentence } from "../wire/words";
import { adopt, immutableDifferences } from "./adopt";
import { objectText, recordOf, requestForWhole } from "./locate";
import { requestOf } from "../api/messages";
import type { Made, Operations } from "./operations";
import { pendingSettings, settled } from "./operations";

/**
 * Creates an object, or adopts an existing one. The id of a created object is never lost, even if a later step fails.
 *
 * @param existingId id of the object to adopt instead of creating one
 * @throws {IncompleteError} with the id, if a step after the creation fails
 */
export async function createObject<Live extends object>(
  of: Operations<Live>,
  context: LifeCycleContext,
  inputs: Properties,
  existingId?: string,
): Promise<CreateResult> {
  const { identity, locate } = of;
  const make = async (): Promise<CreateResult | string> => {
    const made = await identity.make(of, context, inputs);
    return typeof made === "string" ? made : complete(of, context, made, inputs);
  };
  const create = async (): Promise<CreateResult> => {
    if (existingId !== undefined) {
      const imported = await adopt(of, context, existingId, inputs, "the resource option import");
      if (imported !== undefined) return imported;
      throw locate.missingError(existingId, "import");
    }
    // A listed object may already be deleted. The list then needs a moment.
    for (const delay of findDelays) {
      await pause(delay);
      const created = await (identity.inTurn?.(context, inputs, make) ?? make());
      if (typeof created !== "string") return created;
      // The adoption runs after the turn: it waits for a deletion of the same object, which waits for its own turn.
      const adopted = await adopt(of, context, created, inputs, "adopt");
      if (adopted !== undefined) return adopted;
    }
    throw new ConflictError(
      `The service still lists a deleted ${locate.kind.noun} of this name. Run the same command again in a minute`,
      { request: requestOf("list", locate.whole) },
    );
  };
  const { taken } = identity;
  if (taken === undefined) return create();
  return context.memory.claimed(locate.kind.claim(inputs), () => taken(of, inputs), create);
}

/** Applies the declaration to a new object, and returns its state. */
async function complete<Live extends object>(
  of: Operations<Live>,
  context: LifeCycleContext,
  { live: made, prior = {} }: Made<Live>,
  inputs: Properties,
): Promise<CreateResult> {
  const { identity, locate } = of;
  const id = locate.idOf(made);
  const madeState = { ...of.managedState(made, inputs, prior), ...locate.record(made, undefined) };
  // All settings are pending, so that the next update compares them with the live ones.
  let reached = pending(madeState, pendingSettings(of, made, inputs));
  try {
    const live = await identity.shown(of, context, made, inputs);
    const record = await recordOf(locate, context.client, live, prior);
    const state = { ...of.managedState(live, inputs, prior), ...record };
    const changed = pendingSettings(of, live, inputs);
    const writes = new Writes(id, { kind: locate.kind, state, inputs, changed });
    reached = writes.reached;
    const differing = immutableDifferences(of, live, inputs);
    if (differing.length > 0) {
      const called = capitalized(objectText(locate, live));
      throw new ConflictError(
        `${called} was created, but not as declared: ${sentence(differing)}. That can't be changed: declare its actual values, or the next update may replace it`,
        { request: requestForWhole(locate, "get", id) },
      );
    }
    const after = await of.apply(context, live, inputs, { changed, send: writes.send, reached, target: "new" });
    return { id, state: { ...settled(of, after, inputs, prior, reached), ...record } };
  } catch (error) {
    const cause = messageOf(error);
    throw new IncompleteError(id, reached, identity.incomplete?.(made, cause) ?? cause, error);
  }
}
