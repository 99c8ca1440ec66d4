import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Core } from "../core";
import { arrived, sourced } from "../core";
import { kept } from "../data";
import { act } from "../faults/act";
import type { Answer } from "../http";
import { failed, json, send } from "../http";
import type { Source } from "../sources";
import { noted } from "../sources";
import { invalidPath, refusedFileRequest } from "../onlyRecorded";
import type { StorageZone } from "../state/objects";
import type { Stored } from "../state/store";
import type { StoredFile, ZoneFiles } from "./files";
import { checksumOf } from "./files";

/** The limits of requests at the same time, which the public service documents. */
const limits = { connections: 100, listFiles: 5, deleteFile: 30 };

/** The maximum size of a file, because the emulator keeps files in memory. */
const maxFileBytes = 512 * 2 ** 20;

/** A request to the storage host, for a file or folder of a zone. */
interface FileRequest {
  readonly operation: Operation | undefined;
  readonly zone: string;
  /** The path below the zone. A folder has a trailing slash, and the root is "". Undefined if it is malformed. */
  readonly path: string | undefined;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** The state that the storage host serves. All of it is an assumption, because the contract has no files. */
type Operation = "listFiles" | "getFile" | "putFile" | "makeFolder" | "deleteFile" | "deleteFolder";

/** Serves the files of storage zones, at an address of its own. */
export class StorageHost {
  readonly #sockets = new Set<Socket>();
  readonly #running = { listFiles: 0, deleteFile: 0 };

  constructor(private readonly core: Core) {}

  /** Serves one request from its first byte to the last of its answer. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { core } = this;
    const { method = "GET", url = "/", headers } = request;
    const { faults, storageListener } = core;
    const record = arrived(core, response);
    const [path = "", search = ""] = url.split("?");
    const operation = operationOf(method, path);
    if (!storageListener.admits(headers.host)) return send(response, refused("emulator", 421, "Misdirected Request"));
    const target = { operation, ...decoded(path), headers };
    // The body of a refused request is discarded.
    const early =
      this.#limited(request.socket, operation, response) ??
      this.#refusal(target) ??
      (Number(headers["content-length"]) > maxFileBytes ? tooLarge : undefined);
    const body = await bodyOf(request, early === undefined ? maxFileBytes : 0);
    const query = new URLSearchParams(search);
    const entry = record({ method, path, query });
    entry.operation = operation;
    await act(faults.decide({ method, path, query, body: undefined }), {
      core,
      listener: storageListener,
      response,
      entry,
      apply: async () => {
        const refusal = early ?? (body === undefined ? tooLarge : undefined);
        if (refusal !== undefined || body === undefined) return sourced(entry, () => refusal ?? tooLarge);
        entry.applied += 1;
        return kept(
          core,
          method === "GET",
          () => sourced(entry, () => this.#apply({ ...target, query, body })),
          (message) => refused("emulator", 507, message),
        );
      },
    });
  }

  /** Returns the response to a request beyond a limit. A request within the limits counts until it has ended. */
  #limited(socket: Socket, operation: Operation | undefined, response: ServerResponse): Answer | undefined {
    if (!this.#sockets.has(socket)) {
      if (this.#sockets.size >= limits.connections) return refused("R3.8", 429, "Too Many Requests");
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    }
    if (operation !== "listFiles" && operation !== "deleteFile") return undefined;
    this.#running[operation] += 1;
    response.once("close", () => (this.#running[operation] -= 1));
    return this.#running[operation] > limits[operation] ? refused("R3.8", 400, "Unable to process request") : undefined;
  }

  /** Returns the response to a request without the required key; undefined if it has the key. */
  #refusal({
    zone: name,
    operation,
    headers,
  }: Pick<FileRequest, "zone" | "operation" | "headers">): Answer | undefined {
    const zone = this.#zone(name);
    const key = headers["accesskey"];
    const isReader = key === zone?.object.ReadOnlyPassword && (operation === "listFiles" || operation === "getFile");
    // An unknown zone gets the same response, as the public service does for a zone of another region.
    return zone === undefined || (key !== zone.object.Password && !isReader) ? unauthorized : undefined;
  }

  /** Carries out a request once. */
  #apply(request: FileRequest): Answer {
    const { operation, path } = request;
    const zone = this.#zone(request.zone);
    const refusal = this.#refusal(request);
    if (refusal !== undefined || zone === undefined) return refusal ?? unauthorized;
    if (operation === undefined) return refused("assumed", 405, "Method Not Allowed");
    if (path === undefined) return invalidPath(this.core.settings);
    const { source, carry } = operations[operation];
    const unrecorded = refusedFileRequest(this.core.settings, source, { headers: request.headers, path });
    if (unrecorded !== undefined) return unrecorded;
    noted(source, undefined);
    return carry(this.core.files.of(zone), path, request, zone.object);
  }

  #zone(name: string): Stored<StorageZone> | undefined {
    return this.core.storageZones.all().find(({ object }) => object.Name === name && !object.Deleted);
  }
}

const unauthorized = refused("R3.7", 401, "Unauthorized");
const tooLarge = refused("emulator", 413, "The emulator accepts files of at most 512 MiB.");

/** Reads a body; undefined if it exceeds the limit. */
async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks);
}

