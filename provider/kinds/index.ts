import type { Kind, WholeKindOf } from "./kind";
import { dnsRecord } from "./dnsRecord";
import { dnsZone } from "./dnsZone";
import { edgeScript } from "./edgeScript";
import { pullZone } from "./pullZone";
import { pullZoneHostname } from "./pullZoneHostname";
import { pullZoneEdgeRule } from "./pullZoneEdgeRule";
import { storageFolder } from "./storageFolder";
import { storageZone } from "./storageZone";
import type { DnsSecDetails, GetDnsZoneResult } from "../types/dnsZone";
import type { EdgeScriptCode, EdgeScriptRelease, EdgeScriptSecretList, GetEdgeScriptResult } from "../types/edgeScript";
import type { GetPullZoneResult } from "../types/pullZone";
import type { LinkedStorageZone } from "../types/storageZone";

/** What is read of each kind that is no part of another. */
interface Readables {
  StorageZone: LinkedStorageZone;
  PullZone: GetPullZoneResult;
  DnsZone: GetDnsZoneResult;
  EdgeScript: GetEdgeScriptResult;
}

/** What is read of a kind's objects beside them, by name; see {@link KindSpec.details}. */
export interface Details {
  DnsZone: { dnsSec: DnsSecDetails };
  EdgeScript: { code: EdgeScriptCode; release: EdgeScriptRelease; secrets: EdgeScriptSecretList };
}

/** The kinds that are no parts of others, and so read by themselves. */
export type WholeKind = keyof Readables;

/** What is read of a kind. */
export type Readable<Name extends WholeKind = WholeKind> = Readables[Name];

export const wholeKinds: { readonly [Name in WholeKind]: WholeKindOf<Readables[Name]> } = {
  StorageZone: storageZone,
  PullZone: pullZone,
  DnsZone: dnsZone,
  EdgeScript: edgeScript,
};

/** Every kind of resource, by the name of its class. */
export const kinds = {
  ...wholeKinds,
  PullZoneHostname: pullZoneHostname,
  PullZoneEdgeRule: pullZoneEdgeRule,
  StorageFolder: storageFolder,
  DnsRecord: dnsRecord,
};

/** FROZEN: the `__provider` text in users' states calls kinds by these names. */
export type KindName = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as readonly KindName[];

/** They have a list, in which those in no state can be found. */
export const listedKinds = Object.keys(wholeKinds) as readonly WholeKind[];

/** A kind whose list every account has, with the owners of its objects. Source: contract. */
export const alwaysListed: WholeKind = "StorageZone";

/** The object that is read to read an object: itself, or what it is a part of. */
export function readAs(name: KindName, id: string): [WholeKind, string] {
  const { parent }: Kind = kinds[name];
  return parent === undefined ? [name as WholeKind, id] : [parent as WholeKind, id.split("/")[0] ?? ""];
}

/** An object and all parts of it, among the objects of all kinds: "DnsZone 4711". */
export function wholeOf(name: KindName, id: string): string {
  return readAs(name, id).join(" ");
}

/** The output that is the number of an object, or of the one that it is a part of. */
export function idOutputOf(name: KindName): string {
  return kinds[readAs(name, "")[0]].idOutput;
}

/** The command `import` writes their declarations. */
export const importedKinds = kindNames.filter((name) => kinds[name].noImport === undefined);

/** "storage zones, pull zones and hostnames", or "storage zone, pull zone and hostname" */
export function nounsOf(names: readonly KindName[], one?: "one"): string {
  return new Intl.ListFormat("en-GB").format(names.map((name) => kinds[name].noun + (one === undefined ? "s" : "")));
}

/** What a bare id or name is to the command `import`. */
export const defaultKind: KindName = "StorageZone";

/** An object to the command `import`. */
export function importWord(name: KindName, id: string): string {
  return name === defaultKind ? id : `${name}:${id}`;
}

export type { Kind, ListedAs, PartKindOf, WholeKindOf } from "./kind";
export { nameIn } from "./kind";
