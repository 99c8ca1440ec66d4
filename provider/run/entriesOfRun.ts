import { createHash } from "node:crypto";
import { appendFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { EntriesOfOthers } from "./entries";
import { engineAddress } from "./engineAddress";

/** Minimum time for which the file of a process is kept, in milliseconds: longer than any run. */
const keptMs = 24 * 60 * 60 * 1000;

/** Number of files that a process checks for removal, so that it starts as fast after thousands of runs in a day. */
const checkedFiles = 50;

/**
 * Notes about entries that the provider processes of one run share. A run has one process for each provider, and separate ones for dynamic and
 * native resources. Each process writes lines to its own file: `+` or `-`, a digest of the object, and the entry's mark. The engine starts all
 * processes with its address and ends them with the run, so the file's name consists of that address and the process id, and the file counts while
 * the process lives. If no file can be written, a process knows only its own entries. The processes may run different versions of this package.
 */
export class EntriesOfRun implements EntriesOfOthers {
  /** @param scope service and kind, within which ids are unique. If two accounts of a service have the same id, both objects are kept */
  constructor(
    private readonly scope: () => string,
    private readonly file: RunFile | undefined = fileOfProcess,
  ) {}

  announce(sign: "+" | "-", id: string, mark: string): void {
    this.file?.write(this.#start(sign, id) + mark);
  }

  announced(id: string): Record<"noted" | "removed", string[]> {
    const lines = this.file?.linesOfOthers() ?? [];
    const marks = (start: string): string[] =>
      lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
    return { noted: marks(this.#start("+", id)), removed: marks(this.#start("-", id)) };
  }

  #start(sign: "+" | "-", id: string): string {
    const digest = createHash("sha256").update(`${this.scope()}\n${id}`).digest("hex").slice(0, 32);
    return `${sign} ${digest} `;
  }
}

class RunFile {
  readonly #prefix: string;
  readonly #name: string;
  #folder: string | undefined;

  constructor(address: string) {
    this.#prefix = `${createHash("sha256").update(address).digest("hex").slice(0, 16)}-`;
    this.#name = this.#prefix + String(process.pid);
  }

  write(line: string): void {
    attempt(() => appendFileSync(path.join(this.#open(), this.#name), `${line}\n`, { mode: 0o600 }));
  }

  linesOfOthers(): string[] {
    const names = attempt(() => readdirSync(this.#open())) ?? [];
    return names
      .filter((name) => name.startsWith(this.#prefix) && name !== this.#name && isOfLivingProcess(name))
      .flatMap((name) => attempt(() => readFileSync(path.join(this.#open(), name), "utf8").split("\n")) ?? []);
  }

  #open(): string {
    return (this.#folder ??= openFolder());
  }
}

const fileOfProcess = engineAddress === undefined ? undefined : new RunFile(engineAddress);

/** Opens a folder that only this user can write to, and removes some of the old files of processes that have ended. */
function openFolder(): string {
  const user = process.getuid?.();
  const folder = path.join(tmpdir(), `pulumi-cdn-zones-${String(user ?? "run")}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (user !== undefined && (uid !== user || (mode & 0o077) !== 0)) throw new Error(`${folder} is not private`);
  const names = readdirSync(folder);
  const start = Math.floor(Math.random() * Math.max(1, names.length - checkedFiles + 1));
  for (const name of names.slice(start, start + checkedFiles)) {
    const file = path.join(folder, name);
    // A newer file may belong to a process in another container, which has separate process ids. Another process of this run may be removing it.
    attempt(() => {
      if (!isOfLivingProcess(name) && lstatSync(file).mtimeMs < Date.now() - keptMs) rmSync(file, { force: true });
    });
  }
  return folder;
}

function isOfLivingProcess(name: string): boolean {
  try {
    return process.kill(Number(name.split("-")[1]), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
