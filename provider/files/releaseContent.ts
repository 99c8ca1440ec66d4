import { createHash } from "node:crypto";
import type { Content } from "../api/transport";
import type { ListedFile } from "../wire/storageFile";
import { isSha256 } from "../wire/storageFile";
import { pathFault } from "./names";
import { idDigits } from "./releasePaths";

/** Content of a release, with paths relative to the release. The id is a hash of it, so a manifest can be verified by its name. */
export interface ReleaseContent {
  /** SHA-256 in lower-case hexadecimal digits, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Returns the declared content type of a file, if any. */
  readonly typeOf: (path: string) => string | undefined;
}

/** Returns the id of a release: the first digits of a hash of its files. Files at the prefix don't count. */
export function releaseId({ files, typeOf }: ReleaseContent): string {
  const hash = createHash("sha256");
  const sorted = [...files].map(([path, checksum]) => ({ path, checksum, bytes: Buffer.from(path) }));
  sorted.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  for (const { path, checksum } of sorted) {
    const type = typeOf(path);
    hash.update(`${path}\0${checksum}${type === undefined ? "" : `\0${type}`}\n`);
  }
  return hash.digest("hex").slice(0, idDigits);
}

/** Record of no files. */
export const emptyRecord = "{}\n";

/** Returns the text of a note: the files that are also delivered at the prefix. */
export function recordText(entries: ReadonlyMap<string, string>): string {
  return `${JSON.stringify(Object.fromEntries([...entries].sort(byPath)))}\n`;
}

export function manifestText({ files, typeOf }: ReleaseContent): string {
  const sorted = [...files].sort(byPath);
  const types = sorted.flatMap(([path]): [string, string][] => {
    const type = typeOf(path);
    return type === undefined ? [] : [[path, type]];
  });
  const manifest = {
    files: Object.fromEntries(sorted),
    ...(types.length > 0 && { contentTypes: Object.fromEntries(types) }),
  };
  return `${JSON.stringify(manifest)}\n`;
}

/** Returns the content of a release by its manifest; undefined for an invalid one. */
export function parsedManifest(text: Buffer): ReleaseContent | undefined {
  const manifest = parsed(text);
  if (typeof manifest !== "object" || manifest === null) return undefined;
  const { files, contentTypes = {} } = manifest as Readonly<Record<string, unknown>>;
  const [checksums, types] = [checksumsIn(files), checksumsIn(contentTypes)];
  if (checksums === undefined || types === undefined) return undefined;
  return { files: checksums, typeOf: (path) => types.get(path) };
}

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns checksums by path; undefined for any other value. */
function checksumsIn(value: unknown): Map<string, string> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  const isEntry = (entry: [string, unknown]): entry is [string, string] =>
    pathFault(entry[0]) === undefined && typeof entry[1] === "string";
  return entries.every(isEntry) ? new Map(entries) : undefined;
}

function byPath([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}

/** Returns the files in a note that lists some; undefined for any other text, such as a gateway's answer. */
export function parsedRecord(text: Buffer): Map<string, string> | undefined {
  const files = checksumsIn(parsed(text));
  const isRecord = files !== undefined && files.size > 0 && [...files.values()].every(isSha256);
  return isRecord ? files : undefined;
}

/** Whether a text that was read is the one that a listing shows. Assumption: the service may not show the checksum of an old file. */
export function isAsListed(text: Buffer, { bytes, checksum }: Pick<ListedFile, "bytes" | "checksum">): boolean {
  return text.length === bytes && (checksum ?? checksumOfText(text)) === checksumOfText(text);
}

function checksumOfText(text: Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns a text as the body of an upload, with its checksum. */
export function bodyOf(text: string): { readonly body: Content; readonly checksum: string } {
  const content = Buffer.from(text);
  const body = { bytes: content.length, open: () => once(content) };
  return { body, checksum: checksumOfText(content) };
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  await Promise.resolve();
  yield content;
}
