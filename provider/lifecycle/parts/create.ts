import {
  ConflictError,
  InvalidInputError,
  ServiceError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../api/errors";
import type { Readable, WholeKind } from "../../kinds";
import { capitalized, withArticle } from "../../wire/name";
import type { CreateResult, LifeCycleContext, Properties } from "../shared/lifeCycle";
import type { RunMemory } from "../shared/memory";
import { nounOf, requestOf } from "../shared/messages";
import { listed } from "../shared/properties";
import { createOnce, isUnclear, unsupportedError } from "../shared/requests";
import type { LivePart, PartFinder } from "./find";
import { ambiguousError, ZoneOfRun } from "./zoneOfRun";

/** A kind of parts without a name: two records or edge rules can be equal, and only an id tells one from another. */
export interface NamelessKind<Part, Whole extends WholeKind = "PullZone"> extends PartFinder<Part, Whole> {
  /** What a message calls a part of a known zone. */
  readonly word: "record" | "edge rule";
  /** What stands for the part's own id in advice. */
  readonly idWord: string;
  /** The input that is the id of the zone. */
  readonly zoneInput: string;
  /** How old the look at the zone before a request may be, in milliseconds: many creations then share a few looks. */
  readonly maxLookAgeMs: number;
  partsOf(this: void, zone: Readable<Whole>): readonly Part[];
  idOf(this: void, live: LivePart<Part, Whole>): string;
  /** The part's path below its zone's. */
  pathOf(part: Part): string;
  /** Whether a part may be what a request with these inputs added: the service may drop or choose some settings. */
  isLike(part: Part, inputs: Properties): boolean;
  /** Whether a part is as declared in all settings. */
  isAsDeclared(part: Part, inputs: Properties): boolean;
  /** What takes turns with a creation. Equal parts are created in turn. */
  turnOfNew(zoneId: number, inputs: Properties): string;
  /** Looks at the zone before anything is sent. @throws {CdnError} to refuse the creation */
  before(context: LifeCycleContext, zone: Readable<Whole>, inputs: Properties): void;
  /** Requests a part. @param isNew whether a part may be the one that is requested @returns it, if the answer has its id */
  add(
    context: LifeCycleContext,
    zoneId: number,
    inputs: Properties,
    isNew: (part: Part) => boolean,
  ): Promise<Part | undefined>;
  /** The error of a creation, with what its cause may be. */
  explained?(error: unknown, zone: Readable<Whole>, inputs: Properties): unknown;
  /** What else to do about a service that adds none. */
  readonly unsupportedAdvice?: string;
  /** Makes a new part as declared. @param owner what its state has of the account */
  complete(
    context: LifeCycleContext,
    live: LivePart<Part, Whole>,
    inputs: Properties,
    owner: Properties,
  ): Promise<CreateResult>;
  /** Takes over the part with an id. */
  adopt(context: LifeCycleContext, id: string, inputs: Properties): Promise<CreateResult>;
}

/** The creation of a kind of parts without a name. */
export function creationOf<Part, Whole extends WholeKind>(
  parts: NamelessKind<Part, Whole>,
): (context: LifeCycleContext, inputs: Properties, existingId?: string) => Promise<CreateResult> {
  const zonesOf = new WeakMap<RunMemory, Map<number, ZoneOfRun<Part, Whole>>>();
  const zoneOf = (memory: RunMemory, id: number): ZoneOfRun<Part, Whole> => {
    const zones = zonesOf.get(memory) ?? new Map<number, ZoneOfRun<Part, Whole>>();
    const zone = zones.get(id) ?? new ZoneOfRun(parts, id);
    zonesOf.set(memory, zones.set(id, zone));
    return zone;
  };
  return async (context, inputs, existingId) => {
    if (existingId !== undefined) return parts.adopt(context, existingId, inputs);
    const zoneId = Number(inputs[parts.zoneInput]);
    const ofRun = zoneOf(context.memory, zoneId);
    const created = await ofRun.during(context, () =>
      context.turns.inTurn(parts.turnOfNew(zoneId, inputs), () => createInTurn(parts, context, ofRun, inputs)),
    );
    // The turn has ended: an adoption waits for a deletion of the same part, which waits for its turn.
    return typeof created === "string" ? parts.adopt(context, created, inputs) : created;
  };
}

/** @returns the id of a part to take over instead, if there is one */
async function createInTurn<Part, Whole extends WholeKind>(
  parts: NamelessKind<Part, Whole>,
  context: LifeCycleContext,
  ofRun: ZoneOfRun<Part, Whole>,
  inputs: Properties,
): Promise<CreateResult | string> {
  const { zone, owner } = await ofRun.before(context);
  parts.before(context, zone, inputs);
  const [id, ...more] = inputs["adopt"] === true ? ofRun.adoptable(zone, inputs, context) : [];
  if (id !== undefined && more.length > 0) {
    throw new ConflictError(
      `${ofRun.text(zone)} has several equal ${parts.word}s that no resource of this run has: ${listed([id, ...more])}. adopt: true takes over a single one, so none was adopted or added. ` +
        `Give the resource the option import: "${id}", or the id of another one`,
      { request: requestOf("get", parts.kind.parent, zone.id) },
    );
  }
  if (id !== undefined) return id;
  ofRun.reportEqual(context, zone, inputs);
  const part = await addPart(parts, context, ofRun, inputs, zone).catch((error: unknown) => {
    throw parts.explained === undefined ? error : parts.explained(error, zone, inputs);
  });
  const live = { zone, part };
  ofRun.created(context, parts.idOf(live), inputs);
  return parts.complete(context, live, inputs, owner);
}

/** Requests a part once, even if answers are lost. @param before the zone before the request @returns the new part, as the service answered or shows it */
async function addPart<Part, Whole extends WholeKind>(
  parts: NamelessKind<Part, Whole>,
  context: LifeCycleContext,
  ofRun: ZoneOfRun<Part, Whole>,
  inputs: Properties,
  before: Readable<Whole>,
): Promise<Part> {
  const { word, idWord } = parts;
  const { parent } = parts.kind;
  const zoneId = before.id;
  const into = `${nounOf(parent)} ${String(zoneId)}`;
  const advice = `Look whether it has the ${word}: if so, give the resource the option import: "${String(zoneId)}/${idWord}" before the next pulumi up`;
  const doubt = (unclear: ServiceError, then?: ServiceError): UnavailableError =>
    new UnavailableError(
      `It is unknown whether ${withArticle(word)} was added to ${into} (${unclear.message})${then === undefined ? "" : `, and then: ${then.message}`}. ${advice}`,
      unclear.evidence,
      true,
    );
  const known = new Set(parts.partsOf(before).map((part) => parts.idOf({ zone: before, part })));
  const isNew = (part: Part): boolean => !known.has(parts.idOf({ zone: before, part })) && parts.isLike(part, inputs);
  const request = async (): Promise<Part | ServiceError> => {
    try {
      const added = await parts.add(context, zoneId, inputs, isNew);
      const shown = added ?? (await ofRun.findNew(context, inputs, before));
      if (shown !== undefined) return shown;
      const text = `${capitalized(withArticle(word))} was added to ${into}, which does not show it. ${advice}`;
      throw new UnexpectedResponseError(text, { request: requestOf("get", parent, zoneId), status: 200 });
    } catch (error) {
      if (isUnclear(error)) return error;
      if (error instanceof InvalidInputError) {
        // An equal part in the way is of a request that arrived twice, or of another stack.
        const equal = await ofRun.appeared(context, inputs, before);
        if (equal.length > 0) throw ambiguousError(parts, zoneId, equal.map(parts.idOf), error);
      }
      const more = parts.unsupportedAdvice === undefined ? "" : `. ${parts.unsupportedAdvice}`;
      const text = `The ${word} was not added to ${into}: this service has no operation that adds one${more}`;
      throw (await unsupportedError(context.client, parent, zoneId, error, text)) ?? error;
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
