import { isDeepStrictEqual } from "node:util";
import { inMessage } from "../../wire/words";
import type { Reads } from "../../api/reads";
import { edgeScript } from "../../kinds/edgeScript";
import { edgeScriptDetailsTable, edgeScriptOptions, sha256OfCode } from "../../wire/edgeScript";
import { fieldNames } from "../../wire/fields";
import type { Properties } from "../../declared/properties";
import type { ReadResult } from "../lifeCycle";
import { canonical, picked, stringsIn } from "../../declared/properties";
import { managed } from "../../declared/state";
import { hashInput } from "./code";
import type { Values } from "./environment";
import {
  changedSecrets,
  hasUnseenSecret,
  isEmpty,
  pathOf,
  ownSecrets,
  secretsInSync,
  secretsSeen,
} from "./environment";
import { valuesIn, variableNames, variablesOf } from "./environment";
import type { LiveScript } from "./live";
import { comparedCode, isOtherRelease, lookOf, withCode, withKnownCode, withSecrets } from "./live";
import {
  codeLookKey,
  declaredKey,
  otherVariablesKey,
  secretsSeenKey,
  unsettledKey,
  variableNamesKey,
} from "../../wire/stateKeys";

/** Returns the outputs: what the service sets, and the hashes of the code. The text of the code is only an input. */
function outputs(script: LiveScript, known: Properties): Properties {
  const { saved, live } = script;
  const codes = {
    ...(saved === undefined ? picked(known, [hashInput]) : { codeSha256: saved?.sha256 }),
    ...(live === undefined
      ? picked(known, ["liveSha256", "release"])
      : { liveSha256: live?.sha256, release: live?.release }),
  };
  const fields = canonical(edgeScriptDetailsTable, { ...script, ...codes }, ({ name }) => name !== "id");
  return { ...fields, edgeScriptId: script.id };
}

/** Returns the state of a script that is only read. */
export function externalState(script: LiveScript): Properties {
  return outputs(script, {});
}

/**
 * Returns the state of a managed script, with the secrets of its prior state.
 *
 * @param variables the variables of the state; by default, the live values of the declared ones
 */
export function managedState(
  script: LiveScript,
  inputs: Properties,
  prior: Properties,
  variables = variablesOf(script, Object.keys(valuesIn(inputs, "variables"))),
): Properties {
  const { saved, live, edgeScriptVariables } = script;
  const others = edgeScriptVariables.filter(({ name }) => variables[name] === undefined).length;
  // A secret that was written outside is no longer one of this stack.
  const seen = Object.entries(secretsSeen(script, prior)).filter(([, write]) => write !== "");
  const fields = {
    ...outputs(script, prior),
    ...(saved === undefined || live === undefined ? picked(prior, [codeLookKey]) : lookToKeep(script)),
    ...picked(inputs, ownOptions),
    ...unlessEmpty("variables", variables),
    ...(isEmpty(variables) ? {} : { [variableNamesKey]: Object.keys(variables) }),
    ...unlessEmpty("secrets", ownSecrets(script, prior)),
    ...unlessEmpty(secretsSeenKey, Object.fromEntries(seen)),
    ...(others > 0 ? { [otherVariablesKey]: others } : {}),
  };
  return managed(edgeScript, fields, inputs, prior);
}

/** Returns the look at which the code was read. Code of another release than the script's has none, so that the next refresh reads it again. */
function lookToKeep(script: LiveScript): Properties {
  return isOtherRelease(script, script.live) ? {} : { [codeLookKey]: lookOf(script) };
}

/**
 * Returns the state after an update. It keeps the known values of variables and secrets that the update did not send. If the live values differ,
 * the next refresh shows it.
 */
export function settledState(script: LiveScript, inputs: Properties, reached: Properties): Properties {
  const declared = valuesIn(inputs, "variables");
  const kept = Object.entries(valuesIn(reached, "variables")).filter(([name]) => declared[name] !== undefined);
  return managedState(script, inputs, reached, Object.fromEntries(kept));
}

/**
 * Returns the paths of variables that differ from the declaration and that an update did not send, because the state already had the declared
 * values.
 */
export function leftVariables(script: LiveScript, inputs: Properties, state: Properties): string[] {
  const [declared, before] = [valuesIn(inputs, "variables"), valuesIn(state, "variables")];
  const live = variablesOf(script, Object.keys(declared));
  const isLeft = ([name, value]: [string, string]): boolean => before[name] === value && live[name] !== value;
  return Object.entries(declared)
    .filter(isLeft)
    .map(([name]) => pathOf("variables", name));
}

function unlessEmpty(name: string, values: Values): Properties {
  return isEmpty(values) ? {} : { [name]: values };
}

/** Options that a state has exactly as declared. */
const ownOptions = fieldNames(edgeScriptOptions).filter((name) => !["code", "variables", "secrets"].includes(name));

