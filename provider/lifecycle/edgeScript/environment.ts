import type { EdgeScriptSecret } from "../../types/edgeScript";
import type { Properties } from "../../declared/properties";
import { stringsIn } from "../../declared/properties";
import type { LiveScript } from "./live";
import { timeText } from "./live";
import { secretsSeenKey, variableNamesKey } from "../../wire/stateKeys";

/** Values of variables or secrets, by name. */
export type Values = Readonly<Record<string, string>>;

/** Returns the values of a property of declared inputs or of a state. */
export function valuesIn(properties: Properties, property: "variables" | "secrets" | typeof secretsSeenKey): Values {
  const values = properties[property];
  return typeof values === "object" && values !== null && !Array.isArray(values) ? (values as Values) : {};
}

/** Returns the names of the variables in a state. The state of a failed update has them only in the values. */
export function variableNames(state: Properties): readonly string[] {
  const names = stringsIn(state[variableNamesKey]);
  return names.length > 0 ? names : Object.keys(valuesIn(state, "variables"));
}

/** Returns the live values of the variables with these names. */
export function variablesOf({ edgeScriptVariables }: LiveScript, names: readonly string[]): Values {
  const found = edgeScriptVariables.filter(({ name }) => names.includes(name));
  return Object.fromEntries(found.map(({ name, defaultValue = "" }) => [name, defaultValue]));
}

/** Returns what a state records of a secret's last write. */
export function seenAs({ id, lastModified }: EdgeScriptSecret): string {
  return `${String(id)} ${timeText(lastModified)}`;
}

/** Returns the recorded writes of a state's secrets, without secrets that were removed outside, and with "" for those that were written outside. */
export function secretsSeen({ secretsFound }: LiveScript, state: Properties): Values {
  const recorded = valuesIn(state, secretsSeenKey);
  if (secretsFound === undefined) return recorded;
  const now = Object.entries(recorded).flatMap(([name, seen]) => {
    const found = secretsFound.find((secret) => secret.name === name);
    return found === undefined ? [] : [[name, seenAs(found) === seen ? seen : ""] as const];
  });
  return Object.fromEntries(now);
}

/**
 * Returns the secrets of a state that this stack wrote last. Secrets that were written or removed outside since then are not deleted when the
 * program no longer declares them.
 */
export function ownSecrets(script: LiveScript, state: Properties): Values {
  const { secretsFound } = script;
  const seen = secretsSeen(script, state);
  const isOwn = (name: string): boolean =>
    // A secret without a record was written by an update that failed before it read the time.
    seen[name] !== "" && (secretsFound === undefined || secretsFound.some((secret) => secret.name === name));
  return Object.fromEntries(Object.entries(valuesIn(state, "secrets")).filter(([name]) => isOwn(name)));
}

/** Whether a state has a secret without its last write, so that it is not known whether the script has the value. */
export function hasUnseenSecret(state: Properties): boolean {
  const seen = valuesIn(state, secretsSeenKey);
  return Object.keys(valuesIn(state, "secrets")).some((name) => seen[name] === undefined);
}

/** Returns the names of secrets that were removed or written outside since this state. */
export function changedSecrets(script: LiveScript, state: Properties): string[] {
  const now = secretsSeen(script, state);
  return Object.keys(valuesIn(state, secretsSeenKey)).filter((name) => (now[name] ?? "") === "");
}

/** Returns the values of secrets that were not changed since a state. If the state is encrypted, the encrypted values are returned. */
export function secretsInSync(script: LiveScript, state: Properties): Values {
  const values = valuesIn(state, "secrets");
  const inSync = Object.entries(secretsSeen(script, state)).filter(([, seen]) => seen !== "");
  return Object.fromEntries(inSync.map(([name]) => [name, values[name] ?? ""]));
}

/** Returns the path of a variable or secret, for messages and reports. */
export function pathOf(property: "variables" | "secrets", name: string): string {
  return `${property}[${JSON.stringify(name)}]`;
}

/** Returns values without the one of a name. */
export function withoutName(values: Values, name: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([one]) => one !== name));
}

export function isEmpty(values: Values): boolean {
  return Object.keys(values).length === 0;
}
