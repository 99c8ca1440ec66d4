import type { Answer } from "../http";
import { visit } from "../edge/visit";
import { empty, failed, json } from "../http";
import type { Service } from "../router";
import type { StoredFile, ZoneFiles } from "./files";
import { contentOf } from "./host";

/** A file, as the handle and the control path show it. */
export interface FileInfo {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 in upper-case hexadecimal digits. */
  readonly checksum: string;
  readonly contentType: string;
}

/** The files of storage zones, for checks and for changes that bypass the storage host. Paths are below the zone. */
export interface FileAccess {
  /** All files of a zone, sorted by path. */
  list(zoneId: number): FileInfo[];
  read(zoneId: number, path: string): Buffer | undefined;
  /** Creates or overwrites a file. @throws {RangeError} if there is no such zone */
  write(zoneId: number, path: string, content: string | Buffer): FileInfo;
  /** Deletes a file; false if there was none. */
  delete(zoneId: number, path: string): boolean;
}

type FileState = Pick<Service, "files" | "storageZones">;

export function fileAccess(state: FileState): FileAccess {
  const of = (zoneId: number): ZoneFiles => state.files.of(state.storageZones.existing(zoneId));
  return {
    list: (zoneId) => of(zoneId).list().map(infoOf),
    read: (zoneId, path) => of(zoneId).get(path)?.content,
    write: (zoneId, path, content) => infoOf(of(zoneId).put(path, Buffer.from(content))),
    delete: (zoneId, path) => of(zoneId).delete(path),
  };
}

function infoOf({ path, content, checksum, contentType }: StoredFile): FileInfo {
  return { path, bytes: content.length, checksum, contentType };
}

const nothing = failed("emulator", 404);

/**
 * Answers a request to the control path about files.
 *
 * @param path `files/ZONE-ID`, `files/ZONE-ID/PATH` or `visit/PULL-ZONE/PATH`, percent-encoded; PULL-ZONE is an id or name
 */
export function answerFiles(service: Service, method: string, path: string, body = ""): Answer {
  const [noun, id, ...segments] = path.split("/");
  if (noun === "visit") return method === "GET" ? visitOf(service, decodeURIComponent(id ?? ""), segments) : nothing;
  const zone = service.storageZones.stored(Number(id));
  if (zone === undefined) return nothing;
  const files = service.files.of(zone);
  const name = segments.map(decodeURIComponent).join("/");
  if (name === "") return method === "GET" ? json(200, files.list().map(infoOf)) : nothing;
  const file = files.get(name);
  switch (method) {
    case "GET":
      return file === undefined ? nothing : contentOf(file);
    case "PUT":
      return json(201, infoOf(files.put(name, Buffer.from(body))));
    case "DELETE":
      return files.delete(name) ? empty(204) : nothing;
    default:
      return nothing;
  }
}

function visitOf(service: Service, pullZone: string, segments: readonly string[]): Answer {
  const id = service.pullZones.stored(Number(pullZone))?.object.Id ?? service.pullZones.named(pullZone)?.Id;
  if (id === undefined) return failed("emulator", 404, { Message: `There is no pull zone ${pullZone}.` });
  return visit(service, id, segments.join("/"));
}
