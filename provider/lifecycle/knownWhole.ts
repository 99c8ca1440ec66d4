import { createHash } from "node:crypto";
import { CdnError, ConfigurationError, ConflictError, UnauthorizedError } from "../api/errors";
import { inMessage, waysText } from "../wire/words";
import type { ObjectOf, Reads } from "../api/reads";
import type { Kind, WholeKind } from "../kinds";
import { kinds, nameIn } from "../kinds";
import { nameKey, isSameName } from "../wire/dnsName";
import type { ServiceObject } from "../api/find";
import type { Properties } from "../declared/properties";
import { nounOf, requestOf } from "../api/messages";
import { formerNameKey, ownerKey, renamedFromKey, serviceKey } from "../wire/stateKeys";

/**
 * Returns the owner to record for objects of a kind that does not show it: the owner of the object to which they belong, or the id of a user who
 * owns zones of the account. Each read or update adds it to a state without one. If it can't be found out, as in an account without storage zones, a
 * later read or update adds it.
 *
 * @param object the object as the service shows it
 */
export async function ownerOf(
  kind: Kind,
  reader: Pick<Reads, "anyOwner">,
  state: Properties,
  object: object,
): Promise<unknown> {
  if (showsOwner(kind)) return undefined;
  return ownerKey in state ? state[ownerKey] : await reader.anyOwner(belongingOf(kind, object)).catch(unlessFault);
}

/** Returns the object to which an object belongs, as the properties of that name it. */
function belongingOf({ belongsTo }: Kind, properties: object): ObjectOf | undefined {
  const id = belongsTo === undefined ? undefined : (properties as Properties)[belongsTo.output];
  return belongsTo === undefined || typeof id !== "number" ? undefined : { kind: belongsTo.kind as WholeKind, id };
}

/** Returns the property by which a state records an owner. */
export function ownerRecord(kind: Kind, owner: unknown): Properties {
  return owner === undefined || showsOwner(kind) ? {} : { [ownerKey]: owner };
}

function showsOwner({ table }: Kind): boolean {
  return table.fields.some(({ name }) => name === "userId");
}

function unlessFault(error: unknown): undefined {
  if (!(error instanceof CdnError)) throw error;
}

/** What a state says about a whole. */
export interface KnownWhole {
  readonly kind: WholeKind;
  readonly id: string;
  readonly owner: unknown;
  readonly name?: string | undefined;
  /** Digests of other names that the whole may have: after a change of the name without a response, it may still have the former one. */
  readonly formerNames?: readonly unknown[];
  /** Digest of the name, which the state of a part has instead of the name. */
  readonly nameDigest?: unknown;
  /** Whether a refresh has found a name other than the declared one. */
  readonly isRenamed?: boolean;
  /** Service in which the whole was last seen. */
  readonly seenAt: unknown;
  /** Object to which the whole belongs. */
  readonly belongsTo?: ObjectOf | undefined;
}

/** Returns what a state says about a whole. @param named properties that contain the name: the state or the declared inputs */
export function knownWhole(kind: WholeKind, id: string, state: Properties, named: Properties = state): KnownWhole {
  const { settings, nameField } = kinds[kind];
  const canBeRenamed = settings.some(({ name, immutable }) => name === nameField && immutable !== true);
  return {
    kind,
    id,
    owner: state["userId"] ?? state[ownerKey],
    // With `existingId`, a program may declare no name.
    name: nameIn(kinds[kind], named) ?? nameIn(kinds[kind], state),
    ...(canBeRenamed ? { formerNames: [digest(nameIn(kinds[kind], state)), state[formerNameKey]] } : {}),
    isRenamed: state[renamedFromKey] !== undefined,
    seenAt: state[serviceKey],
    belongsTo: belongingOf(kinds[kind], state),
  };
}

/** Returns the digest that a state keeps of a name, which may be secret. */
export function digest(name: unknown): string | undefined {
  if (typeof name !== "string") return undefined;
  return createHash("sha256").update(nameKey(name)).digest("hex").slice(0, 16);
}

function nameDifference(
  whole: ServiceObject,
  { kind, name: nameBefore, formerNames = [], nameDigest }: KnownWhole,
): string | undefined {
  const name = nameIn(kinds[kind], whole);
  if (name === undefined || formerNames.includes(digest(name))) return undefined;
  if (nameBefore !== undefined && !isSameName(name, nameBefore))
    return `its name is ${inMessage(name)}, not ${inMessage(nameBefore)}`;
  const isOther = typeof nameDigest === "string" && nameDigest !== digest(name);
  return isOther ? `its name is ${inMessage(name)}, not the same` : undefined;
}

function ownerDifference({ userId }: ServiceObject, { owner }: KnownWhole): string | undefined {
  if (userId === undefined || typeof owner !== "string" || userId === owner) return undefined;
  return `its owner is user ${userId}, not ${owner}`;
}

function belongingDifference(whole: ServiceObject, { kind, belongsTo }: KnownWhole): string | undefined {
  const live = belongingOf(kinds[kind], whole);
  if (live === undefined || belongsTo === undefined || live.id === belongsTo.id) return undefined;
  return `it belongs to ${nounOf(live.kind)} ${String(live.id)}, not ${String(belongsTo.id)}`;
}

