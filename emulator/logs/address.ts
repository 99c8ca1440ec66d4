import { isIP } from "node:net";
import type { PullZone } from "../types/pullZone";

/** How much of addresses a pull zone's log keeps. Assumption: type 0 drops the last octet, type 1 the address. */
export type Anonymization = "none" | "lastOctet" | "full";

export function anonymizationOf(zone: PullZone): Anonymization {
  if (!zone.LoggingIPAnonymizationEnabled) return "none";
  return zone.LogAnonymizationType === 1 ? "full" : "lastOctet";
}

/** The address as the log shows it: whole, with a /24 or /64 left of it, or null. */
export function shownAddress(address: string | null | undefined, anonymization: Anonymization): string | null {
  if (address === null || address === undefined || anonymization === "full") return null;
  if (anonymization === "none") return address;
  const groups = groupsOf(address);
  if (groups === undefined) return null;
  if (groups.length === 4) return [...groups.slice(0, 3), 0].join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::`;
}

/** Whether an address is the one asked for, as widely as the anonymization has it. */
export function sameAddress(address: string | null | undefined, asked: string, anonymization: Anonymization): boolean {
  if (anonymization === "full") return true;
  const [one, other] = [groupsOf(address ?? ""), groupsOf(asked)];
  if (one === undefined || other?.length !== one.length) return false;
  // 24 of 32 bits are three groups of four; 64 of 128 bits are four of eight.
  const kept = anonymization === "none" ? one.length : one.length === 4 ? 3 : 4;
  return one.slice(0, kept).every((group, index) => group === other[index]);
}

/** Four octets or eight groups of 16 bits, so that one address in two spellings is the same. */
function groupsOf(address: string): number[] | undefined {
  if (isIP(address) === 4) return address.split(".").map(Number);
  if (isIP(address) !== 6) return undefined;
  const quad = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const plain =
    quad === null
      ? address
      : `${String(quad[1])}${[2, 4].map((at) => (Number(quad[at]) * 256 + Number(quad[at + 1])).toString(16)).join(":")}`;
  const [head = "", tail] = plain.split("::");
  const [before, after] = [hexGroups(head), hexGroups(tail ?? "")];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function hexGroups(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => parseInt(group, 16));
}
