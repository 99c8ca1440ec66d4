import { canonical } from "../../provider/lifecycle/canonical";
import type { Properties, ReadResult } from "../../provider/lifecycle/lifeCycle";
import { stringsIn } from "../../provider/lifecycle/sets";
import { optionKeys } from "../../provider/lifecycle/storageZone/inputs";
import { declaredKey } from "../../provider/lifecycle/storageZone/state";
import { removalReason } from "../../provider/lifecycle/storageZone/replicas";
import type { Field, Table } from "../../provider/wire/fields";
import { fieldNames } from "../../provider/wire/fields";
import type { DifferenceClass } from "../report/model";
import { zoneKinds } from "../state/kinds";
import { plain, Sealed } from "../state/secrets";
import type { ZoneResource } from "../state/state";
import { withoutIgnored } from "./ignoreChanges";
import type { Comparison, ValueDifference } from "./values";
import { compareProperties } from "./values";

/** A difference and what it is about, before any ignore rule had its say. */
export interface FoundDifference extends ValueDifference {
  readonly class: DifferenceClass;
  readonly replaces: boolean;
  readonly refused?: string;
  /** The program itself says that it does not mind. */
  readonly ignoredByProgram: boolean;
}

export interface ZoneComparison {
  readonly differences: readonly FoundDifference[];
  readonly notCompared: readonly string[];
}

const options: readonly string[] = optionKeys;

/**
 * Compares a zone of a state with what the life cycle's `read` found.
 *
 * @param live the zone as the service answered it, for what moves by itself: `read` keeps that as the state has it; left
 *   out where nobody asks for that
 */
export function compareZone(resource: ZoneResource, found: ReadResult, live: object | undefined): ZoneComparison {
  const parts = resource.external
    ? [external(resource, found)]
    : [declared(resource, found), undeclared(resource, found), moving(resource, live)];
  return {
    differences: parts.flatMap(({ differences }) => differences),
    notCompared: [...new Set(parts.flatMap(({ notCompared }) => notCompared))],
  };
}

const settingsOf = remembered((field) => field.volatile !== true && field.name !== "id");
const secretsOf = remembered((field) => field.secret === true);

function remembered(keep: (field: Field) => boolean): (table: Table) => ReadonlySet<string> {
  const made = new Map<Table, ReadonlySet<string>>();
  return (table) => {
    const names = made.get(table) ?? new Set(fieldNames(table, keep));
    made.set(table, names);
    return names;
  };
}

function declared(resource: ZoneResource, { inputs: actual, state }: ReadResult): ZoneComparison {
  if (actual === undefined) return { differences: [], notCompared: [] };
  const { table, lifeCycle } = zoneKinds[resource.kind];
  const compare = (expected: Properties): Comparison => compareProperties(table, expected, actual, isTold);
  // An option stands nowhere in the service: it is mirrored from the state, which has nothing to mirror while it is sealed.
  const isTold = (key: string): boolean =>
    isOpen(key) && !(options.includes(key) && resource.inputs[key] instanceof Sealed);
  const found = compare(resource.inputs);
  if (found.differences.length === 0) return { differences: [], notCompared: found.notCompared };
  const minded = new Set(
    compare(withoutIgnored(resource.inputs, actual, resource.ignoreChanges)).differences.map(({ path }) => path),
  );
  const expected = plain(resource.inputs) as Properties;
  const { replaces } = lifeCycle.diff(state, expected);
  return {
    notCompared: found.notCompared,
    differences: found.differences.map((difference) => {
      const root = rootOf(difference.path);
      const refused =
        root === "replicationRegions" && !difference.hidden && replaces.length === 0
          ? removalReason(stringsIn(actual[root]), stringsIn(expected[root]))
          : undefined;
      return {
        ...difference,
        class: "declared",
        replaces: replaces.includes(root),
        ...(refused === undefined ? {} : { refused: `${root} ${refused}` }),
        ignoredByProgram: !minded.has(difference.path),
      };
    }),
  };
}

function undeclared(resource: ZoneResource, { state }: ReadResult): ZoneComparison {
  const { table } = zoneKinds[resource.kind];
  const { inputs, outputs } = resource;
  const settings = settingsOf(table);
  const declaredKeys = stringsIn(outputs[declaredKey]);
  const isUndeclared = (key: string): boolean =>
    settings.has(key) && !Object.hasOwn(inputs, key) && !declaredKeys.includes(key);
  // The state of an imported zone lacks its passwords until the next refresh: nothing is known to compare with.
  let expected = outputs;
  for (const key of secretsOf(table)) {
    if (outputs[key] === undefined && state[key] !== undefined) expected = { ...expected, [key]: new Sealed() };
  }
  return classified("undeclared", compareProperties(table, expected, state, isUndeclared));
}

function moving(resource: ZoneResource, live: object | undefined): ZoneComparison {
  const { table } = zoneKinds[resource.kind];
  if (live === undefined) return { differences: [], notCompared: [] };
  const actual = canonical(table, live, (field) => field.volatile === true);
  const isKept = (key: string): boolean => resource.outputs[key] !== undefined && actual[key] !== undefined;
  return classified("volatile", compareProperties(table, resource.outputs, actual, isKept));
}

function external(resource: ZoneResource, { state }: ReadResult): ZoneComparison {
  return classified("external", compareProperties(zoneKinds[resource.kind].table, resource.outputs, state, isOpen));
}

function classified(of: DifferenceClass, { differences, notCompared }: Comparison): ZoneComparison {
  return {
    notCompared,
    differences: differences.map((found) => ({ ...found, class: of, replaces: false, ignoredByProgram: false })),
  };
}

/** Not a property of the packages' own, such as `__provider`. */
function isOpen(key: string): boolean {
  return !key.startsWith("__");
}

/** The property that a path begins with. */
export function rootOf(path: string): string {
  return /^[^.[]+/.exec(path)?.[0] ?? path;
}
