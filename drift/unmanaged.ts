import type { LinkedStorageZone } from "../provider/types/storageZone";
import type { IgnoreRules } from "./ignore/rules";
import { defaultName, type Account } from "./live/accounts";
import { nextForUnmanaged } from "./next";
import type { DriftReport, UnmanagedZone } from "./report/model";

/** A storage zone of a state. */
export interface KnownZone {
  readonly account: Account;
  readonly id: string;
}

/** The storage zones of the accounts that stand in no state. */
export async function unmanagedZones(
  accounts: readonly Account[],
  known: readonly KnownZone[],
  rules: IgnoreRules,
): Promise<NonNullable<DriftReport["unmanaged"]>> {
  const zones = new Map<string, UnmanagedZone>();
  const unread: { provider: string; reason: string }[] = [];
  for (const account of accounts) {
    const provider = [...account.providers].join(", ");
    const explicit = account.providers.has(defaultName) ? undefined : [...account.providers][0];
    // Ids are of the service: two keys may well be of one account.
    const ids = new Set(known.filter((zone) => mayBeOf(zone.account, account)).map(({ id }) => id));
    try {
      for (const zone of await account.reader().allStorageZones()) {
        const id = String(zone.id);
        if (!ids.has(id) && !zones.has(id)) zones.set(id, unmanaged(zone, provider, explicit, rules));
      }
    } catch (error) {
      unread.push({ provider, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { zones: [...zones.values()].sort((a, b) => Number(a.id) - Number(b.id)), unread };
}

function unmanaged(
  zone: LinkedStorageZone,
  provider: string,
  explicit: string | undefined,
  rules: IgnoreRules,
): UnmanagedZone {
  const [id, name] = [String(zone.id), zone.name ?? ""];
  const ignored = rules.ignored({ name });
  return {
    id,
    name,
    region: zone.region ?? "",
    provider,
    counts: ignored === undefined,
    ...(ignored === undefined ? {} : { ignored }),
    next: ignored === undefined ? nextForUnmanaged(id, name, explicit) : [],
  };
}

function mayBeOf({ service }: Account, account: Account): boolean {
  return service === undefined || service === account.service;
}
