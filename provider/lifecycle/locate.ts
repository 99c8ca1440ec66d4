import type { ReadOptions } from "../api/batchedReads";
import { readsPerPage } from "../api/batchedReads";
import type { Reads } from "../api/reads";
import type { RequestInfo } from "../api/errors";
import { NotFoundError } from "../api/errors";
import { partId } from "../api/ids";
import { inMessage, capitalized } from "../wire/words";
import type { Kind, PartKindOf, Readable, WholeKind } from "../kinds";
import { kinds, nameIn } from "../kinds";
import type { KnownWhole } from "./knownWhole";
import { digest, isKnownWhole, knownWhole, ownerOf, ownerRecord, refuseIfElsewhere, refuseOther } from "./knownWhole";
import type { ServiceObject } from "../api/find";
import type { DeletionsEnd } from "../run/deletions";
import type { Properties } from "../declared/properties";
import { isManaged } from "../declared/state";
import { goneError, nounOf, noZoneError, requestOf } from "../api/messages";
import { ownerKey, serviceKey, zoneNameKey } from "../wire/stateKeys";

/**
 * Location of the objects of a kind: each alone, in the whole that it is a part of, or below its parent. The name and the owner of the whole show
 * whether an object belongs to this account.
 */
export interface Locate<Live> {
  readonly kind: Kind;
  /** Kind of the whole: the kind itself, or the kind of which its objects are parts. */
  readonly wholeKind: WholeKind;
  /** Returns the id of the whole. @throws {InvalidInputError} */
  wholeId(this: void, id: string): string;
  idOf(this: void, live: Live): string;
  /** Returns the object as the service returned it. */
  object(this: void, live: Live): object;
  /** Returns its whole as the service returned it. */
  wholeOf(live: Live): object;
  /** Reads an object and its whole. Either is absent if it does not exist. */
  look(reader: Reads, id: string, state: Properties, how?: Pick<ReadOptions, "purpose">): Promise<Found<Live>>;
  /** Whether one look still shows an object that was deleted. @param end end of the deletions that share the look */
  stillShows(reader: Reads, id: string, end: DeletionsEnd): Promise<boolean>;
  /** Returns what a state records about the whole. @param inputs the properties that contain the name, if not the state */
  known(id: string, state: Properties, inputs?: Properties): KnownWhole;
  /** Returns what to record about the whole, so that another object is not mistaken for it. @param owner see {@link ownerOf} */
  record(live: Live, owner: unknown): Properties;
  /** Whether an object that is only read is also checked for another service or account before it is treated as deleted. */
  readonly guardsReads: boolean;
  /** Returns the error for an object that a first read or an import does not find: the engine would silently continue without it. */
  missingError(id: string, step: "read" | "import"): NotFoundError;
}

export interface Found<Live> {
  readonly whole?: ServiceObject;
  readonly live?: Live;
}

/** Options for finding an object. */
export interface Look extends Pick<ReadOptions, "purpose"> {
  /** Current declaration. */
  readonly inputs?: Properties;
}

/** A part and its whole, as the service has them. */
export interface LivePart<Part, Whole extends WholeKind> {
  readonly whole: Readable<Whole>;
  readonly part: Part;
}

/**
 * Returns the live object of a state; undefined if it no longer exists.
 *
 * @param step the step for which it is needed
 * @throws {CdnError} if the object belongs to another account, or only seems to be gone because the address or the key belongs to another account
 */
export async function find<Live>(
  locate: Locate<Live>,
  reader: Reads,
  id: string,
  state: Properties,
  step: "read" | "updated" | "deleted",
  { inputs, ...how }: Look = {},
): Promise<Live | undefined> {
  const { whole, live } = await locate.look(reader, id, state, how);
  const known = locate.known(id, state, inputs);
  const isRead = step === "read";
  const word = locate.kind.parent === undefined || isRead ? step : "changed";
  if (whole !== undefined && (!isRead || isManaged(state))) refuseOther(reader, whole, known, word);
  if (live === undefined && (locate.guardsReads || isManaged(state))) await refuseIfElsewhere(reader, known);
  return live;
}

