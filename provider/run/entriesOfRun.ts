import { createHash } from "node:crypto";
import { ConfigurationError, reasonOf } from "../api/errors";
import type { EntriesOfOthers } from "./entries";
import { engineAddress } from "./engineAddress";
import type { FoldersOfRun } from "./runFolder";
import { openFoldersOfRun } from "./runFolder";

/**
 * Notes about entries that the provider processes of one run share. A run has one process for each provider, and separate ones for dynamic and
 * native resources. Each process writes lines to its own file in the folder of the run: `+` or `-`, a digest of the object, and the entry's mark.
 * The engine starts all processes with its address and ends them with the run, so the address names the folder, the process id names the file, and
 * a file counts while its process lives. A process that no engine started knows only its own entries. The processes may run different versions of
 * this package: those before 0.5.0 use another folder, which is written as well but read only before an object is deleted or adopted.
 */
export class EntriesOfRun implements EntriesOfOthers {
  /** @param scope service and kind, within which ids are unique. If two accounts of a service have the same id, both objects are kept */
  constructor(private readonly scope: () => string) {}

  announce(sign: "+" | "-", id: string, mark: string): void {
    const { folders } = opened();
    if (folders === undefined) return;
    const start = this.#start(sign, id);
    folders.current.append(start, mark);
    try {
      folders.former?.append(start, mark);
    } catch {
      // Only processes of earlier versions miss the line.
    }
  }

  announced(id: string, from: "this version" | "all versions"): Record<"noted" | "removed", string[]> {
    const { current, former } = opened().folders ?? {};
    const finders = [current, from === "all versions" ? former : undefined].map((folder) => folder?.marksOfOthers());
    const marks = (start: string): string[] => finders.flatMap((find) => find?.(start) ?? []);
    return { noted: marks(this.#start("+", id)), removed: marks(this.#start("-", id)) };
  }

  refuseIfAlone(): void {
    const { fault } = opened();
    if (fault === undefined) return;
    throw new ConfigurationError(
      `Nothing was deleted: the provider processes of this run can't tell each other which objects they keep, because ${fault}. Set the variable XDG_RUNTIME_DIR to a folder that belongs to you and has the mode 0700, and run the command again`,
    );
  }

  #start(sign: "+" | "-", id: string): string {
    const digest = createHash("sha256").update(`${this.scope()}\n${id}`).digest("hex").slice(0, 32);
    return `${sign} ${digest}`;
  }
}

/** Folders of this process's run, or the reason why they can't be used. Without an engine there is neither. */
interface Opened {
  readonly folders?: FoldersOfRun;
  readonly fault?: string;
}

let result: Opened | undefined;

function opened(): Opened {
  return (result ??= open());
}

function open(): Opened {
  if (engineAddress === undefined) return {};
  try {
    return { folders: openFoldersOfRun(engineAddress) };
  } catch (error) {
    return { fault: reasonOf(error) };
  }
}
