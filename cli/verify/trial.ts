import { randomBytes } from "node:crypto";
import type { Json } from "./bodies";

/** A zone or script that is created and must be deleted again. */
export interface Trial {
  readonly noun: string;
  readonly path: "/storagezone" | "/pullzone" | "/dnszone" | "/compute/script";
  readonly nameField: "Name" | "Domain";
  readonly name: string;
}

/** Returns an object that is not created yet, with a random name. */
export function trial(noun: string, path: Trial["path"]): Trial {
  return { noun, path, nameField: "Name", name: randomName() };
}

export function trialDomain(): Trial {
  return { ...trial("DNS zone", "/dnszone"), nameField: "Domain", name: `${randomName()}.internal` };
}

/** Returns a trial whose name should be refused. */
export function misnamed(trial: Trial): Trial {
  return { ...trial, name: `Verify_${randomName()}` };
}

/** Whether an object of the service has the random name. */
export function isNamed({ nameField, name }: Trial, zone: Json): boolean {
  return zone[nameField] === name;
}

/** The query of a deletion. Without it, the pull zones of a storage zone would be deleted as well, and those of a script may be. */
export function deletionQuery({ path }: Trial): string {
  return path === "/storagezone" || path === "/compute/script" ? "?deleteLinkedPullZones=false" : "";
}

function randomName(): string {
  return `verify-${randomBytes(6).toString("hex")}`;
}
