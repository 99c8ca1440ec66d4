import { ConflictError } from "../api/errors";
import { eventually } from "../api/waits";
import { inMessage, capitalized, sentence } from "../wire/words";
import { nameIn } from "../kinds";
import { find, recordOf, requestForWhole } from "./locate";
import type { Operations } from "./operations";
import { changeable, inTurn, pendingSettings, settled } from "./operations";
import type { CreateResult, LifeCycleContext } from "./lifeCycle";
import type { Properties } from "../declared/properties";
import { differenceText, differing, isSameValue } from "../declared/compare";
import { existing, isExisting } from "../declared/existing";
import { existingDelays, madeBy, refuseFixed } from "./existing";
import { Writes } from "../declared/updates";
import type { InputField } from "../wire/fields";
import { markKey } from "../wire/stateKeys";

/** How a program names an object to adopt. */
type Adoption = "adopt" | "the resource option import" | "existingId";

/**
 * Adopts the object with that id. One that the service makes is waited for. Another resource of this run may delete it, so it is read once that deletion has ended. This never throws an
 * `IncompleteError`: if a setting can't be applied, the object must not enter the state.
 *
 * @returns undefined if the object does not exist
 */
export async function adopt<Live extends object>(
  of: Operations<Live>,
  context: LifeCycleContext,
  id: string,
  inputs: Properties,
  by: Adoption,
): Promise<CreateResult | undefined> {
  const { locate } = of;
  const { kind } = locate;
  const { client, memory, tell } = context;
  const adoptInTurn = async (): Promise<CreateResult | undefined> => {
    const look = (): Promise<Live | undefined> => find(locate, client.reads, id, {}, "read");
    const live = await (by === "existingId" ? eventually(look, undefined, existingDelays) : look());
    if (live === undefined) return undefined;
    of.refuse?.(live, "imported");
    const target = by === "the resource option import" ? "imported" : "adopted";
    refuseFixed(of, live, inputs, id, "adopted");
    const differing = immutableDifferences(of, live, inputs);
    if (differing.length > 0) {
      throw new ConflictError(
        `${capitalized(kind.noun)} ${id} was not ${target}: ${sentence(differing)}. Declare its actual values, or remove ${by}`,
        { request: requestForWhole(locate, "get", id) },
      );
    }
    of.refuseInputs?.(live, inputs);
    const own = locate.idOf(live);
    // Only the service makes such objects, so a resource that adopts one by name must not delete it either.
    const isMade = madeBy(kind, live)?.isCertain === true;
    const prior = { [markKey]: memory.entries.takeOver(own), ...(isMade ? existing : {}) };
    const record = await recordOf(locate, client.reads, live, prior);
    const changed = pendingSettings(of, live, inputs);
    const writes = new Writes(own, { kind, state: of.managedState(live, inputs, prior), inputs, changed });
    const sent = new Set<string>();
    const send: Writes["send"] = (sets, request) => {
      for (const name of Object.keys(sets)) sent.add(name);
      return writes.send(sets, request);
    };
    const after = await of.apply(context, live, inputs, { changed, send, reached: writes.reached, target });
    const contents = of.contents?.(live);
    const called = contents === undefined ? own : `${inMessage(nameIn(kind, live))} (id: ${own}, ${contents})`;
    const state = { ...settled(of, after, inputs, prior, writes.reached), ...record };
    const keeps = isExisting(state) ? ". This program never deletes it" : "";
    tell(`Adopted ${kind.noun} ${called}. ${adoptedText(of, live, after, inputs, sent)}${keeps}`);
    return { id: own, state };
  };
  return memory.entries.inTurn(id, () => inTurn(of, context, id, adoptInTurn));
}

/** Returns the text about an adoption, without values, because they may be secret. */
function adoptedText<Live extends object>(
  of: Operations<Live>,
  before: Live,
  after: Live,
  inputs: Properties,
  names: ReadonlySet<string>,
): string {
  const [old, now] = [of.externalState(before, {}), of.externalState(after, {})];
  // A setting that the service returns separately was not known before. It counts as changed if it was sent. One that resets was absent because it
  // was empty.
  const isKnown = ({ name, input }: InputField): boolean => name in old || input.resets === true;
  const isSame = (field: InputField): boolean => isKnown(field) && isSameValue(field, old[field.name], now[field.name]);
  const sent = changeable(of).filter(({ name }) => names.has(name));
  const updated = sent.filter((field) => !isSame(field));
  const unmet = of.differences?.(after, inputs) ?? differing(now, inputs, sent);
  const ignored = sent.filter((field) => isSame(field) && unmet.includes(field));
  const texts = [
    ["Updated", updated],
    ["Not changed by the service", ignored],
  ] as const;
  const parts = texts.flatMap(([text, fields]) =>
    fields.length === 0 ? [] : `${text}: ${fields.map(({ name }) => name).join(", ")}`,
  );
  return parts.length === 0 ? "All declared settings match" : parts.join(". ");
}

/** Describes the immutable settings in which an object differs from the declaration. */
export function immutableDifferences<Live extends object>(
  of: Operations<Live>,
  object: Live,
  inputs: Properties,
): string[] {
  const live = of.externalState(object, {});
  const among = of.locate.kind.settings.filter(({ name, immutable }) => immutable === true && live[name] !== undefined);
  return differing(live, inputs, among).map(({ name }) => differenceText(name, live, inputs));
}
