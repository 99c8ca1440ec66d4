import type { Kind } from "../kinds";
import { pluralOf } from "../wire/words";
import { describeType } from "../wire/wireError";
import type { RequestInfo } from "./errors";
import type { Operation } from "./operation";
import type { HttpRequest } from "./transport";
import { pathTo } from "./paths";

// Conventions of the service beyond the fields in the tables: verbs, paths, lists and ids. They apply to every kind; where a kind differs, its data
// say so, and these functions read them.

const methods = { get: "GET", list: "GET", add: "POST", update: "POST", delete: "DELETE" } as const;

type Speaking = Pick<Kind, "dialect">;

/** Returns the request for an object, such as "get storage zone" (GET /storagezone/7). Without an id, it adds an object or lists all of them. */
export function requestFor(
  verb: keyof typeof methods,
  { noun, path = "", dialect = {} }: Pick<Kind, "noun" | "path" | "dialect">,
  id?: number | string,
): RequestInfo & Pick<HttpRequest, "method"> {
  const operation = `${verb} ${verb === "list" ? pluralOf(noun) : noun}`;
  const base = verb === "list" ? path : (dialect.objectPath ?? path);
  if (verb === "update" && dialect.patches === true) return { operation, method: "PATCH", path: base };
  return { operation, method: methods[verb], path: id === undefined ? base : pathTo(base, id) };
}

/** Returns the path of an object. */
export function objectPathOf({ path = "", dialect = {} }: Pick<Kind, "path" | "dialect">, id: number): string {
  return pathTo(dialect.objectPath ?? path, id);
}

/** Returns the properties of every operation on objects of a kind. */
export function manners({ dialect }: Speaking): Pick<Operation, "refusesIn2xx"> {
  return dialect?.refusesIn2xx === true ? { refusesIn2xx: true } : {};
}

/** Returns the wire name of the id of a kind's objects. */
export function idFieldOf({ dialect }: Speaking): string {
  return dialect?.idField ?? "Id";
}

/** Returns the object in a body. */
export function objectIn({ dialect }: Speaking, body: unknown): unknown {
  const data = dialect?.inData === true ? (body as { readonly data?: unknown } | null | undefined)?.data : undefined;
  return typeof data === "object" && data !== null ? data : body;
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
  { dialect }: Speaking = {},
): Envelope {
  if (dialect?.inData === true) return pageInData(body, asked, error);
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

/**
 * Returns the page in a body whose elements are in `data`. The number of pages decides whether more follow, because the number of the next page was
 * seen beside the last one. Without it, a full page means that more follow.
 */
function pageInData(
  body: unknown,
  asked: { readonly page: number; readonly perPage: number },
  error: (fault: string) => Error,
): Envelope {
  const { data, page } = (body ?? {}) as { readonly data?: unknown; readonly page?: unknown };
  if (!Array.isArray(data))
    throw error(`the list must be an object whose data is an array, but got: ${describeType(body)}`);
  const { totalPages, totalCount } = (page ?? {}) as Readonly<Record<string, unknown>>;
  const readSoFar = Math.max(0, asked.page - 1) * asked.perPage + data.length;
  const continues = typeof totalPages === "number" ? asked.page < totalPages : data.length >= asked.perPage;
  return {
    items: data as readonly unknown[],
    currentPage: asked.page,
    totalItems: typeof totalCount === "number" ? totalCount : readSoFar,
    hasMoreItems: data.length > 0 && continues,
  };
}

/** Returns the id in a body, even if the rest of the body is invalid. */
export function idIn(body: unknown, field = "Id"): number | undefined {
  const id = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Returns the id in the response to an addition, which may be that of an object inside the response. */
export function addedIdIn(kind: Speaking, body: unknown): number | undefined {
  const object = objectIn(kind, body);
  const inner: unknown[] = typeof object === "object" && object !== null ? Object.values(object) : [];
  const ids = [object, ...inner].map((one) => idIn(one, idFieldOf(kind)));
  return ids.find((id) => id !== undefined);
}

/** Whether the object in a body was deleted: the service may still return it. */
export function isDeleted(body: unknown): boolean {
  return (body as { readonly Deleted?: unknown } | null | undefined)?.Deleted === true;
}

/** Returns the id of the user who owns the object in a body. */
export function ownerIn(body: unknown): unknown {
  return (body as { readonly UserId?: unknown } | null | undefined)?.UserId;
}
