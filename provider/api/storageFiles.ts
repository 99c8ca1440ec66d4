import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { ListedFile } from "../wire/storageFile";
import { decodeListing } from "../wire/storageFile";
import { parsedUrl } from "../wire/url";
import { WireError } from "../wire/wireError";
import type { RequestInfo } from "./errors";
import { ConfigurationError, InvalidInputError, NotFoundError, UnauthorizedError } from "./errors";
import type { CallOptions, Operation } from "./operation";
import { infoOf } from "./operation";
import { pathTo } from "./paths";
import { contractError } from "./response";
import { Limiter } from "./limiter";
import type { Counters } from "./sender";
import { Sender, SharedBySenders } from "./sender";
import type { OwnedSettings } from "./settings";
import { isLoopback } from "./settings";
import type { Content, HttpResponse } from "./transport";
import { limited, readBody } from "./transport";
import { pause } from "./waits";

/** The manifest of a release with as many files as a listing may have takes less. */
const maxBytesInMemory = 128 * 1024 * 1024;

/** Location of the files of a storage zone, with the password. */
export interface StorageAccess {
  /** Name of the zone. */
  readonly zone: string;
  /** Host, with the port if there is one. */
  readonly hostname: string;
  readonly password: string;
  /** Advice for a password that is refused. */
  readonly advice: string;
  /** Whether the password may be new, so that the storage host may not know it yet. @default false */
  readonly isNew?: boolean;
}

/** Delays before each attempt with a refused new password, in milliseconds. Assumption: the storage host refuses it for some seconds. */
const newPasswordDelays = [1_000, 2_000, 4_000, 8_000, 8_000];

/** Limits that the zones of one storage host share, because the host counts connections, listings and deletions of all zones together. */
export class StorageHost extends SharedBySenders {
  /** Limit of parallel listings. The public service allows 5. */
  readonly listings = new Limiter(4);
  /** Limit of parallel deletions. The public service allows 30. */
  readonly deletions = new Limiter(8);
}

/** The storage hosts of an account, by hostname. */
export class StorageHosts {
  readonly #settings: OwnedSettings;
  readonly #hosts = new Map<string, StorageHost>();

  /** @param settings settings of the account */
  constructor(settings: OwnedSettings) {
    this.#settings = settings;
  }

