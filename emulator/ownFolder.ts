import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

/** The file that says that a folder is an emulator's own. */
const marker = ".cdn-emulator";
const markerText =
  "An emulator of pulumi-cdn-zones keeps its state in this folder. It replaces and deletes files here.\n";

const lockName = /^lock-(\d+)$/;

/** The folders that emulators of this process use. */
const used = new Set<string>();

/**
 * A folder of the emulator's own, for one emulator at a time. Names are chosen by the emulator: `state.json`, or `files/` and the checksum of
 * a content. Symbolic links in the folder are not followed, because a checkout or an archive may have brought them.
 */
export class OwnFolder {
  readonly path: string;
  /** Whether the marker is there. Without it, only {@link claim} makes the folder the emulator's own. */
  readonly isMarked: boolean;
  readonly #lock: string;

  /** @throws {TypeError} if the folder has the files of somebody else, or another emulator uses it */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.path = realpathSync(folder);
    this.isMarked = this.#isMarked();
    if (!this.isMarked) this.#refuseOthers(folder);
    this.#lock = path.join(this.path, `lock-${String(process.pid)}`);
    this.#refuseUsed(folder);
  }

  /** Makes the folder the emulator's own, once what is in it proved to be an emulator's. */
  claim(): void {
    const files = lstatSync(path.join(this.path, "files"), { throwIfNoEntry: false });
    if (files === undefined) mkdirSync(path.join(this.path, "files"));
    else if (!files.isDirectory()) throw new TypeError(`${path.join(this.path, "files")} must be a folder`);
    if (!this.isMarked) writeFileSync(path.join(this.path, marker), markerText, { flag: "wx" });
  }

  /** Lets another emulator use the folder. */
  release(): void {
    rmSync(this.#lock, { force: true });
    used.delete(this.path);
  }

  /** @returns undefined if there is no such file @throws {TypeError} if it is no plain file */
  read(name: string): Buffer | undefined {
    const file = path.join(this.path, name);
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (!found.isFile()) throw new TypeError(`${name} is no plain file`);
    return readFileSync(file);
  }

  /** Replaces a file as a whole. */
  write(name: string, content: string | Buffer): void {
    const file = path.join(this.path, name);
    rmSync(`${file}.new`, { force: true });
    // Flushing every content would take longer than all the rest.
    writeFileSync(`${file}.new`, content, { flag: "wx", flush: typeof content === "string" });
    renameSync(`${file}.new`, file);
  }

  delete(name: string): void {
    rmSync(path.join(this.path, name), { force: true });
  }

  #isMarked(): boolean {
    return this.read(marker)?.toString() === markerText;
  }

  /** Versions before 0.4.0 wrote no marker: their folder has a state, which is checked later, and contents. */
  #refuseOthers(folder: string): void {
    const entries = readdirSync(this.path).filter((name) => !lockName.test(name));
    const contents = entries.includes("files") ? readdirSync(path.join(this.path, "files")) : [];
    const other = contents.find((name) => !/^[0-9A-F]{64}(\.new)?$/.test(name));
    const others = other === undefined ? entries.filter((name) => name !== "files") : [`files/${other}`];
    if (other === undefined && (others.length === 0 || others.includes("state.json"))) return;
    throw new TypeError(
      `The data folder must be new, empty, or one in which an emulator keeps its state, but ${folder} has ${others[0] ?? ""}. Name another folder, such as .emulator`,
    );
  }

  /** Every emulator has a lock of its own name, so that two that start at once see each other, and none removes a lock of a live one. */
  #refuseUsed(folder: string): void {
    if (used.has(this.path))
      throw new TypeError(`The data folder ${folder} is used by another emulator of this process`);
    writeFileSync(this.#lock, "");
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
        `The data folder ${folder} is used by the emulator with process id ${String(pid)}. End that, or name another folder. If that process is no emulator, delete ${path.join(folder, name)}`,
      );
    }
  }
}

/** A process that was killed leaves its lock. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
