import type { Properties } from "../shared/lifeCycle";

/** Checksums by path, below a folder. */
export type Manifest = ReadonlyMap<string, string>;

/** A name that objects lose as a key, here and in Pulumi's SDK. States keep it as `./__proto__`, which is no path of a file. */
const lostKey = "__proto__";

/** The files that a state, or inputs, have. */
export function filesIn({ files }: Properties): Map<string, string> {
  if (typeof files !== "object" || files === null) return new Map();
  const entries = Object.entries(files as Readonly<Record<string, unknown>>);
  return new Map(
    entries.map(([key, checksum]) => [
      key === `./${lostKey}` ? lostKey : key,
      typeof checksum === "string" ? checksum : "",
    ]),
  );
}

/** Files as a state, or inputs, have them, sorted by path. */
export function filesProperty(files: Iterable<readonly [path: string, checksum: string]>): Record<string, string> {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([path, checksum]) => [path === lostKey ? `./${path}` : path, checksum]));
}
