import { isDeepStrictEqual } from "node:util";
import type { Kind } from "../../provider/kinds";
import { kinds } from "../../provider/kinds";
import type { Properties } from "../../provider/declared/properties";
import type { ReadResult } from "../../provider/lifecycle/lifeCycle";
import { lifeCycleOf } from "../../provider/lifecycle";
import { lastDeclaredNames } from "../../provider/declared/state";
import { canonical, propertyOf, textOf, without } from "../../provider/declared/properties";
import { afterIgnoring, isIgnored } from "../../provider/declared/ignoreChanges";
import type { Field, Table } from "../../provider/wire/fields";
import { fieldNames, isEmptyIfAbsent } from "../../provider/wire/fields";
import { isHiddenKey } from "../../provider/wire/stateKeys";
import type { PropertyDifference } from "../model";
import type { OpenResource } from "../state/parse";
import { filled, plain, Sealed } from "../state/secrets";
import type { Comparison } from "./values";
import { compareProperties } from "./values";

/** A difference before ignore rules are applied. */
export type FoundDifference = Omit<PropertyDifference, "counts" | "ignored"> & {
  /** The program's `ignoreChanges` covers the difference. */
  readonly ignoredByProgram: boolean;
  /** Whether the difference counts in a strict check although the program does not declare the setting. */
  readonly countsIfStrict?: boolean;
};

export interface ResourceComparison {
  readonly differences: readonly FoundDifference[];
  readonly notCompared: readonly string[];
}

/**
 * Compares a resource of a state with what the life cycle's `read` found.
 *
 * @param withVolatile whether to compare volatile values as well
 * @param isInState whether a state has the object: an element that is a resource of its own is compared only there
 */
export function compareResource(
  resource: OpenResource,
  found: ReadResult,
  withVolatile: boolean,
  isInState: IsInState,
): ResourceComparison {
  const { kind, outputs } = resource;
  const parts = resource.external
    ? [
        classified(
          "external",
          compareProperties(kinds[kind].readTable, outputs, found.state, (key) => !isHiddenKey(key)),
        ),
      ]
    : [...settings(resource, found, isInState), ...(withVolatile ? [volatileValues(resource, found)] : [])];
  const { secrets = [] } = found;
  return {
    differences: parts.flatMap(({ differences }) => differences).map((one) => masked(one, secrets)),
    notCompared: [...new Set(parts.flatMap(({ notCompared }) => notCompared))],
  };
}

/** A difference without its values, if they may be secret. */
function masked(difference: FoundDifference, secrets: readonly string[]): FoundDifference {
  if (!secrets.includes(propertyOf(difference.property))) return difference;
  return { ...(without({ ...difference }, ["expected", "actual"]) as unknown as FoundDifference), hidden: true };
}

type IsInState = (kind: string, id: string) => boolean;

const nothing: ResourceComparison = { differences: [], notCompared: [] };

/** Compares declared and undeclared settings. For a part of a zone, an omitted setting counts as declared with its default. */
function settings(resource: OpenResource, found: ReadResult, isInState: IsInState): ResourceComparison[] {
  const wanted = declaredDifferences(resource, found);
  const roots = new Set(wanted.differences.map(({ property }) => propertyOf(property)));
  const other = undeclared(resource, found, isInState);
  return [
    wanted,
    { ...other, differences: other.differences.filter(({ property }) => !roots.has(propertyOf(property))) },
  ];
}

