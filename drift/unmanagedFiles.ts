import { kinds } from "../provider/kinds";
import type { IgnoreRules } from "./ignore/rules";
import { judgeUnmanaged } from "./judge";
import type { Account } from "./live/accounts";
import type { UnmanagedZone } from "./model";
import { nextForFile, type Place } from "./nextSteps";
import type { OpenResource } from "./state/parse";
import { isObject } from "./state/secrets";

/** A storage folder of a state, and the other files that were found in it. */
export interface FolderFiles {
  readonly folder: OpenResource;
  /** The declared files by path, unless they are encrypted in the state. */
  readonly files: unknown;
  readonly account: Account;
  /** The place where the commands of its stack are run. */
  readonly place: Place;
  /** The paths of the other files, below the folder. */
  readonly foreign: readonly string[];
}

/** Returns the files in storage folders that are in no state. One folder may be inside another, so all folders are compared. */
export function unmanagedFiles(folders: readonly FolderFiles[], rules: IgnoreRules): UnmanagedZone[] {
  const known = new Set<string>();
  for (const { folder, files, account } of folders) {
    for (const path of isObject(files) ? Object.keys(files) : []) known.add(keyOf(account, folder.id + path));
  }
  const found = new Map<string, UnmanagedZone>();
  for (const one of folders) {
    const { folder, files, account, foreign } = one;
    // If the files are encrypted in the state, it is unknown which ones are declared.
    for (const path of isObject(files) ? foreign : []) {
      const id = folder.id + path;
      const key = keyOf(account, id);
      if (!known.has(key) && !found.has(key)) found.set(key, unmanagedFile(one, id, rules));
    }
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function keyOf({ service = "" }: Account, id: string): string {
  return `${service} ${id}`;
}

function unmanagedFile({ folder, account, place }: FolderFiles, id: string, rules: IgnoreRules): UnmanagedZone {
  const name = id.slice(id.indexOf("/") + 1);
  const about = {
    id,
    name,
    type: "File",
    details: `beside ${kinds[folder.kind].noun} ${folder.name}`,
    provider: account.label,
  };
  return judgeUnmanaged(about, rules, nextForFile(folder, place));
}
