import type { Dirent } from "node:fs";
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

/** The marker file, which shows that the folder belongs to an emulator. */
const marker = ".cdn-emulator";
const markerText =
  "An emulator of pulumi-cdn-zones keeps its state in this folder. It replaces and deletes files here.\n";

const lockName = /^lock-(\d+)$/;
const contentName = /^[0-9A-F]{64}(\.new)?$/;

/** Whether an entry of the folder is what an emulator writes, or what people and systems add to any folder. */
function isOwn(entry: Dirent): boolean {
  if (entry.name === "files") return entry.isDirectory();
  const isKnown = [marker, "state.json", "state.json.new", ".gitignore", ".DS_Store"].includes(entry.name);
  return entry.isFile() && (isKnown || lockName.test(entry.name));
}

/** The folders in use by emulators of this process. */
const used = new Set<string>();

/**
 * A folder that only an emulator writes to, one emulator at a time. Its files are `state.json` and `files/CHECKSUM`. Symbolic links in the
 * folder are not followed, because they may come from a checkout or an archive.
 */
export class OwnFolder {
  readonly path: string;
  /** Whether the marker exists. Without it, the folder belongs to the emulator only after {@link claim}. */
  readonly isMarked: boolean;
  readonly #lock: string;

  /** Locks a folder. @throws {TypeError} if the folder has other files, or if another emulator uses it */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.path = realpathSync(folder);
    this.#refuseOthers(folder);
    this.isMarked = this.read(marker)?.toString() === markerText;
    this.#lock = path.join(this.path, `lock-${String(process.pid)}`);
    this.#refuseUsed(folder);
  }

  /** Writes the marker, once the content of the folder proved to be that of an emulator. */
  claim(): void {
    const files = path.join(this.path, "files");
    if (lstatSync(files, { throwIfNoEntry: false }) === undefined) mkdirSync(files);
    if (!this.isMarked) writeFileSync(path.join(this.path, marker), markerText, { flag: "wx" });
  }

  /** Lets another emulator use the folder. */
  release(): void {
    rmSync(this.#lock, { force: true });
    used.delete(this.path);
  }

  /** Reads a file; undefined if it does not exist. @throws {TypeError} if it is not a plain file */
  read(name: string): Buffer | undefined {
    const file = path.join(this.path, name);
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (!found.isFile()) throw new TypeError(`${name} is not a plain file`);
    // Windows has no such flag. Elsewhere, a link that replaces the file in the meantime is not followed.
    const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  /** Replaces a file atomically. */
  write(name: string, content: string | Buffer): void {
    const file = path.join(this.path, name);
    rmSync(`${file}.new`, { force: true });
    // Only the state is flushed: flushing every content would take longer than everything else.
    writeFileSync(`${file}.new`, content, { flag: "wx", flush: typeof content === "string" });
    renameSync(`${file}.new`, file);
  }

  delete(name: string): void {
    rmSync(path.join(this.path, name), { force: true });
  }

  /**
   * Refuses a folder with entries that no emulator writes, or that are links: it could come from an archive, a checkout or another user. A folder
   * from a version before 0.4.0 has no marker, but contents and a state, which is checked later.
   */
  #refuseOthers(folder: string): void {
    const entries = readdirSync(this.path, { withFileTypes: true });
    const contents = entries.some((one) => one.name === "files" && one.isDirectory())
      ? readdirSync(path.join(this.path, "files"), { withFileTypes: true })
      : [];
    const others = [
      ...entries.flatMap((one) => (isOwn(one) ? [] : [one.name])),
      ...contents.flatMap((one) => (one.isFile() && contentName.test(one.name) ? [] : [`files/${one.name}`])),
    ];
    const [other] = others;
    if (other === undefined) return;
    throw new TypeError(
      `The data folder must be new, empty, or written by an emulator, but ${folder} contains ${other}. Choose another folder, such as .emulator`,
    );
  }

  /** Writes a lock. Each lock has the process id in its name, so that two emulators that start at the same time see each other, and none removes the lock of a running one. */
  #refuseUsed(folder: string): void {
    if (used.has(this.path))
      throw new TypeError(`The data folder ${folder} is used by another emulator of this process`);
    // A lock with this process's id is from an ended process.
    rmSync(this.#lock, { force: true });
    writeFileSync(this.#lock, "", { flag: "wx" });
    used.add(this.path);
    for (const name of readdirSync(this.path)) {
      const pid = Number(lockName.exec(name)?.[1] ?? process.pid);
      if (pid === process.pid) continue;
      if (!isAlive(pid)) {
        this.delete(name);
        continue;
      }
      this.release();
      throw new TypeError(
        `The data folder ${folder} is used by the emulator with the process id ${String(pid)}. End that emulator, or choose another folder. If that process is not an emulator, delete ${path.join(folder, name)}`,
      );
    }
  }
}

/** Whether a process runs. A killed process leaves its lock. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
