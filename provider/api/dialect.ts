import type { Kind } from "../kinds";
import { describeType } from "../wire/wireError";
import type { RequestInfo } from "./errors";
import type { HttpRequest } from "./transport";
import { pathTo } from "./paths";

// How the service speaks of objects besides the fields in their tables: verbs, paths, lists, ids. Every kind so far speaks so; what a kind does
// otherwise is a property of its data that these functions read.

const methods = { get: "GET", list: "GET", add: "POST", update: "POST", delete: "DELETE" } as const;

/** The request for an object of a kind, such as "get storage zone" (GET /storagezone/7); without an id, for a new one or all of them. */
export function requestFor(
  verb: keyof typeof methods,
  { noun, path = "" }: Pick<Kind, "noun" | "path">,
  id?: number | string,
): RequestInfo & Pick<HttpRequest, "method"> {
  const operation = `${verb} ${noun}${verb === "list" ? "s" : ""}`;
  return { operation, method: methods[verb], path: id === undefined ? path : pathTo(path, id) };
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
  // An empty page is the last one, whatever HasMoreItems says.
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

/** The id in a body, even if the rest of it is invalid. */
export function idIn(body: unknown): number | undefined {
  const id = typeof body === "object" && body !== null ? (body as Record<string, unknown>)["Id"] : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Whether a body is that of an object which the service still shows, though it was deleted. */
export function isDeleted(body: unknown): boolean {
  return (body as { readonly Deleted?: unknown } | null | undefined)?.Deleted === true;
}

/** The user who owns the object in a body. */
export function ownerIn(body: unknown): unknown {
  return (body as { readonly UserId?: unknown } | null | undefined)?.UserId;
}
