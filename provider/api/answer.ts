import { decode } from "../wire/codec";
import type { Table, TypedOf } from "../wire/fields";
import type { Redact } from "../wire/wireError";
import { kindOf, WireError } from "../wire/wireError";
import { UnexpectedResponseError } from "./errors";
import { headline } from "./outcome";
import type { Operation } from "./sender";
import { infoOf } from "./sender";

/** The object that an answer holds, in its typed form. It must carry an id. */
export function decoded<T extends Table>(operation: Operation, table: T, body: unknown, redact: Redact): TypedOf<T> {
  try {
    const typed = decode(table, body);
    const { id: value } = typed as { id?: number };
    if (value === undefined || value <= 0) {
      throw new WireError(table.object, "Id", "a positive integer", { value: (body as { Id?: unknown }).Id });
    }
    return typed;
  } catch (error) {
    throw error instanceof WireError ? broken(operation, error.told(redact), redact, idIn(body)) : error;
  }
}

/** A page of a list, its items as they came. */
export interface Envelope {
  readonly items: readonly unknown[];
  readonly currentPage: number;
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

/**
 * The page that a list's answer holds: an envelope, or a plain array, which the service also answers. Only the items must be
 * there; where the envelope does not say whether there is more, its total says so, or else the size of the page.
 *
 * @param asked the page that was asked for
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
    const fault = `the list must be an array, or an object whose Items is one, but got: ${kindOf(body)}`;
    throw broken(operation, fault, redact);
  }
  const { CurrentPage: currentPage, TotalItems: total, HasMoreItems: hasMore } = envelope;
  const readSoFar = Math.max(0, asked.page - 1) * asked.perPage + items.length;
  const totalItems = typeof total === "number" ? total : readSoFar;
  const seemsToGoOn = typeof total === "number" ? readSoFar < total : items.length >= asked.perPage;
  return {
    items,
    currentPage: typeof currentPage === "number" ? currentPage : asked.page,
    totalItems,
    hasMoreItems: typeof hasMore === "boolean" ? hasMore : seemsToGoOn,
  };
}

/** The error for an answer that the contract rules out. */
export function broken(operation: Operation, fault: string, redact: Redact, id?: number): UnexpectedResponseError {
  const request = infoOf(operation, redact);
  return new UnexpectedResponseError(
    `${headline(request)} was answered against the contract: ${fault}`,
    { request },
    id,
  );
}

/** The id that an object from the wire carries, whatever else is wrong with it. */
export function idIn(body: unknown): number | undefined {
  const id = typeof body === "object" && body !== null ? (body as Record<string, unknown>)["Id"] : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