/** Returns the live values of the declared inputs. The code has its text if that was read or is that of the last inputs. */
export function liveInputs(script: LiveScript, state: Properties, declaredNames: readonly string[]): Properties {
  const code = comparedCode(script, state);
  return {
    ...picked(script, ["name", "type"]),
    ...picked(
      state,
      ownOptions.filter((name) => declaredNames.includes(name)),
    ),
    ...(declaredNames.includes("code") && code?.text !== undefined ? { code: code.text } : {}),
    ...(code ? { [hashInput]: code.sha256 } : {}),
    ...unlessEmpty("variables", variablesOf(script, variableNames(state))),
    ...unlessEmpty("secrets", secretsInSync(script, state)),
  };
}

/** Returns inputs that declare an existing script. They contain its live code, so that the next update publishes nothing. */
export function importInputs(script: LiveScript): Properties {
  const { saved, live, edgeScriptVariables } = script;
  const names = edgeScriptVariables.map(({ name }) => name);
  const code = live ?? saved ?? undefined;
  return {
    ...picked(script, ["name", "type"]),
    ...(code?.text === undefined ? {} : { code: code.text, [hashInput]: code.sha256 }),
    ...(live === null ? { publish: false } : {}),
    ...unlessEmpty("variables", variablesOf(script, names)),
  };
}

/**
 * Whether a script equals its state, and the state equals the declaration. The last inputs then stay, because the state has no text of the code
 * from which inputs could be computed.
 */
export function isUnchanged(script: LiveScript, state: Properties): boolean {
  const { name, type, saved, live } = script;
  const now = { name, type, codeSha256: saved?.sha256, liveSha256: live?.sha256 };
  const before = valuesIn(state, "variables");
  const variables = variablesOf(script, variableNames(state));
  return (
    state[unsettledKey] === undefined &&
    stringsIn(state[declaredKey]).includes(hashInput) &&
    isDeepStrictEqual(picked(now, Object.keys(now)), picked(state, Object.keys(now))) &&
    Object.keys(variables).length === variableNames(state).length &&
    isDeepStrictEqual(picked(variables, Object.keys(before)), before) &&
    changedSecrets(script, state).length === 0 &&
    !hasUnseenSecret(state)
  );
}

/** Returns notes for a report: secrets that were written or removed outside, and saved code that is not live. */
export function remarks(script: LiveScript, state: Properties): Pick<ReadResult, "hiddenChanges" | "notices"> {
  const { saved, live } = script;
  const changed = changedSecrets(script, state).map((name) => pathOf("secrets", name));
  const isOther = state["publish"] !== false && live && saved?.sha256 !== live.sha256;
  const what = `The saved code of edge script ${inMessage(script.name)} (id ${String(script.id)})`;
  return {
    ...(changed.length > 0 ? { hiddenChanges: changed } : {}),
    ...(isOther ? { notices: [`${what} differs from its live code. Visitors get the live code`] } : {}),
  };
}

/** Returns the paths of variables and secrets that a state does not have. */
export async function foreign(reader: Reads, script: LiveScript, state: Properties): Promise<string[]> {
  const { secretsFound = [] } = script.secretsFound === undefined ? await withSecrets(reader, script) : script;
  const others = (found: readonly { readonly name: string }[], names: readonly string[]): string[] =>
    found.map(({ name }) => name).filter((name) => !names.includes(name));
  const variables = others(script.edgeScriptVariables, variableNames(state));
  const secrets = others(secretsFound, Object.keys(valuesIn(state, secretsSeenKey)));
  return [...variables.map((name) => pathOf("variables", name)), ...secrets.map((name) => pathOf("secrets", name))];
}

/**
 * Adds the details that the service returns separately to a script. Requests are sent only for code that may have changed, and for declared secrets.
 *
 * @param known the state, or the inputs of an import
 * @param lastInputs if the engine passes them
 */
export async function withDetails(
  reader: Reads,
  script: LiveScript,
  known: Properties,
  isManaged: boolean,
  lastInputs: Properties = {},
): Promise<LiveScript> {
  if (!isManaged) return withCode(reader, script);
  const hasSecrets = !isEmpty(valuesIn(known, secretsSeenKey));
  const [coded, secret] = await Promise.all([
    withKnownCode(reader, script, known),
    hasSecrets ? withSecrets(reader, script) : script,
  ]);
  const found = { ...secret, ...coded };
  const code = comparedCode(found, known);
  const { code: last } = lastInputs;
  const declaresText = stringsIn(known[declaredKey]).includes("code") || last !== undefined;
  if (!declaresText || !code || code.text !== undefined) return found;
  if (typeof last === "string" && sha256OfCode(last) === code.sha256) return withText(found, last);
  return last === undefined && isUnchanged(found, known) ? found : { ...found, ...(await withCode(reader, script)) };
}

/** Returns a script with the text of its saved and its live code, if their hashes are those of the text. */
function withText(script: LiveScript, text: string): LiveScript {
  const sha256 = sha256OfCode(text);
  const { saved, live } = script;
  return {
    ...script,
    ...(saved?.sha256 === sha256 ? { saved: { ...saved, text } } : {}),
    ...(live?.sha256 === sha256 ? { live: { ...live, text } } : {}),
  };
}