  /** Returns access to the files of a storage zone. @throws {ConfigurationError} for an unusable host */
  files(access: StorageAccess): StorageFiles {
    const host = this.#hosts.get(access.hostname) ?? new StorageHost();
    this.#hosts.set(access.hostname, host);
    return new StorageFiles(this.#settings, access, host);
  }

  get counters(): readonly Counters[] {
    return [...this.#hosts.values()].map(({ counters }) => counters);
  }
}

/**
 * Access to the files of one storage zone, over the HTTP API of its storage host. Assumption: all of it, because the contract has no files. Paths are
 * relative to the zone and not encoded. Every operation is idempotent.
 */
export class StorageFiles {
  readonly #sender: Sender;
  readonly #access: StorageAccess;
  readonly #host: StorageHost;

  /** @param settings settings of the account, whose access key is not sent @throws {ConfigurationError} for an unusable host */
  constructor(settings: OwnedSettings, access: StorageAccess, host = new StorageHost()) {
    const baseUrl = storageUrl(access.hostname, settings.baseUrl);
    this.#sender = new Sender({ ...settings, baseUrl, accessKey: access.password }, host);
    this.#access = access;
    this.#host = host;
  }

  /** The storage host's current time, by its `Date` headers, in milliseconds since 1970. */
  serviceTime(): number {
    return Date.now() + this.#sender.clockLead;
  }

  /** Lists the direct entries of a folder. @param folder path that ends in a slash, or "" for the root @returns undefined for a 404 */
  async list(folder: string, options: CallOptions = {}): Promise<ListedFile[] | undefined> {
    const operation = this.#operation("list folder", "GET", this.#folderPath(folder), options);
    try {
      return decodeListing(await this.#host.listings.run(() => this.#send(operation), false, options.signal));
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      if (!(error instanceof WireError)) throw error;
      throw contractError(operation, error.detailedMessage(this.#sender.redact), this.#sender.redact);
    }
  }

  /** Downloads a file into memory. @returns undefined for a 404 */
  async get(path: string, options: CallOptions = {}): Promise<Buffer | undefined> {
    let content: Buffer | undefined;
    const receive = async (body: AsyncIterable<Buffer>): Promise<void> => {
      content = await readBody(body, maxBytesInMemory);
    };
    await this.#download(path, receive, options);
    return content;
  }

  /**
   * Downloads a file to a file of this machine.
   *
   * @param bytes size of the file in a listing. A response with more is not read further
   * @returns false for a 404
   */
  download(path: string, to: string, bytes: number, options: CallOptions = {}): Promise<boolean> {
    const receive = async (body: AsyncIterable<Buffer>): Promise<void> => {
      await pipeline(limited(body, bytes), createWriteStream(to, { mode: 0o600 }));
    };
    return this.#download(path, receive, options);
  }

  /**
   * Uploads or overwrites a file. If the content has another checksum, the service refuses it and keeps the previous file.
   *
   * @param checksum SHA-256 in hexadecimal digits
   * @throws {InvalidInputError} if the service refuses the file, for example because of its checksum
   */
  async put(
    path: string,
    content: Content,
    checksum: string,
    { contentType, ...options }: CallOptions & { readonly contentType?: string } = {},
  ): Promise<void> {
    const type = contentType === undefined ? {} : { "Override-Content-Type": contentType };
    const headers = { Checksum: checksum.toUpperCase(), ...type };
    await this.#send({ ...this.#operation("upload file", "PUT", this.#filePath(path), options), content, headers });
  }

  /** Deletes a file. @returns false for a 404 */
  async delete(path: string, options: CallOptions = {}): Promise<boolean> {
    return this.#delete(this.#operation("delete file", "DELETE", this.#filePath(path), options));
  }

  /** Deletes a folder with everything in it; list it first. @param folder path that ends in a slash @returns false for a 404 */
  async deleteFolder(folder: string, options: CallOptions = {}): Promise<boolean> {
    if (folder === "") throw new InvalidInputError("Nothing was sent: the root of a storage zone is never deleted");
    return this.#delete(this.#operation("delete folder", "DELETE", this.#folderPath(folder), options));
  }

  /** Returns the request that lists a folder, for messages. */
  listing(folder: string): RequestInfo {
    return infoOf(this.#operation("list folder", "GET", this.#folderPath(folder), {}), this.#sender.redact);
  }

  async #download(path: string, receive: NonNullable<Operation["receive"]>, options: CallOptions): Promise<boolean> {
    const operation = this.#operation("download file", "GET", this.#filePath(path), options);
    try {
      await this.#send({ ...operation, receive, headers: { Accept: "*/*" } });
      return true;
    } catch (error) {
      if (error instanceof NotFoundError) return false;
      throw error;
    }
  }

  async #delete(operation: Operation): Promise<boolean> {
    try {
      await this.#host.deletions.run(() => this.#send(operation), false, operation.signal);
      return true;
    } catch (error) {
      if (error instanceof NotFoundError) return false;
      throw error;
    }
  }

  /** Returns the path of a file. A trailing slash is refused: a deletion would delete a folder with everything in it. */
  #filePath(path: string): string {
    return pathTo("", this.#access.zone, ...path.split("/"));
  }

  #folderPath(folder: string): string {
    if (folder !== "" && !folder.endsWith("/"))
      throw new InvalidInputError(`The path of a folder must end in a slash, but got: ${folder}`);
    return `${pathTo("", this.#access.zone, ...folder.split("/").slice(0, -1))}/`;
  }

  #operation(operation: string, method: Operation["method"], path: string, options: CallOptions): Operation {
    const setting = `the storage host ${this.#access.hostname}`;
    const object = `storage zone ${this.#access.zone}`;
    const changes = method !== "GET";
    return { operation, method, path, changes, object, repeatable: true, isBusy, setting, ...options };
  }

  async #send(operation: Operation): Promise<unknown> {
    const { advice, hostname, isNew = false, zone } = this.#access;
    for (const delay of isNew ? newPasswordDelays : []) {
      try {
        return await this.#sender.send(operation);
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error;
      }
      await pause(delay, operation.signal);
    }
    try {
      return await this.#sender.send(operation);
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
      const { path, status = 401 } = { ...error.evidence.request, ...error.evidence };
      throw new UnauthorizedError(
        `The storage host ${hostname} refused to ${operation.operation} ${path} (${String(status)}): the password of storage zone ${zone} is wrong or may only read, the host is that of another region, or the account is suspended. ${advice}`,
        error.evidence,
      );
    }
  }
}

/** Whether a response means that there are more parallel requests than the service allows. Any other 400 is final. */
function isBusy({ status, text }: HttpResponse): boolean {
  return status === 400 && /unable to process request/i.test(text);
}

/**
 * Returns the URL of a storage host: https, or http if both the API and the storage host are on this machine.
 *
 * @throws {ConfigurationError} for an unusable hostname
 */
export function storageUrl(hostname: string, baseUrl: string): string {
  if (!/^([a-z0-9-]+(\.[a-z0-9-]+)*|\[::1\])(:\d{1,5})?$/i.test(hostname) || !parsedUrl(`https://${hostname}`)) {
    throw new ConfigurationError(`The storage host must be a hostname, but got: ${JSON.stringify(hostname)}`);
  }
  const api = new URL(baseUrl);
  const isLocal = isLoopback(new URL(`http://${hostname}`).hostname) && isLoopback(api.hostname);
  return `${isLocal && api.protocol === "http:" ? "http" : "https"}://${hostname}`;
}
