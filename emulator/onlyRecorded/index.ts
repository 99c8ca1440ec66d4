import type { Answer, Incoming } from "../http";
import { failed, Refusal } from "../http";
import type { Route } from "../router";
import type { EmulatorSettings } from "../settings";
import type { Source } from "../sources";
import { noted } from "../sources";
import type { Found, Json } from "./found";
import { recordedRequests, undescribed } from "./requests";

/** The request headers that clients of the service send in production. */
const recordedHeaders = [
  ...["accept", "accept-encoding", "accesskey", "connection", "content-encoding", "content-length", "content-type"],
  ...["deploymentkey", "host", "transfer-encoding", "user-agent"],
  // Clients of the storage host.
  ...["checksum", "override-content-type"],
  // Sent by the fetch of Node.js and by browsers.
  ...["accept-language", "sec-fetch-mode", "cache-control", "pragma"],
];

/**
 * Returns the response to a request of the API with something that no source recorded as accepted: with the option `onlyRecorded`, a 501. The rows
 * that the option names are allowed.
 */
export function refusedRequest(settings: EmulatorSettings, route: Route, request: Incoming): Answer | undefined {
  if (settings.onlyRecorded === false) return undefined;
  return refused(settings, inRequest(route, request), (what, row, field) => ({
    ErrorKey: "not_recorded",
    Field: field,
    Message: textOf(what, row),
  }));
}

/** Does what {@link refusedRequest} does, for the storage host. */
export function refusedFileRequest(
  settings: EmulatorSettings,
  source: Source,
  request: Pick<Incoming, "headers"> & { readonly path: string },
): Answer | undefined {
  if (settings.onlyRecorded === false) return undefined;
  return refused(settings, inFileRequest(source, request), (what, row) => ({
    HttpCode: 501,
    Message: textOf(what, row),
  }));
}

/** Numbers of parts in a pull zone beyond which nobody recorded an answer. */
const numbers: Readonly<Partial<Record<Source, string>>> = {
  "R8.2": "more than 50 edge rules of a pull zone",
  "R8.3": "more than 10 hostnames of a pull zone",
  "R8.9": "more than 500 DNS zones of an account, or 5,000 records of a zone",
};

/** Returns a refusal of the API. With the option `onlyRecorded`, one for a number of parts that nobody recorded is a 501. */
export function withoutAssumed({ onlyRecorded }: EmulatorSettings, answer: Answer): Answer {
  const { source } = answer;
  const what = source === undefined ? undefined : numbers[source];
  if (onlyRecorded === false || source === undefined || what === undefined) return answer;
  if (typeof onlyRecorded !== "boolean" && onlyRecorded.includes(source)) return answer;
  return failed(source, 501, { ErrorKey: "not_recorded", Field: "", Message: textOf(what, source) });
}

/**
 * With the option `onlyRecorded`, ends a request that depends on what is stored, such as one for another part of an object, unless the option
 * allows its row.
 *
 * @throws {Refusal}
 */
export function refuseUnrecorded(settings: EmulatorSettings, row: Source, what: string): void {
  if (settings.onlyRecorded === false) return;
  const answer = refused(settings, [{ field: "", what, row }], (said) => ({
    ErrorKey: "not_recorded",
    Field: "",
    Message: textOf(said, row),
  }));
  if (answer !== undefined) throw new Refusal(answer);
}

/** Returns the refusal of an invalid path by the storage host. With the option `onlyRecorded` it is a 501, because nobody recorded one. */
export function invalidPath({ onlyRecorded }: EmulatorSettings): Answer {
  const isAllowed = typeof onlyRecorded === "boolean" ? !onlyRecorded : onlyRecorded.includes("R3.9");
  return isAllowed
    ? failed("R3.9", 400, { HttpCode: 400, Message: "Invalid path" })
    : failed("R3.9", 501, { HttpCode: 501, Message: textOf("such a path of a file", "R3.9") });
}

function textOf(what: string, row: Source | undefined): string {
  const where = row === undefined ? "" : ` (${row} in docs/contract-and-assumptions.md)`;
  return `No source recorded that the service accepts ${what}${where}.`;
}

function refused(
  { onlyRecorded }: EmulatorSettings,
  all: Iterable<Found>,
  body: (what: string, row: Source | undefined, field: string) => object,
): Answer | undefined {
  const allowed: readonly string[] = typeof onlyRecorded === "boolean" ? [] : onlyRecorded;
  for (const { field, what, row } of all) {
    if (row !== undefined && allowed.includes(row)) noted(row, undefined);
    else return failed(row ?? "assumed", 501, body(what, row, field));
  }
  return undefined;
}

function* inRequest({ operation, source }: Route, { query, headers, body = "" }: Incoming): Generator<Found> {
  yield* inOperation(source, operation);
  yield* inHeaders(headers);
  const recorded = recordedRequests[operation] ?? {};
  // The contract describes the parameters of its own operations.
  if (source !== "contract" || recorded.query !== undefined) {
    for (const name of new Set(query.keys())) {
      const row = recorded.rows?.[name];
      if (recorded.query?.includes(name) === true) continue;
      yield { field: name, what: `the parameter ${name} of such a request`, ...(row && { row }) };
    }
  }
  if (body === "") return;
  const value: unknown = parsedJson(body);
  if (typeof value !== "object" || value === null || Array.isArray(value) || recorded.body === undefined) {
    yield { field: "", what: "a body of such a request" };
  } else yield* recorded.body(value as Json);
}

function* inFileRequest(source: Source, { headers, path }: Pick<Incoming, "headers" | "path">): Generator<Found> {
  yield* inOperation(source, "this request");
  yield* inHeaders(headers);
  const name = /[^/]*[^\w./-][^/]*/.exec(decoded(path))?.[0];
  if (name !== undefined)
    yield { field: "path", what: `a file with a name such as ${JSON.stringify(name)}`, row: "R12.3" };
}

function* inOperation(source: Source, operation: string): Generator<Found> {
  if (source === "assumed") yield { field: "", what: operation };
  if (undescribed.includes(source)) yield { field: "", what: operation, row: source };
}

function* inHeaders(headers: Incoming["headers"]): Generator<Found> {
  for (const name of Object.keys(headers)) {
    if (!recordedHeaders.includes(name)) yield { field: name, what: `the header ${name}` };
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
