import {
  ConflictError,
  InvalidInputError,
  ServiceError,
  UnavailableError,
  UnexpectedResponseError,
  isUnclear,
} from "../api/errors";
import type { Readable, WholeKind } from "../kinds";
import { capitalized, withArticle, sentence } from "../wire/words";
import type { Identity, Made } from "./create";
import type { Locate, LivePart } from "./locate";
import { ownerKey } from "./knownZone";
import type { LifeCycleContext } from "./lifeCycle";
import type { Properties } from "../declared/properties";
import type { RunMemory } from "../run/memory";
import { nounOf, requestOf } from "../api/messages";
import { createOnce, unsupportedError } from "./requests";
import { ambiguousError, ZoneOfRun } from "./zoneOfRun";

/** Operations that create parts without a name. Two records or edge rules can be equal, and only an id distinguishes them. */
export interface Nameless<Part extends object, Whole extends WholeKind> {
  readonly locate: Locate<LivePart<Part, Whole>>;
  readonly whole: Whole;
  /** Returns the text for a part of a known zone in messages. */
  readonly word: string;
  /** Placeholder for the part's own id in advice. */
  readonly idWord: string;
  /** The input that is the id of the zone. */
  readonly zoneInput: string;
  /** Maximum age of the read of the zone before a request, in milliseconds: many creations then share a few reads. */
  readonly maxLookAgeMs: number;
  partsOf(this: void, zone: Readable<Whole>): readonly Part[];
  /** The part's path below its zone's. */
  pathOf(part: Part): string;
  /** Whether a request with these inputs may have added a part: the service may drop or choose some settings. */
  isLike(part: Part, inputs: Properties): boolean;
  /** Whether a part is as declared in all settings. */
  isAsDeclared(part: Part, inputs: Properties): boolean;
  /** Returns the key by which creations take turns. Equal parts are created one at a time. */
  turnOfNew(zoneId: number, inputs: Properties): string;
  /** Checks the zone before anything is sent. @throws {CdnError} to refuse the creation */
  before(context: LifeCycleContext, zone: Readable<Whole>, inputs: Properties): void;
  /** Further properties of a new part's state. */
  prior?(inputs: Properties): Properties;
  /** Requests a part. @param isNew whether a part may be the one that is requested @returns it, if the answer has its id */
  add(
    context: LifeCycleContext,
    zoneId: number,
    inputs: Properties,
    isNew: (part: Part) => boolean,
  ): Promise<Part | undefined>;
  /** Returns the error of a creation, with the possible cause. */
  explained?(error: unknown, zone: Readable<Whole>, inputs: Properties): unknown;
  /** Further advice for a service without an operation that adds parts. */
  readonly unsupportedAdvice?: string;
  /** A new part, once its zone shows it. @default as the service answered */
  shown?(context: LifeCycleContext, made: LivePart<Part, Whole>, inputs: Properties): Promise<LivePart<Part, Whole>>;
  readonly incomplete?: Identity<LivePart<Part, Whole>>["incomplete"];
}

/** The identity of parts without a name. */
export function nameless<Part extends object, Whole extends WholeKind>(
  parts: Nameless<Part, Whole>,
): Identity<LivePart<Part, Whole>> {
  const zonesOf = new WeakMap<RunMemory, Map<number, ZoneOfRun<Part, Whole>>>();
  const zoneOf = (memory: RunMemory, inputs: Properties): ZoneOfRun<Part, Whole> => {
    const id = Number(inputs[parts.zoneInput]);
    const zones = zonesOf.get(memory) ?? new Map<number, ZoneOfRun<Part, Whole>>();
    const zone = zones.get(id) ?? new ZoneOfRun(parts, id);
    zonesOf.set(memory, zones.set(id, zone));
    return zone;
  };
  const { incomplete } = parts;
  return {
    inTurn: (context, inputs, make) => {
      const turn = parts.turnOfNew(Number(inputs[parts.zoneInput]), inputs);
      return zoneOf(context.memory, inputs).during(context, () => context.turns.inTurn(turn, make));
    },
    make: (_, context, inputs) => makePart(parts, context, zoneOf(context.memory, inputs), inputs),
    shown: (_, context, made, inputs) => parts.shown?.(context, made, inputs) ?? Promise.resolve(made),
    ...(incomplete === undefined ? {} : { incomplete }),
  };
}