/** Whether this account has the object that is in a state. */
export async function has<Live>(locate: Locate<Live>, reader: Reads, id: string, state: Properties): Promise<boolean> {
  const { whole, live } = await locate.look(reader, id, state);
  return whole !== undefined && live !== undefined && isKnownWhole(whole, locate.known(id, state));
}

/** Returns the whole that is in a state, with its name and owner; undefined if this account does not have it. */
export async function findKnown<Whole extends WholeKind>(
  reader: Reads,
  kind: Whole,
  id: string,
  state: Properties,
): Promise<Readable<Whole> | undefined> {
  const whole = await reader.find(kind, id);
  return whole !== undefined && isKnownWhole(whole, knownWhole(kind, id, state)) ? whole : undefined;
}

/** Returns what the state of an object records about its whole. */
export async function recordOf<Live>(
  locate: Locate<Live>,
  reader: Pick<Reads, "anyOwner">,
  live: Live,
  state: Properties,
): Promise<Properties> {
  return locate.record(live, await ownerOf(kinds[locate.wholeKind], reader, state, locate.wholeOf(live)));
}

/** Returns the text for an object in messages: `storage zone "assets" (id 4711)`, or `edge rule 4711/GUID`. */
export function objectText<Live extends object>(locate: Locate<Live>, live: Live): string {
  const [name, id] = [nameIn(locate.kind, live), locate.idOf(live)];
  return `${locate.kind.noun} ${name === undefined ? id : `${inMessage(name)} (id ${id})`}`;
}

/** Returns the request for an error about an object, which is a request for its whole. */
export function requestForWhole<Live>(
  { wholeKind, wholeId }: Locate<Live>,
  verb: Parameters<typeof requestOf>[0],
  id: string,
): RequestInfo {
  return requestOf(verb, wholeKind, wholeId(id));
}

/** Returns the location of objects with their own path. @param query further parameters of a read */
export function alone<Name extends WholeKind>(
  name: Name,
  {
    query,
    guardsReads = true,
  }: { readonly query?: (state: Properties) => ReadOptions["query"]; readonly guardsReads?: boolean } = {},
): Locate<Readable<Name>> {
  return {
    kind: kinds[name],
    wholeKind: name,
    guardsReads,
    wholeId: (id) => id,
    idOf: ({ id }) => String(id),
    object: (live) => live,
    wholeOf: (live) => live,
    look: async (reader, id, state) => {
      const live = await reader.find(name, id, { lastModified: state["dateModified"], query: query?.(state) });
      return live === undefined ? {} : { whole: live, live };
    },
    stillShows: async (reader, id, { size }) => {
      // Two lists are cheaper for many objects.
      if (size >= readsPerPage && (await reader.isUnlisted(name, id))) return false;
      return isObject(await reader.look(name, id));
    },
    known: (id, state, inputs) => knownWhole(name, id, state, inputs),
    record: (_, owner) => ownerRecord(kinds[name], owner),
    missingError: (id, step) =>
      step === "read"
        ? noZoneError(name, id)
        : noZoneError(name, `${id} to import`, { request: requestOf("get", name, id) }),
  };
}

/** Returns the location of parts that are read with their whole. @param partIn finds a part; throws an `InvalidInputError` for an invalid id */
export function inWhole<Part extends object, Whole extends WholeKind>(
  kind: PartKindOf<Whole>,
  idOf: (live: LivePart<Part, Whole>) => string,
  partIn: (id: string) => (whole: Readable<Whole>) => Part | undefined,
): Locate<LivePart<Part, Whole>> {
  // A list that omits parts can't be used. If a part is missing, its whole is read once more: a list or one response may not show the part.
  const first = kinds[kind.parent].partsAreOutputs === false ? { singly: true as const } : {};
  return partOf(kind, idOf, partIn, [first, { singly: "again" }]);
}

/** Returns the location of parts with their own path. The parent is read first: its name and owner show whether the part belongs to this account. */
export function belowParent<Part extends object, Whole extends WholeKind>(
  kind: PartKindOf<Whole>,
  idOf: (live: LivePart<Part, Whole>) => string,
  read: (id: string) => (whole: Readable<Whole>, reader: Reads) => Part | undefined | Promise<Part | undefined>,
): Locate<LivePart<Part, Whole>> {
  return partOf(kind, idOf, read, [{}]);
}

