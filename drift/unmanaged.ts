import type { Kind, KindName, WholeKind } from "../provider/kinds";
import { showsParts, kindNames, kinds, listedKinds, nameIn, wholeOf } from "../provider/kinds";
import { UnsupportedError, messageOf } from "../provider/api/errors";
import { lifeCycleOf } from "../provider/lifecycle";
import { madeBy } from "../provider/lifecycle/existing";
import { propertyOf, textOf } from "../provider/declared/properties";
import { idKey } from "../provider/wire/dnsName";
import { withReports, type CheckedResource, type CheckedStack, type Place, type WithForeign } from "./checked";
import type { IgnoreRules } from "./ignore/rules";
import { judgeUnmanaged, verdictOfStack } from "./judge";
import { defaultName, type Account, type Accounts } from "./live/accounts";
import type { DriftReport, PropertyDifference, ResourceReport, UnmanagedZone } from "./model";
import { nextForStack, nextForUnmanaged } from "./nextSteps";
import { unmanagedFiles } from "./unmanagedFiles";
import { unmanagedValues } from "./unmanagedValues";

type Unmanaged = NonNullable<DriftReport["unmanaged"]>;
type Unread = Unmanaged["unread"][number];

/** Returns the objects of the accounts that are in no state: zones and scripts, and parts, files and variables of managed ones. */
export async function unmanagedIn(
  accounts: Accounts,
  stacks: readonly CheckedStack[],
  rules: IgnoreRules,
): Promise<Unmanaged> {
  // If no state has a provider, the variables determine the account.
  if (accounts.list.length === 0) accounts.addFromEnvironment();
  const all = stacks.flatMap(({ resources }) => resources);
  const managed = new Map<string, Owner>();
  for (const { report, place } of all) {
    const { external, type, id, urn } = report;
    if (!external) managed.set(`${type} ${id}`, { place, native: isNative(urn) });
  }
  const [only, ...more] = stacks;
  const native = all.length > 0 && all.every(({ report }) => isNative(report.urn));
  const { zones, unread } = await notInStates(accounts.list, {
    ...{ managed, rules },
    any: { native, place: more.length > 0 ? undefined : only?.place },
  });
  const failed = stacks.filter(({ report }) => report.reason !== undefined).map(({ report }) => report.stack);
  if (failed.length === 0) {
    const others = all.filter((one): one is WithForeign => one.foreign !== undefined);
    const hasFiles = ({ foreign }: WithForeign): boolean => (kinds[foreign.resource.kind] as Kind).files !== undefined;
    const files = unmanagedFiles(others.filter(hasFiles), rules);
    const values = unmanagedValues(
      others.filter((one) => !hasFiles(one)),
      rules,
    );
    return { zones: [...zones, ...files, ...values], unread };
  }
  // An object that seems unmanaged may be in one of the states that could not be read.
  const provider = [...new Set(accounts.list.flatMap(({ providers }) => [...providers]))].join(", ");
  const reason = `The objects in no state can't be determined, because the states of these stacks could not be read: ${failed.join(", ")}`;
  return { zones: [], unread: [...unread, { provider, reason }] };
}

function isNative(urn: string): boolean {
  return /[:$]cdn:index:\w+::/.test(urn);
}

/** What takes over an object: the place of the stack, unless several are possible, and whether its resources are native. */
interface Owner {
  readonly place: Place | undefined;
  readonly native: boolean;
}

/** The fields that an object of every listed kind has. */
interface ListedObject {
  readonly id: number;
  readonly region?: string;
}

interface Search {
  /** The managed objects by kind and id, with their owners. */
  readonly managed: ReadonlyMap<string, Owner>;
  /** What takes over an object that belongs to no managed one. It is native if all resources are. */
  readonly any: Owner;
  readonly rules: IgnoreRules;
}

