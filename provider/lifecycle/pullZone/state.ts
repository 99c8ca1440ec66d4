import { pullZone } from "../../kinds/pullZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import { decode } from "../../wire/codec";
import { fieldNames } from "../../wire/fields";
import { pullZoneTable } from "../../wire/pullZone";
import { pullZoneDefaultsOf } from "../../wire/pullZoneDefaults";
import { declaring } from "../shared/declared";
import { emptyValue } from "../shared/state";
import type { Properties } from "../shared/lifeCycle";
import { canonical, picked } from "../shared/properties";

/** The origins that tell their type by themselves, with that type. Assumption: the types are 0 and 2. */
export const plainOrigins: Readonly<Record<string, number>> = { originUrl: 0, storageZoneId: 2 };

/**
 * The declared origin that a zone does not use, because its type is another one: the service may keep the former address or storage
 * zone beside the new origin.
 *
 * @param declared the names of what is declared
 */
export function unusedOrigin(
  { originType }: { readonly originType?: number },
  declared: readonly string[],
): string | undefined {
  if (originType === undefined || declared.includes("originType")) return undefined;
  return declared.find((name) => plainOrigins[name] !== undefined && plainOrigins[name] !== originType);
}

/** Assumption: the service takes these, and ignores them, while it forwards no logs. */
const forwarding = ["logForwardingHostname", "logForwardingPort", "logForwardingToken"];

/** The declared settings that the service ignores, and so shows as none. They are no drift. */
export function ignoredSettings(zone: GetPullZoneResult, declared: readonly string[]): string[] {
  const live = zone as unknown as Properties;
  if (live["logForwardingEnabled"] !== false) return [];
  return forwarding.filter((name) => declared.includes(name) && !live[name]);
}

/** The fields of a pull zone without volatile ones: every difference is a change that somebody made. */
export function pullZoneState(zone: GetPullZoneResult, includeCertificate: boolean): Properties {
  const { id, ...state } = canonical(pullZoneTable, zone);
  return { ...state, pullZoneId: id, ...(includeCertificate ? { includeCertificate } : {}) };
}

/** The state of a zone that is only read. What follows from other fields is no drift in a state of a version that did not have it. */
export function externalState(zone: GetPullZoneResult, prior: Properties): Properties {
  const state = pullZoneState(zone, prior["includeCertificate"] === true);
  if (prior["pullZoneId"] === undefined) return state;
  const isNew = (key: string): boolean => !(key in prior) && derivedNames.has(key);
  return Object.fromEntries(Object.entries(state).filter(([key]) => !isNew(key)));
}

const derivedNames = new Set(fieldNames(pullZone.table, ({ derived }) => derived !== undefined));

export const { managedState, liveInputs, importInputs } = declaring<GetPullZoneResult>({
  kind: pullZone,
  // A refresh must know what the service ignores: it is declared, and not shown.
  outputs: (zone, known) => ({
    ...pullZoneState(zone, known["includeCertificate"] === true),
    ...picked(known, ignoredSettings(zone, Object.keys(known))),
  }),
  shown: (zone, known, declared) => {
    const unused = unusedOrigin(zone, declared);
    const shown: Properties = { ...zone, ...picked(known, ignoredSettings(zone, declared)) };
    return unused === undefined ? shown : { ...shown, [unused]: unused === "originUrl" ? "" : 0 };
  },
  // An import declares the origin that tells its type by itself, or else the type.
  has: (name, { originType }) => {
    const isPlain = Object.values(plainOrigins).includes(originType as number);
    return name === "originType" ? !isPlain : plainOrigins[name] === undefined || plainOrigins[name] === originType;
  },
  initial: (field, { originType }) => {
    const { name, scalar } = field;
    if (plainOrigins[name] === originType) return undefined;
    const defaults = decode(pullZoneTable, pullZoneDefaultsOf(originType as number)) as object as Properties;
    return defaults[name] ?? emptyValue(field) ?? (scalar === "boolean" ? false : 0);
  },
});
