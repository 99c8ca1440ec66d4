import { InvalidInputError } from "./errors";

/**
 * Builds the path of a request: a constant of the API, followed by percent-encoded names.
 *
 * @param base the constant; "" for a path that consists of names
 * @throws {InvalidInputError} if a name is empty, `.` or `..`: the path would lead to another object
 */
export function pathTo(base: string, ...names: readonly (string | number)[]): string {
  return [base, ...names.map((name) => segmentOf(String(name)))].join("/");
}

/**
 * Checks a path before it is sent. Every request to any host passes this check.
 *
 * @throws {InvalidInputError} if a segment is empty, `.` or `..`, or if a URL parser would change the path
 */
export function sendablePath(path: string): string {
  const segments = path.replace(/\/$/, "").split("/").slice(1);
  const isPlain = path.startsWith("/") && !segments.some(isForbidden);
  if (isPlain && new URL(path, "http://host").pathname === path) return path;
  throw new InvalidInputError(
    `Nothing was sent: the path of a request must be percent-encoded and have no segment that is empty, . or .., but got: ${quoted(path)}`,
  );
}

function segmentOf(name: string): string {
  if (!isForbidden(name) && !/\p{Surrogate}/u.test(name)) return encodeURIComponent(name);
  throw new InvalidInputError(
    `Nothing was sent: a name in a path must be valid Unicode and must not be empty, . or .., but got: ${quoted(name)}`,
  );
}

function isForbidden(segment: string): boolean {
  return segment === "" || segment === "." || segment === "..";
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
