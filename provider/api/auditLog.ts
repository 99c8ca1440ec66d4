import { utcTime } from "../wire/utcTime";
import { InvalidInputError } from "./errors";
import { Sender } from "./sender";
import type { OwnedSettings } from "./settings";

/** Entry of the audit log: one change in the account. */
export interface AuditEntry {
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  /** Type of the object that was changed, such as PullZone. */
  readonly resourceType: string;
  readonly resourceId: string;
  readonly action: string;
  readonly actorId: string;
  /** Type of the actor, such as User or ApiKey. */
  readonly actorType: string;
}

const entriesPerPage = 1_000;
/** Maximum number of pages of one day: a busy account needs several. */
const maxPages = 10;

/**
 * The audit log of an account. Assumption: the contract lacks this operation. The format in which an entry describes the change is not known,
 * so that part is not read.
 */
export class AuditLog {
  readonly #sender: Sender;

  constructor(settings: OwnedSettings) {
    this.#sender = new Sender(settings);
  }

  get counters(): Sender["counters"] {
    return this.#sender.counters;
  }

  /**
   * Returns the entries of a day, at most 10,000.
   *
   * @param day UTC, such as 2026-06-30
   * @throws {CdnError} also if the service has no audit log, or the access key may not read it
   */
  async entriesOf(day: string): Promise<AuditEntry[]> {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day))
      throw new InvalidInputError(`day must be a date, such as 2026-06-30, but got: ${day}`, "day");
    const entries: AuditEntry[] = [];
    let token: string | undefined;
    for (let page = 0; page < maxPages; page++) {
      const answer = await this.#sender.send({
        ...{ operation: "read audit log", method: "GET", path: `/user/audit/${day}` },
        ...{ changes: false, repeatable: true },
        query: { Limit: entriesPerPage, ContinuationToken: token },
      });
      const { Logs, HasMoreData, ContinuationToken } = objectIn(answer);
      for (const one of Array.isArray(Logs) ? Logs : []) entries.push(entryIn(objectIn(one)));
      if (HasMoreData !== true || typeof ContinuationToken !== "string" || ContinuationToken === "") break;
      token = ContinuationToken;
    }
    return entries;
  }
}

function entryIn(entry: Readonly<Record<string, unknown>>): AuditEntry {
  return {
    timestamp: utc(textIn(entry["Timestamp"])),
    resourceType: textIn(entry["ResourceType"]),
    resourceId: textIn(entry["ResourceId"]),
    action: textIn(entry["Action"]),
    actorId: textIn(entry["ActorId"]),
    actorType: textIn(entry["ActorType"]),
  };
}

/** Returns a date as ISO 8601 with a time zone, which the service may omit. An invalid date is returned unchanged. */
function utc(timestamp: string): string {
  const time = utcTime(timestamp);
  return Number.isNaN(time) ? timestamp : new Date(time).toISOString();
}

function textIn(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
