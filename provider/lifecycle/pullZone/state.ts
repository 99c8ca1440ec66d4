import { pullZone } from "../../kinds/pullZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import { pullZoneTable } from "../../wire/pullZone";
import { declaredIn, declaredKey } from "../shared/declared";
import type { Properties } from "../shared/lifeCycle";
import { keepMarks } from "../zones/unmet";
import { canonical } from "../shared/properties";
import { alignedTo, nameAs } from "../shared/sameValue";
import { ignoredSettings } from "./ignored";
import { unusedOrigin } from "./origin";

/** The fields of a pull zone without volatile ones: every difference is a change that somebody made. */
export function pullZoneState(zone: GetPullZoneResult, includeCertificate: boolean): Properties {
  const { id, ...state } = canonical(pullZoneTable, zone);
  return { ...state, pullZoneId: id, ...(includeCertificate ? { includeCertificate } : {}) };
}

/** The state of a managed zone: its fields, with declared values as the program writes them, the options, and what was declared. */
export function managedState(zone: GetPullZoneResult, inputs: Properties, prior: Properties = {}): Properties {
  const state = pullZoneState(zone, inputs["includeCertificate"] === true);
  for (const field of pullZone.settings) {
    const declared = inputs[field.name];
    if (declared === undefined) continue;
    state[field.name] = field.writeOnly === true ? declared : alignedTo(field, state[field.name], declared);
  }
  // A refresh must know them: they are declared, and not shown.
  for (const name of ignoredSettings(zone, declaredIn(pullZone, inputs))) state[name] = inputs[name];
  state["name"] = nameAs(inputs["name"], zone);
  if (inputs["adopt"] !== undefined) state["adopt"] = inputs["adopt"];
  state[declaredKey] = declaredIn(pullZone, inputs);
  keepMarks(state, prior);
  return state;
}

/** See {@link ZoneKind.liveInputs}. */
export function liveInputs(state: Properties, zone: GetPullZoneResult, declared: readonly string[]): Properties {
  const live: Properties = { ...(zone as object), name: nameAs(state["name"], zone) };
  for (const { name } of pullZone.options.fields) live[name] = state[name];
  for (const { name, writeOnly } of pullZone.settings) if (writeOnly === true) live[name] = state[name];
  for (const name of ignoredSettings(zone, declared)) live[name] = state[name];
  const unused = unusedOrigin(zone, declared);
  if (unused !== undefined) live[unused] = unused === "originUrl" ? "" : 0;
  const inputs = pullZone.inputs
    .filter(({ name }) => declared.includes(name))
    .map((field) => [field.name, alignedTo(field, live[field.name] ?? emptyValue(field), state[field.name])] as const);
  return Object.fromEntries(inputs.filter(([, value]) => value !== undefined));
}

/** What an absent setting is declared as. */
export function emptyValue({ scalar, array }: (typeof pullZone.inputs)[number]): unknown {
  return array ? [] : scalar === "string" ? "" : undefined;
}
