import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { type BigIntStats, constants, type Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { InvalidInputError, reasonOf } from "../api/errors";
import { firstOf } from "../wire/words";
import type { Selection } from "./globs";
import { pathFault } from "./names";
import { forEach } from "./parallel";

/** File to deliver. */
export interface SourceFile {
  /** Path relative to the source, with slashes, in Unicode normalization form C. */
  readonly path: string;
  /** Path on this machine, without symbolic links. */
  readonly file: string;
  readonly bytes: number;
  /** SHA-256 in lower-case hexadecimal digits. */
  readonly checksum: string;
  /** Content from which the checksum was computed, if it was kept. It is sent even if the file has changed since then. */
  readonly content?: Buffer;
}

export interface Source {
  /** Files, sorted by path. */
  readonly files: readonly SourceFile[];
  /** Sentences about what is not sent. */
  readonly notices: readonly string[];
}

/** Number of files that are read in parallel to compute their checksums. */
export const readsAtOnce = 8;

/** Maximum total size of kept contents of small files, in bytes. Reading them again would take an eighth of the time of an upload. */
const maxKeptBytes = 32 * 1024 * 1024;

/**
 * Reads the files of a folder with their checksums, sorted by path.
 *
 * @param prefix folder of the zone to which they are sent, because it counts towards the length of their paths
 * @param keepsContent whether to keep contents in memory, as far as there is room, because the files are sent next
 * @throws {InvalidInputError} if the source is not a folder, or with all names and files that can't be sent
 */
export async function readSource(
  source: string,
  selection: Selection,
  prefix: string,
  { keepsContent = false } = {},
): Promise<Source> {
  const { located, notices } = await findFiles(source, selection, prefix);
  const faults: string[] = [];
  const files: SourceFile[] = [];
  let room = keepsContent ? maxKeptBytes : 0;
  await forEach(located, readsAtOnce, async ([path, file]) => {
    try {
      let first: Buffer | undefined;
      const found = await checksumOf(file, (chunk) => (first ??= chunk));
      const content = first?.length === found.bytes && found.bytes <= room ? first : undefined;
      room -= content?.length ?? 0;
      files.push({ path, file, ...found, ...(content && { content }) });
    } catch (error) {
      faults.push((error as Error).message);
    }
  });
  refuse(source, faults);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, notices };
}

/**
 * Finds the files of a folder without reading them.
 *
 * @returns paths on this machine, by path in the source
 * @throws {InvalidInputError} as {@link readSource}
 */
export async function findFiles(
  source: string,
  selection: Selection,
  prefix: string,
): Promise<Pick<Source, "notices"> & { readonly located: ReadonlyMap<string, string> }> {
  const walk = new Walk(source, selection);
  await walk.start();
  const faults: string[] = [];
  const located = new Map<string, string>();
  for (const [found, file] of walk.files) {
    const path = found.normalize("NFC");
    const fault = pathFault(prefix + path);
    if (fault !== undefined) faults.push(`${shown(found)} ${fault}`);
    else if (located.has(path)) faults.push(`${shown(path)} exists twice: the names differ only by their Unicode form`);
    located.set(path, file);
  }
  refuse(source, faults);
  return { located, notices: walk.notices };
}

function refuse(source: string, faults: readonly string[]): void {
  if (faults.length === 0) return;
  const more = faults.length > 10 ? `\n- and ${String(faults.length - 10)} more` : "";
  const list = faults.slice(0, 10).map((fault) => `\n- ${fault}`);
  throw new InvalidInputError(`The source ${source} has files that can't be sent:${list.join("")}${more}`, "source");
}

/** Returns the size of a file and its SHA-256, in lower-case hexadecimal digits. @throws {InvalidInputError} if it can't be read */
export async function checksumOf(
  file: string,
  onChunk?: (chunk: Buffer) => void,
): Promise<{ readonly bytes: number; readonly checksum: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of contentOf(file)) {
    hash.update(chunk);
    onChunk?.(chunk);
    bytes += chunk.length;
  }
  return { bytes, checksum: hash.digest("hex") };
}

