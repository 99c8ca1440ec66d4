import { kinds } from "../provider/kinds";
import type { WithForeign } from "./checked";
import type { IgnoreRules } from "./ignore/rules";
import { judgeUnmanaged } from "./judge";
import type { Account } from "./live/accounts";
import type { UnmanagedZone } from "./model";
import { nextForFile } from "./nextSteps";
import { isObject } from "./state/secrets";

/** Returns the files in storage folders that are in no state. One folder may be inside another, so all folders are compared. */
export function unmanagedFiles(folders: readonly WithForeign[], rules: IgnoreRules): UnmanagedZone[] {
  const managed = new Set<string>();
  for (const { account, foreign } of folders) {
    const { resource, files } = foreign;
    for (const path of isObject(files) ? Object.keys(files) : []) managed.add(keyOf(account, resource.id + path));
  }
  const found = new Map<string, UnmanagedZone>();
  for (const one of folders) {
    const { resource, files, paths } = one.foreign;
    // If the files are encrypted in the state, it is unknown which ones are declared.
    for (const path of isObject(files) ? paths : []) {
      const id = resource.id + path;
      const key = keyOf(one.account, id);
      if (!managed.has(key) && !found.has(key)) found.set(key, unmanagedFile(one, id, rules));
    }
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function keyOf({ service = "" }: Account, id: string): string {
  return `${service} ${id}`;
}

function unmanagedFile({ foreign, account, place }: WithForeign, id: string, rules: IgnoreRules): UnmanagedZone {
  const { resource: folder } = foreign;
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