function partOf<Part extends object, Whole extends WholeKind>(
  kind: PartKindOf<Whole>,
  idOf: (live: LivePart<Part, Whole>) => string,
  partIn: (id: string) => (whole: Readable<Whole>, reader: Reads) => Part | undefined | Promise<Part | undefined>,
  [first, ...others]: readonly ReadOptions[],
): Locate<LivePart<Part, Whole>> {
  const wholeKind = kind.parent;
  const wholeId = (id: string): string => String(partId(kind, id).zoneId);
  return {
    kind,
    wholeKind,
    guardsReads: true,
    wholeId,
    idOf,
    object: ({ part }) => part,
    wholeOf: ({ whole }) => whole,
    look: async (reader, id, _, how) => {
      const look = partIn(id);
      let whole: Readable<Whole> | undefined;
      for (const options of [{ ...first, ...how }, ...others]) {
        whole = await reader.find(wholeKind, wholeId(id), options);
        const part = whole && (await look(whole, reader));
        if (whole === undefined) return {};
        if (part !== undefined) return { whole, live: { whole, part } };
      }
      return whole === undefined ? {} : { whole };
    },
    stillShows: async (reader, id, { at }) => {
      const whole = await reader.look(wholeKind, wholeId(id), { singly: true, notBefore: at });
      return isObject(whole) && (await partIn(id)(whole, reader)) !== undefined;
    },
    known: (id, state) => knownParent(wholeKind, wholeId(id), state),
    record: ({ whole }, owner) => ({ ...ownerRecord(kinds[wholeKind], owner), ...wholeRecord(wholeKind, whole) }),
    missingError: (id) =>
      new NotFoundError(
        `There is no ${kind.noun} ${id} in this account. Check the id (the ids of the ${nounOf(wholeKind)} and the ${kind.noun}, with a slash between them), and that the access key belongs to the account that owns the zone`,
        { request: requestOf("get", wholeKind, wholeId(id)), status: 404 },
      ),
  };
}

function isObject<Seen>(seen: Seen): seen is Exclude<Seen, "deleted" | undefined> {
  return seen !== undefined && seen !== "deleted";
}

/** Returns what the state of a part records about its whole. */
export function wholeRecord(kind: WholeKind, whole: object): Properties {
  const { userId } = whole as { readonly userId?: string };
  const name = nameIn(kinds[kind], whole);
  return {
    ...(userId === undefined ? {} : { [ownerKey]: userId }),
    ...(name === undefined ? {} : { [zoneNameKey]: digest(name) }),
  };
}

function knownParent(kind: WholeKind, id: string, state: Properties): KnownWhole {
  return { kind, id, owner: state[ownerKey], nameDigest: state[zoneNameKey], seenAt: state[serviceKey] };
}

/** Returns the whole to which a part is added. @param noun noun of the part @param how see {@link Reads.find} @throws {NotFoundError} */
export async function wholeFor<Whole extends WholeKind>(
  reader: Reads,
  wholeKind: Whole,
  noun: string,
  id: number,
  how: Pick<ReadOptions, "purpose" | "singly"> = {},
): Promise<Readable<Whole>> {
  const whole = await reader.find(wholeKind, id, how);
  if (whole !== undefined) return whole;
  throw new NotFoundError(
    `The ${noun} was not added: there is no ${nounOf(wholeKind)} ${String(id)} in this account. Check ${kinds[wholeKind].idOutput}, and that the access key belongs to the account that owns the zone`,
    { request: requestOf("get", wholeKind, id), status: 404 },
  );
}

/** Returns the error for an object that an update does not find. */
export function goneObjectError<Live>(locate: Locate<Live>, id: string): NotFoundError {
  const { kind } = locate;
  const request = requestForWhole(locate, kind.parent === undefined ? "update" : "get", id);
  return goneError(`${capitalized(kind.noun)} ${id} no longer exists, so it can't be updated`, request);
}