/** @returns the id of a part to take over instead, if there is one */
async function makePart<Part extends object, Whole extends WholeKind>(
  parts: Nameless<Part, Whole>,
  context: LifeCycleContext,
  ofRun: ZoneOfRun<Part, Whole>,
  inputs: Properties,
): Promise<Made<LivePart<Part, Whole>> | string> {
  const { zone, owner } = await ofRun.before(context);
  parts.before(context, zone, inputs);
  const [id, ...more] = inputs["adopt"] === true ? ofRun.adoptable(zone, inputs, context) : [];
  if (id !== undefined && more.length > 0) {
    throw new ConflictError(
      `${ofRun.text(zone)} has several equal ${parts.word}s that belong to no resource of this run: ${sentence([id, ...more])}. adopt: true takes over only a single ${parts.word}, so none was adopted or added. ` +
        `Give the resource the option import: "${id}", or the id of another ${parts.word}`,
      { request: requestOf("get", parts.whole, zone.id) },
    );
  }
  if (id !== undefined) return id;
  ofRun.reportEqual(context, zone, inputs);
  const part = await addPart(parts, context, ofRun, inputs, zone).catch((error: unknown) => {
    throw parts.explained === undefined ? error : parts.explained(error, zone, inputs);
  });
  const live = { zone, part };
  ofRun.created(context, parts.locate.idOf(live), inputs);
  return { live, prior: { ...parts.prior?.(inputs), [ownerKey]: owner } };
}

/** Requests a part once, even if responses are lost. @param before the zone before the request @returns the new part, as the service returns it */
async function addPart<Part extends object, Whole extends WholeKind>(
  parts: Nameless<Part, Whole>,
  context: LifeCycleContext,
  ofRun: ZoneOfRun<Part, Whole>,
  inputs: Properties,
  before: Readable<Whole>,
): Promise<Part> {
  const { word, idWord, whole, locate } = parts;
  const zoneId = before.id;
  const into = `${nounOf(whole)} ${String(zoneId)}`;
  const advice = `Check whether it has the ${word}: if so, give the resource the option import: "${String(zoneId)}/${idWord}" before the next pulumi up`;
  const doubt = (unclear: ServiceError, then?: ServiceError): UnavailableError =>
    new UnavailableError(
      `The service did not confirm that ${withArticle(word)} was added to ${into} (${unclear.message})${then === undefined ? "" : `, and then: ${then.message}`}. ${advice}`,
      unclear.evidence,
      true,
    );
  const known = new Set(parts.partsOf(before).map((part) => locate.idOf({ zone: before, part })));
  const isNew = (part: Part): boolean => !known.has(locate.idOf({ zone: before, part })) && parts.isLike(part, inputs);
  const request = async (): Promise<Part | ServiceError> => {
    try {
      const added = await parts.add(context, zoneId, inputs, isNew);
      const shown = added ?? (await ofRun.findNew(context, inputs, before));
      if (shown !== undefined) return shown;
      const text = `${capitalized(withArticle(word))} was added to ${into}, which does not show it. ${advice}`;
      throw new UnexpectedResponseError(text, { request: requestOf("get", whole, zoneId), status: 200 });
    } catch (error) {
      if (isUnclear(error)) return error;
      if (error instanceof InvalidInputError) {
        // An equal part in the way is of a request that arrived twice, or of another stack.
        const equal = await ofRun.appeared(context, inputs, before);
        if (equal.length > 0) throw ambiguousError(parts, zoneId, equal.map(locate.idOf), error);
      }
      const more = parts.unsupportedAdvice === undefined ? "" : `. ${parts.unsupportedAdvice}`;
      const text = `The ${word} was not added to ${into}: this service has no operation that adds one${more}`;
      throw (await unsupportedError(context.client, whole, zoneId, error, text)) ?? error;
    }
  };
  const added = await createOnce(request, (unclear) =>
    ofRun.findNew(context, inputs, before).catch((error: unknown) => {
      throw error instanceof ServiceError && !(error instanceof ConflictError) ? doubt(unclear, error) : error;
    }),
  );
  if (added instanceof ServiceError) throw doubt(added);
  return added;
}
