/** Folder below the prefix that contains releases. */
export const releasesFolder = "releases/";

/**
 * Folder of a source that is always delivered to the root of the zone: the service shows `bunnycdn_errors/404.html` of the root for missing files,
 * and ignores copies elsewhere, such as in a release.
 */
export const errorPagesFolder = "bunnycdn_errors/";

/** Number of digits of an id. */
export const idDigits = 12;

/** Content of the name of a note: the release that is complete and, if it was known, the one that visitors got before. */
export interface NamedByNote {
  readonly id: string;
  readonly previous: string | undefined;
}

const idPattern = `[0-9a-f]{${String(idDigits)}}`;
const notePattern = `(?:\\.after\\.(${idPattern}))?\\.complete\\.json$`;
const messagePattern = "\\.message\\.json$";
const afterId = `(?:/|\\.json$|${messagePattern}|${notePattern})`;

/** Returns the folder of a release, relative to the zone and with a trailing slash. */
export function folderOfRelease(prefix: string, id: string): string {
  return `${prefix}${releasesFolder}${id}/`;
}

export function manifestName(id: string): string {
  return `${id}.json`;
}

/** Returns the name of the note that a release is complete. */
export function noteName({ id, previous }: NamedByNote): string {
  return `${id}${previous === undefined ? "" : `.after.${previous}`}.complete.json`;
}

export function noteIn(name: string): NamedByNote | undefined {
  const [, id, previous] = new RegExp(`^(${idPattern})${notePattern}`).exec(name) ?? [];
  return id === undefined ? undefined : { id, previous };
}

/** Returns the name of the file with the message of a release. */
export function messageName(id: string): string {
  return `${id}.message.json`;
}

/** Returns the id of the release whose message has this name. */
export function idOfMessage(name: string): string | undefined {
  return new RegExp(`^(${idPattern})${messagePattern}`).exec(name)?.[1];
}

export function idOfManifest(name: string): string | undefined {
  return new RegExp(`^(${idPattern})\\.json$`).exec(name)?.[1];
}

/** Returns the id of the release whose manifest has a path below the prefix. */
export function releaseOfManifest(path: string): string | undefined {
  return path.startsWith(releasesFolder) ? idOfManifest(path.slice(releasesFolder.length)) : undefined;
}

/** Returns the id of the release to which a path below the prefix belongs, if it belongs to one. */
export function releaseOfPath(path: string): string | undefined {
  return new RegExp(`^${releasesFolder}(${idPattern})${afterId}`).exec(path)?.[1];
}

/** Returns the folder of the release to which a file belongs, judging only by its path: `docs/releases/3f9c1a2b4d5e`. */
export function releaseOfFile(path: string): string | undefined {
  return new RegExp(`^(?:.*?/)?${releasesFolder}${idPattern}(?=${afterId})`).exec(path)?.[0];
}

/** Release that the path of an edge rule names. */
export interface NamedRelease {
  /**
   * Prefix with a trailing slash, without needless slashes. It is not percent-decoded, because a percent sign can belong to the name of a folder;
   * {@link folderInRule} makes prefixes comparable.
   */
  readonly prefix: string;
  readonly id: string;
}

/** Returns a folder with a trailing slash, without needless slashes and percent-decoded: somebody may have typed the path of an edge rule. */
export function folderInRule(path: string): string {
  return withoutNeedlessSlashes(decoded(path));
}

function withoutNeedlessSlashes(path: string): string {
  return path
    .split("/")
    .flatMap((name) => (name === "" || name === "." ? [] : [`${name}/`]))
    .join("");
}

/** Returns the release whose folder an edge rule names, with its prefix: `/docs/releases/3f9c1a2b4d5e/`. */
export function releaseInFolder(path: string): NamedRelease | undefined {
  return releaseBy("$", path);
}

/** Returns the release whose folder contains a path. The path can also be a folder inside the release. */
export function releaseAround(path: string): NamedRelease | undefined {
  return releaseBy("", path);
}

function releaseBy(end: string, path: string): NamedRelease | undefined {
  const pattern = new RegExp(`^(.*/)?${releasesFolder}(${idPattern})/${end}`);
  const [, prefix = "", id] = pattern.exec(withoutNeedlessSlashes(path)) ?? pattern.exec(folderInRule(path)) ?? [];
  return id === undefined ? undefined : { prefix, id };
}

/** Percent-decodes a text; returns texts with an invalid escape unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
