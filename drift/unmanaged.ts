import type { KindName } from "../provider/kinds";
import { kinds, listedKinds } from "../provider/kinds";
import { messageOf } from "./errors";
import type { IgnoreRules } from "./ignore/rules";
import { defaultName, type Account, type Accounts } from "./live/accounts";
import type { ListedObject } from "./live/reader";
import type { DriftReport, StackReport, UnmanagedZone } from "./model";
import { nextForUnmanaged } from "./nextSteps";

type Unmanaged = NonNullable<DriftReport["unmanaged"]>;

/** The zones of the accounts that are in no state. */
export async function unmanagedIn(
  accounts: Accounts,
  stacks: readonly StackReport[],
  rules: IgnoreRules,
): Promise<Unmanaged> {
  // Without a provider in any state, variables tell the account.
  if (accounts.list.length === 0) accounts.addFromEnvironment();
  const { zones, unread } = await notInStates(accounts.list, rules);
  const failed = stacks.filter(({ reason }) => reason !== undefined).map(({ stack }) => stack);
  if (failed.length === 0) return { zones, unread };
  // A zone that seems unmanaged may be in one of the states that could not be read.
  const provider = [...new Set(accounts.list.flatMap(({ providers }) => [...providers]))].join(", ");
  const reason = `Zones in no state can't be told apart from those of ${failed.join(", ")}, which could not be read`;
  return { zones: [], unread: [...unread, { provider, reason }] };
}

async function notInStates(accounts: readonly Account[], rules: IgnoreRules): Promise<Unmanaged> {
  const lists = await Promise.all(accounts.map(listedIn));
  const zones = new Map<string, UnmanagedZone>();
  for (const [index, account] of accounts.entries()) {
    // Two keys may belong to one account, so the zones of every account of the same service count as known. An account without
    // settings may be of any service.
    const same = accounts.filter(({ service }) => service === undefined || service === account.service);
    for (const { kind, zone } of lists[index]?.zones ?? []) {
      const id = String(zone.id);
      const key = `${kind} ${id} ${account.service ?? ""}`;
      const isKnown = zones.has(key) || same.some((one) => one.knows(kind, id));
      if (!isKnown) zones.set(key, unmanagedZone(kind, zone, account, rules));
    }
  }
  return {
    zones: [...zones.values()].sort((a, b) => Number(a.id) - Number(b.id)),
    unread: lists.flatMap(({ unread }) => unread ?? []),
  };
}

interface Listed {
  readonly kind: KindName;
  readonly zone: ListedObject;
}

/** Every zone that an account lists, or why they could not be read: also if one of them is malformed. */
async function listedIn(account: Account): Promise<{ zones?: readonly Listed[]; unread?: Unread }> {
  try {
    const zones: Listed[] = [];
    for (const kind of listedKinds) {
      for (const zone of await account.reader().all(kind)) zones.push({ kind, zone: zone.read() });
    }
    return { zones };
  } catch (error) {
    return { unread: { provider: account.label, reason: messageOf(error) } };
  }
}

type Unread = Unmanaged["unread"][number];

function unmanagedZone(
  kind: KindName,
  zone: ListedObject,
  { providers, label }: Account,
  rules: IgnoreRules,
): UnmanagedZone {
  const [id, name] = [String(zone.id), zone.name ?? ""];
  const explicit = providers.has(defaultName) ? undefined : [...providers][0];
  const about = { id, name, region: zone.region ?? "", provider: label };
  const ignored = rules.ignored({ name });
  if (ignored !== undefined) return { ...about, counts: false, ignored, next: [] };
  return { ...about, counts: true, next: nextForUnmanaged(kinds[kind], id, name, explicit) };
}