/** Number of bytes of a file that are read at once. */
const readBytes = 64 * 1024;

const [openFile, readFrom] = [promisify(fs.open), promisify(fs.read)];

/**
 * Reads a file of a source, piece by piece. Only opening and reading can take long, so only these two leave the thread: that costs more than the
 * other calls, which ask about a file that was just opened.
 *
 * @param file path without symbolic links, as the walk found it
 * @param bytes maximum number of bytes to read
 * @throws {InvalidInputError} if the file can't be read, or was replaced since the walk
 */
export async function* contentOf(file: string, bytes = Infinity): AsyncGenerator<Buffer> {
  if (bytes === 0) return;
  const opened = await openFile(file, openFlags).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ELOOP" ? replacedError(file) : unreadableError(file, error);
  });
  try {
    const stats = fs.fstatSync(opened, { bigint: true });
    if (!isFileAt(file, stats)) throw replacedError(file);
    const size = Number(stats.size);
    const maxRead = Math.min(readBytes, size + 1);
    for (let read = 0; read < bytes;) {
      const asked = Math.min(bytes - read, maxRead);
      const { buffer, bytesRead } = await readFrom(opened, Buffer.allocUnsafe(asked), 0, asked, null);
      if (bytesRead === 0) return;
      read += bytesRead;
      yield buffer.subarray(0, bytesRead);
      // The size and a short read agree that this is the end, which one more read would only repeat.
      if (bytesRead < asked && read === size) return;
    }
  } catch (error) {
    throw error instanceof InvalidInputError ? error : unreadableError(file, error);
  } finally {
    fs.closeSync(opened);
  }
}

/** Flags with which symbolic links are not followed and named pipes don't block. Windows has neither flag. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Whether the opened file is the regular file at this path: a folder of the path may have become a link. */
function isFileAt(file: string, opened: BigIntStats): boolean {
  const [real, there] = [fs.realpathSync.native(file), fs.lstatSync(file, { bigint: true })];
  // On Windows, some versions of Node.js, such as 22.12 and 24.0, return another device number for a path than for an opened file.
  const sameDevice = process.platform === "win32" || there.dev === opened.dev;
  return opened.isFile() && real === file && there.ino === opened.ino && sameDevice;
}

function replacedError(file: string): InvalidInputError {
  const advice = "Run the command again once the source no longer changes";
  return new InvalidInputError(
    `${file} is no longer the file that was found: a symbolic link, or something else, has taken its place. ${advice}`,
    "source",
  );
}

/** Names that identify the folder of a Pulumi project, which has configuration and possibly a state. */
const projectNames = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json", ".pulumi"];

/** Files in which other hosts look for redirects and headers: those of Netlify and Cloudflare at the root, that of Apache in each folder. */
const rulesOfOtherHosts = /^_(redirects|headers)$|(^|\/)\.htaccess$/;

/** Maximum number of paths that lead to one folder. In a chain of folders with two links to the next one each, every folder doubles it. */
const maxPathsToFolder = 1000;

/** Walk through a source. */
class Walk {
  /** Paths of files without symbolic links, by their path in the source. */
  readonly files = new Map<string, string>();
  readonly #skippedLinks: string[] = [];
  readonly #leftOut: string[] = [];
  /** Named pipes, sockets and devices. */
  readonly #notFiles: string[] = [];
  /** Files with rules for other hosts. */
  readonly #rules: string[] = [];
  /** Number of times each folder was entered, by its path without symbolic links. */
  readonly #entered = new Map<string, number>();

  constructor(
    private readonly source: string,
    private readonly selection: Selection,
  ) {}

