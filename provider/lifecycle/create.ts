import { existingIdIn } from "../declared/existing";
import { IncompleteError } from "../declared/failures";
import { messageOf, ConflictError, InvalidInputError } from "../api/errors";
import type { CreateResult, LifeCycleContext } from "./lifeCycle";
import type { Properties } from "../declared/properties";
import { pending, Writes } from "../declared/updates";
import { eventually, pause, findDelays } from "../api/waits";
import { nameIn } from "../kinds";
import { isSameName } from "../wire/dnsName";
import { unreadKey } from "../wire/stateKeys";
import { utcTime } from "../wire/utcTime";
import { capitalized, importOption, inMessage, sentence } from "../wire/words";
import { heldError } from "../run/entries";
import { adopt, immutableDifferences } from "./adopt";
import { noExistingError, refuseHeld } from "./existing";
import { objectText, recordOf, requestForWhole } from "./locate";
import { requestOf } from "../api/messages";
import type { BeforeCreation, Made, Operations } from "./operations";
import { pendingSettings, settled } from "./operations";

/**
 * Creates an object, or adopts an existing one. The id of a created object is never lost, even if a later step fails. The object is read, because the
 * service may have answered with another one.
 *
 * @param existingId id of the object to adopt instead of creating one
 * @throws {IncompleteError} with the id, if a step after the creation fails
 * @throws {ConflictError} if the service answered with an object that is not the new one
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
  const given = existingIdIn(inputs) as number | undefined;
  const wanted = given === undefined ? undefined : String(given);
  if (wanted !== undefined && existingId !== undefined && wanted !== existingId) {
    throw new InvalidInputError(
      `existingId must be the id in ${importOption(existingId)}, but got: ${wanted}. Remove one of the two`,
      "existingId",
    );
  }
  const create = async (): Promise<CreateResult> => {
    if (wanted !== undefined) {
      refuseHeld(of, context, inputs, wanted);
      const existing = await adopt(of, context, wanted, inputs, "existingId");
      if (existing !== undefined) return existing;
      throw noExistingError(of, wanted);
    }
    if (existingId !== undefined) {
      const imported = await adopt(of, context, existingId, inputs, "the resource option import");
      if (imported !== undefined) return imported;
      throw locate.missingError(existingId, "import");
    }
    // A listed object may already be deleted. The list then needs a moment.
    for (const delay of findDelays) {
      await pause(delay);
      const created = await (identity.inTurn?.(context, inputs, make) ?? make());
      if (typeof created !== "string") {
        if (locate.kind.madeBy !== undefined) context.memory.becomes(created.id, inputs);
        return created;
      }
      // The adoption runs after the turn: it waits for a deletion of the same object, which waits for its own turn.
      const adopted = await adopt(of, context, created, inputs, "adopt");
      if (adopted !== undefined) return adopted;
    }
    throw new ConflictError(
      `The service still lists a deleted ${locate.kind.noun} of this name. Run the same command again in a minute`,
      { request: requestOf("list", locate.wholeKind) },
    );
  };
  const { taken } = identity;
  if (taken === undefined) return create();
  const takenError = (): Error => (wanted === undefined ? taken(of, inputs) : heldError(wanted));
  return context.memory.claimed(locate.kind.claim(inputs), takenError, create);
}

/** Applies the declaration to a new object, and returns its state. */
async function complete<Live extends object>(
  of: Operations<Live>,
  context: LifeCycleContext,
  { live: made, prior = {}, before }: Made<Live>,
  inputs: Properties,
): Promise<CreateResult> {
  const { identity, locate } = of;
  const id = locate.idOf(made);
  const madeState = { ...of.managedState(made, inputs, prior), ...locate.record(made, undefined) };
  // All settings are pending, so that the next update compares them with the live ones.
  let reached = pending({ ...madeState, [unreadKey]: true }, pendingSettings(of, made, inputs));
  let other = before?.existed(id) === true ? otherObjectError(of, made, inputs, [existedText]) : undefined;
  try {
    const live = await identity.shown(of, context, made, inputs);
    const contradictions = before === undefined ? [] : await contradictionsTo(of, context, before, live, inputs);
    if (contradictions.length > 0) throw (other = otherObjectError(of, live, inputs, contradictions));
    const record = await recordOf(locate, context.client.reads, live, prior);
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
    // An object of others must not enter the state: a later run would change or delete it.
    if (other !== undefined) throw other;
    const cause = messageOf(error);
    throw new IncompleteError(id, reached, identity.incomplete?.(made, cause) ?? cause, error);
  }
}

const existedText = "it existed before the request";

/** Age that no new object has, in milliseconds. It is longer than any offset of a date whose time zone is not known. */
const oldMs = 24 * 60 * 60 * 1000;

/** Describes what shows that an object is not the one that a request has created, although the service answered the request with its id. */
async function contradictionsTo<Live extends object>(
  { locate, identity }: Operations<Live>,
  { client }: LifeCycleContext,
  { began, owners, existed }: BeforeCreation,
  live: Live,
  inputs: Properties,
): Promise<string[]> {
  const shown = locate.object(live) as Properties;
  const { userId } = shown;
  const [name, wanted] = [nameIn(locate.kind, shown), nameIn(locate.kind, inputs)];
  // A modification is no earlier than the creation.
  const dates = ["dateCreated", "dateModified", "lastModified"].map((key) => shown[key]);
  const old = dates.find((date) => typeof date === "string" && utcTime(date) < began - oldMs);
  // An account can have several users. Its list has only its own objects, but may show a new one late.
  const isListed = async (): Promise<boolean> =>
    (await eventually(
      async () => (await client.reads.isListed(locate.wholeKind, locate.wholeId(locate.idOf(live)))) || undefined,
    )) === true;
  return [
    ...(existed(locate.idOf(live)) ? [existedText] : []),
    ...(name !== undefined && !isSameName(name, wanted) ? [`its name is ${inMessage(name)}`] : []),
    ...(typeof userId === "string" && owners.size > 0 && !owners.has(userId) && !(await isListed())
      ? [`it belongs to user ${userId}`]
      : []),
    ...(old === undefined ? [] : [`its date is ${inMessage(old)}`]),
    ...(identity.contradictions?.(live, inputs) ?? []),
  ];
}

function otherObjectError<Live extends object>(
  { locate }: Operations<Live>,
  live: Live,
  inputs: Properties,
  contradictions: readonly string[],
): ConflictError {
  const { noun } = locate.kind;
  const wanted = nameIn(locate.kind, inputs);
  const subject = wanted === undefined ? noun : `${noun} ${inMessage(wanted)}`;
  return new ConflictError(
    `The service answered the creation of ${subject} with ${objectText(locate, live)}, which is another one: ${sentence(contradictions)}. ` +
      `It was not changed, and is not in the state. Look in the service's dashboard whether the new ${noun} exists: if so, import it; otherwise run the same command again`,
    { request: requestForWhole(locate, "get", locate.idOf(live)), status: 200 },
  );
}
