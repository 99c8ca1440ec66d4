import { utcTime } from "../wire/utcTime";
import { InvalidInputError } from "./errors";
import { Sender } from "./sender";
import type { OwnedSettings } from "./settings";

/** A change in the account, as its audit log has it. */
export interface AuditEntry {
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  /** Such as PullZone. */
  readonly resourceType: string;
  readonly resourceId: string;
  readonly action: string;
  readonly actorId: string;
  /** Such as User or ApiKey. */
  readonly actorType: string;
}

const entriesPerPage = 1_000;
/** A busy account's day. */
const maxPages = 10;

/**
 * The audit log of an account. Assumption: the whole operation, which the contract lacks. What an entry says of the change itself is not
 * known, so it is not read.
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
   * The entries of a day, at most 10,000.
   *
   * @param day UTC, such as 2026-06-30
   * @throws {CdnError} also where the service has no audit log, or the access key must not read it
   */
  async entriesOf(day: string): Promise<AuditEntry[]> {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new InvalidInputError(`day must be a date, but got: ${day}`, "day");
    const entries: AuditEntry[] = [];
    let token: string | undefined;
    for (let page = 0; page < maxPages; page++) {
      const answer = await this.#sender.send({
        ...{ operation: "read audit log", method: "GET", path: `/user/audit/${day}`, repeatable: true },
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

/** As ISO 8601 with its zone, which the service's dates may lack; otherwise as it is. */
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
