import { createHash } from "node:crypto";
import { createReadStream, type Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { InvalidInputError, reasonOf } from "../api/errors";
import { pathFault } from "./names";
import { forEach } from "./parallel";

/** A file to deliver. */
export interface SourceFile {
  /** Below the source, with slashes, in Unicode form C. */
  readonly path: string;
  /** Where it is on this machine. */
  readonly file: string;
  readonly bytes: number;
  /** SHA-256 in lower-case hexadecimal digits. */
  readonly checksum: string;
}

export interface Source {
  /** Sorted by path. */
  readonly files: readonly SourceFile[];
  /** Symbolic links that were left out, because they lead out of the source, around in circles, or nowhere. */
  readonly skippedLinks: readonly string[];
}

/** What no deployment sends. */
export const alwaysExcluded = [".git", ".DS_Store", "Thumbs.db"];

/** Files read at a time, to compute their checksums. */
const readsAtOnce = 8;

/**
 * The files of a folder with their checksums, sorted by path.
 *
 * @param isExcluded see {@link excluder}
 * @param prefix the folder of the zone that they go to, for the length of their names
 * @throws {InvalidInputError} if it is no folder, or names and files in it can't be sent: all that is wrong
 */
export async function readSource(
  source: string,
  isExcluded: (path: string) => boolean,
  prefix: string,
): Promise<Source> {
  const { located, skippedLinks } = await findFiles(source, isExcluded, prefix);
  const faults: string[] = [];
  const files: SourceFile[] = [];
  await forEach(located, readsAtOnce, async ([path, file]) => {
    try {
      files.push({ path, file, ...(await checksumOf(file)) });
    } catch (error) {
      faults.push((error as Error).message);
    }
  });
  refuse(source, faults);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, skippedLinks };
}

/** Where the files of a folder are on this machine, by their path. They are not read. @throws {InvalidInputError} as {@link readSource} */
export async function findFiles(
  source: string,
  isExcluded: (path: string) => boolean,
  prefix: string,
): Promise<{ readonly located: ReadonlyMap<string, string>; readonly skippedLinks: readonly string[] }> {
  const walk = new Walk(source, isExcluded);
  await walk.start();
  const faults: string[] = [];
  const located = new Map<string, string>();
  for (const found of walk.files) {
    const path = found.normalize("NFC");
    const fault = pathFault(prefix + path);
    if (fault !== undefined) faults.push(`${shown(found)} ${fault}`);
    else if (located.has(path))
      faults.push(`${shown(path)} is there twice: the names differ only by their Unicode form`);
    located.set(path, join(source, found));
  }
  refuse(source, faults);
  return { located, skippedLinks: walk.skippedLinks.sort() };
}

function refuse(source: string, faults: readonly string[]): void {
  if (faults.length === 0) return;
  const more = faults.length > 10 ? `\n- and ${String(faults.length - 10)} more` : "";
  const list = faults.slice(0, 10).map((fault) => `\n- ${fault}`);
  throw new InvalidInputError(`The source ${source} has files that can't be sent:${list.join("")}${more}`, "source");
}

/** The size of a file and its SHA-256, in lower-case hexadecimal digits. @throws {InvalidInputError} if it can't be read */
export async function checksumOf(file: string): Promise<{ readonly bytes: number; readonly checksum: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    throw unreadableError(file, error);
  }
  return { bytes, checksum: hash.digest("hex") };
}

/** Whether a path below the source is left out: by a glob, or because no deployment sends it. */
export function excluder(globs: readonly string[]): (path: string) => boolean {
  return matcher([...alwaysExcluded, ...globs]);
}

/**
 * Whether a glob matches a path below the source, or a folder that it is in. A glob without a slash matches names in any folder.
 */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  const picomatch = require("picomatch") as Picomatch;
  const patterns = globs.flatMap((glob) => {
    const whole = glob.replace(/^\.?\/|\/$/g, "");
    const anywhere = whole.includes("/") ? whole : `**/${whole}`;
    return [anywhere, `${anywhere}/**`];
  });
  return picomatch(patterns, { dot: true });
}

/** The part of picomatch that is used; it has no types of its own. */
type Picomatch = (globs: readonly string[], options: { readonly dot: boolean }) => (path: string) => boolean;

/** A walk through a source. */
class Walk {
  /** Below the source, with slashes. */
  readonly files: string[] = [];
  readonly skippedLinks: string[] = [];

  constructor(
    private readonly source: string,
    private readonly isExcluded: (path: string) => boolean,
  ) {}

  async start(): Promise<void> {
    const fail = (what: string): never => {
      throw new InvalidInputError(`The source ${this.source} ${what}`, "source");
    };
    const stats = await stat(this.source).catch((error: NodeJS.ErrnoException) =>
      fail(error.code === "ENOENT" ? "does not exist" : `can't be read: ${reasonOf(error)}`),
    );
    if (!stats.isDirectory()) fail("is a file: it must be a folder");
    await this.#enter("", [await realpath(this.source)]);
  }

  /** @param folder below the source, with a slash at its end, or "" @param within the folders that it is in, without links */
  async #enter(folder: string, within: readonly string[]): Promise<void> {
    const entries = await readdir(join(this.source, folder), { withFileTypes: true }).catch((error: unknown) => {
      throw new InvalidInputError(`${shown(folder)} in ${this.source} can't be read: ${reasonOf(error)}`, "source");
    });
    for (const entry of entries) await this.#visit(entry, folder + entry.name, within);
  }

  async #visit(entry: Dirent, path: string, within: readonly string[]): Promise<void> {
    if (this.isExcluded(path)) return;
    let kind: Pick<Dirent, "isFile" | "isDirectory"> = entry;
    const file = join(this.source, path);
    let real = join(within.at(-1) ?? "", entry.name);
    if (entry.isSymbolicLink()) {
      real = await realpath(file).catch(() => "");
      const isOutside = !real.startsWith(`${String(within[0])}${sep}`);
      if (isOutside || within.includes(real)) return void this.skippedLinks.push(path);
      kind = await stat(real);
    }
    if (kind.isDirectory()) await this.#enter(`${path}/`, [...within, real]);
    // Neither can a socket or a device be sent.
    else if (kind.isFile()) this.files.push(path);
  }
}

/** The error for a file of the source that can't be read. */
export function unreadableError(file: string, error: unknown): InvalidInputError {
  return new InvalidInputError(`${file} can't be read: ${reasonOf(error)}`, "source");
}

function shown(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
}
