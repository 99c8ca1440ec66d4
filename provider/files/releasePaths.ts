/** The folder below the prefix that holds releases. */
export const releasesFolder = "releases/";

/** The length of an id. */
export const idDigits = 12;

/** What the name of a note says: which release is whole, and which one visitors got before, if that was known. */
export interface NamedByNote {
  readonly id: string;
  readonly previous: string | undefined;
}

const idPattern = `[0-9a-f]{${String(idDigits)}}`;
const notePattern = `(?:\\.after\\.(${idPattern}))?\\.complete\\.json$`;
const afterId = `(?:/|\\.json$|${notePattern})`;

/** The folder of a release: below the zone, with a slash at its end. */
export function folderOfRelease(prefix: string, id: string): string {
  return `${prefix}${releasesFolder}${id}/`;
}

export function manifestName(id: string): string {
  return `${id}.json`;
}

/** The name of the note that a release is whole. */
export function noteName({ id, previous }: NamedByNote): string {
  return `${id}${previous === undefined ? "" : `.after.${previous}`}.complete.json`;
}

export function noteIn(name: string): NamedByNote | undefined {
  const [, id, previous] = new RegExp(`^(${idPattern})${notePattern}`).exec(name) ?? [];
  return id === undefined ? undefined : { id, previous };
}

export function idOfManifest(name: string): string | undefined {
  return new RegExp(`^(${idPattern})\\.json$`).exec(name)?.[1];
}

/** The release that a path below the prefix is the manifest of. */
export function releaseOfManifest(path: string): string | undefined {
  return path.startsWith(releasesFolder) ? idOfManifest(path.slice(releasesFolder.length)) : undefined;
}

/** The release that a path below the prefix belongs to, if it is one. */
export function releaseOfPath(path: string): string | undefined {
  return new RegExp(`^${releasesFolder}(${idPattern})${afterId}`).exec(path)?.[1];
}

/** The release that a file is part of, by its name alone, with the folder of the releases: `docs/releases/3f9c1a2b4d5e`. */
export function releaseOfFile(path: string): string | undefined {
  return new RegExp(`^(?:.*?/)?${releasesFolder}${idPattern}(?=${afterId})`).exec(path)?.[0];
}

/** A release that the path of an edge rule names. */
export interface NamedRelease {
  readonly prefix: string;
  readonly id: string;
}

/** The release in the folder that an edge rule names, and the prefix of it: `/docs/releases/3f9c1a2b4d5e/`. */
export function releaseInFolder(folder: string): NamedRelease | undefined {
  return releaseBy(/^\/?$/, folder);
}

/** The release in whose folder a path is: also a folder inside a release. */
export function releaseAround(path: string): NamedRelease | undefined {
  return releaseBy(/^(\/.*)?$/, path);
}

function releaseBy(rest: RegExp, path: string): NamedRelease | undefined {
  const found = new RegExp(`^/?(.*/)?${releasesFolder}(${idPattern})(?![0-9a-f])(.*)$`).exec(path);
  return found === null || !rest.test(found[3] ?? "") ? undefined : { prefix: found[1] ?? "", id: found[2] ?? "" };
}
