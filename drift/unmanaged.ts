import type { ListedZone } from "../provider/api/batchedReads";
import type { IgnoreRules } from "./ignore/rules";
import { messageOf } from "./judge";
import { defaultName, type Account } from "./live/accounts";
import type { DriftReport, UnmanagedZone } from "./model";
import { nextForUnmanaged } from "./nextSteps";

/** A storage zone of a state. */
export interface KnownZone {
  readonly account: Account;
  readonly id: string;
}

/** The storage zones of the accounts that are in no state. */
export async function unmanagedZones(
  accounts: readonly Account[],
  known: readonly KnownZone[],
  rules: IgnoreRules,
): Promise<NonNullable<DriftReport["unmanaged"]>> {
  const zones = new Map<string, UnmanagedZone>();
  const unread: { provider: string; reason: string }[] = [];
  for (const account of accounts) {
    // Ids are unique in a service, and two keys may belong to one account.
    const sameService = ({ service }: Account): boolean => service === undefined || service === account.service;
    const ids = new Set(known.filter((zone) => sameService(zone.account)).map(({ id }) => id));
    try {
      for (const zone of await account.reader().allStorageZones()) {
        const id = String(zone.id);
        if (!ids.has(id) && !zones.has(id)) zones.set(id, unmanagedZone(zone, account, rules));
      }
    } catch (error) {
      unread.push({ provider: [...account.providers].join(", "), reason: messageOf(error) });
    }
  }
  return { zones: [...zones.values()].sort((a, b) => Number(a.id) - Number(b.id)), unread };
}

function unmanagedZone(listed: ListedZone, { providers }: Account, rules: IgnoreRules): UnmanagedZone {
  const zone = listed.read();
  const [id, name] = [String(zone.id), zone.name ?? ""];
  const explicit = providers.has(defaultName) ? undefined : [...providers][0];
  const about = { id, name, region: zone.region ?? "", provider: [...providers].join(", ") };
  const ignored = rules.ignored({ name });
  if (ignored !== undefined) return { ...about, counts: false, ignored, next: [] };
  return { ...about, counts: true, next: nextForUnmanaged(id, name, explicit) };
}
