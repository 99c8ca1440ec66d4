import type { Kind, KindName, WholeKind } from "../provider/kinds";
import { kindNames, kinds, listedKinds, nameIn, readAs } from "../provider/kinds";
import { UnsupportedError } from "../provider/api/errors";
import { lifeCycleOf } from "../provider/lifecycle";
import { messageOf } from "../provider/lifecycle/shared/failures";
import type { IgnoreRules } from "./ignore/rules";
import { defaultName, type Account, type Accounts } from "./live/accounts";
import type { ListedObject } from "./live/reader";
import type { DriftReport, StackReport, UnmanagedZone } from "./model";
import { nextForUnmanaged } from "./nextSteps";
import { unmanagedFiles, type FolderFiles } from "./unmanagedFiles";

type Unmanaged = NonNullable<DriftReport["unmanaged"]>;
type Unread = Unmanaged["unread"][number];

/** The objects of the accounts that are in no state: zones, and parts of pull zones and files of folders that a stack manages. */
export async function unmanagedIn(
  accounts: Accounts,
  stacks: readonly StackReport[],
  folders: readonly FolderFiles[],
  rules: IgnoreRules,
): Promise<Unmanaged> {
  // Without a provider in any state, variables tell the account.
  if (accounts.list.length === 0) accounts.addFromEnvironment();
  const managed = stacks.flatMap(({ resources }) =>
    resources.filter(({ external }) => !external).map(({ type, id }) => `${type} ${id}`),
  );
  const urns = stacks.flatMap(({ resources }) => resources.map(({ urn }) => urn));
  const native = urns.length > 0 && urns.every((urn) => /[:$]cdn:index:\w+::/.test(urn));
  const { zones, unread } = await notInStates(accounts.list, { managed: new Set(managed), native, rules });
  const failed = stacks.filter(({ reason }) => reason !== undefined).map(({ stack }) => stack);
  if (failed.length === 0) return { zones: [...zones, ...unmanagedFiles(folders, rules)], unread };
  // An object that seems unmanaged may be in one of the states that could not be read.
  const provider = [...new Set(accounts.list.flatMap(({ providers }) => [...providers]))].join(", ");
  const reason = `Objects in no state can't be told apart from those of ${failed.join(", ")}, which could not be read`;
  return { zones: [], unread: [...unread, { provider, reason }] };
}

interface Search {
  /** Kinds and ids of what the states manage. */
  readonly managed: ReadonlySet<string>;
  /** Whether the stacks have native resources, and no dynamic ones. */
  readonly native: boolean;
  readonly rules: IgnoreRules;
}

async function notInStates(accounts: readonly Account[], search: Search): Promise<Unmanaged> {
  const { managed } = search;
  const lists = accounts.flatMap((account) =>
    listedKinds.map(async (kind) => ({ account, kind, ...(await listOf(account, kind, managed)) })),
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
      const isKnown = (of: KindName, id: string): boolean => same.some((one) => one.knows(of, id));
      if (!isKnown(kind, id)) {
        const name = nameIn(kinds[kind], object) ?? "";
        if (!zones.has(key)) zones.set(key, unmanagedObject(kind, { ...object, name }, account, search));
      } else if (managed.has(`${kind} ${id}`)) {
        for (const part of partsOf(kind, object)) {
          const partKey = `${part.kind} ${part.id} ${account.service ?? ""}`;
          if (zones.has(partKey) || isKnown(part.kind, part.id)) continue;
          zones.set(partKey, unmanagedObject(part.kind, part, account, search));
        }
      }
    }
  }
  return {
    zones: [...zones.values()].sort(
      (a, b) => a.type.localeCompare(b.type) || parseInt(a.id) - parseInt(b.id) || (a.id < b.id ? -1 : 1),
    ),
    unread: [...unread.values()],
  };
}

/** The objects that an account lists, or why there are none: the list could not be read, or one of them is malformed. */
async function listOf(
  account: Account,
  kind: WholeKind,
  managed: ReadonlySet<string>,
): Promise<{ objects: ListedObject[]; unread?: Unread }> {
  try {
    const reader = account.reader();
    const listed: ListedObject[] = (await reader.all(kind)).map((one) => one.read());
    // The list leaves out the records of DNS zones.
    const isWhole = (id: number): boolean =>
      kinds[kind].partsAreOutputs !== false || !managed.has(`${kind} ${String(id)}`);
    const whole = async (one: ListedObject): Promise<ListedObject> =>
      isWhole(one.id) ? one : reader.read(kind, one.id, { singly: true });
    return { objects: await Promise.all(listed.map(whole)) };
  } catch (error) {
    // Assumption: there is a list of this kind. Without one nothing can be in it.
    if (error instanceof UnsupportedError) return { objects: [] };
    return { objects: [], unread: { provider: account.label, reason: messageOf(error) } };
  }
}

function unmanagedObject(
  kind: KindName,
  object: { readonly id: number | string; readonly name: string; readonly region?: string; readonly details?: string },
  { providers, label }: Account,
  { native, rules }: Search,
): UnmanagedZone {
  const { name, region, details } = object;
  const id = String(object.id);
  const explicit = providers.has(defaultName) ? undefined : [...providers][0];
  const more = { ...(region === undefined ? {} : { region }), ...(details === undefined ? {} : { details }) };
  const about = { id, name, type: kind, ...more, provider: label };
  const ignored = rules.ignored({ name });
  if (ignored !== undefined) return { ...about, counts: false, ignored, next: [] };
  return { ...about, counts: true, next: nextForUnmanaged(kind, id, name, { provider: explicit, native }) };
}

interface Part {
  readonly kind: KindName;
  readonly id: string;
  readonly name: string;
  readonly details: string;
}

/** The parts of a zone that a program could declare: neither system hostnames nor rules that can't be changed. */
function partsOf(zoneKind: WholeKind, zone: ListedObject): Part[] {
  const where = `of ${kinds[zoneKind].noun} ${nameIn(kinds[zoneKind], zone) ?? String(zone.id)}`;
  return kindNames
    .filter((kind) => kind !== zoneKind && readAs(kind, "")[0] === zoneKind)
    .flatMap((kind) =>
      lifeCycleOf(kind)
        .importable(zone)
        .map(({ id, inputs, ...importable }) => {
          const { outline }: Kind = kinds[kind];
          const { name = importable.name, text } = outline?.(inputs) ?? {};
          return { kind, id, name, details: text === undefined ? where : `${text}, ${where}` };
        }),
    );
}
