import { isDeepStrictEqual } from "node:util";
import type { EdgeRuleBody } from "../../api/client";
import { pullZoneEdgeRule } from "../../kinds/pullZoneEdgeRule";
import type { EdgeRule, GetPullZoneResult } from "../../types/pullZone";
import type { Field, InputField } from "../../wire/fields";
import { inputFields } from "../../wire/fields";
import { edgeRuleTable } from "../../wire/pullZoneParts";
import { emptyValue, managed, optionsIn } from "../shared/state";
import type { Properties } from "../shared/lifeCycle";
import type { LivePart } from "../parts/find";
import { zoneRecord } from "../parts/find";
import { canonical, picked } from "../shared/properties";
import type { Comparison } from "../shared/updates";

/** A rule and its pull zone, as the service has them. */
export type LiveRule = LivePart<EdgeRule>;

// A declared rule is a whole: what is omitted is empty, or as a new rule has it.

/** Where these are omitted, the service's value stays, and is never drift. */
const kept = ["orderIndex", "triggerMatchingType"];
export const settings = pullZoneEdgeRule.settings.filter(({ name }) => name !== "pullZoneId");

export function idOf({ zone, part }: LiveRule): string {
  return `${String(zone.id)}/${part.guid}`;
}

/**
 * What a value says: nothing if it is null, empty, or what a new rule has. Assumption: the service puts `http://` in front of a URL that
 * begins with a variable for its scheme.
 */
function meaning({ of, input }: Field, value: unknown): unknown {
  const isNothing = value === null || value === "" || (Array.isArray(value) && value.length === 0);
  if (isNothing || value === input?.initial) return undefined;
  if (typeof value === "string") return value.replace(/^http:\/\/(?=%\{[^}]*\}:\/\/)/, "");
  if (of === undefined || !Array.isArray(value)) return value;
  return value.map((element: unknown) => {
    if (typeof element !== "object" || element === null) return element;
    const said = inputFields(of).map(
      (field) => [field.name, meaning(field, (element as Properties)[field.name])] as const,
    );
    return Object.fromEntries(said.filter(([, inner]) => inner !== undefined));
  });
}

export function isSame(field: Field, a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(meaning(field, a), meaning(field, b));
}

/** All but its place: the service may give a new rule another one. */
export const withoutPlace: readonly InputField[] = settings.filter(({ name }) => name !== "orderIndex");

/** Whether a rule is as declared. @param among the settings to look at */
export function isAsDeclared(rule: EdgeRule, inputs: Properties, among: readonly InputField[] = settings): boolean {
  const live = rule as unknown as Properties;
  return among.every((field) => isOpen(field, inputs) || isSame(field, live[field.name], inputs[field.name]));
}

function isOpen({ name }: Field, inputs: Properties): boolean {
  return kept.includes(name) && inputs[name] === undefined;
}

/** How an update compares rules. */
export const comparison: Comparison = { isSame, isOpen };

/** The whole rule. @param live the rule that it replaces @param changed the settings to declare; the others stay as they are */
export function bodyOf(inputs: Properties, live?: EdgeRule, changed: readonly InputField[] = settings): EdgeRuleBody {
  const body = settings.map((field) => {
    const { name, input } = field;
    const before = (live as Properties | undefined)?.[name];
    const omitted = isOpen(field, inputs) ? before : (input.initial ?? emptyValue(field));
    return [name, completed(field, changed.includes(field) ? (inputs[name] ?? omitted) : before)] as const;
  });
  return Object.fromEntries(body) as object as EdgeRuleBody;
}

/** An array of objects with what a new object has. */
function completed({ of }: InputField, value: unknown): unknown {
  if (of === undefined || !Array.isArray(value)) return value;
  const initial = inputFields(of).map(({ name, input }) => [name, input.initial] as const);
  return value.map((element: object) => ({ ...Object.fromEntries(initial), ...element }));
}

/** The state of a rule that is only read; the base of a managed one. */
export function externalState({ zone, part }: LiveRule): Properties {
  return { pullZoneId: zone.id, ...canonical(edgeRuleTable, part) };
}

/** The state of a managed rule: its fields, with declared values as the program writes them, and what was declared. */
export function managedState(live: LiveRule, inputs: Properties, prior: Properties = {}): Properties {
  const state = managed(
    pullZoneEdgeRule,
    { ...externalState(live), ...zoneRecord("PullZone", live.zone), ...optionsIn(pullZoneEdgeRule, inputs) },
    inputs,
    prior,
  );
  for (const field of settings) {
    const declared = inputs[field.name];
    if (declared !== undefined && isSame(field, state[field.name], declared)) state[field.name] = declared;
  }
  return state;
}

/** The live values of the inputs: of the declared ones, and of others that a declared rule would not have. */
export function liveInputs(live: LiveRule, state: Properties, declared: readonly string[]): Properties {
  const values = externalState(live);
  const inputs = pullZoneEdgeRule.settings.map((field) => {
    const { name } = field;
    if (declared.includes(name)) {
      const value = aligned(field, values[name], state[name]);
      return [name, value === undefined && state[name] !== undefined ? emptyValue(field) : value] as const;
    }
    return [name, kept.includes(name) ? undefined : aligned(field, values[name], undefined)] as const;
  });
  const options = Object.entries(picked(optionsIn(pullZoneEdgeRule, state), declared));
  return Object.fromEntries([...inputs.filter(([, value]) => value !== undefined), ...options]);
}

/** A live value, with each part of it that says the same as the known one written as that. */
function aligned(field: Field, live: unknown, known: unknown): unknown {
  if (isSame(field, live, known)) return known;
  const { of } = field;
  if (of === undefined || !Array.isArray(live)) return live;
  return live.map((element: Properties, index) => {
    const before = (Array.isArray(known) ? (known[index] ?? {}) : {}) as Properties;
    const inner = inputFields(of).map((one) => [one.name, aligned(one, element[one.name], before[one.name])] as const);
    return Object.fromEntries(inner.filter(([, value]) => value !== undefined));
  });
}

/** The inputs to declare an existing rule with: its pull zone, and what differs from a new rule. */
export function importInputs(live: LiveRule): Properties {
  return liveInputs(live, {}, ["pullZoneId", "triggerMatchingType", "orderIndex"]);
}

/** Every rule of a zone that can be changed, with a name of its own. */
export function importable(zone: GetPullZoneResult): { readonly part: EdgeRule; readonly name: string }[] {
  const names = new Set<string>();
  return zone.edgeRules.flatMap((part, index) => {
    if (part.readOnly) return [];
    // Rules of other zones may have the same description.
    const name = `${zone.name ?? String(zone.id)}-${part.description || `rule-${String(index + 1)}`}`;
    const unique = names.has(name) ? `${name}-${String(index + 1)}` : name;
    names.add(unique);
    return [{ part, name: unique }];
  });
}
