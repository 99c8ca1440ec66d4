import { isIPv4, isIPv6 } from "node:net";
import type { Service } from "../router";
import { noted } from "../sources";
import type { DnsRecord } from "../state/objects";
import { types } from "./recordTypes";
import { refused } from "./refused";

const { A, AAAA, CNAME, Flatten, MX, NS, PTR, PullZone, Script, SRV } = types;
const lastType = Math.max(...Object.values(types));
const ofHosts: readonly number[] = [CNAME, Flatten, MX, NS, PTR, SRV];

/** The fields of a body that link a record. */
export interface Links {
  readonly PullZoneId?: number | undefined;
  readonly ScriptId?: number | undefined;
}

/** Returns a record as every profile stores it. @throws {Refusal} if its type does not allow its values */
export function asStored(service: Service, record: DnsRecord, links: Links): DnsRecord {
  const { Type, Name } = record;
  const Value = record.Value ?? "";
  if (Type < 0 || Type > lastType) throw refused("assumed", "Type", "The record type is not valid.");
  if (Type === PullZone) return linkedToPullZone(service, record, links.PullZoneId);
  if (Type === Script) return linkedToScript(record, links.ScriptId);
  if (Type === A && Value !== "" && !isIPv4(Value))
    throw refused("assumed", "Value", "The record value is not a valid IPv4 address.");
  if (Type === AAAA && Value !== "" && !isIPv6(Value))
    throw refused("assumed", "Value", "The record value is not a valid IPv6 address.");
  if (Type === NS && !Name) throw refused("assumed", "Value", "NS records of the root domain cannot be changed.");
  // A lone dot is the null MX.
  return ofHosts.includes(Type) && Value !== "." ? { ...record, Value: Value.replace(/\.$/, "") } : record;
}

function linkedToPullZone({ pullZones }: Service, record: DnsRecord, id = Number(record.LinkName)): DnsRecord {
  const zone = pullZones.stored(id)?.object;
  if (zone === undefined) throw refused("assumed", "PullZoneId", "The pull zone ID is not valid.");
  return noted("R10.10", { ...record, LinkName: String(id), Value: zone.Name });
}

function linkedToScript(record: DnsRecord, id = Number(record.LinkName)): DnsRecord {
  if (!(id > 0)) throw refused("assumed", "ScriptId", "The script ID is not valid.");
  return { ...record, LinkName: String(id), Value: String(id), Weight: 100 };
}