/** Whether a whole has the name, the owner and the object to which it belongs that a state records, as far as these are known. */
export function isKnownWhole(whole: ServiceObject, known: KnownWhole): boolean {
  return [nameDifference, ownerDifference, belongingDifference].every((of) => of(whole, known) === undefined);
}

const forgetAdvice =
  "If the zone in the state no longer exists, run in a terminal: pulumi state delete URN (if the URN is in the state twice, it asks for the id)";

type RefusedStep = "read" | "changed" | "updated" | "deleted" | "replaced";

/**
 * Throws if the whole with an id may not be the one in the state, because the resource now uses the provider, key or base URL of another account or
 * service.
 *
 * @param step the refused step. A read accepts another name, because the whole may have been renamed, unless the service is another one. `changed`
 * is used for parts
 */
export function refuseOther(
  reader: Pick<Reads, "service">,
  whole: ServiceObject,
  known: KnownWhole,
  step: Exclude<RefusedStep, "replaced">,
): void {
  const { kind, id } = known;
  const [name, owner] = [
    nameDifference(whole, known),
    ownerDifference(whole, known) ?? belongingDifference(whole, known),
  ];
  const mayBeRenamed = step === "read" && otherServiceThan(known, reader) === undefined;
  const difference =
    step === "read" || step === "changed" ? (owner ?? (mayBeRenamed ? undefined : name)) : (name ?? owner);
  const isRenamed = step === "deleted" && known.isRenamed === true;
  if (difference === undefined && !isRenamed) return;
  throw refusalOf(
    kind,
    id,
    step,
    difference === undefined ? renamedText(kind, whole) : `${difference} as in the state`,
  );
}

/**
 * Throws if a refresh has found a whole under another name than the declared one. A replacement would delete it, although the program may only lack
 * its new name. The state has the live name.
 */
export function refuseRenamed(kind: WholeKind, id: string, state: Properties): void {
  if (state[renamedFromKey] !== undefined) throw refusalOf(kind, id, "replaced", renamedText(kind, state));
}

function renamedText(kind: WholeKind, named: object): string {
  return `its name became ${inMessage(nameIn(kinds[kind], named))} outside of Pulumi`;
}

function refusalOf(kind: WholeKind, id: string, step: RefusedStep, fact: string): ConflictError {
  return new ConflictError(
    `${nounOf(kind, "atStart")} ${id} was not ${step}: ${fact}. There are these ways:` +
      waysText([
        "Check that the access key, the base URL and the resource's provider belong to the account that owns the zone (environment variables override other settings)",
        "If it was renamed, run pulumi refresh, declare its new name, and run pulumi up",
        forgetAdvice,
      ]),
    { request: requestOf("get", kind, id) },
  );
}

/**
 * Throws if a whole only seems to be deleted because the base URL or the access key belongs to another service or account. If the account has the
 * object to which the whole belongs, the whole was deleted. Assumption: no user owns wholes in both accounts.
 *
 * @throws {ConfigurationError} for another service
 * @throws {UnauthorizedError} for another account
 */
export async function refuseIfElsewhere(
  reader: Pick<Reads, "owners" | "service" | "find">,
  known: KnownWhole,
): Promise<void> {
  const { kind, id, owner, belongsTo } = known;
  const seenAt = otherServiceThan(known, reader);
  if (seenAt !== undefined) {
    const { address, from } = reader.service;
    throw new ConfigurationError(
      `${nounOf(kind, "atStart")} ${id} was not found at ${address} (from ${from}), but is not treated as deleted: it was last seen at ${seenAt}. ` +
        `There are these ways:${waysText(["Correct the address", forgetAdvice])}`,
    );
  }
  if (belongsTo !== undefined && (await reader.find(belongsTo.kind, belongsTo.id)) !== undefined) return;
  if (typeof owner !== "string") {
    if (belongsTo === undefined) return;
    const other = `${nounOf(belongsTo.kind)} ${String(belongsTo.id)}`;
    throw new UnauthorizedError(
      `${nounOf(kind, "atStart")} ${id} was not found, but is not treated as deleted: ${other} was not found either, so both may be in another account. ` +
        `There are these ways:${waysText(["Check the access key (an environment variable overrides other settings)", forgetAdvice])}`,
      { request: requestOf("get", kind, id), status: 404 },
    );
  }
  const owners = await reader.owners(owner);
  // An account without wholes could be the right one.
  if (owners.size === 0 || owners.has(owner)) return;
  throw new UnauthorizedError(
    `${nounOf(kind, "atStart")} ${id} was not found, but is not treated as deleted: it belongs to user ${owner}, but the zones of this access key's account belong to ${[...owners].join(", ")}. ` +
      `There are these ways:${waysText(["Check the access key (an environment variable overrides other settings)", forgetAdvice])}`,
    { request: requestOf("get", kind, id), status: 404 },
  );
}

/** Returns the service in which the whole was last seen if it is not the reader's. */
function otherServiceThan({ seenAt }: KnownWhole, { service }: Pick<Reads, "service">): string | undefined {
  return typeof seenAt === "string" && seenAt !== service.name ? seenAt : undefined;
}
