import type { IgnoreRules } from "./ignore/rules";
import type { Account } from "./live/accounts";
import type { UnmanagedZone } from "./model";
import { nextForFile } from "./nextSteps";
import type { OpenResource } from "./state/parse";
import { isObject, plain } from "./state/secrets";

/** A storage folder of a state, and what else was found where it has files. */
export interface FolderFiles {
  readonly folder: OpenResource;
  readonly account: Account;
  /** Paths below the folder. */
  readonly foreign: readonly string[];
}

/** The files that lie beside those of a storage folder, and are in no state: of two folders, one may be in the other. */
export function unmanagedFiles(folders: readonly FolderFiles[], rules: IgnoreRules): UnmanagedZone[] {
  const known = new Set<string>();
  for (const { folder, account } of folders) {
    for (const path of Object.keys(filesIn(folder) ?? {})) known.add(keyOf(account, folder.id + path));
  }
  const found = new Map<string, UnmanagedZone>();
  for (const { folder, account, foreign } of folders) {
    // If they are encrypted in the state, which files are its own is not known.
    for (const path of filesIn(folder) === undefined ? [] : foreign) {
      const id = folder.id + path;
      const key = keyOf(account, id);
      if (!known.has(key) && !found.has(key)) found.set(key, unmanagedFile(folder, id, account, rules));
    }
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function filesIn({ outputs }: OpenResource): object | undefined {
  const files = plain(outputs["files"]);
  return isObject(files) ? files : undefined;
}

function keyOf({ service = "" }: Account, id: string): string {
  return `${service} ${id}`;
}

function unmanagedFile(folder: OpenResource, id: string, { label }: Account, rules: IgnoreRules): UnmanagedZone {
  const name = id.slice(id.indexOf("/") + 1);
  const about = { id, name, type: "File", details: `beside storage folder ${folder.name}`, provider: label };
  const ignored = rules.ignored({ name });
  if (ignored !== undefined) return { ...about, counts: false, ignored, next: [] };
  return { ...about, counts: true, next: nextForFile(folder) };
}
