import type { WholeKindOf } from "../kinds";
import { decode } from "../wire/codec";
import type { Table } from "../wire/fields";
import { pulumiMark } from "../wire/pulumiMark";
import type { Redact } from "../wire/wireError";
import { WireError } from "../wire/wireError";
import { idIn } from "./dialect";
import { UnexpectedResponseError } from "./errors";
import type { Operation } from "./operation";
import { headline, infoOf } from "./operation";
import { TransportFailure } from "./transport";

/** Decodes the object in a body. It must have an id, if its table has one. */
export function decoded<T extends object>(operation: Operation, table: Table<T>, body: unknown, redact: Redact): T {
  try {
    const typed = decode(table, body);
    const { id: value } = typed as { id?: number };
    const hasId = table.fields.some(({ name }) => name === "id");
    if (hasId && (value === undefined || value <= 0)) {
      throw new WireError(table.object, "Id", "a positive integer", { value: (body as { Id?: unknown }).Id });
    }
    return typed;
  } catch (error) {
    throw error instanceof WireError
      ? contractError(operation, error.detailedMessage(redact), redact, idIn(body))
      : error;
  }
}

/** A paged list has null for linked objects, such as the pull zones of a storage zone: they are unknown, and not none. So are records. */
export function withoutUnknown<Zone extends object>(
  { table, linked = {}, parts = {}, partsAreOutputs }: WholeKindOf<Zone>,
  item: unknown,
  zone: Zone,
): Zone {
  const mayBeLeftOut = { ...linked, ...(partsAreOutputs === false ? parts : {}) };
  for (const { wire, name } of table.fields) {
    if (name in mayBeLeftOut && !Array.isArray((item as Record<string, unknown>)[wire])) {
      delete (zone as Record<string, unknown>)[name];
    }
  }
  return zone;
}

/** Keeps only the fields of partial tables: with whole pull zones, a thousand storage zones of a list take ten times the memory. */
export function dropUnread({ fields }: Table, item: unknown): void {
  const object = item as Record<string, unknown>;
  for (const { wire, of } of fields) {
    const elements = of?.partial === true ? object[wire] : undefined;
    if (!Array.isArray(elements)) continue;
    object[wire] = elements.map((one: unknown) =>
      typeof one === "object" && one !== null
        ? Object.fromEntries(of?.fields.map((field) => [field.wire, (one as typeof object)[field.wire]]) ?? [])
        : one,
    );
  }
}

/** The error for a body that breaks the contract. */
export function contractError(
  operation: Operation,
  fault: string,
  redact: Redact,
  id?: number,
): UnexpectedResponseError {
  const request = infoOf(operation, redact);
  return new UnexpectedResponseError(`${headline(request)} got an unexpected response: ${fault}`, { request }, id);
}

/**
 * Parses a body. One with Pulumi's mark is refused: the service could make Pulumi treat a field as a secret or read a local file.
 *
 * @throws {TransportFailure} `unreadable`, if it contains the mark
 * @throws {SyntaxError} if it is not JSON
 */
export function parseBody(text: string): unknown {
  const body = JSON.parse(text) as unknown;
  // A cheap test first. The digits of the mark may also be written as \u escapes, which almost no service does.
  const mayBeMarked = text.includes(pulumiMark) || /\\u00(3\d|6[1-6])/.test(text);
  if (mayBeMarked && isMarked(body)) {
    throw new TransportFailure(`a response with a mark that only Pulumi sets (${pulumiMark})`, "unreadable");
  }
  return body;
}

function isMarked(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, pulumiMark) || Object.values(value).some(isMarked);
}
