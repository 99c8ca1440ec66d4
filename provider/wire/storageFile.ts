import { utcTime } from "./utcTime";
import { WireError } from "./wireError";

/** A file or folder in the listing of a storage zone's folder. Assumption: all of it. The contract has no files. */
export interface ListedFile {
  readonly name: string;
  readonly isFolder: boolean;
  readonly bytes: number;
  /** SHA-256 in lower-case hexadecimal digits; undefined for folders, and for files whose checksum the service does not return. */
  readonly checksum: string | undefined;
  /** Time of the last change, in milliseconds since 1970; 0 if the service does not return it. */
  readonly changed: number;
  /** Region codes of the replicas that have the file. */
  readonly replicas: readonly string[];
}

/** Decodes the listing of a folder. @throws {WireError} */
export function decodeListing(body: unknown): ListedFile[] {
  if (!Array.isArray(body)) throw new WireError("listing of a folder", "", "an array", { value: body });
  return body.map((item: unknown) => {
    const fields = (typeof item === "object" && item !== null ? item : {}) as Record<string, unknown>;
    const { ObjectName: name, IsDirectory: isFolder, Length: bytes, Checksum, ReplicatedZones, LastChanged } = fields;
    // A name with a slash would be a different path.
    if (typeof name !== "string" || /^$|\//.test(name)) throw fault("ObjectName", "a name", name);
    if (typeof isFolder !== "boolean") throw fault("IsDirectory", "a boolean", isFolder);
    return {
      name,
      isFolder,
      bytes: typeof bytes === "number" ? bytes : 0,
      checksum: typeof Checksum === "string" && isSha256(Checksum) ? Checksum.toLowerCase() : undefined,
      changed: typeof LastChanged === "string" ? utcTime(LastChanged) || 0 : 0,
      replicas:
        typeof ReplicatedZones === "string" ? ReplicatedZones.split(",").flatMap((code) => code.trim() || []) : [],
    };
  });
}

/** Whether a text is a SHA-256 in hexadecimal digits. */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

function fault(field: string, expected: string, value: unknown): WireError {
  return new WireError("file of a storage zone", field, expected, { value });
}
