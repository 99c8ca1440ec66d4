import { kinds } from "../provider/kinds";
import type { IgnoreRules } from "./ignore/rules";
import { judgeUnmanaged } from "./judge";
import type { Account } from "./live/accounts";
import type { UnmanagedZone } from "./model";
import { nextForValue, type Place } from "./nextSteps";
import type { OpenResource } from "./state/parse";

/** An edge script of a state, and its variables and secrets that the state lacks. */
export interface ScriptValues {
  readonly script: OpenResource;
  readonly account: Account;
  /** The place where the commands of its stack are run. */
  readonly place: Place;
  /** The paths of these values, such as `variables["GREETING"]`. */
  readonly foreign: readonly string[];
}

/** Returns the variables and secrets of edge scripts that no state has. Two stacks may each declare some values of one script. */
export function unmanagedValues(scripts: readonly ScriptValues[], rules: IgnoreRules): UnmanagedZone[] {
  const keyOf = ({ script, account: { service = "" } }: ScriptValues): string => `${service} ${script.id}`;
  const found = new Map<string, UnmanagedZone>();
  for (const one of scripts) {
    const same = scripts.filter((other) => keyOf(other) === keyOf(one));
    for (const path of one.foreign) {
      const key = `${keyOf(one)} ${path}`;
      if (found.has(key) || !same.every(({ foreign }) => foreign.includes(path))) continue;
      found.set(key, unmanagedValue(one, path, rules));
    }
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function partsOf(path: string): readonly [property: string, name: string] {
  const start = path.indexOf("[");
  return [path.slice(0, start), String(JSON.parse(path.slice(start + 1, -1)))];
}

function unmanagedValue({ script, account, place }: ScriptValues, path: string, rules: IgnoreRules): UnmanagedZone {
  const [property, name] = partsOf(path);
  const about = {
    ...{ id: `${script.id}/${name}`, name, type: property === "secrets" ? "Secret" : "Variable" },
    details: `of ${kinds[script.kind].noun} ${script.name}`,
    provider: account.label,
  };
  return judgeUnmanaged(about, rules, nextForValue(script, property, place));
}