  async start(): Promise<void> {
    const stats = await stat(this.source).catch((error: NodeJS.ErrnoException) =>
      this.#fail(error.code === "ENOENT" ? "does not exist" : `can't be read: ${reasonOf(error)}`),
    );
    if (!stats.isDirectory()) this.#fail("is a file: it must be a folder");
    const entries = await this.#entriesOf("");
    const project = entries.find(({ name }) => projectNames.includes(name) && !this.selection.isExcluded(name));
    if (project !== undefined) {
      this.#fail(
        `is the folder of a Pulumi project, because it has ${project.name}: its program, configuration and state would be published. Use a folder that has only the files to publish, such as ./public`,
      );
    }
    await this.#enter("", [await realpath(this.source)]);
  }

  get notices(): string[] {
    return [
      ...noticeOf(
        `Left out of ${this.source}, because of what such names usually hold`,
        this.#leftOut,
        "To send one, name it in include (on a Website: in transform.folder); to leave it out without this line, in exclude",
      ),
      ...noticeOf(
        `Left out of ${this.source}, as symbolic links out of it, in a circle or to nothing`,
        this.#skippedLinks,
      ),
      ...noticeOf(
        `Left out of ${this.source}, because they are no files, but pipes, sockets or devices`,
        this.#notFiles,
      ),
      ...noticeOf(
        `Files of ${this.source} with rules that only other hosts apply`,
        this.#rules,
        "Visitors get them as plain files. Declare the redirects and headers of a Website, or edge rules; to leave a file out, name it in exclude",
      ),
    ];
  }

  /** Enters a folder. @param folder path in the source with a trailing slash, or "" @param within its parent folders, without links */
  async #enter(folder: string, within: readonly string[]): Promise<void> {
    const real = within.at(-1) ?? "";
    const times = (this.#entered.get(real) ?? 0) + 1;
    this.#entered.set(real, times);
    if (times > maxPathsToFolder) {
      this.#fail(
        `has a folder that more than ${String(maxPathsToFolder)} paths lead to, by symbolic links: ${shown(real)}. Remove links, or exclude some`,
      );
    }
    for (const entry of await this.#entriesOf(folder)) await this.#visit(entry, folder + entry.name, within);
  }

  async #entriesOf(folder: string): Promise<Dirent[]> {
    return readdir(join(this.source, folder), { withFileTypes: true }).catch((error: unknown) => {
      throw new InvalidInputError(`${shown(folder)} in ${this.source} can't be read: ${reasonOf(error)}`, "source");
    });
  }

  async #visit(entry: Dirent, path: string, within: readonly string[]): Promise<void> {
    if (this.selection.isExcluded(path)) return;
    const leftOutAs = this.selection.leftOutAs(path);
    if (leftOutAs === "private") this.#leftOut.push(path);
    if (leftOutAs !== undefined) return;
    let kind: Pick<Dirent, "isFile" | "isDirectory"> = entry;
    let real = join(within.at(-1) ?? "", entry.name);
    if (entry.isSymbolicLink()) {
      real = await realpath(join(this.source, path)).catch(() => "");
      const isOutside = !real.startsWith(`${String(within[0])}${sep}`);
      if (isOutside || within.includes(real)) return void this.#skippedLinks.push(path);
      kind = await stat(real);
    }
    if (kind.isDirectory()) await this.#enter(`${path}/`, [...within, real]);
    else if (kind.isFile()) this.#file(path, real);
    else this.#notFiles.push(path);
  }

  #file(path: string, real: string): void {
    this.files.set(path, real);
    if (rulesOfOtherHosts.test(path)) this.#rules.push(path);
  }

  #fail(what: string): never {
    throw new InvalidInputError(`The source ${this.source} ${what}`, "source");
  }
}

/** Returns a notice about globs that matched nothing. */
export function unmatchedNotice(source: string, globs: readonly string[]): string[] {
  return noticeOf(`Nothing in ${source} matches`, globs);
}

/** Returns a fact with a list of names, unless there are none. */
function noticeOf(fact: string, names: readonly string[], advice?: string): string[] {
  if (names.length === 0) return [];
  return [`${fact}: ${firstOf([...names].sort())}${advice === undefined ? "" : `. ${advice}`}`];
}

/** Returns the error for a file of the source that can't be read. */
export function unreadableError(file: string, error: unknown): InvalidInputError {
  return new InvalidInputError(`${file} can't be read: ${reasonOf(error)}`, "source");
}

function shown(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
}
