import type { KindName, WholeKind } from "../provider/kinds";
import { kinds, listedKinds } from "../provider/kinds";
import { UnsupportedError } from "../provider/api/errors";
import { messageOf } from "./errors";
import type { IgnoreRules } from "./ignore/rules";
import { defaultName, type Account, type Accounts } from "./live/accounts";
import type { ListedObject } from "./live/reader";
import type { DriftReport, StackReport, UnmanagedZone } from "./model";
import { nextForUnmanaged } from "./nextSteps";

type Unmanaged = NonNullable<DriftReport["unmanaged"]>;
type Unread = Unmanaged["unread"][number];

/** The objects of the accounts that are in no state. */
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
  // An object that seems unmanaged may be in one of the states that could not be read.
  const provider = [...new Set(accounts.list.flatMap(({ providers }) => [...providers]))].join(", ");
  const reason = `Objects in no state can't be told apart from those of ${failed.join(", ")}, which could not be read`;
  return { zones: [], unread: [...unread, { provider, reason }] };
}

async function notInStates(accounts: readonly Account[], rules: IgnoreRules): Promise<Unmanaged> {
  const lists = accounts.flatMap((account) =>
    listedKinds.map(async (kind) => ({ account, kind, ...(await listOf(account, kind)) })),
  );
  const zones = new Map<string, UnmanagedZone>();
  // What fails every list of an account, such as a missing key, is said once.
  const unread = new Map<string, Unread>();
  for (const { account, kind, objects, unread: failed } of await Promise.all(lists)) {
    if (failed !== undefined) unread.set(JSON.stringify(failed), failed);
    // Two keys may belong to one account, so the objects of every account of the same service count as known. An account without
    // settings may be of any service.
    const same = accounts.filter(({ service }) => service === undefined || service === account.service);
    for (const object of objects) {
      const id = String(object.id);
      const key = `${kind} ${id} ${account.service ?? ""}`;
      const isKnown = zones.has(key) || same.some((one) => one.knows(kind, id));
      if (!isKnown) zones.set(key, unmanagedObject(kind, object, account, rules));
    }
  }
  return {
    zones: [...zones.values()].sort((a, b) => a.type.localeCompare(b.type) || Number(a.id) - Number(b.id)),
    unread: [...unread.values()],
  };
}

/** The objects that an account lists, or why there are none: the list could not be read, or one of them is malformed. */
async function listOf(account: Account, kind: WholeKind): Promise<{ objects: ListedObject[]; unread?: Unread }> {
  try {
    return { objects: (await account.reader().all(kind)).map((one) => one.read()) };
  } catch (error) {
    // Assumption: there is a list of this kind. Without one nothing can be in it.
    if (error instanceof UnsupportedError) return { objects: [] };
    return { objects: [], unread: { provider: account.label, reason: messageOf(error) } };
  }
}

function unmanagedObject(
  kind: KindName,
  object: ListedObject,
  { providers, label }: Account,
  rules: IgnoreRules,
): UnmanagedZone {
  const { name = "", region } = object;
  const id = String(object.id);
  const explicit = providers.has(defaultName) ? undefined : [...providers][0];
  const about = { id, name, type: kind, ...(region === undefined ? {} : { region }), provider: label };
  const ignored = rules.ignored({ name });
  if (ignored !== undefined) return { ...about, counts: false, ignored, next: [] };
  return { ...about, counts: true, next: nextForUnmanaged(kinds[kind], id, name, explicit) };
}
