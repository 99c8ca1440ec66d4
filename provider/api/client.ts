import { encode } from "../wire/codec";
import type { Table, TypedOf } from "../wire/fields";
import { pullZoneTable } from "../wire/pullZone";
import {
  addStorageZoneTable,
  linkedStorageZoneTable,
  storageZoneTable,
  updateStorageZoneTable,
} from "../wire/storageZone";
import type { GetPullZoneResult } from "../types/pullZone";
import type {
  AddStorageZoneBody,
  GetStorageZoneResult,
  LinkedStorageZone,
  UpdateStorageZoneBody,
} from "../types/storageZone";
import type { AccessLogEntry } from "../types/accessLog";
import { AccessLogs } from "./accessLogs";
import type { AccessLogsArgs, AccessLogsOptions, GetAccessLogsArgs, GetAccessLogsResult } from "./accessLogs/args";
import type { ListedPage, ZoneSource } from "./batchedReads";
import { InvalidInputError, NotFoundError, UnexpectedResponseError } from "./errors";
import { checkArguments, checkBody, shown, zoneId } from "./input";
import type { Operation } from "./operation";
import { headline } from "./operation";
import type { Envelope } from "./response";
import { contractError, decoded, envelopeOf, idIn } from "./response";
import type { Counters } from "./sender";
import { Sender } from "./sender";
import type { OwnedSettings, Service } from "./settings";
import { nameOf, serviceOf, settingSpecs } from "./settings";

/** The maximum page size. Source: contract. */
const zonesPerPage = 1000;

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The filters of {@link CdnClient.listStorageZones}. */
export interface ListStorageZonesArgs {
  /** A search term; the service decides which fields are searched. @default all zones */
  readonly search?: string | null;
  /** Whether to include deleted zones. @default false */
  readonly includeDeleted?: boolean;
}

interface PageQuery extends ListStorageZonesArgs {
  readonly page: number;
  readonly perPage: number;
}

/** One page of storage zones. */
export interface StorageZonePage {
  readonly items: GetStorageZoneResult[];
  readonly currentPage: number;
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

/** The service's operations, one method each. Every failure is a {@link CdnError}, except an abort. */
export class CdnClient {
  readonly #written = new Set<number>();
  /** Storage zones with their pull zones by id and name only, for batched reads. @internal */
  readonly linkedStorageZones: ZoneSource<LinkedStorageZone> = {
    get: (id) => this.#getLinkedStorageZone(id),
    list: (page) => this.#listLinkedStorageZones(page),
    written: this.#written,
  };
  /** The service that it calls. @internal */
  readonly service: Service;
  readonly #sender: Sender;
  readonly #logs: AccessLogs;
  /** User ids in the responses so far. */
  readonly #owners = new Set<string>();
  /** Settles once the whole list has been read for its owners. */
  #allOwners: Promise<void> | undefined;
  /** Whether a response has shown that the base URL is the API's. */
  #isApi = false;

  constructor(settings: OwnedSettings) {
    this.service = serviceOf(settings);
    this.#sender = new Sender(settings);
    this.#logs = new AccessLogs(settings);
  }

  /** Requests and retries so far. */
  get counters(): Readonly<Counters> {
    const [zones, logs] = [this.#sender.counters, this.#logs.counters];
    return { requests: zones.requests + logs.requests, retries: zones.retries + logs.retries };
  }

  /** The service's current time, by its `Date` headers, in milliseconds since the epoch. Compare the service's dates with it. */
  serviceTime(): number {
    return Date.now() + this.#sender.clockLead;
  }

  /** Gets one storage zone. The service may still return a deleted one, with `deleted: true`. */
  async getStorageZone(id: number | string, options: CallOptions = {}): Promise<GetStorageZoneResult> {
    const number = zoneId("storage zone", id);
    return this.#get(storageZoneTable, number, {
      operation: "get storage zone",
      path: `/storagezone/${String(number)}`,
      ...options,
    });
  }

