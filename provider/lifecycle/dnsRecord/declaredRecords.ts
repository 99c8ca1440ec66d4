import { ConflictError, InvalidInputError } from "../../api/errors";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import { nameKey, isSameName } from "../../wire/dnsName";
import type { Report } from "../../declared/checkInputs";
import type { LifeCycle } from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { isUnknown } from "../../declared/properties";
import { idOf } from "./state";

type CheckContext = Parameters<LifeCycle["check"]>[0];

/** What may conflict with another record of its name. */
interface Declared {
  readonly type: unknown;
  readonly accelerated: boolean;
  /** Whether the old inputs are another record. */
  readonly isNew: boolean;
}

/** The types of records that no CNAME may stand beside. The service's own types are answered as it likes. */
const besideNoCname: readonly unknown[] = [
  ...["A", "AAAA", "TXT", "MX", "SRV", "CAA", "PTR", "NS", "SVCB", "HTTPS", "TLSA"],
];

/** The records that a run declares, by zone and name: two of them can contradict each other, though each is right by itself. */
export class DeclaredRecords {
  static readonly #of = new WeakMap<object, Map<string, Declared[]>>();

  private constructor(private readonly byName: Map<string, Declared[]>) {}

  static of({ memory }: CheckContext): DeclaredRecords | undefined {
    if (memory === undefined) return undefined;
    let byName = this.#of.get(memory);
    if (byName === undefined) this.#of.set(memory, (byName = new Map<string, Declared[]>()));
    return new DeclaredRecords(byName);
  }

  /** Reports what contradicts a record that was declared before. Two that both were so in the last run are left alone. */
  check(olds: Properties, inputs: Properties, report: Report): void {
    const { type, name = "", accelerated = false, smartRoutingType = "None", disabled = false } = inputs;
    const { dnsZoneId: zone } = inputs;
    // Records of several new zones can't be told apart. The service chooses among records with smart routing, and answers no disabled one.
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

/** Whether one of two types is a CNAME that the other may not stand beside. That of the domain itself is flattened. */
function isCnameBeside(one: unknown, other: unknown, name: unknown): boolean {
  if (name === undefined || name === "") return false;
  return (one === "CNAME" && besideNoCname.includes(other)) || (other === "CNAME" && besideNoCname.includes(one));
}

/** The error of a refused creation, with what to do where the zone still has a record that may not stand beside the new one. */
export function besideError(error: unknown, zone: GetDnsZoneResult, inputs: Properties): unknown {
  if (!(error instanceof InvalidInputError) && !(error instanceof ConflictError)) return error;
  const part = zone.records.find(
    ({ type, name }) =>
      isSameName(name ?? "", inputs["name"] ?? "") && isCnameBeside(type, inputs["type"], inputs["name"]),
  );
  if (part === undefined) return error;
  const text = `${error.message}. DNS zone ${zone.domain ?? String(zone.id)} has the ${part.type} record ${idOf({ zone, part })} of the same name, and CNAME records and other records can't share a name. If the new resource replaces the old one, give it the option aliases: [{ name: "OLD-NAME" }]. Or use two runs, the first without both records`;
  return error instanceof ConflictError
    ? new ConflictError(text, error.evidence)
    : new InvalidInputError(text, error.property, error.evidence);
}
