import {
  ConflictError,
  InvalidInputError,
  ServiceError,
  UnavailableError,
  UnexpectedResponseError,
  isUnclear,
} from "../api/errors";
import type { Readable, WholeKind } from "../kinds";
import { eventually } from "../api/waits";
import { capitalized, pluralOf, withArticle, sentence, importOption } from "../wire/words";
import type { BeforeCreation, Identity, Made } from "./operations";
import type { LivePart } from "./locate";
import type { LifeCycleContext } from "./lifeCycle";
import type { Properties } from "../declared/properties";
import type { RunMemory } from "../run/memory";
import { nounOf, requestOf } from "../api/messages";
import { createOnce, unsupportedError } from "./requests";
import type { Nameless } from "./wholeOfRun";
import { ambiguousError, findWithParts, WholeOfRun } from "./wholeOfRun";
import { ownerKey } from "../wire/stateKeys";

/** Returns the identity of parts without a name. */
export function nameless<Part extends object, Whole extends WholeKind>(
  parts: Nameless<Part, Whole>,
): Identity<LivePart<Part, Whole>> {
  const ofRunsOf = new WeakMap<RunMemory, Map<number, WholeOfRun<Part, Whole>>>();
  const ofRunOf = (memory: RunMemory, inputs: Properties): WholeOfRun<Part, Whole> => {
    const id = Number(inputs[parts.zoneInput]);
    const ofRuns = ofRunsOf.get(memory) ?? new Map<number, WholeOfRun<Part, Whole>>();
    const ofRun = ofRuns.get(id) ?? new WholeOfRun(parts, id);
    ofRunsOf.set(memory, ofRuns.set(id, ofRun));
    return ofRun;
  };
  const { incomplete } = parts;
  return {
    inTurn: (context, inputs, make) => {
      const turn = parts.turnOfNew(Number(inputs[parts.zoneInput]), inputs);
      return ofRunOf(context.memory, inputs).during(context, () => context.turns.inTurn(turn, make));
    },
    make: (_, context, inputs) => makePart(parts, context, ofRunOf(context.memory, inputs), inputs),
    shown: async (_, context, made, inputs) => {
      if (parts.showsNew !== true || !parts.isLike(made.part, inputs) || !parts.isAsDeclared(made.part, inputs))
        return shownPart(parts, context, made);
      ofRunOf(context.memory, inputs).believe(made);
      return made;
    },
    ...(incomplete === undefined ? {} : { incomplete }),
  };
}

/** Creates a part. @returns the id of a part to adopt instead, if there is one */
async function makePart<Part extends object, Whole extends WholeKind>(
  parts: Nameless<Part, Whole>,
  context: LifeCycleContext,
  ofRun: WholeOfRun<Part, Whole>,
  inputs: Properties,
): Promise<Made<LivePart<Part, Whole>> | string> {
  const soughtIn = (whole: Readable<Whole>) => {
    const equal = ofRun.adoptable(whole, inputs, context);
    return { equal, meant: equal.length === 0 ? ofRun.meant(whole, inputs, context) : [] };
  };
  let { whole, owner } = await ofRun.before(context);
  let { equal, meant } = soughtIn(whole);
  if (inputs["adopt"] === true && equal.length + meant.length === 0) {
    // A part that one response lacks would be added a second time.
    ({ whole, owner } = await ofRun.before(context, true));
    ({ equal, meant } = soughtIn(whole));
  }
  const [id, ...more] = [...equal, ...meant];
  if (id !== undefined && more.length > 0 && (inputs["adopt"] === true || meant.length > 0)) {
    throw new ConflictError(
      `${ofRun.text(whole)} has several equal or matching ${pluralOf(parts.word)} that belong to no resource of this run: ${sentence([id, ...more])}. Only a single ${parts.word} can be adopted, so none was adopted or added. ` +
        `Give the resource ${importOption(id)}, or the id of another ${parts.word}; for a part of a Website, delete all of them but one, for example with: ${ofRun.deleteCommand(context.client, whole, id)}`,
      { request: requestOf("get", parts.wholeKind, whole.id) },
    );
  }
  const isAdopted = id !== undefined && more.length === 0;
  // An equal part is as the program declares it, so nothing is written that the whole could refuse.
  if (!isAdopted || meant.length > 0) await parts.checkWhole(context, whole, inputs);
  if (isAdopted) return ofRun.adopting(id);
  ofRun.reportEqual(context, whole, inputs);
  const { client, memory } = context;
  const before: BeforeCreation = {
    began: client.serviceTime(),
    owners: new Set(),
    existed: (own) => ofRun.has(whole, own) || memory.entries.knows(own),
  };
  const part = await addPart(parts, context, ofRun, inputs, whole).catch((error: unknown) => {
    throw parts.explained === undefined ? error : parts.explained(error, whole, inputs);
  });
  const live = { whole, part };
  const own = parts.locate.idOf(live);
  if (before.existed(own)) return { live, before };
  ofRun.created(context, own, inputs);
  // It is noted from here on, so it seems to have existed.
  return { live, prior: { ...parts.prior?.(inputs), [ownerKey]: owner } };
}