  /** Lists all matching storage zones, page by page. */
  async listStorageZones(args: ListStorageZonesArgs = {}, options: CallOptions = {}): Promise<GetStorageZoneResult[]> {
    checkArguments(args, filterTypes);
    const zones: GetStorageZoneResult[] = [];
    await this.#readAll(args, options, (item, operation) =>
      zones.push(decoded(operation, storageZoneTable, item, this.#sender.redact)),
    );
    return zones;
  }

  /** Gets one page of the list of storage zones, from an envelope or a plain array. */
  async listStorageZonePage(
    args: ListStorageZonesArgs & { readonly page: number; readonly perPage?: number },
    options: CallOptions = {},
  ): Promise<StorageZonePage> {
    const { page, perPage = zonesPerPage, ...filters } = args;
    checkArguments(filters, filterTypes);
    integerWithin("page", page, 0, 2147483647);
    integerWithin("perPage", perPage, 5, zonesPerPage);
    const { items, operation, ...envelope } = await this.#listPage({ page, perPage, ...filters }, options);
    return { items: items.map((item) => decoded(operation, storageZoneTable, item, this.#sender.redact)), ...envelope };
  }

  /**
   * Adds a storage zone. The request is repeated only if the first one certainly was not applied.
   *
   * @throws {UnavailableError} whose `mayHaveBeenApplied` says whether the zone may exist nevertheless
   * @throws {UnexpectedResponseError} whose `zoneId` is the id of the new zone, if it could be read
   */
  async addStorageZone(body: AddStorageZoneBody, options: CallOptions = {}): Promise<GetStorageZoneResult> {
    checkBody(addStorageZoneTable, body);
    const operation: Operation = {
      operation: "add storage zone",
      method: "POST",
      path: "/storagezone",
      // An omitted list would be encoded as null.
      body: encode(addStorageZoneTable, { ...body, replicationRegions: body.replicationRegions ?? [] }),
      repeatable: false,
      ...options,
    };
    const answer = await this.#sender.send(operation);
    const id = idIn(answer);
    if (id !== undefined) this.#written.add(id);
    return decoded(operation, storageZoneTable, answer, this.#sender.redact);
  }

  /** Updates a storage zone. The response has no body: get the zone to see the result. */
  async updateStorageZone(id: number | string, body: UpdateStorageZoneBody, options: CallOptions = {}): Promise<void> {
    const number = zoneId("storage zone", id);
    checkBody(updateStorageZoneTable, body);
    this.#written.add(number);
    await this.#sendToZone({
      operation: "update storage zone",
      method: "POST",
      path: `/storagezone/${String(number)}`,
      body: encode(updateStorageZoneTable, body),
      repeatable: true,
      ...options,
    });
  }

  /** Deletes a storage zone, but not the linked pull zones, which the public service deletes by default. */
  async deleteStorageZone(id: number | string, options: CallOptions = {}): Promise<void> {
    const number = zoneId("storage zone", id);
    this.#written.add(number);
    await this.#sendToZone({
      operation: "delete storage zone",
      method: "DELETE",
      path: `/storagezone/${String(number)}`,
      query: { deleteLinkedPullZones: false },
      repeatable: true,
      ...options,
    });
  }

  /** Gets one pull zone; with `includeCertificate`, its hostnames include their certificates and private keys. */
  async getPullZone(
    id: number | string,
    args: { readonly includeCertificate?: boolean } = {},
    options: CallOptions = {},
  ): Promise<GetPullZoneResult> {
    const number = zoneId("pull zone", id);
    checkArguments(args, { includeCertificate: "boolean" });
    return this.#get(pullZoneTable, number, {
      operation: "get pull zone",
      path: `/pullzone/${String(number)}`,
      query: { includeCertificate: args.includeCertificate === true ? true : undefined },
      ...options,
    });
  }

  /**
   * User ids that own zones in this account: those seen so far, or, if the wanted one is not among them, all of them.
   * Assumption: a user owns zones of one account only.
   */
  async owners(wanted: string): Promise<ReadonlySet<string>> {
    if (!this.#owners.has(wanted)) {
      // Each page of the list adds its owners.
      this.#allOwners ??= this.#readAll({}, {}, () => undefined);
      await this.#allOwners.catch((error: unknown) => {
        this.#allOwners = undefined;
        throw error;
      });
    }
    return this.#owners;
  }

  /** Iterates over all matching access log entries, in constant memory. See {@link AccessLogsArgs}. */
  accessLogs(args: AccessLogsArgs, options: AccessLogsOptions = {}): AsyncGenerator<AccessLogEntry, void, undefined> {
    return this.#logs.iterate(args, options);
  }

  /** Gets up to `limit` access log entries, from as many pages as needed. */
  getAccessLogs(
    args: GetAccessLogsArgs,
    options: Omit<AccessLogsOptions, "pageSize"> = {},
  ): Promise<GetAccessLogsResult> {
    return this.#logs.get(args, options);
  }

  async #getLinkedStorageZone(id: number): Promise<LinkedStorageZone> {
    return this.#get(linkedStorageZoneTable, id, {
      operation: "get storage zone",
      path: `/storagezone/${String(zoneId("storage zone", id))}`,
    });
  }

  /** Gets one page of the list; each zone is decoded on demand. */
  async #listLinkedStorageZones(page: number): Promise<ListedPage<LinkedStorageZone>> {
    const { items, totalItems, hasMoreItems, operation } = await this.#listPage({ page, perPage: zonesPerPage }, {});
    const zones = items.flatMap((item) => {
      const id = idIn(item);
      if (id === undefined) return [];
      dropPullZoneSettings(item);
      const read = (): LinkedStorageZone => decoded(operation, linkedStorageZoneTable, item, this.#sender.redact);
      const { Name: name, Deleted: deleted } = item as { Name?: unknown; Deleted?: unknown };
      return [{ id, name: typeof name === "string" ? name : undefined, deleted: deleted === true, read }];
    });
    return { zones, pagesLeft: hasMoreItems ? Math.max(1, Math.ceil(totalItems / zonesPerPage) - page) : 0 };
  }

  async #get<T extends Table>(
    table: T,
    id: number,
    request: Omit<Operation, "method" | "repeatable">,
  ): Promise<TypedOf<T>> {
    const operation = getOperation(request);
    const { redact } = this.#sender;
    const typed = decoded(operation, table, await this.#sendToZone(operation), redact);
    this.#isApi = true;
    const { id: answered, userId } = typed as { id?: number; userId?: string };
    this.#noteOwner(userId);
    if (answered === id) return typed;
    // Another zone's data must not enter a resource's state.
    const fault = `it holds ${table.object} ${redact(String(answered))} instead of ${String(id)}`;
    throw contractError(operation, fault, redact);
  }

  /**
   * With a wrong base URL every request gets a 404, and all zones would seem deleted. So before a 404 counts, the API must have
   * answered something; if it has not, the list is requested, which every account has.
   */
  async #sendToZone(operation: Operation): Promise<unknown> {
    try {
      return await this.#sender.send(operation);
    } catch (error) {
      if (error instanceof NotFoundError && !this.#isApi) {
        const { signal } = operation;
        await this.#listPage({ page: 1, perPage: 5 }, signal === undefined ? {} : { signal });
      }
      throw error;
    }
  }

  /** Reads every page. A zone that moves to a later page meanwhile is used once. */
  async #readAll(
    args: ListStorageZonesArgs,
    options: CallOptions,
    use: (item: unknown, operation: Operation) => unknown,
  ): Promise<void> {
    const seen = new Set<number>();
    for (let page = 1; ; page++) {
      const query = { page, perPage: zonesPerPage, ...args };
      const { items, hasMoreItems, operation } = await this.#listPage(query, options);
      const before = seen.size;
      for (const item of items) {
        const id = idIn(item);
        // Decoding reports an item without an id.
        if (id === undefined || !seen.has(id)) use(item, operation);
        if (id !== undefined) seen.add(id);
      }
      if (!hasMoreItems) return;
      // A service that ignores the page number would make the loop endless.
      const fault = "the page has no new zones, but HasMoreItems is true";
      if (seen.size === before) throw contractError(operation, fault, this.#sender.redact);
    }
  }

  /** Gets one page, and the operation for errors in its items. */
  async #listPage(query: PageQuery, options: CallOptions): Promise<Envelope & { readonly operation: Operation }> {
    const operation = getOperation({
      operation: "list storage zones",
      path: "/storagezone",
      query: { ...query },
      ...options,
    });
    try {
      const envelope = envelopeOf(operation, await this.#sender.send(operation), query, this.#sender.redact);
      this.#isApi = true;
      for (const item of envelope.items) this.#noteOwner((item as { UserId?: unknown } | null)?.UserId);
      return { ...envelope, operation };
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      const { request } = error.evidence;
      throw new UnexpectedResponseError(
        `${headline(request)} failed with 404, but every account has a list of storage zones. Check that ${nameOf(settingSpecs.baseUrl, this.#sender.owner)} is the base URL of the API`,
        error.evidence,
      );
    }
  }

  #noteOwner(owner: unknown): void {
    if (typeof owner === "string" && owner !== "") this.#owners.add(owner);
  }
}

/** A list is kept for a while: with whole pull zones, a thousand zones of it take ten times the memory. */
function dropPullZoneSettings(item: unknown): void {
  const zone = item as { PullZones?: unknown } | null;
  if (!Array.isArray(zone?.PullZones)) return;
  zone.PullZones = zone.PullZones.map((one: unknown) => {
    if (typeof one !== "object" || one === null) return one;
    const { Id, Name } = one as { Id?: unknown; Name?: unknown };
    return { Id, Name };
  });
}

const filterTypes = { search: "string", includeDeleted: "boolean" } as const;

function getOperation(request: Omit<Operation, "method" | "repeatable">): Operation {
  return { ...request, method: "GET", repeatable: true };
}

function integerWithin(property: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new InvalidInputError(
    `${property} must be an integer from ${String(min)} to ${String(max)}, but got: ${shown(value)}`,
    property,
  );
}