async function notInStates(accounts: readonly Account[], search: Search): Promise<Unmanaged> {
  const { managed } = search;
  const lists = accounts.flatMap((account) =>
    listedKinds.map(async (kind) => ({ account, kind, ...(await listOf(account, kind, managed)) })),
  );
  const zones = new Map<string, UnmanagedZone>();
  // A failure of every list of an account, such as a missing key, is reported once.
  const unread = new Map<string, Unread>();
  for (const { account, kind, objects, unread: failed } of await Promise.all(lists)) {
    if (failed !== undefined) unread.set(JSON.stringify(failed), failed);
    // Two keys may belong to one account, so the objects of every account of the same service count as known. An account without
    // settings may belong to any service.
    const same = accounts.filter(({ service }) => service === undefined || service === account.service);
    for (const object of objects) {
      const id = String(object.id);
      const key = `${kind} ${id} ${account.service ?? ""}`;
      const isKnown = (of: KindName, id: string): boolean => same.some((one) => one.knows(of, id));
      if (!isKnown(kind, id)) {
        if (isOfUnmanaged(kind, object, managed)) continue;
        const { outline }: Kind = kinds[kind];
        const maker = madeBy(kinds[kind], object)?.text;
        const made = maker === undefined ? [] : [`made by the service for ${maker}`];
        const details = [outline?.({ ...object }).text ?? [], made].flat(2).join(", ");
        const name = nameIn(kinds[kind], object) ?? lifeCycleOf(kind).importable(object)[0]?.name ?? "";
        const isMade = maker !== undefined;
        const about = { ...object, name, isMade, ...(details === "" ? {} : { details }) };
        if (!zones.has(key)) zones.set(key, unmanagedObject(kind, about, account, search.rules, search.any));
        continue;
      }
      const owner = managed.get(`${kind} ${id}`);
      if (owner !== undefined) {
        for (const part of partsOf(kind, object)) {
          const partKey = `${part.kind} ${part.id} ${account.service ?? ""}`;
          if (zones.has(partKey) || isKnown(part.kind, part.id)) continue;
          zones.set(partKey, unmanagedObject(part.kind, part, account, search.rules, owner));
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

/** Returns the objects that an account lists, or the reason why the list could not be read. */
async function listOf(
  account: Account,
  kind: WholeKind,
  managed: Search["managed"],
): Promise<{ objects: readonly ListedObject[]; unread?: Unread }> {
  try {
    const reader = account.reader();
    const listed: ListedObject[] = (await reader.all(kind)).map((one) => one.read());
    // The list may omit parts, such as the records of DNS zones.
    const isEnough = (one: ListedObject): boolean =>
      showsParts(kinds[kind], one) || !managed.has(`${kind} ${String(one.id)}`);
    const withParts = async (one: ListedObject): Promise<ListedObject> =>
      isEnough(one) ? one : reader.read(kind, one.id, { singly: true });
    const detailed = async (one: ListedObject): Promise<ListedObject> => {
      if (!managed.has(`${kind} ${String(one.id)}`) || !hasPartsInDetails(kind)) return one;
      let whole: object = one;
      for (const part of partKindsOf(kind)) whole = await lifeCycleOf(part).withDetails(reader, whole);
      return whole as ListedObject;
    };
    return { objects: await Promise.all(listed.map(async (one) => detailed(await withParts(one)))) };
  } catch (error) {
    // Assumption: the service has a list of this kind. If it has none, there are no such objects.
    if (error instanceof UnsupportedError) return { objects: [] };
    return { objects: [], unread: { provider: account.label, reason: messageOf(error) } };
  }
}

function unmanagedObject(
  kind: KindName,
  object: {
    readonly id: number | string;
    readonly name: string;
    readonly region?: string;
    readonly details?: string;
    readonly isMade?: boolean;
  },
  { providers, label }: Account,
  rules: IgnoreRules,
  owner: Owner,
): UnmanagedZone {
  const { name, region, details, isMade = false } = object;
  const id = String(object.id);
  const explicit = providers.has(defaultName) ? undefined : [...providers][0];
  const more = { ...(region === undefined ? {} : { region }), ...(details === undefined ? {} : { details }) };
  const about = { id, name, type: kind, ...more, provider: label };
  return judgeUnmanaged(about, rules, nextForUnmanaged(kind, id, name, { provider: explicit, isMade, ...owner }));
}

/** Removes differences that the list of unmanaged objects also shows: parts that somebody added to a zone. */
export function withoutListed(stacks: readonly CheckedStack[], { zones }: Unmanaged): CheckedStack[] {
  const listed = new Set(zones.map(({ type, id }) => `${type} ${idKey(id)}`));
  const isListed = (
    { type, id }: ResourceReport,
    { class: of, kind, property, actual }: PropertyDifference,
  ): boolean => {
    if (of !== "undeclared" || kind !== "added") return false;
    const part = (kinds[type as KindName] as Kind).parts?.[propertyOf(property)];
    const own = part && (actual as Readonly<Record<string, unknown>> | null | undefined)?.[part.key];
    return part !== undefined && listed.has(`${part.kind} ${idKey(`${id}/${textOf(own)}`)}`);
  };
  const shown = (one: ResourceReport, { nextFor }: CheckedResource): ResourceReport => {
    const differences = one.differences.filter((difference) => !isListed(one, difference));
    if (differences.length === one.differences.length) return one;
    const status = differences.some(({ counts }) => counts) ? one.status : "clean";
    return { ...one, status, differences, next: nextFor?.(differences) ?? one.next };
  };
  return stacks.map((stack) => {
    const left = withReports(stack, shown);
    const reports = left.resources.map(({ report }) => report);
    if (reports.every((report, index) => report === stack.resources[index]?.report)) return stack;
    const report = { ...left.report, verdict: verdictOfStack(reports) };
    delete report.next;
    const next = nextForStack(reports, stack.place.stack);
    return { ...left, report: next.length === 0 ? report : { ...report, next } };
  });
}

interface Part {
  readonly kind: KindName;
  readonly id: string;
  readonly name: string;
  readonly details: string;
}

/** Returns the parts of a zone that a program could declare, so neither system hostnames nor rules that can't be changed. */
function partsOf(zoneKind: WholeKind, zone: ListedObject): Part[] {
  const where = `of ${kinds[zoneKind].noun} ${nameIn(kinds[zoneKind], zone) ?? String(zone.id)}`;
  return partKindsOf(zoneKind).flatMap((kind) =>
    lifeCycleOf(kind)
      .importable(zone)
      .map(({ id, inputs, ...importable }) => {
        const { outline }: Kind = kinds[kind];
        const { name = importable.name, text } = outline?.(inputs) ?? {};
        return { kind, id, name, details: text === undefined ? where : `${text}, ${where}` };
      }),
  );
}

function partKindsOf(zoneKind: WholeKind): readonly KindName[] {
  return kindNames.filter((kind) => kind !== zoneKind && wholeOf(kind, "")[0] === zoneKind);
}

/** Whether the parts of a kind's objects are read separately. */
function hasPartsInDetails(kind: WholeKind): boolean {
  const { details = {} }: Kind = kinds[kind];
  return Object.values(details).some(({ hasParts }) => hasParts === true);
}

/** Whether an object belongs to one that is in no state, which is reported itself. */
function isOfUnmanaged(kind: WholeKind, object: object, managed: Search["managed"]): boolean {
  const { belongsTo }: Kind = kinds[kind];
  if (belongsTo === undefined) return false;
  return !managed.has(`${belongsTo.kind} ${String((object as Readonly<Record<string, unknown>>)[belongsTo.output])}`);
}
