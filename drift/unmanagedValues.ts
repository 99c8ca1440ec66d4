import { kinds } from "../provider/kinds";
import type { WithForeign } from "./checked";
import type { IgnoreRules } from "./ignore/rules";
import { judgeUnmanaged } from "./judge";
import type { UnmanagedZone } from "./model";
import { nextForValue } from "./nextSteps";

/** Returns the variables and secrets of edge scripts that no state has. Two stacks may each declare some values of one script. */
export function unmanagedValues(scripts: readonly WithForeign[], rules: IgnoreRules): UnmanagedZone[] {
  const keyOf = ({ foreign, account: { service = "" } }: WithForeign): string => `${service} ${foreign.resource.id}`;
  const found = new Map<string, UnmanagedZone>();
  for (const one of scripts) {
    const same = scripts.filter((other) => keyOf(other) === keyOf(one));
    for (const path of one.foreign.paths) {
      const key = `${keyOf(one)} ${path}`;
      if (found.has(key) || !same.every(({ foreign }) => foreign.paths.includes(path))) continue;
      found.set(key, unmanagedValue(one, path, rules));
    }
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function partsOf(path: string): readonly [property: string, name: string] {
  const start = path.indexOf("[");
  return [path.slice(0, start), String(JSON.parse(path.slice(start + 1, -1)))];
}

function unmanagedValue({ foreign, account, place }: WithForeign, path: string, rules: IgnoreRules): UnmanagedZone {
  const { resource: script } = foreign;
  const [property, name] = partsOf(path);
  const about = {
    ...{ id: `${script.id}/${name}`, name, type: property === "secrets" ? "Secret" : "Variable" },
    details: `of ${kinds[script.kind].noun} ${script.name}`,
    provider: account.label,
  };
  return judgeUnmanaged(about, rules, nextForValue(script, property, place));
}
