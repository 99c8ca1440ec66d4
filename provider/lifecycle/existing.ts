import { ConflictError, messageOf, NotFoundError } from "../api/errors";
import { differenceText, differing } from "../declared/compare";
import { existingIdIn, existingMark, isExisting } from "../declared/existing";
import { IncompleteError } from "../declared/failures";
import type { Properties } from "../declared/properties";
import { isUnknown, without } from "../declared/properties";
import type { Kind } from "../kinds";
import { nameIn } from "../kinds";
import type { MadeBy } from "../kinds/kind";
import { isSameName } from "../wire/dnsName";
import type { InputField } from "../wire/fields";
import { capitalized, inMessage, sentence, warning } from "../wire/words";
import { heldError } from "../run/entries";
import { minuteDelays, secondsOf } from "../api/waits";
import type { DiffResult, LifeCycleContext } from "./lifeCycle";
import { requestForWhole } from "./locate";
import type { Operations } from "./operations";

/** Delays before each attempt to see an object that the service makes by itself, in milliseconds. */
export const existingDelays = [...minuteDelays];

// What differs for an object that a resource took over by `existingId`: it is never renamed, moved, replaced or deleted.

/** Returns the object of the service that made a zone, from the live zone or its state. */
export function madeBy(kind: Kind, live: object): MadeBy | undefined {
  return kind.madeBy?.(live as Properties);
}

/** Returns the settings that a resource with `existingId` can't change. */
function fixedSettings({ settings, fixedIfExisting = [] }: Kind): InputField[] {
  return settings.filter(({ name, immutable }) => immutable === true || fixedIfExisting.includes(name));
}

/** Describes the declared settings that an existing object does not have. Only names and regions are shown, because a URL can be secret. */
function fixedDifferences(kind: Kind, live: Properties, inputs: Properties): string[] {
  const fields = fixedSettings(kind).filter(({ name }) => !isUnknown(inputs[name]));
  return differing(live, inputs, fields).map(({ name, immutable }) =>
    immutable === true ? differenceText(name, live, inputs) : `${name} is not the declared one`,
  );
}

function refuse<Live extends object>(of: Operations<Live>, id: string, step: string, differences: string[]): void {
  if (differences.length === 0) return;
  throw new ConflictError(
    `${capitalized(of.locate.kind.noun)} ${id} was not ${step}: ${sentence(differences)}. A resource with existingId changes neither the name nor the place or origin of its object: omit these arguments, or declare the actual values`,
    { request: requestForWhole(of.locate, "get", id) },
  );
}

/** Refuses settings that a resource with `existingId` declares differently from the live object. @throws {ConflictError} */
export function refuseFixed<Live extends object>(
  of: Operations<Live>,
  live: Live,
  inputs: Properties,
  id: string,
  step: "adopted" | "updated",
): void {
  if (existingIdIn(inputs) === undefined) return;
  const { kind } = of.locate;
  const names = ["existingId", ...fixedSettings(kind).map(({ name }) => name)];
  const shown = of.liveInputs(
    live,
    {},
    names.filter((name) => inputs[name] !== undefined),
  );
  refuse(of, id, step, fixedDifferences(kind, shown, inputs));
}

/** Refuses in the preview what {@link refuseFixed} will refuse, as far as the state shows it. @throws {ConflictError} */
export function refuseFixedByState<Live extends object>(
  of: Operations<Live>,
  id: string,
  state: Properties,
  inputs: Properties,
): void {
  if (existingIdIn(inputs) !== undefined) refuse(of, id, "updated", fixedDifferences(of.locate.kind, state, inputs));
}

/**
 * Refuses to replace an object that is never deleted by one of the same name, because that name stays taken.
 *
 * @throws {ConflictError}
 */
