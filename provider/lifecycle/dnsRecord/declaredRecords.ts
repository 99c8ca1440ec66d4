import { ConflictError, InvalidInputError } from "../../api/errors";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import { nameKey, isSameName } from "../../wire/dnsName";
import type { Report } from "../../declared/checkInputs";
import type { LifeCycle } from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { isUnknown } from "../../declared/properties";
import { idOf } from "./state";
import { waysText, aliasesOption } from "../../wire/words";

type CheckContext = Parameters<LifeCycle["check"]>[0];

/** Properties of a declared record that may conflict with another record of the same name. */
interface Declared {
  readonly type: unknown;
  readonly accelerated: boolean;
  /** Whether the old inputs describe another record. */
  readonly isNew: boolean;
}

/** Types of records that can't share a name with a CNAME. For the service's own types, the service decides the answers. */
const besideNoCname: readonly unknown[] = [
  ...["A", "AAAA", "TXT", "MX", "SRV", "CAA", "PTR", "NS", "SVCB", "HTTPS", "TLSA"],
];

/** Records that a run declares, by zone and name. Two of them can contradict each other although each is valid alone. */
export class DeclaredRecords {
  static readonly #of = new WeakMap<object, Map<string, Declared[]>>();

  private constructor(private readonly byName: Map<string, Declared[]>) {}

  static of({ memory }: CheckContext): DeclaredRecords | undefined {
    if (memory === undefined) return undefined;
    let byName = this.#of.get(memory);
    if (byName === undefined) this.#of.set(memory, (byName = new Map<string, Declared[]>()));
    return new DeclaredRecords(byName);
  }

  /** Reports a record that contradicts an earlier declared one. Two that were already declared like this in the last run are accepted. */
  check(olds: Properties, inputs: Properties, report: Report): void {
    const { type, name = "", accelerated = false, smartRoutingType = "None", disabled = false } = inputs;
    const { dnsZoneId: zone } = inputs;
    // Records of several new zones can't be distinguished. With smart routing, the service chooses among records, and disabled records are never
    // answered.
    if (typeof zone !== "number" || typeof name !== "string" || isUnknown(name)) return;
    if (smartRoutingType !== "None" || disabled !== false) return;
    const isNew =
      type !== olds["type"] || accelerated !== (olds["accelerated"] ?? false) || !isSameName(name, olds["name"] ?? "");
    const one: Declared = { type, accelerated: accelerated === true, isNew };
    const key = `${String(zone)} ${nameKey(name)}`;
    const others = this.byName.get(key) ?? [];
    this.byName.set(key, [...others, one]);
    const shownName = name === "" ? "the domain itself" : `the name ${JSON.stringify(name)}`;
    for (const other of others) {
      if (!isNew && !other.isNew) continue;
      const rule = contradiction(one, other, name);
      if (rule === undefined) continue;
      report(
        "type",
        `${String(type)} and ${String(other.type)} can't both be declared for ${shownName}: ${rule}. Remove one of the two records, or give it another name`,
      );
      return;
    }
  }
}

function contradiction(one: Declared, other: Declared, name: string): string | undefined {
  if (isCnameBeside(one.type, other.type, name)) return "CNAME records and other records can't share a name";
  const types = [one.type, other.type];
  const isAccelerated = types.includes("AAAA") && (one.accelerated || other.accelerated);
  return isAccelerated ? "the service refuses an AAAA record with the same name as an accelerated record" : undefined;
}

/** Whether one of two types is a CNAME with which the other can't share a name. A CNAME of the domain itself is flattened. */
function isCnameBeside(one: unknown, other: unknown, name: unknown): boolean {
  if (name === undefined || name === "") return false;
  return (one === "CNAME" && besideNoCname.includes(other)) || (other === "CNAME" && besideNoCname.includes(one));
}

/** Returns the error of a refused creation, with advice if the zone still has a record that can't share its name with the new one. */
export function besideError(error: unknown, zone: GetDnsZoneResult, inputs: Properties): unknown {
  if (!(error instanceof InvalidInputError) && !(error instanceof ConflictError)) return error;
  const part = zone.records.find(
    ({ type, name }) =>
      isSameName(name ?? "", inputs["name"] ?? "") && isCnameBeside(type, inputs["type"], inputs["name"]),
  );
  if (part === undefined) return error;
  const text = `${error.message}. DNS zone ${zone.domain ?? String(zone.id)} has the ${part.type} record ${idOf({ whole: zone, part })} of the same name, and CNAME records and other records can't share a name. There are these ways:${waysText(
    [
      `If the new resource replaces the old one, give it ${aliasesOption}`,
      "Otherwise use two runs, the first without both records",
    ],
  )}`;
  return error instanceof ConflictError
    ? new ConflictError(text, error.evidence)
    : new InvalidInputError(text, error.property, error.evidence);
}
