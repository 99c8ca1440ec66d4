import { exportedBySections, exportedPlain } from "../dns/bind";
import { refused } from "../dns/refused";
import { hasWeight, types } from "../dns/recordTypes";
import { noted } from "../sources";
import type { DnsRecord, PartialDnsRecord } from "../state/objects";

/** Behaviour of DNS that differs between the recorded service and the contract. */
export interface DnsProfile {
  /** The defaults of a new record. */
  readonly newRecord: PartialDnsRecord;
  /** Whether a new record of a type keeps its weight. */
  keepsWeight(type: number): boolean;
  /** Returns a record as it is stored. @throws {Refusal} */
  asStored(record: DnsRecord): DnsRecord;
  /** Refuses a record that can't coexist with others of the same name. @throws {Refusal} */
  refuseBeside(record: DnsRecord, others: readonly DnsRecord[]): void;
  /** The types that can be accelerated. */
  readonly accelerable: readonly number[];
  /** The fate of the pull zone of a record that is no longer accelerated. */
  readonly leftPullZone: "deleted" | "inactive";
  /** The fields for a registrar in the response to disabling DNSSEC. */
  readonly noDnsSec: object;
  /** Sorts the records of a zone, which are ascending by id, for a response. */
  ordered<Item>(records: readonly Item[], typeOf: (record: Item) => number): readonly Item[];
  /** Sorts the zones of a list, which are ascending by id, for a response. */
  listed<Zone extends { readonly object: { readonly Id: number } }>(zones: readonly Zone[]): readonly Zone[];
  exported(domain: string, records: readonly DnsRecord[]): string;
  /** The error key if a zone with the domain exists. */
  readonly takenKey: string;
  /** Domains that are not available although no zone here has them. */
  readonly unavailable: readonly string[];
}

const texts = { DsRecord: "", Digest: "", DigestType: "", PublicKey: "" };
const { A, AAAA, CNAME, HTTPS, PullZone, Script, SVCB, TXT } = types;
const defaultTtl = 300;

export const contractDns: DnsProfile = {
  newRecord: {},
  keepsWeight: hasWeight,
  asStored: (record) => {
    refuseEmpty(record);
    return record;
  },
  refuseBeside: () => undefined,
  accelerable: [A, AAAA, CNAME],
  leftPullZone: "deleted",
  noDnsSec: { ...texts, Algorithm: 0, KeyTag: 0, Flags: 0 },
  ordered: (records) => records,
  listed: (zones) => zones,
  exported: exportedPlain,
  takenKey: "dnsZone.domain_taken",
  unavailable: [],
};

export const recordedDns: DnsProfile = {
  newRecord: { AutoSslIssuance: true, Tag: "" },
  keepsWeight: (type) => type !== Script,
  asStored: (record) => {
    const { Type, Value } = record;
    if (Type === TXT && !/^[\0-\x7f]{1,4000}$/.test(Value ?? "")) {
      throw refused("R10.7", "Value", "A TXT value can be a maximum of 4000 ASCII characters.");
    }
    refuseEmpty(record);
    if (Type === Script) return noted("R10.11", { ...record, Ttl: defaultTtl });
    if (Type !== HTTPS && Type !== SVCB) return record;
    return noted("R10.8", { ...record, Value: (Value ?? "").replace(/^(\S+)\.(?=\s|$)/, "$1") });
  },
  refuseBeside: ({ Type, Accelerated }, others) => {
    const isBeside = others.some(
      (other) => (Type === AAAA && other.Accelerated) || (Accelerated && other.Type === AAAA),
    );
    if (isBeside || (Type === AAAA && Accelerated)) throw refused("R10.9", "OriginUrl", "The origin URL is not valid.");
  },
  accelerable: [A, CNAME],
  leftPullZone: "inactive",
  noDnsSec: {
    ...Object.fromEntries(Object.keys(texts).map((name) => [name, null])),
    Algorithm: 0,
    KeyTag: 0,
    Flags: 0,
  },
  ordered: (records, typeOf) =>
    noted(
      "R10.12",
      [...records].sort((a, b) => typeOf(a) - typeOf(b)),
    ),
  listed: (zones) =>
    noted(
      "R10.12",
      [...zones].sort((a, b) => scattered(a.object.Id) - scattered(b.object.Id)),
    ),
  exported: exportedBySections,
  takenKey: "dnszone.name_taken",
  unavailable: ["amazon.com"],
};

function refuseEmpty({ Type, Value }: DnsRecord): void {
  if (Type !== PullZone && Type !== Script && !Value)
    throw refused("assumed", "Value", "The record value is required.");
}

/** Returns a number that scrambles the order of ids, because lists of the service are not sorted. */
function scattered(id: number): number {
  return (Math.imul(id, 0x9e3779b1) >>> 0) % 1009;
}
