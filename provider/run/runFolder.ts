import { createHash } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConfigurationError, reasonOf } from "../api/errors";
import { isPrivateFolder, openPrivateFolder } from "./privateFolder";

/** Minimum time for which the files of a run are kept, in milliseconds: longer than any run. */
const keptMs = 24 * 60 * 60 * 1000;

/** Number of runs that a process checks for removal, so that it starts as fast after thousands of runs in a day. */
const checkedRuns = 50;

/** What the file of another process contains, as far as it was read. */
interface ReadFile {
  offset: number;
  /** A last line that has no end yet. */
  rest: Buffer;
  /** The marks by the start of their lines. */
  readonly marks: Map<string, string[]>;
}

/**
 * Folder in which each process of a run appends lines to its own file. A line consists of a start without spaces at its end, a space and a mark. The
 * other processes read only what was appended since.
 */
export class RunFolder {
  readonly #read = new Map<string, ReadFile>();
  readonly #own: string;

  /**
   * Opens the folder and creates the file of this process. A file of an ended process with the same id is replaced.
   *
   * @param prefix of the files' names, before the process id
   * @throws {Error} if the file can't be created
   */
  constructor(
    private readonly folder: string,
    private readonly prefix = "",
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#own = path.join(folder, prefix + String(process.pid));
    rmSync(this.#own, { force: true });
    writeFileSync(this.#own, "", { mode: 0o600, flag: "wx" });
  }

  append(start: string, mark: string): void {
    attempt(this.folder, () => {
      appendFileSync(this.#own, `${start} ${mark}\n`);
    });
  }

  /** Returns a function that finds the marks of lines of other processes that still run. */
  marksOfOthers(): (start: string) => string[] {
    // The folder of former versions has a file of each run of a day.
    const names = attempt(this.folder, () => readdirSync(this.folder)).filter((name) => name.startsWith(this.prefix));
    const others = names.flatMap((name) => {
      const file = path.join(this.folder, name);
      const isOther = file !== this.#own && isAlive(name.slice(this.prefix.length));
      return isOther ? (this.#refreshed(file) ?? []) : [];
    });
    return (start) => others.flatMap(({ marks }) => marks.get(start) ?? []);
  }

  /** Reads what was appended to a file; undefined if something that can't be read has its name. */
  #refreshed(file: string): ReadFile | undefined {
    try {
      const { size } = lstatSync(file);
      let seen = this.#read.get(file);
      if (seen === undefined || size < seen.offset) {
        seen = { offset: 0, rest: Buffer.alloc(0), marks: new Map() };
        this.#read.set(file, seen);
      }
      if (size > seen.offset) addLines(seen, bytesFrom(file, seen.offset, size - seen.offset));
      return seen;
    } catch {
      return undefined;
    }
  }
}

/** @throws {ConfigurationError} if a folder that was opened can't be used any more */
function attempt<T>(folder: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new ConfigurationError(
      `The provider processes of this run can't tell each other which objects they keep, because ${folder} can't be used: ${reasonOf(error)}. Run the command again once it can be written`,
    );
  }
}

function bytesFrom(file: string, offset: number, length: number): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, offset));
  } finally {
    closeSync(descriptor);
  }
}

function addLines(seen: ReadFile, appended: Buffer): void {
  seen.offset += appended.length;
  const bytes = Buffer.concat([seen.rest, appended]);
  const end = bytes.lastIndexOf("\n") + 1;
  seen.rest = bytes.subarray(end);
  for (const line of bytes.subarray(0, end).toString("utf8").split("\n").slice(0, -1)) {
    const space = line.lastIndexOf(" ");
    const start = line.slice(0, space);
    const marks = seen.marks.get(start);
    if (marks === undefined) seen.marks.set(start, [line.slice(space + 1)]);
    else marks.push(line.slice(space + 1));
  }
}

/** Folders in which the processes of one run find each other. */
export interface FoldersOfRun {
  readonly current: RunFolder;
  /** The folder that processes of versions before 0.5.0 read and write; undefined if it can't be used. */
  readonly former: RunFolder | undefined;
}

/**
 * Opens the folder of a run, and removes some of the runs that have ended. All processes of a run choose the same one: they have the same
 * environment.
 *
 * @param address of the engine, which no other run has at the same time
 * @throws {Error} with the reason
 */
export function openFoldersOfRun(address: string): FoldersOfRun {
  const runs = openPrivateFolder(folderOfRuns());
  if (runs !== folderInTemporary()) removeEnded(runs);
  const run = createHash("sha256").update(address).digest("hex").slice(0, 16);
  return { current: new RunFolder(path.join(runs, run)), former: formerFolder(`${run}-`) };
}

function formerFolder(prefix: string): RunFolder | undefined {
  try {
    const folder = openPrivateFolder(folderInTemporary());
    removeEnded(folder);
    return new RunFolder(folder, prefix);
  } catch {
    return undefined;
  }
}

/** Returns the folder of this user's runs. Nobody else can take its name in the folder that the system made for the user. */
function folderOfRuns(): string {
  const runtime = process.env["XDG_RUNTIME_DIR"] ?? "";
  if (path.isAbsolute(runtime) && isPrivateFolder(runtime)) return path.join(runtime, "pulumi-cdn-zones");
  return folderInTemporary();
}

function folderInTemporary(): string {
  return path.join(tmpdir(), `pulumi-cdn-zones-${String(process.getuid?.() ?? "run")}`);
}

function removeEnded(runs: string): void {
  const names = readdirSync(runs);
  const start = Math.floor(Math.random() * Math.max(1, names.length - checkedRuns + 1));
  for (const name of names.slice(start, start + checkedRuns)) {
    try {
      const entry = path.join(runs, name);
      const stat = lstatSync(entry);
      // A newer one may belong to a process in another container, which has separate process ids.
      if (stat.mtimeMs > Date.now() - keptMs) continue;
      const processes = stat.isDirectory() ? readdirSync(entry) : [name.replace(/^.*-/, "")];
      if (!processes.some(isAlive)) rmSync(entry, { recursive: true, force: true });
    } catch {
      // Another process of this run may be removing it.
    }
  }
}

function isAlive(pid: string): boolean {
  try {
    return /^\d+$/.test(pid) && process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
