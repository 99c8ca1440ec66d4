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
    if (value === undefined || value <= 0) throw new WireError(table.object, "Id", "a positive integer", { value });
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

/** The page that a list's answer holds. The service also answers a plain array; both are understood. */
export function envelopeOf(operation: Operation, body: unknown, redact: Redact): Envelope {
  const plain = Array.isArray(body);
  const envelope = (plain ? { Items: body as unknown[] } : body) as Record<string, unknown> | null | undefined;
  const items = envelope?.["Items"];
  if (!Array.isArray(items)) {
    throw broken(
      operation,
      `the list must be an array, or an object whose Items is one, but got: ${kindOf(body)}`,
      redact,
    );
  }
  const {
    CurrentPage: currentPage = 1,
    TotalItems: totalItems = items.length,
    HasMoreItems: more = false,
  } = envelope ?? {};
  if (typeof currentPage !== "number" || typeof totalItems !== "number" || typeof more !== "boolean") {
    throw broken(operation, "CurrentPage and TotalItems must be numbers and HasMoreItems a boolean", redact);
  }
  return { items, currentPage, totalItems, hasMoreItems: more };
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