function declaredDifferences(
  resource: OpenResource,
  { inputs: actual, state, hiddenChanges = [] }: ReadResult,
): ResourceComparison {
  const { table, options, files }: Kind = kinds[resource.kind];
  // Options are compared as well, because a certificate that is gone is drift.
  const withOptions = { ...table, fields: [...table.fields, ...options.fields] };
  const byChecksum = fieldNames(
    withOptions,
    ({ comparedBy }) => comparedBy !== undefined && resource.inputs[comparedBy] !== undefined,
  );
  const isShown = (key: string): boolean => !isHiddenKey(key) && !byChecksum.includes(key);
  // If the last inputs stay, only what is encrypted in them was not compared. Those of a storage folder stay, except its files.
  const last = actual === undefined ? resource.inputs : files === undefined ? {} : encryptedIn(resource.inputs);
  const live = { ...(filled(last) as Properties), ...actual };
  const shown = compareProperties(withOptions, resource.inputs, live, isShown);
  // An encrypted value counts as compared if the state has what stands for it, such as the time of its last write.
  const byState = fieldNames(
    withOptions,
    ({ comparedBy }) => comparedBy !== undefined && resource.outputs[comparedBy] !== undefined,
  );
  const compared = { ...shown, notCompared: shown.notCompared.filter((path) => !byState.includes(propertyOf(path))) };
  const found = hiddenChanges.length === 0 ? compared : withHidden(compared, hiddenChanges);
  if (actual === undefined || found.differences.length === 0) return { ...nothing, notCompared: found.notCompared };
  const expected = plain(resource.inputs) as Properties;
  const lifeCycle = lifeCycleOf(resource.kind);
  const { replaces } = lifeCycle.diff(state, expected);
  // A replacement may lose every setting.
  const refusal = replaces.length > 0 ? undefined : lifeCycle.refusal?.(actual, expected);
  return {
    notCompared: found.notCompared,
    differences: found.differences.map((difference) => {
      const root = propertyOf(difference.property);
      const [live, wanted] = [actual[root], resource.inputs[root]];
      const { [root]: before } = resource.outputs;
      const isOmitted = wanted === undefined && difference.property === root && !difference.hidden;
      return {
        ...difference,
        ...(isOmitted && before !== undefined && !(before instanceof Sealed)
          ? { kind: "changed" as const, expected: plain(before) }
          : {}),
        class: "declared",
        replaces: replaces.includes(root),
        ...(root === refusal?.property ? { refused: difference.hidden ? refusal.withoutValue : refusal.reason } : {}),
        ignoredByProgram: isIgnoredByProgram(resource, difference.property, live, wanted),
      };
    }),
  };
}

function encryptedIn(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value instanceof Sealed));
}

/** Adds a difference for each value of which only the change is known. */
function withHidden({ differences, notCompared }: Comparison, paths: readonly string[]): Comparison {
  const roots = new Set(paths.map(propertyOf));
  const others = differences.filter(({ property }) => !roots.has(propertyOf(property)));
  const hidden = paths.map((property) => ({ property, kind: "changed" as const, hidden: true }));
  return { differences: [...others, ...hidden], notCompared };
}

function undeclared(
  { kind, id, lastInputs, outputs, ignoreChanges }: OpenResource,
  { state }: ReadResult,
  isInState: IsInState,
): ResourceComparison {
  const { table } = kinds[kind];
  const names = lastDeclaredNames(kinds[kind], outputs, lastInputs);
  const isUndeclared = (key: string): boolean => isSettingOf(table, key) && !names.includes(key);
  // The state of an imported zone lacks its passwords until the next refresh.
  const unknown = fieldNames(table, ({ secret }) => secret === true).filter(
    (key) => outputs[key] === undefined && state[key] !== undefined,
  );
  const expected = { ...outputs, ...Object.fromEntries(unknown.map((key) => [key, new Sealed()])) };
  // A list may omit linked objects, so an absent value means unknown, not none.
  const unlinked = Object.keys(kinds[kind].linked ?? {}).filter(
    (key) => expected[key] === undefined || state[key] === undefined,
  );
  const alone = (properties: Properties): Properties =>
    without(withoutResources(kinds[kind], id, properties, isInState), unlinked);
  const found = classified("undeclared", compareProperties(table, alone(expected), alone(state), isUndeclared));
  const covered = outputsOfIgnored(kinds[kind], ignoreChanges);
  return {
    ...found,
    differences: found.differences.map((one) => {
      const root = propertyOf(one.property);
      const [live, before] = [state[root], plain(outputs[root])];
      return {
        ...one,
        ignoredByProgram: covered.includes(root) || isIgnoredByProgram({ ignoreChanges }, one.property, live, before),
        countsIfStrict: countsIfStrict(kinds[kind], one),
      };
    }),
  };
}

