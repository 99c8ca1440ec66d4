import type { WholeKindOf } from "../kinds";
import { decode } from "../wire/codec";
import type { Table } from "../wire/fields";
import { pulumiMark } from "../wire/pulumiMark";
import type { Redact } from "../wire/wireError";
import { describeType, WireError } from "../wire/wireError";
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

/** A page of a list, its items not decoded. */
export interface Envelope {
  readonly items: readonly unknown[];
  readonly currentPage: number;
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

/**
 * The page in a body: an envelope or, as the service also sends, a plain array. Only the items are required. If HasMoreItems is
 * missing, TotalItems decides; without that, too, a full page means that more follow. A page that is not full, or that goes beyond
 * TotalItems, must be the last one: a list that always has one zone more would be read for ever.
 *
 * @param asked the requested page
 */
export function envelopeOf(
  operation: Operation,
  body: unknown,
  asked: { readonly page: number; readonly perPage: number },
  redact: Redact,
): Envelope {
  if (Array.isArray(body)) return { items: body, currentPage: 1, totalItems: body.length, hasMoreItems: false };
  const envelope = (body ?? {}) as Record<string, unknown>;
  const items = envelope["Items"] === null ? [] : envelope["Items"];
  if (!Array.isArray(items)) {
    const fault = `the list must be an array, or an object whose Items is one, but got: ${describeType(body)}`;
    throw contractError(operation, fault, redact);
  }
  const { CurrentPage: currentPage, TotalItems: total, HasMoreItems: hasMore } = envelope;
  const readSoFar = Math.max(0, asked.page - 1) * asked.perPage + items.length;
  const totalItems = typeof total === "number" ? total : readSoFar;
  const seemsToContinue = typeof total === "number" ? readSoFar < total : items.length >= asked.perPage;
  // An empty page is the last one, whatever HasMoreItems says.
  const hasMoreItems = items.length > 0 && (typeof hasMore === "boolean" ? hasMore : seemsToContinue);
  if (hasMoreItems && items.length < asked.perPage) {
    const held = `page ${String(asked.page)} has ${String(items.length)} of ${String(asked.perPage)} items`;
    throw contractError(operation, `${held}, but says that more follow`, redact);
  }
  if (hasMoreItems && readSoFar > totalItems) {
    const fault = `page ${String(asked.page)} goes beyond TotalItems, ${String(totalItems)}, but says that more follow`;
    throw contractError(operation, fault, redact);
  }
  return {
    items,
    currentPage: typeof currentPage === "number" ? currentPage : asked.page,
    totalItems,
    hasMoreItems,
  };
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

/** The id in a body, even if the rest of it is invalid. */
export function idIn(body: unknown): number | undefined {
  const id = typeof body === "object" && body !== null ? (body as Record<string, unknown>)["Id"] : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Whether a body is that of an object which the service still shows, though it was deleted. */
export function isDeleted(body: unknown): boolean {
  return (body as { readonly Deleted?: unknown } | null | undefined)?.Deleted === true;
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
