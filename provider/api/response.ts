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

type Properties = Readonly<Record<string, unknown>>;

/** Decodes the object in a body. The object must have an id if its table does. */
export function decoded<T extends object>(operation: Operation, table: Table<T>, body: unknown, redact: Redact): T {
  const idField = table.fields.find(({ name }) => name === "id")?.wire;
  try {
    const typed = decode(table, body);
    const { id: value } = typed as { id?: number };
    if (idField !== undefined && (value === undefined || value <= 0)) {
      throw new WireError(table.object, idField, "a positive integer", { value: (body as Properties)[idField] });
    }
    return typed;
  } catch (error) {
    throw error instanceof WireError
      ? contractError(operation, error.detailedMessage(redact), redact, idIn(body, idField))
      : error;
  }
}

/** Removes what a list does not show. It returns null for linked objects and may do so for parts: they are unknown, not absent. */
export function withoutUnknown<Whole extends object>(
  { table, linked = {}, parts = {} }: WholeKindOf<Whole>,
  item: unknown,
  whole: Whole,
): Whole {
  const mayBeLeftOut = { ...linked, ...parts };
  for (const { wire, name } of table.fields) {
    if (name in mayBeLeftOut && !Array.isArray((item as Record<string, unknown>)[wire])) {
      delete (whole as Record<string, unknown>)[name];
    }
  }
  return whole;
}

/** Drops fields that a partial table does not have. With complete pull zones, a list of 1000 storage zones would take ten times the memory. */
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

/** Returns the error for a body that breaks the contract. */
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
 * Parses a body. A body with Pulumi's signature key is refused: the service could make Pulumi treat a field as a secret or read a local file.
 *
 * @throws {TransportFailure} `unreadable`, if the body contains the key
 * @throws {SyntaxError} if the body is not JSON
 */
export function parseBody(text: string): unknown {
  const body = JSON.parse(text) as unknown;
  // This cheap test comes first. The digits of the key may also be written as \\u escapes, which services almost never do.
  const mayBeMarked = text.includes(pulumiMark) || /\\u00(3\d|6[1-6])/.test(text);
  if (mayBeMarked && isMarked(body)) {
    throw new TransportFailure(`a response with a mark that only Pulumi sets (${pulumiMark})`, "unreadable");
  }
  return body;
}

/**
 * Returns the error in the body of a response that seems to be a success: the status that the body has in `HttpCode`, as storage hosts send it, or
 * the key in `ErrorKey`.
 */
export function errorIn(body: unknown): number | string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { HttpCode: status, ErrorKey: key } = body as Readonly<Record<string, unknown>>;
  if (typeof status === "number" && status >= 400 && status < 600) return status;
  return typeof key === "string" && key !== "" ? key : undefined;
}

function isMarked(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, pulumiMark) || Object.values(value).some(isMarked);
}