/** Whether the program's `ignoreChanges` covers a difference. @param live and expected are the values of the property, which can be hidden */
function isIgnoredByProgram(
  { ignoreChanges }: Pick<OpenResource, "ignoreChanges">,
  path: string,
  live: unknown,
  expected: unknown,
): boolean {
  const after = afterIgnoring(propertyOf(path), live, plain(expected), ignoreChanges);
  return isIgnored(path, ignoreChanges) || isDeepStrictEqual(after, live);
}

/** Returns the outputs that change with a checksum which `ignoreChanges` names, such as the release of ignored code. */
function outputsOfIgnored(
  { computed = [], linkedOutputs = [] }: Kind,
  ignoreChanges: readonly string[],
): readonly string[] {
  return computed.some((name) => afterIgnoring(name, "live", "declared", ignoreChanges) === "live")
    ? linkedOutputs
    : [];
}

/**
 * Whether an undeclared difference counts in a strict check. A value that the state lacks may be new in the service or in this package. Objects of
 * other kinds are linked elsewhere, and a part that is gone may have been a resource that the program deleted: the list in the state of its zone
 * stays until a refresh. The files of a folder are declared by its source.
 */
function countsIfStrict(
  { table, parts, linked, files }: Kind,
  { property, kind }: Pick<FoundDifference, "property" | "kind">,
): boolean {
  const root = propertyOf(property);
  if (files !== undefined || (linked !== undefined && root in linked)) return false;
  const isElement = property.endsWith("]");
  if (kind === "removed") return !(parts !== undefined && root in parts && (isElement || property === root));
  if (kind !== "added" || isElement) return true;
  const field = fieldAt(table, property);
  return field !== undefined && isEmptyIfAbsent(field);
}

/** Returns the field at a path such as `hostnames[id=2].forceSSL`. */
function fieldAt(table: Table, path: string): Field | undefined {
  const [name, ...deeper] = path.replace(/\[[^\]]*\]/g, "").split(".");
  const field = table.fields.find((one) => one.name === name);
  return deeper.length === 0 || field?.of === undefined ? field : fieldAt(field.of, deeper.join("."));
}

/** Returns the properties of an object without the elements that are resources of their own. */
function withoutResources(of: Kind, id: string, properties: Properties, isInState: IsInState): Properties {
  const candidates = [
    ...Object.entries(of.parts ?? {}).map(([list, { kind, key }]) => ({ list, kind, key, path: `${id}/` })),
    ...Object.entries(of.linked ?? {}).map(([list, kind]) => ({ list, kind, key: "id", path: "" })),
  ];
  const lists = candidates.flatMap(({ list, kind, key, path }) => {
    const elements = properties[list];
    if (!Array.isArray(elements)) return [];
    const isAlone = (one: unknown): boolean => !isInState(kind, path + textOf((one as Properties | null)?.[key]));
    return [[list, elements.filter(isAlone)] as const];
  });
  return { ...properties, ...Object.fromEntries(lists) };
}

function isSettingOf({ fields }: Table, key: string): boolean {
  return key !== "id" && fields.some(({ name, volatile }) => name === key && volatile !== true);
}

function volatileValues({ kind, outputs }: OpenResource, { live }: ReadResult): ResourceComparison {
  if (live === undefined) return nothing;
  const { table } = kinds[kind];
  const actual = canonical(table, live, (field) => field.volatile === true);
  const isKept = (key: string): boolean => outputs[key] !== undefined && actual[key] !== undefined;
  return classified("volatile", compareProperties(table, outputs, actual, isKept));
}

function classified(name: PropertyDifference["class"], { differences, notCompared }: Comparison): ResourceComparison {
  return {
    notCompared,
    differences: differences.map((found) => ({ ...found, class: name, replaces: false, ignoredByProgram: false })),
  };
}
