import { InvalidInputError } from "../api/errors";
import { pulumiMark } from "../wire/pulumiMark";

/** Maximum length of a path, including zone and prefix. Assumption. */
const maxPathLength = 6000;

/**
 * Returns the reason for which a path can't be used for a file; undefined if it can. Names in sources and in listings pass the same check.
 * Assumption: the service refuses these paths.
 *
 * @param path path of a file, relative to the zone
 */
export function pathFault(path: string): string | undefined {
  if (path.length > maxPathLength) return `has more than ${String(maxPathLength)} characters`;
  const names = path.split("/");
  if (names.some((name) => name === "" || name === "." || name === "..")) return "has an empty name, . or ..";
  if (names.some((name) => name.trim() !== name)) return "has a name with a space at its start or end";
  if (names.includes(pulumiMark)) return "has a name that Pulumi reserves for secrets and assets";
  if (/\uFFFD|\p{Surrogate}/u.test(path)) return "has a name that is not valid UTF-8";
  if (/[\u0000-\u001f\u007f]/.test(path)) return "has a control character in its name";
  return undefined;
}

/** Returns a folder of a zone with a trailing slash, or "" for the root. @throws {InvalidInputError} */
export function prefixOf(given: string, property = "prefix"): string {
  const folder = given.normalize("NFC").replace(/^\/|\/$/g, "");
  if (folder === "") return "";
  const fault = pathFault(folder);
  if (fault === undefined) return `${folder}/`;
  throw new InvalidInputError(
    `${property} must be a folder of the zone, such as docs/v2, but ${JSON.stringify(given.slice(0, 200))} ${fault}`,
    property,
  );
}
