import { isIP } from "node:net";
import type { PullZone } from "../state/objects";

/** Returns how much of an address a pull zone's log keeps. Assumption: type 0 drops the last octet, type 1 the whole address. */
export type Anonymization = "none" | "lastOctet" | "full";

export function anonymizationOf(zone: PullZone): Anonymization {
  if (!zone.LoggingIPAnonymizationEnabled) return "none";
  return zone.LogAnonymizationType === 1 ? "full" : "lastOctet";
}

/** Returns the address as the log shows it: whole, as a /24 or /64, or null. */
export function shownAddress(address: string | null | undefined, anonymization: Anonymization): string | null {
  if (anonymization === "none") return address ?? null;
  const network = anonymization === "full" ? "" : networkOf(address ?? "");
  if (network === "") return null;
  return network.includes(":") ? `${network}::` : `${network}.0`;
}

/** Whether an address is the requested one, compared by network if the log is anonymized. */
export function sameAddress(address: string | null | undefined, asked: string, anonymization: Anonymization): boolean {
  if (anonymization === "full") return true;
  const form = anonymization === "none" ? canonical : networkOf;
  return isIP(address ?? "") !== 0 && form(address ?? "") === form(asked);
}

/** Returns the /24 of an IPv4 address (three octets) or the /64 of an IPv6 address (four groups); "" for anything else. */
function networkOf(address: string): string {
  if (isIP(address) === 4) return address.split(".").slice(0, 3).join(".");
  if (isIP(address) !== 6) return "";
  const [head = "", tail = ""] = canonical(address).split("::");
  const [before, after] = [head, tail].map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array<string>(Math.max(0, 8 - (before?.length ?? 0) - (after?.length ?? 0))).fill("0");
  return [...(before ?? []), ...zeros, ...(after ?? [])].slice(0, 4).join(":");
}

/** Returns the canonical spelling of an address, without the zone of an IPv6 address. */
function canonical(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1) : address;
}