export function refuseSameName<Live extends object>(
  of: Operations<Live>,
  id: string,
  state: Properties,
  inputs: Properties,
): void {
  const { kind } = of.locate;
  if (existingIdIn(inputs) !== undefined || !isSameName(nameIn(kind, state), nameIn(kind, inputs))) return;
  throw new ConflictError(
    `${capitalized(kind.noun)} ${id} was not replaced: it was taken over by existingId, so it is never deleted, and its name stays taken. Declare its actual values, or another name`,
    { request: requestForWhole(of.locate, "get", id) },
  );
}

/**
 * Runs an update. If its program says for the first time that the object is never deleted, the state records that even if the update fails.
 *
 * @param update gets the state with the mark
 */
export async function marked(
  id: string,
  before: Properties,
  inputs: Properties,
  update: (state: Properties) => Promise<Properties>,
): Promise<Properties> {
  const state = { ...before, ...existingMark(inputs, before) };
  try {
    return await update(state);
  } catch (error) {
    if (error instanceof IncompleteError || isExisting(before) || !isExisting(state)) throw error;
    throw new IncompleteError(id, state, messageOf(error), error);
  }
}

/** Compares a state with inputs that declare `existingId`: only another id needs another object. An id that is not known yet changes nothing. */
export function diffOfExisting(kind: Kind, state: Properties, news: Properties): DiffResult {
  const [id, wanted] = [state[kind.idOutput ?? ""], existingIdIn(news)];
  const isOther = typeof id === "number" && typeof wanted === "number" && id !== wanted;
  if (!isOther) return { replaces: [], deleteBeforeReplace: false };
  const notice = isExisting(state)
    ? { notice: warning(`stays as it is: existingId now names ${kind.noun} ${String(wanted)}`) }
    : {};
  return { replaces: ["existingId"], deleteBeforeReplace: false, ...notice };
}

/** Returns the text that explains why an object that was taken over stays when its entry is deleted, and what removes it. */
export function keptText(kind: Kind, id: string, state: Properties): string {
  const name = nameIn(kind, state);
  const called = name === undefined ? id : `${inMessage(name)} (id: ${id})`;
  const maker = madeBy(kind, state);
  const remover =
    maker === undefined
      ? `What made it removes it, such as a video library; if nothing needs it, delete it in the service's dashboard`
      : `It is removed with ${maker.text}; if that no longer uses it, delete it in the service's dashboard`;
  return `Kept ${kind.noun} ${called} with its last settings: it was taken over by existingId, or the service made it. Only its entry was removed from the state. ${remover}`;
}

/** Returns inputs that declare an existing object: by its id if the service made it. @param all see {@link Operations.importInputs} */
export function importInputsOf<Live extends object>(of: Operations<Live>, live: Live, all = false): Properties {
  const { kind, object, idOf } = of.locate;
  const inputs = of.importInputs(live, all);
  if (madeBy(kind, object(live)) === undefined) return inputs;
  const fixed = fixedSettings(kind).map(({ name }) => name);
  return { ...without(inputs, fixed), existingId: Number(idOf(live)) };
}

/** Refuses to take over an object that another resource of this run has created or keeps. @throws {InvalidInputError} */
export function refuseHeld<Live extends object>(
  { locate: { kind } }: Operations<Live>,
  { memory }: Pick<LifeCycleContext, "memory">,
  inputs: Properties,
  id: string,
): void {
  if (memory.otherDeclarationOf(kind, inputs, id) !== undefined) throw heldError(id);
}

/** Returns the error for an object to take over that the service does not show. */
export function noExistingError<Live extends object>({ locate }: Operations<Live>, id: string): NotFoundError {
  const { noun } = locate.kind;
  return new NotFoundError(
    `There is no ${noun} ${id} in this account, also not after ${secondsOf(existingDelays)} s, so nothing was taken over or created. If the service is still making it, run the same command again; otherwise check existingId, and that the access key belongs to the account that owns the ${noun}`,
    { request: requestForWhole(locate, "get", id), status: 404 },
  );
}
