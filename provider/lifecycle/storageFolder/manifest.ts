import { createHash } from "node:crypto";
import { matcher } from "../../files/globs";
import { foldersOf } from "../../files/listing";
import { releasesFolder } from "../../files/releasePaths";
import type { ReleaseContent } from "../../files/releaseContent";
import { releaseId } from "../../files/releaseContent";
import { rootFilesBy } from "../../files/rootFiles";
import type { Properties } from "../../declared/properties";
import type { RunMemory } from "../../run/memory";
import { isUnknown, stringsIn, unknownValue } from "../../declared/properties";
import { filesAtPrefixKey } from "../../wire/stateKeys";

/** Name that objects lose as a key, here and in Pulumi's SDK. States contain `./__proto__` instead, which can't be the path of a file. */
const lostKey = "__proto__";

/** Returns the files at the prefix that a state records as sent. */
export function sentToPrefix(state: Properties): Map<string, string> {
  return filesIn(state["release"] === undefined ? state : { files: state[filesAtPrefixKey] });
}

/** Returns a function that finds the declared content type of a path. The last matching glob counts. */
export function typesBy(types: Readonly<Record<string, string>> = {}): (path: string) => string | undefined {
  const rules = Object.entries(types).map(([glob, type]) => [matcher([glob]), type] as const);
  return (path) => rules.findLast(([matches]) => matches(path))?.[1];
}

/** Returns a function that tells whether a file of the source is delivered at the prefix. With releases, only root files are. */
export function isAtPrefix({ releases, rootFiles, prefix = "" }: Properties): (path: string) => boolean {
  return releases === undefined ? () => true : rootFilesBy(stringsIn(rootFiles), String(prefix));
}

/** Returns the places that a folder declares below its prefix: its files and, as one place, the folder of the releases. */
function placesIn(inputs: Properties): string[] {
  const files = [...filesIn(inputs).keys()].filter(isAtPrefix(inputs));
  return inputs["releases"] === undefined ? files : [...files, releasesFolder];
}

/** Returns the files in a state or in inputs. */
export function filesIn({ files }: Properties): Map<string, string> {
  if (typeof files !== "object" || files === null) return new Map();
  const entries = Object.entries(files as Readonly<Record<string, unknown>>);
  return new Map(
    entries.map(([key, checksum]) => [
      key === `./${lostKey}` ? lostKey : key,
      typeof checksum === "string" ? checksum : "",
    ]),
  );
}

/** Returns the release properties of checked inputs; none without `releases`. In a preview, they are unknown if the files are. */
export function releaseProperties(inputs: Properties): Properties {
  const { releases, files, prefix = "" } = inputs;
  const contentTypes = (inputs["contentTypes"] ?? {}) as Properties;
  if (releases === undefined) return {};
  const isOpen = [releases, files, prefix, contentTypes].some(isUnknown) || Object.values(contentTypes).some(isUnknown);
  if (isOpen) return { release: unknownValue, releasePath: unknownValue };
  const release = releaseId(contentOf(inputs));
  return { release, releasePath: `/${String(prefix)}${releasesFolder}${release}/` };
}

function contentOf(inputs: Properties): ReleaseContent {
  return { files: filesIn(inputs), typeOf: typesBy(inputs["contentTypes"] as Record<string, string> | undefined) };
}

/** Returns files in the form of states and inputs, sorted by path. */
export function filesProperty(files: Iterable<readonly [path: string, checksum: string]>): Record<string, string> {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([path, checksum]) => [path === lostKey ? `./${path}` : path, checksum]));
}

/** Notes the declared files of a folder for all processes of the run. @param id id of the folder, which is also its claim */
export function noteDeclared({ checked, others }: RunMemory, id: string, inputs: Properties): void {
  checked.set(id, inputs);
  others.announce("+", manifestOf(id), placesIn(inputs).map(digestOf).join(","));
}

/**
 * Returns whether a file of an entry stays when the entry is deleted. It stays if a folder of the program declares it, whatever the prefix
 * of that folder, or if the program reads the folder with `get`. A process of an earlier version does not share the files that it declares:
 * then all files below the prefix of its folder stay.
 */
export function heldByOthers({ checked, entries, others }: RunMemory, id: string): (path: string) => boolean {
  const places = new Map<string, (path: string) => boolean>();
  const holdsAt = (place: string): ((path: string) => boolean) => {
    if (entries.isRead(place)) return () => true;
    const inputs = checked.get(place);
    const own = inputs === undefined ? undefined : new Set(placesIn(inputs));
    const keepsGone = place === id && inputs?.["removed"] === "keep";
    const announced = others.announced(manifestOf(place), "all versions").noted;
    const digests = new Set(announced.flatMap((digests) => digests.split(",")));
    const isUnknown = announced.length === 0 && entries.isElsewhere(place);
    return (path) => isUnknown || keepsGone || own?.has(path) === true || digests.has(digestOf(path));
  };
  return (path) =>
    foldersOf(id + path).some((place) => {
      const holds = places.get(place) ?? holdsAt(place);
      places.set(place, holds);
      return holds((id + path).slice(place.length));
    });
}

function manifestOf(id: string): string {
  return `files of ${id}`;
}

function digestOf(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 16);
}
