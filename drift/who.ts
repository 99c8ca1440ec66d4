import type { AuditEntry } from "../provider/api/auditLog";
import type { Kind, KindName } from "../provider/kinds";
import { kindNames, kinds, wholeOf } from "../provider/kinds";
import { messageOf } from "../provider/api/errors";
import { idKey } from "../provider/wire/dnsName";
import { withReports, type CheckedStack } from "./checked";
import { isDrift } from "./judge";
import type { Account } from "./live/accounts";
import type { Change, DriftReport } from "./model";

/** What may have been changed by somebody. */
interface Findings extends Pick<DriftReport, "unmanaged"> {
  readonly stacks: readonly CheckedStack[];
}

const dayMs = 24 * 60 * 60 * 1000;
/** The maximum number of days. Each day is a request. */
const maxDays = 31;
const maxChanges = 3;

/**
 * Adds to each finding the latest changes in the audit log of its account since the state was written. An account whose log can't be read is
 * reported once, with the reason.
 */
export async function withChanges<Found extends Findings>(
  found: Found,
  accounts: readonly Account[],
  now: Date,
): Promise<Found & Pick<DriftReport, "auditLog">> {
  const sinceOf = ({ writtenAt = 0 }: CheckedStack): number =>
    Math.max(writtenAt, now.getTime() - (maxDays - 1) * dayMs);
  const since = new Map<Account, number>();
  const ask = (account: Account, from: number): void => {
    since.set(account, Math.min(since.get(account) ?? Infinity, from));
  };
  for (const stack of found.stacks) {
    for (const { report, account } of stack.resources) if (isDrift(report)) ask(account, sinceOf(stack));
  }
  const unmanaged = found.unmanaged?.zones ?? [];
  const first = Math.min(...found.stacks.map(sinceOf), now.getTime());
  if (unmanaged.some(({ counts }) => counts)) for (const account of accounts) ask(account, first);

  const logs = new Map<Account, readonly AuditEntry[]>();
  const unread: { provider: string; reason: string }[] = [];
  for (const [account, from] of since) {
    const { entries, failed } = await entriesOf(account, from, now);
    logs.set(account, entries);
    if (failed !== undefined) unread.push({ provider: account.label, reason: failed });
  }
  const changesOf = (account: Account | undefined, type: string, id: string, from: number): { changes?: Change[] } => {
    const entries = account === undefined ? [...logs.values()].flat() : (logs.get(account) ?? []);
    const about = entries.filter((entry) => Date.parse(entry.timestamp) >= from && isAbout(entry, type, id));
    const latest = about.sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1)).slice(0, maxChanges);
    return latest.length === 0 ? {} : { changes: latest.map(changeIn) };
  };
  return {
    ...found,
    stacks: found.stacks.map((stack) =>
      withReports(stack, (one, { account }) =>
        isDrift(one) ? { ...one, ...changesOf(account, one.type, one.id, sinceOf(stack)) } : one,
      ),
    ),
    ...(found.unmanaged && {
      unmanaged: {
        ...found.unmanaged,
        zones: unmanaged.map((one) => ({ ...one, ...changesOf(undefined, one.type, one.id, first) })),
      },
    }),
    auditLog: { unread },
  };
}

/**
 * Reads a log from the latest day back, so that a service that no longer has the oldest days still shows the later changes.
 *
 * @returns the entries, and the reason why the rest can't be read
 */
async function entriesOf(
  account: Account,
  from: number,
  now: Date,
): Promise<{ entries: readonly AuditEntry[]; failed?: string }> {
  const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const latest = dayOf(now.getTime());
  const days = new Set([latest]);
  for (let time = now.getTime(); time > from; time -= dayMs) days.add(dayOf(time));
  days.add(dayOf(Math.min(from, now.getTime())));
  const entries: AuditEntry[] = [];
  for (const day of days) {
    try {
      entries.push(...(await account.auditLog().entriesOf(day)));
    } catch (error) {
      const reason = reasonOf(error);
      return { entries, failed: day === latest ? reason : `${reason}, for ${day} and earlier` };
    }
  }
  return { entries };
}

/**
 * Whether an entry is about an object, or about the zone that the object is a part of. Assumption: the log uses the contract's name of the
 * type, in any spelling, and records changes of parts under the type of the part or of its zone.
 */
function isAbout({ resourceType, resourceId }: AuditEntry, type: string, id: string): boolean {
  const kind = kindNames.find((name) => name === type);
  if (kind === undefined) return false;
  const [wholeKind, zoneId] = wholeOf(kind, id);
  if (isType(resourceType, wholeKind)) return resourceId === zoneId;
  const own = id.slice(zoneId.length + 1);
  return isType(resourceType, kind) && [idKey(id), idKey(own), zoneId].includes(idKey(resourceId));
}

function isType(resourceType: string, kind: KindName): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, "");
  const { noun }: Kind = kinds[kind];
  return [letters(kind), letters(noun)].includes(letters(resourceType));
}

function changeIn({ timestamp, action, actorId, actorType }: AuditEntry): Change {
  return { time: timestamp, action, actor: [actorType, actorId].filter((word) => word !== "").join(" ") };
}

/** Describes why a log can't be read. A key that must not read the log may read the rest, so this never says that the key is refused. */
function reasonOf(error: unknown): string {
  const { status } = (error as { readonly evidence?: { readonly status?: number } }).evidence ?? {};
  if (status === 401 || status === 403) return `the access key may not read it (${String(status)})`;
  if (status === 404 || status === 405) return `the service has none (${String(status)})`;
  return messageOf(error).split("\n")[0] ?? "";
}
