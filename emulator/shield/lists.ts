import { isIP } from "node:net";
import { shieldListActions, shieldListTypes } from "../../provider/wire/shieldConstants";

/** A list of the service, whose entries no account sees. */
export interface ManagedList {
  readonly listId: number;
  readonly configurationId: number;
  readonly name: string;
  readonly type: number;
  readonly requiredPlan: number;
}

/** Assumption: the ids. The names are documented. */
export const managedLists: readonly ManagedList[] = [
  { listId: 1, configurationId: 901, name: "VPN Providers", type: shieldListTypes.Cidr, requiredPlan: 1 },
  { listId: 2, configurationId: 902, name: "TOR Exit Nodes", type: shieldListTypes.Ip, requiredPlan: 1 },
  { listId: 3, configurationId: 903, name: "ThreatFox", type: shieldListTypes.Ip, requiredPlan: 2 },
];

/** The configuration of a list that nobody has switched on. */
export const switchedOff = { isEnabled: false, action: shieldListActions.None };

const forms: Readonly<Record<number, (entry: string) => boolean>> = {
  [shieldListTypes.Ip]: (entry) => isIP(entry) > 0,
  [shieldListTypes.Cidr]: (entry) => /^[^/]+\/\d{1,3}$/.test(entry) && isIP(entry.split("/")[0] ?? "") > 0,
  [shieldListTypes.Asn]: (entry) => /^(AS)?\d+$/i.test(entry),
  [shieldListTypes.Country]: (entry) => /^[A-Z]{2}$/i.test(entry),
};

/** Whether an entry has the form of a list's type. Assumption: the service checks it. */
export function isEntryOf(type: number, entry: string): boolean {
  return forms[type]?.(entry) ?? true;
}

/** Returns the entries of a content, which has one in each line. */
export function entriesOf(content: string): string[] {
  const lines = content.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "");
}
