import { isDeepStrictEqual } from "node:util";
import type { Properties, ReadResult } from "../../provider/lifecycle/lifeCycle";
import { afterIgnoring, canonical, propertyOf, stringsIn } from "../../provider/lifecycle/properties";
import { optionKeys } from "../../provider/lifecycle/storageZone/inputs";
import { removalReason } from "../../provider/lifecycle/storageZone/check";
import { declaredNames } from "../../provider/lifecycle/storageZone/state";
import type { Table } from "../../provider/wire/fields";
import { fieldNames } from "../../provider/wire/fields";
import type { PropertyDifference } from "../model";
import type { ZoneResource } from "../state/parse";
import { zoneKinds } from "../state/parse";
import { plain, Sealed } from "../state/secrets";
import type { Comparison } from "./values";
import { compareProperties } from "./values";

/** A difference before ignore rules are applied. */
export type FoundDifference = Omit<PropertyDifference, "counts" | "ignored"> & {
  /** The program's `ignoreChanges` covers the difference. */
  readonly ignoredByProgram: boolean;
};

export interface ZoneComparison {
  readonly differences: readonly FoundDifference[];
  readonly notCompared: readonly string[];
}

/**
 * Compares a zone of a state with what the life cycle's `read` found.
 *
 * @param live the zone as the service returned it, for its volatile values, which `read` keeps as in the state
 */
export function compareZone(resource: ZoneResource, found: ReadResult, live: object | undefined): ZoneComparison {
  const { kind, outputs } = resource;
  const parts = resource.external
    ? [classified("external", compareProperties(zoneKinds[kind].table, outputs, found.state, isPublic))]
    : [declared(resource, found), undeclared(resource, found), volatileValues(resource, live)];
  return {
    differences: parts.flatMap(({ differences }) => differences),
    notCompared: [...new Set(parts.flatMap(({ notCompared }) => notCompared))],
  };
}

const nothing: ZoneComparison = { differences: [], notCompared: [] };

function declared(resource: ZoneResource, { inputs: actual, state }: ReadResult): ZoneComparison {
  if (actual === undefined) return nothing;
  const { table, lifeCycle } = zoneKinds[resource.kind];
  // The service has no options, such as forceDestroy.
  const options: readonly string[] = optionKeys;
  const isKept = (key: string): boolean => isPublic(key) && !options.includes(key);
  const found = compareProperties(table, resource.inputs, actual, isKept);
  if (found.differences.length === 0) return { differences: [], notCompared: found.notCompared };
  const expected = plain(resource.inputs) as Properties;
  const { replaces } = lifeCycle.diff(state, expected);
  // A zone that is replaced may lose regions.
  const refusal = replaces.length > 0 ? undefined : replicaRefusal(actual, expected);
  return {
    notCompared: found.notCompared,
    differences: found.differences.map((difference) => {
      const root = propertyOf(difference.property);
      const [live, wanted] = [actual[root], resource.inputs[root]];
      const isRefused = root === "replicationRegions" && refusal !== undefined;
      return {
        ...difference,
        class: "declared",
        replaces: replaces.includes(root),
        ...(isRefused ? { refused: difference.hidden ? secretRefusal : refusal } : {}),
        ignoredByProgram: isDeepStrictEqual(afterIgnoring(root, live, wanted, resource.ignoreChanges), live),
      };
    }),
  };
}

/** Why `pulumi up` would refuse to restore the declared regions; undefined if it would not. */
function replicaRefusal(actual: Properties, expected: Properties): string | undefined {
  const reason = removalReason(stringsIn(actual["replicationRegions"]), stringsIn(expected["replicationRegions"]));
  return reason === undefined ? undefined : `replicationRegions ${reason}`;
}

/** The same without the regions, which are secret. */
const secretRefusal = "replicationRegions must keep every region that the zone replicates to";

function undeclared({ kind, lastInputs, outputs }: ZoneResource, { state }: ReadResult): ZoneComparison {
  const { table } = zoneKinds[kind];
  const names = declaredNames(outputs, lastInputs);
  const isUndeclared = (key: string): boolean => isSettingOf(table, key) && !names.includes(key);
  // The state of an imported zone lacks its passwords until the next refresh.
  const unknown = fieldNames(table, ({ secret }) => secret === true).filter(
    (key) => outputs[key] === undefined && state[key] !== undefined,
  );
  const expected = { ...outputs, ...Object.fromEntries(unknown.map((key) => [key, new Sealed()])) };
  return classified("undeclared", compareProperties(table, expected, state, isUndeclared));
}

function isSettingOf({ fields }: Table, key: string): boolean {
  return key !== "id" && fields.some(({ name, volatile }) => name === key && volatile !== true);
}

function volatileValues({ kind, outputs }: ZoneResource, live: object | undefined): ZoneComparison {
  if (live === undefined) return nothing;
  const { table } = zoneKinds[kind];
  const actual = canonical(table, live, (field) => field.volatile === true);
  const isKept = (key: string): boolean => outputs[key] !== undefined && actual[key] !== undefined;
  return classified("volatile", compareProperties(table, outputs, actual, isKept));
}

function classified(name: PropertyDifference["class"], { differences, notCompared }: Comparison): ZoneComparison {
  return {
    notCompared,
    differences: differences.map((found) => ({ ...found, class: name, replaces: false, ignoredByProgram: false })),
  };
}

/** False for properties that the package adds, such as `__provider`. */
function isPublic(key: string): boolean {
  return !key.startsWith("__");
}