/** An operation of the storage host, and what it rests on. */
interface FileOperation {
  readonly source: Source;
  readonly carry: (files: ZoneFiles, path: string, request: FileRequest, zone: StorageZone) => Answer;
}

/** Every operation that the storage host serves. */
export const operations: Readonly<Record<Operation, FileOperation>> = {
  // The public service sometimes responds with 404 for a folder that does not exist.
  listFiles: { source: "R3.3", carry: (files, path, _, zone) => json(200, shownFolder(files, path, zone)) },
  getFile: {
    source: "R3.14",
    carry(files, path) {
      const file = files.get(path);
      return file === undefined ? notFound : contentOf(file);
    },
  },
  putFile: {
    source: "R3.1",
    carry(files, path, { headers, body }) {
      if (files.isBlocked(path)) return blocked;
      const { checksum, "override-content-type": type } = headers;
      if (checksum !== undefined && checksum !== checksumOf(body)) {
        return refused("R3.1", 400, "The checksum does not match.");
      }
      files.put(path, body, type === undefined ? undefined : noted("R3.2", String(type)));
      return said(201, "File uploaded.");
    },
  },
  makeFolder: {
    source: "R3.15",
    carry(files, path) {
      if (files.isBlocked(path)) return blocked;
      files.makeFolder(path);
      return said(201, "Directory created.");
    },
  },
  deleteFile: {
    source: "R3.5",
    carry: (files, path) => (files.delete(path) ? said(200, "File deleted successfully.") : notFound),
  },
  deleteFolder: {
    source: "R3.6",
    carry(files, path, { query }) {
      if (path === "" && query.get("allowRootDelete") !== "true") {
        return refused("R3.6", 400, "The root can't be deleted.");
      }
      return files.deleteFolder(path) ? said(200, "Directory deleted successfully.") : notFound;
    },
  },
};

const notFound = refused("R3.5", 404, "Object Not Found");
const blocked = refused("R3.9", 400, "Directory for path does not exist.");

function operationOf(method: string, path: string): Operation | undefined {
  // The root of a zone is a folder, with or without a trailing slash.
  const isFolder = path.endsWith("/") || !path.slice(1).includes("/");
  if (method === "GET") return isFolder ? "listFiles" : "getFile";
  if (method === "PUT") return isFolder ? "makeFolder" : "putFile";
  if (method === "DELETE") return isFolder ? "deleteFolder" : "deleteFile";
  return undefined;
}

/**
 * Splits a path. Assumption: a name is not empty, is not `.` or `..`, and has no space at its ends; a path has at most 6,000 characters. Two
 * slashes may follow the zone, because the vendor's JavaScript SDK sends them for paths that begin with a slash.
 */
function decoded(path: string): Pick<FileRequest, "zone" | "path"> {
  const [, zone = "", ...encoded] = path.replace(/^(\/[^/]+\/)\//, "$1").split("/");
  try {
    const segments = encoded.map(decodeURIComponent);
    const names = segments.at(-1) === "" ? segments.slice(0, -1) : segments;
    const isValid = names.every((name) => name !== "" && name.trim() === name && !/^\.\.?$|\//.test(name));
    return { zone, path: isValid && path.length <= 6000 ? segments.join("/") : undefined };
  } catch {
    return { zone, path: undefined };
  }
}

function shownFolder(zoneFiles: ZoneFiles, path: string, zone: StorageZone): object[] {
  const { folders, files } = zoneFiles.folder(path) ?? { folders: [], files: [] };
  const common = {
    StorageZoneName: zone.Name,
    Path: `/${zone.Name ?? ""}/${path}`,
    ServerId: 0,
    ArrayNumber: 0,
    UserId: zone.UserId,
    StorageZoneId: zone.Id,
  };
  return [
    ...folders.map((folder) => ({
      ...common,
      Guid: zeroGuid,
      ObjectName: folder.slice(path.length, -1),
      Length: 0,
      LastChanged: dateOf(0),
      DateCreated: dateOf(0),
      IsDirectory: true,
      ContentType: "",
      Checksum: null,
      ReplicatedZones: zoneFiles.replicatedZones(undefined, []),
    })),
    ...files.map((file) => ({
      ...common,
      Guid: file.guid,
      ObjectName: file.path.slice(path.length),
      Length: file.content.length,
      LastChanged: dateOf(file.changed),
      DateCreated: dateOf(file.created),
      IsDirectory: false,
      ContentType: file.contentType,
      Checksum: file.checksum,
      ReplicatedZones: zoneFiles.replicatedZones(file, zone.ReplicationRegions ?? []),
    })),
  ];
}

const zeroGuid = "00000000-0000-0000-0000-000000000000";

/** Returns a time in UTC, without a zone. */
function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, -1);
}

/** Returns the response to a download. */
export function contentOf({ content, contentType }: StoredFile): Answer {
  return { status: 200, body: content, headers: { "content-type": contentType } };
}

/** Returns a response in the form of the storage host. */
function said(status: 200 | 201, message: string): Answer {
  return json(status, { HttpCode: status, Message: message });
}

/** Returns an error response in the form of the storage host. */
function refused(source: Source, status: number, message: string): Answer {
  return failed(source, status, { HttpCode: status, Message: message });
}
