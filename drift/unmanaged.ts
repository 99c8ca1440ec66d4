import type { ListedZone } from "../provider/api/batchedReads";
import type { IgnoreRules } from "./ignore/rules";
import { messageOf } from "./judge";
import { defaultName, type Account } from "./live/accounts";
import type { DriftReport, UnmanagedZone } from "./model";
import { nextForUnmanaged } from "./nextSteps";

/** The storage zones of the accounts that are in no state. */
export async function unmanagedZones(
  accounts: readonly Account[],
  rules: IgnoreRules,
): Promise<NonNullable<DriftReport["unmanaged"]>> {
  const zones = new Map<string, UnmanagedZone>();
  const unread: { provider: string; reason: string }[] = [];
  const lists = await Promise.allSettled(accounts.map(async (account) => account.reader().allStorageZones()));
  for (const [index, account] of accounts.entries()) {
    // Two keys may belong to one account, so the zones of every account of the same service count as known. One without
    // settings may be of any service.
    const same = accounts.filter(({ service }) => service === undefined || service === account.service);
    const isKnown = (id: string): boolean => zones.has(id) || same.some(({ storageZones }) => storageZones.has(id));
    // An account is also unread if a zone in its list is malformed.
    try {
      const list = lists[index];
      if (list?.status !== "fulfilled") throw list?.reason;
      for (const zone of list.value) {
        const id = String(zone.id);
        if (!isKnown(id)) zones.set(id, unmanagedZone(zone, account, rules));
      }
    } catch (error) {
      unread.push({ provider: account.label, reason: messageOf(error) });
    }
  }
  return { zones: [...zones.values()].sort((a, b) => Number(a.id) - Number(b.id)), unread };
}

function unmanagedZone(listed: ListedZone, { providers, label }: Account, rules: IgnoreRules): UnmanagedZone {
  const zone = listed.read();
  const [id, name] = [String(zone.id), zone.name ?? ""];
  const explicit = providers.has(defaultName) ? undefined : [...providers][0];
  const about = { id, name, region: zone.region ?? "", provider: label };
  const ignored = rules.ignored({ name });
  if (ignored !== undefined) return { ...about, counts: false, ignored, next: [] };
  return { ...about, counts: true, next: nextForUnmanaged(id, name, explicit) };
}
