import { isDeepStrictEqual } from "node:util";
import type { EdgeRuleBody } from "../../api/client";
import { pullZoneEdgeRule } from "../../kinds/pullZoneEdgeRule";
import type { EdgeRule, GetPullZoneResult } from "../../types/pullZone";
import type { Field, InputField } from "../../wire/fields";
import { inputFields } from "../../wire/fields";
import { edgeRuleTable } from "../../wire/pullZoneParts";
import { declaring } from "../../declared/declaring";
import type { Properties } from "../../declared/properties";
import type { LivePart } from "../locate";
import { canonical, picked } from "../../declared/properties";
import { purgeIsDueKey } from "../../wire/stateKeys";

/** A rule with its pull zone, as the service returned them. */
export type LiveRule = LivePart<EdgeRule, "PullZone">;

export const settings = pullZoneEdgeRule.settings.filter(({ name }) => name !== "pullZoneId");
/** All settings except the place: the service may give a new rule another one. */
export const withoutPlace: readonly InputField[] = settings.filter(({ name }) => name !== "orderIndex");

export function idOf({ whole: zone, part }: LiveRule): string {
  return `${String(zone.id)}/${part.guid}`;
}

/**
 * Returns the normalised form of a value: undefined if it is null, empty, or the value of a new rule. Assumption: the service prepends `http://` to
 * a URL that begins with a variable for its scheme.
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

/** Returns the state of a rule that is only read. */
export function externalState({ whole: zone, part }: LiveRule): Properties {
  return { pullZoneId: zone.id, ...canonical(edgeRuleTable, part) };
}

// A rule is declared completely: an omitted setting is empty or has the value of a new rule.
const fromTables = declaring<LiveRule>({
  kind: pullZoneEdgeRule,
  outputs: externalState,
  isSame,
});
export const { liveInputs, importInputs } = fromTables;
export const comparison = fromTables.comparison();

export function managedState(live: LiveRule, inputs: Properties, prior: Properties = {}): Properties {
  const due = inputs["purgeOnChange"] === true ? [purgeIsDueKey] : [];
  return { ...fromTables.managedState(live, inputs, prior), ...picked(prior, due) };
}

/** Whether a rule equals the declaration. @param among the settings to compare */
export function isAsDeclared(rule: EdgeRule, inputs: Properties, among: readonly InputField[] = settings): boolean {
  return differences(rule, inputs, among).length === 0;
}

/** Returns the settings in which a rule differs from the declaration. */
export function differences(rule: EdgeRule, inputs: Properties, among: readonly InputField[] = settings): InputField[] {
  return fromTables.differences({ whole: {} as GetPullZoneResult, part: rule }, inputs, among);
}

/**
 * Returns the body of a request.
 *
 * @param live rule that it replaces
 * @param changed settings that get their declared values; the others keep their live ones
 */
export function bodyOf(inputs: Properties, live?: EdgeRule, changed?: readonly InputField[]): EdgeRuleBody {
  const body = fromTables.fullBody(inputs, live && { whole: {} as GetPullZoneResult, part: live }, changed);
  const completed = ({ of }: InputField, value: unknown): unknown => {
    if (of === undefined || !Array.isArray(value)) return value;
    const initial = inputFields(of).map(({ name, input }) => [name, input.initial] as const);
    return value.map((element: object) => ({ ...Object.fromEntries(initial), ...element }));
  };
  return Object.fromEntries(
    settings.map((field) => [field.name, completed(field, body[field.name])]),
  ) as object as EdgeRuleBody;
}

/** Returns every rule of a zone that can be changed, with a unique name. */
export function importable(zone: GetPullZoneResult): { readonly live: LiveRule; readonly name: string }[] {
  const names = new Set<string>();
  return zone.edgeRules.flatMap((part, index) => {
    if (part.readOnly) return [];
    // Rules of other zones may have the same description.
    const name = `${zone.name ?? String(zone.id)}-${part.description || `rule-${String(index + 1)}`}`;
    const unique = names.has(name) ? `${name}-${String(index + 1)}` : name;
    names.add(unique);
    return [{ live: { whole: zone, part }, name: unique }];
  });
}