/** Whether two ids are the same: the service may spell a GUID in another case. */
function isSameId(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Returns a new part as soon as its whole shows it. @throws {UnavailableError} if the whole does not show it */
async function shownPart<Part extends object, Whole extends WholeKind>(
  parts: Nameless<Part, Whole>,
  { client }: LifeCycleContext,
  made: LivePart<Part, Whole>,
): Promise<LivePart<Part, Whole>> {
  const { locate, wholeKind, word, partsOf } = parts;
  const id = locate.idOf(made);
  const shown = await eventually(async () => {
    const whole = await findWithParts(parts, client.reads, made.whole.id);
    const part = whole && partsOf(whole).find((one) => isSameId(locate.idOf({ whole, part: one }), id));
    return whole && part && { whole, part };
  });
  if (shown !== undefined) return shown;
  throw new UnavailableError(
    `${capitalized(word)} ${id} was added, but ${nounOf(wholeKind)} ${String(made.whole.id)} does not show it yet. Run the same command again: it reads the ${word}`,
    { request: requestOf("get", wholeKind, made.whole.id), status: 200 },
    true,
  );
}

/** Requests a part once, even if responses are lost. @param before the whole before the request @returns the new part as the service returned it */
async function addPart<Part extends object, Whole extends WholeKind>(
  parts: Nameless<Part, Whole>,
  context: LifeCycleContext,
  ofRun: WholeOfRun<Part, Whole>,
  inputs: Properties,
  before: Readable<Whole>,
): Promise<Part> {
  const { word, idWord, wholeKind, locate } = parts;
  const zoneId = before.id;
  const into = `${nounOf(wholeKind)} ${String(zoneId)}`;
  const advice = `Check whether it has the ${word}: if so, give the resource ${importOption(`${String(zoneId)}/${idWord}`)} before the next pulumi up (for a part of a Website: adopt: true on the Website)`;
  const unclearError = (unclear: ServiceError, then?: ServiceError): UnavailableError =>
    new UnavailableError(
      `The service did not confirm that ${withArticle(word)} was added to ${into} (${unclear.message})${then === undefined ? "" : `, and then: ${then.message}`}. ${advice}`,
      unclear.evidence,
      true,
    );
  const request = async (): Promise<Part | ServiceError> => {
    try {
      const added = await parts.add(context, zoneId, inputs, (part) => ofRun.isNew(part, inputs, before));
      const shown = added ?? (await ofRun.findNew(context, inputs, before));
      if (shown !== undefined) return shown;
      const text = `${capitalized(withArticle(word))} was added to ${into}, which does not show it. ${advice}`;
      throw new UnexpectedResponseError(text, { request: requestOf("get", wholeKind, zoneId), status: 200 });
    } catch (error) {
      if (isUnclear(error)) return error;
      if (error instanceof InvalidInputError) {
        // An equal part that prevents the creation comes from a request that arrived twice, or from another stack.
        const equal = await ofRun.appeared(context, inputs, before);
        if (equal.length > 0) throw ambiguousError(parts, zoneId, equal.map(locate.idOf), error);
      }
      const more = parts.unsupportedAdvice === undefined ? "" : `. ${parts.unsupportedAdvice}`;
      const text = `The ${word} was not added to ${into}: this service has no operation that adds one${more}`;
      throw (await unsupportedError(context.client, wholeKind, zoneId, error, text)) ?? error;
    }
  };
  const added = await createOnce(request, (unclear) =>
    ofRun.findNew(context, inputs, before).catch((error: unknown) => {
      throw error instanceof ServiceError && !(error instanceof ConflictError) ? unclearError(unclear, error) : error;
    }),
  );
  if (added instanceof ServiceError) throw unclearError(added);
  return added;
}
