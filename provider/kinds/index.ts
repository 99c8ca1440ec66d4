import type { DetailsOf, Kind, WholeKindOf } from "./kind";
import { cachePurge } from "./cachePurge";
import { dnsRecord } from "./dnsRecord";
import { dnsZone } from "./dnsZone";
import { edgeScript } from "./edgeScript";
import { pullZone } from "./pullZone";
import { pullZoneHostname } from "./pullZoneHostname";
import { pullZoneShield } from "./pullZoneShield";
import { pullZoneEdgeRule } from "./pullZoneEdgeRule";
import { shieldAccessList } from "./shieldAccessList";
import { shieldRateLimit } from "./shieldRateLimit";
import { storageFolder } from "./storageFolder";
import { storageZone } from "./storageZone";
import { pluralOf, sentence } from "../wire/words";

/** The kinds that are not parts of others, so that their objects are read on their own. */
const wholes = {
  StorageZone: storageZone,
  PullZone: pullZone,
  DnsZone: dnsZone,
  EdgeScript: edgeScript,
  PullZoneShield: pullZoneShield,
};
type Wholes = typeof wholes;

/** Names of the kinds that are not parts of others. */
export type WholeKind = keyof Wholes;

/** Type of the object that is read for a kind. */
export type Readable<Name extends WholeKind = WholeKind> = Readables[Name];
type Readables = { readonly [Name in WholeKind]: NonNullable<Wholes[Name]["readTable"]["typed"]> };

/** Types of the details of each kind, by name; see {@link KindSpec.details}. */
export type Details = { readonly [Name in WholeKind]: DetailsOf<Wholes[Name]> };

export const wholeKinds: { readonly [Name in WholeKind]: WholeKindOf<Readables[Name]> } = wholes;

/** All kinds of resources, by the names of their classes. */
export const kinds = {
  ...wholeKinds,
  PullZoneHostname: pullZoneHostname,
  PullZoneEdgeRule: pullZoneEdgeRule,
  StorageFolder: storageFolder,
  DnsRecord: dnsRecord,
  ShieldRateLimit: shieldRateLimit,
  ShieldAccessList: shieldAccessList,
  CachePurge: cachePurge,
};

/** Names of the kinds. FROZEN: the `__provider` text in users' states uses them. */
export type KindName = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as readonly KindName[];

/** Names of the kinds that the service lists, so that objects in no state can be found. */
export const listedKinds = Object.keys(wholeKinds) as readonly WholeKind[];

/** A kind that every service can list, with the owners of the objects. Source: contract. */
export const alwaysListed: WholeKind = "StorageZone";

/** Kinds whose lists show the owners of the objects. An account without storage zones may have pull zones. */
export const ownedKinds: readonly WholeKind[] = [alwaysListed, "PullZone"];

/** Returns the whole of an object: the object itself, or the object that it is a part of. */
export function wholeOf(name: KindName, id: string): [WholeKind, string] {
  const { parent }: Kind = kinds[name];
  return parent === undefined ? [name as WholeKind, id] : [parent as WholeKind, id.split("/")[0] ?? ""];
}

/** Returns a key for an object and all its parts, among the objects of all kinds: "DnsZone 4711". */
export function wholeKey(name: KindName, id: string): string {
  return wholeOf(name, id).join(" ");
}

/** Returns the output that holds the numeric id of the whole. */
export function idOutputOf(name: KindName): string {
  return kinds[wholeOf(name, "")[0]].idOutput;
}

/** Names of the kinds whose declarations the command `import` writes. */
export const importedKinds = kindNames.filter((name) => kinds[name].noImport === undefined);

/** Lists nouns: "storage zones, pull zones and hostnames", or "storage zone, pull zone and hostname". */
export function nounsOf(names: readonly KindName[], one?: "one"): string {
  return sentence(names.map((name) => (one === undefined ? pluralOf(kinds[name].noun) : kinds[name].noun)));
}

/** Kind to which the command `import` applies an id or name without a kind. */
export const defaultKind: KindName = "StorageZone";

/** Returns the argument of the command `import` for an object. */
export function importWord(name: KindName, id: string): string {
  return name === defaultKind ? id : `${name}:${id}`;
}

export type { Kind, ListedAs, PartKindOf, WholeKindOf } from "./kind";
export { inputsText, showsParts, nameIn } from "./kind";
