import type { EdgeScriptSecret } from "../../types/edgeScript";
import type { Properties } from "../../declared/properties";
import { stringsIn } from "../../declared/properties";
import { secretsSeenKey } from "../../wire/edgeScript";
import type { LiveScript } from "./live";
import { timeText } from "./live";

/** Values by name, of variables or of secrets. */
export type Values = Readonly<Record<string, string>>;

/** The key under which a state keeps how many variables the script has that the program does not declare. */
export const othersKey = "__otherVariables";

export { secretsSeenKey as seenKey };

/** The values of one property: what is declared, or what a state has. */
export function valuesIn(properties: Properties, property: "variables" | "secrets" | typeof secretsSeenKey): Values {
  const values = properties[property];
  return typeof values === "object" && values !== null && !Array.isArray(values) ? (values as Values) : {};
}

/** The key under which a state keeps the names of its variables: a report may get it without their values, which can be secret. */
export const namesKey = "__variableNames";

/** The names of the variables of a state. That of an update which has failed has their values alone. */
export function variableNames(state: Properties): readonly string[] {
  const names = stringsIn(state[namesKey]);
  return names.length > 0 ? names : Object.keys(valuesIn(state, "variables"));
}

/** The values that a script has of the variables with these names. */
export function variablesOf({ edgeScriptVariables }: LiveScript, names: readonly string[]): Values {
  const found = edgeScriptVariables.filter(({ name }) => names.includes(name));
  return Object.fromEntries(found.map(({ name, defaultValue = "" }) => [name, defaultValue]));
}

/** What a state keeps of a secret's last write. */
export function seenAs({ id, lastModified }: EdgeScriptSecret): string {
  return `${String(id)} ${timeText(lastModified)}`;
}

/** The secrets of a state as they are now: without those that were removed outside, and with "" for those that were written outside. */
export function secretsSeen({ secretsFound }: LiveScript, state: Properties): Values {
  const known = valuesIn(state, secretsSeenKey);
  if (secretsFound === undefined) return known;
  const now = Object.entries(known).flatMap(([name, seen]) => {
    const found = secretsFound.find((secret) => secret.name === name);
    return found === undefined ? [] : [[name, seenAs(found) === seen ? seen : ""] as const];
  });
  return Object.fromEntries(now);
}

/**
 * The secrets of a state that this stack wrote last. One that somebody has written or removed since is theirs: an update that no longer declares
 * it leaves it alone.
 */
export function ownSecrets(script: LiveScript, state: Properties): Values {
  const { secretsFound } = script;
  const seen = secretsSeen(script, state);
  const isOwn = (name: string): boolean =>
    // One without a date was written by an update that failed before it could look.
    seen[name] !== "" && (secretsFound === undefined || secretsFound.some((secret) => secret.name === name));
  return Object.fromEntries(Object.entries(valuesIn(state, "secrets")).filter(([name]) => isOwn(name)));
}

/** The names of secrets that were removed or written outside since this state. */
export function changedSecrets(script: LiveScript, state: Properties): string[] {
  const now = secretsSeen(script, state);
  return Object.keys(valuesIn(state, secretsSeenKey)).filter((name) => (now[name] ?? "") === "");
}

/** The values of the secrets that are as a state has them. The value of one whose state is encrypted is not known: it stands for itself. */
export function secretsInSync(script: LiveScript, state: Properties): Values {
  const values = valuesIn(state, "secrets");
  const inSync = Object.entries(secretsSeen(script, state)).filter(([, seen]) => seen !== "");
  return Object.fromEntries(inSync.map(([name]) => [name, values[name] ?? ""]));
}

/** The path of a variable or secret, as messages and reports name it. */
export function pathOf(property: "variables" | "secrets", name: string): string {
  return `${property}[${JSON.stringify(name)}]`;
}

/** Values without one. */
export function withoutName(values: Values, name: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([one]) => one !== name));
}

export function isEmpty(values: Values): boolean {
  return Object.keys(values).length === 0;
}
