import { InvalidInputError } from "../api/errors";
import { pulumiMark } from "../wire/pulumiMark";

/** The maximum length of a path, zone and prefix included (assumption). */
const maxPathLength = 6000;

/**
 * Explains why a path can't be that of a file; undefined if it can. Names of a source and of a listing pass the same check. That the
 * service refuses these paths is an assumption.
 *
 * @param path of a file, below the zone
 */
export function pathFault(path: string): string | undefined {
  if (path.length > maxPathLength) return `has more than ${String(maxPathLength)} characters`;
  const names = path.split("/");
  if (names.some((name) => name === "" || name === "." || name === "..")) return "has an empty name, . or ..";
  if (names.some((name) => name.trim() !== name)) return "has a name with a space at its start or end";
  if (names.includes(pulumiMark)) return "has a name by which Pulumi marks secrets and assets";
  if (/\uFFFD|\p{Surrogate}/u.test(path)) return "has a name that is not valid UTF-8";
  if (/[\u0000-\u001f\u007f]/.test(path)) return "has a control character in its name";
  return undefined;
}

/** A folder of a zone, with a slash at its end, or "" for its root. @throws {InvalidInputError} */
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
