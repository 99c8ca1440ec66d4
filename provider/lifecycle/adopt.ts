import { ConflictError } from "../api/errors";
import { inMessage, capitalized, sentence } from "../wire/words";
import { nameIn } from "../kinds";
import { find, recordOf, requestForWhole } from "./locate";
import type { Operations } from "./operations";
import { changeable, inTurn, pendingSettings, settled } from "./operations";
import type { CreateResult, LifeCycleContext } from "./lifeCycle";
import type { Properties } from "../declared/properties";
import { differing, isSameValue } from "../declared/compare";
import { Writes } from "../declared/updates";
import type { InputField } from "../wire/fields";
import { markKey } from "../wire/stateKeys";

/**
 * Adopts the object with that id. Another resource of this run may delete it, so it is read once that deletion has ended. This never throws an
 * `IncompleteError`: if a setting can't be applied, the object must not enter the state.
 *
 * @returns undefined if the object does not exist
 */
export async function adopt<Live extends object>(
  of: Operations<Live>,
  context: LifeCycleContext,
  id: string,
  inputs: Properties,
  by: "adopt" | "the resource option import",
): Promise<CreateResult | undefined> {
  const { locate } = of;
  const { kind } = locate;
  const { client, memory, tell } = context;
  const adoptInTurn = async (): Promise<CreateResult | undefined> => {
    const live = await find(locate, client.reads, id, {}, "read");
    if (live === undefined) return undefined;
    of.refuse?.(live, "imported");
    const differing = immutableDifferences(of, live, inputs);
    if (differing.length > 0) {
      throw new ConflictError(
        `${capitalized(kind.noun)} ${id} was not ${by === "adopt" ? "adopted" : "imported"}: ${sentence(differing)}. Declare its actual values, or remove ${by}`,
        { request: requestForWhole(locate, "get", id) },
      );
    }
    of.refuseInputs?.(live, inputs);
    const own = locate.idOf(live);
    const prior = { [markKey]: memory.entries.takeOver(own) };
    const record = await recordOf(locate, client.reads, live, prior);
    const changed = pendingSettings(of, live, inputs);
    const state = of.managedState(live, inputs, prior);
    const writes = new Writes(own, { kind, state, inputs, changed });
    const sent = new Set<string>();
    const send: Writes["send"] = (sets, request) => {
      for (const name of Object.keys(sets)) sent.add(name);
      return writes.send(sets, request);
    };
    const target = by === "adopt" ? "adopted" : "imported";
    const after = await of.apply(context, live, inputs, { changed, send, reached: writes.reached, target });
    const contents = of.contents?.(live);
    const called = contents === undefined ? own : `${inMessage(nameIn(kind, live))} (id: ${own}, ${contents})`;
    tell(`Adopted ${kind.noun} ${called}. ${adoptedText(of, live, after, sent)}`);
    return { id: own, state: { ...settled(of, after, inputs, prior, writes.reached), ...record } };
  };
  return memory.entries.inTurn(id, () => inTurn(of, context, id, adoptInTurn));
}

/** Returns the text about an adoption, without values, because they may be secret. */
function adoptedText<Live extends object>(
  of: Operations<Live>,
  before: Live,
  after: Live,
  sent: ReadonlySet<string>,
): string {
  const [old, now] = [of.externalState(before, {}), of.externalState(after, {})];
  // A setting that the service returns separately was not known before. It counts as changed if it was sent.
  const isSame = (field: InputField): boolean =>
    field.name in old && isSameValue(field, old[field.name], now[field.name]);
  const changed = changeable(of).filter((field) => sent.has(field.name) && !isSame(field));
  const updated = changed.map(({ name }) => name);
  return updated.length === 0 ? "All declared settings match" : `Updated: ${updated.join(", ")}`;
}

/** Describes the immutable settings in which an object differs from the declaration. */
export function immutableDifferences<Live extends object>(
  of: Operations<Live>,
  object: Live,
  inputs: Properties,
): string[] {
  const live = of.externalState(object, {});
  const among = of.locate.kind.settings.filter(({ name, immutable }) => immutable === true && live[name] !== undefined);
  return differing(live, inputs, among).map(
    ({ name }) => `${name} is ${inMessage(live[name])} instead of the declared ${inMessage(inputs[name])}`,
  );
}
