import type { Kind } from "../kinds";
import { pluralOf } from "../wire/words";
import { describeType } from "../wire/wireError";
import type { RequestInfo } from "./errors";
import type { HttpRequest } from "./transport";
import { pathTo } from "./paths";

// Conventions of the service beyond the fields in the tables: verbs, paths, lists and ids. They apply to every kind; where a kind differs, its data
// say so, and these functions read them.

const methods = { get: "GET", list: "GET", add: "POST", update: "POST", delete: "DELETE" } as const;

/** Returns the request for an object, such as "get storage zone" (GET /storagezone/7). Without an id, it adds an object or lists all of them. */
export function requestFor(
  verb: keyof typeof methods,
  { noun, path = "" }: Pick<Kind, "noun" | "path">,
  id?: number | string,
): RequestInfo & Pick<HttpRequest, "method"> {
  const operation = `${verb} ${verb === "list" ? pluralOf(noun) : noun}`;
  return { operation, method: methods[verb], path: id === undefined ? path : pathTo(path, id) };
}

/** Page of a list, with items that are not decoded. */
export interface Envelope {
  readonly items: readonly unknown[];
  readonly currentPage: number;
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

/**
 * Returns the page in a body: an envelope or, as the service also sends, a plain array. Only the items are required. If HasMoreItems is missing,
 * TotalItems decides whether more follow; if both are missing, a full page means that more follow. A page that is not full, or that goes beyond
 * TotalItems, must be the last one: otherwise a list that always claims one more zone would be read forever.
 *
 * @param asked the requested page
 * @param error the error for a body that breaks the contract
 */
export function envelopeOf(
  body: unknown,
  asked: { readonly page: number; readonly perPage: number },
  error: (fault: string) => Error,
): Envelope {
  if (Array.isArray(body)) return { items: body, currentPage: 1, totalItems: body.length, hasMoreItems: false };
  const envelope = (body ?? {}) as Record<string, unknown>;
  const items = envelope["Items"] === null ? [] : envelope["Items"];
  if (!Array.isArray(items)) {
    const fault = `the list must be an array, or an object whose Items is one, but got: ${describeType(body)}`;
    throw error(fault);
  }
  const { CurrentPage: currentPage, TotalItems: total, HasMoreItems: hasMore } = envelope;
  const readSoFar = Math.max(0, asked.page - 1) * asked.perPage + items.length;
  const totalItems = typeof total === "number" ? total : readSoFar;
  const seemsToContinue = typeof total === "number" ? readSoFar < total : items.length >= asked.perPage;
  // An empty page is the last one, even if HasMoreItems is true.
  const hasMoreItems = items.length > 0 && (typeof hasMore === "boolean" ? hasMore : seemsToContinue);
  if (hasMoreItems && items.length < asked.perPage) {
    const held = `page ${String(asked.page)} has ${String(items.length)} of ${String(asked.perPage)} items`;
    throw error(`${held}, but says that more follow`);
  }
  if (hasMoreItems && readSoFar > totalItems) {
    const fault = `page ${String(asked.page)} goes beyond TotalItems, ${String(totalItems)}, but says that more follow`;
    throw error(fault);
  }
  return {
    items,
    currentPage: typeof currentPage === "number" ? currentPage : asked.page,
    totalItems,
    hasMoreItems,
  };
}

/** Returns the id in a body, even if the rest of the body is invalid. */
export function idIn(body: unknown): number | undefined {
  const id = typeof body === "object" && body !== null ? (body as Record<string, unknown>)["Id"] : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Whether the object in a body was deleted: the service may still return it. */
export function isDeleted(body: unknown): boolean {
  return (body as { readonly Deleted?: unknown } | null | undefined)?.Deleted === true;
}

/** Returns the id of the user who owns the object in a body. */
export function ownerIn(body: unknown): unknown {
  return (body as { readonly UserId?: unknown } | null | undefined)?.UserId;
}
