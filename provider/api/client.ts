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
import type { Envelope } from "./answer";
import { broken, decoded, envelopeOf, idIn } from "./answer";
import { InvalidInputError, NotFoundError, UnexpectedResponseError } from "./errors";
import { checkArguments, checkBody, shown, zoneId } from "./input";
import { headline } from "./outcome";
import { ProvenAddress } from "./provenAddress";
import type { Counters, Operation } from "./sender";
import { Sender } from "./sender";
import type { Settings } from "./settings";
import type { ListedZonePage } from "./zoneList";
import { goesOn, ZoneList, zonesPerPage } from "./zoneList";

/** Options of every call. */
export interface CallOptions {
  /** Ends the call; it then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The filters of {@link CdnClient.listStorageZones}. Source: contract. */
export interface ListStorageZonesArgs {
  /** A term that filters the zones; which of their fields it is looked for in, the contract does not say. @default all */
  readonly search?: string | null;
  /** Deleted zones too. @default false */
  readonly includeDeleted?: boolean;
}

/** One page of storage zones. Source: contract; it shows the names only, their types are assumed. */
export interface StorageZonePage {
  readonly items: GetStorageZoneResult[];
  readonly currentPage: number;
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

/** The service's operations, one method each. Every failure is a {@link CdnError}. */
export class CdnClient {
  readonly #sender: Sender;
  readonly #logs: AccessLogs;
  readonly #address = new ProvenAddress(() => this.#firstZones());

  readonly #owners = new Set<string>();
  #firstList: Promise<unknown> | undefined;
  #wholeList: Promise<unknown> | undefined;

  constructor(settings: Settings) {
    this.#sender = new Sender(settings);
    this.#logs = new AccessLogs(settings);
  }

  /** Requests and retries so far. */
  get counters(): Readonly<Counters> {
    const [zones, logs] = [this.#sender.counters, this.#logs.counters];
    return { requests: zones.requests + logs.requests, retries: zones.retries + logs.retries };
  }

  /** The service's time as far as its answers tell, in milliseconds since the epoch; it is what its dates compare to. */
  serviceTime(): number {
    return Date.now() + this.#sender.clockLead;
  }

  /** Gets one storage zone. A zone that was deleted may still be answered, with `deleted: true`. */
  async getStorageZone(id: number | string, options: CallOptions = {}): Promise<GetStorageZoneResult> {
    const number = zoneId("storage zone", id);
    return this.#get(storageZoneTable, number, {
      operation: "get storage zone",
      path: `/storagezone/${String(number)}`,
      ...options,
    });
  }

  /** Gets one storage zone with its pull zones by id and name only. @internal */
  async getLinkedStorageZone(id: number, options: CallOptions = {}): Promise<LinkedStorageZone> {
    return this.#get(linkedStorageZoneTable, id, {
      operation: "get storage zone",
      path: `/storagezone/${String(zoneId("storage zone", id))}`,
      ...options,
    });
  }

  /** Gets one page of the list, of which each zone is decoded when it is asked for. @internal */
  async listLinkedStorageZones(page: number, options: CallOptions = {}): Promise<ListedZonePage> {
    const operation = listing({ page, perPage: zonesPerPage }, options);
    const { items, totalItems, hasMoreItems } = await this.#list(operation, { page, perPage: zonesPerPage });
    const zones = items.flatMap((item) => {
      const id = idIn(item);
      const read = (): LinkedStorageZone => decoded(operation, linkedStorageZoneTable, item, this.#sender.redact);
      return id === undefined ? [] : [{ id, deleted: (item as { Deleted?: unknown }).Deleted === true, read }];
    });
    const impossible = (fault: string): Error => broken(operation, fault, this.#sender.redact);
    return { zones, size: items.length, totalItems, hasMoreItems, broken: impossible };
  }

  /** Gets one page of the list of storage zones. The service also answers a plain array; both are understood. */
  async listStorageZonePage(
    args: ListStorageZonesArgs & { readonly page: number; readonly perPage?: number },
    options: CallOptions = {},
  ): Promise<StorageZonePage> {
    const { page, perPage = 1000, ...filters } = args;
    const { search, includeDeleted } = filters;
    checkArguments(filters, { search: "string", includeDeleted: "boolean" });
    integerWithin("page", page, 0, 2147483647);
    integerWithin("perPage", perPage, 5, 1000);
    const operation = listing({ page, perPage, search, includeDeleted }, options);
    const { items, ...envelope } = await this.#list(operation, { page, perPage });
    return { items: items.map((item) => decoded(operation, storageZoneTable, item, this.#sender.redact)), ...envelope };
  }

  /**
   * Whom zones of this account belong to, by user id: those that were read so far, or all of them where the one who is looked
   * for is not among these. Assumption: the users of one account's zones own none of another's.
   */
  async owners(sought: string): Promise<ReadonlySet<string>> {
    if (!this.#owners.has(sought)) {
      this.#wholeList ??= this.#readList();
      await this.#wholeList.catch((error: unknown) => {
        this.#wholeList = undefined;
        throw error;
      });
    }
    return this.#owners;
  }

  async #readList(): Promise<void> {
    const list = new ZoneList(Date.now());
    while (list.pagesLeft > 0) list.add(await this.listLinkedStorageZones(list.nextPage));
  }

  /** What every account has: a list, if an empty one. */
  #firstZones(): Promise<unknown> {
    return (this.#firstList ??= this.#list(listing({ page: 1, perPage: 5 }, {}), { page: 1, perPage: 5 }).finally(
      () => (this.#firstList = undefined),
    ));
  }

  #noteOwner(owner: unknown): void {
    if (typeof owner === "string" && owner !== "") this.#owners.add(owner);
  }

  /** Lists all storage zones that match, over as many pages as there are. */
  async listStorageZones(args: ListStorageZonesArgs = {}, options: CallOptions = {}): Promise<GetStorageZoneResult[]> {
    const zones = new Map<number, GetStorageZoneResult>();
    for (let page = 1; ; page++) {
      const { items, hasMoreItems } = await this.listStorageZonePage({ ...args, page }, options);
      const known = zones.size;
      // A zone that moved to a later page while we read stands in both.
      for (const zone of items) zones.set(zone.id, zone);
      const more = goesOn({ number: page, size: items.length, hasMoreItems }, zones.size - known, (fault) =>
        broken(listing({ ...args, page }, options), fault, this.#sender.redact),
      );
      if (!more) return [...zones.values()];
    }
  }

  /**
   * Adds a storage zone. It is never sent twice, except where the first request provably did not reach the service.
   *
   * @throws {UnavailableError} whose `mayHaveBeenApplied` says whether the zone may stand all the same
   * @throws {UnexpectedResponseError} whose `zoneId` is the id of the zone that was made, where it could be read
   */
  async addStorageZone(body: AddStorageZoneBody, options: CallOptions = {}): Promise<GetStorageZoneResult> {
    checkBody(addStorageZoneTable, body);
    const operation: Operation = {
      operation: "add storage zone",
      method: "POST",
      path: "/storagezone",
      body: encode(addStorageZoneTable, { ...body, replicationRegions: body.replicationRegions ?? [] }),
      repeatable: false,
      ...options,
    };
    return decoded(operation, storageZoneTable, await this.#sender.send(operation), this.#sender.redact);
  }

  /** Updates a storage zone. Source: assumption. The answer has no body: get the zone to see the outcome. */
  async updateStorageZone(id: number | string, body: UpdateStorageZoneBody, options: CallOptions = {}): Promise<void> {
    const number = zoneId("storage zone", id);
    checkBody(updateStorageZoneTable, body);
    await this.#sendToZone({
      operation: "update storage zone",
      method: "POST",
      path: `/storagezone/${String(number)}`,
      body: encode(updateStorageZoneTable, body),
      // It sets values, so twice is the same as once.
      repeatable: true,
      ...options,
    });
  }

  /**
   * Deletes a storage zone, and nothing else: left out, the query would publicly default to deleting the linked pull
   * zones as well. Source: assumption.
   */
  async deleteStorageZone(id: number | string, options: CallOptions = {}): Promise<void> {
    await this.#sendToZone({
      operation: "delete storage zone",
      method: "DELETE",
      path: `/storagezone/${String(zoneId("storage zone", id))}`,
      query: { deleteLinkedPullZones: false },
      repeatable: true,
      ...options,
    });
  }

  /** Gets one pull zone; with `includeCertificate`, its hostnames carry their certificates and private keys. */
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

  /** Iterates over all access log entries that match, in constant memory. See {@link AccessLogsArgs}. */
  accessLogs(args: AccessLogsArgs, options: AccessLogsOptions = {}): AsyncGenerator<AccessLogEntry, void, undefined> {
    return this.#logs.iterate(args, options);
  }

  /** Gets up to `limit` access log entries, over as many pages as that takes. */
  getAccessLogs(args: GetAccessLogsArgs, options: AccessLogsOptions = {}): Promise<GetAccessLogsResult> {
    return this.#logs.get(args, options);
  }

  async #get<T extends Table>(
    table: T,
    id: number,
    request: Omit<Operation, "method" | "repeatable">,
  ): Promise<TypedOf<T>> {
    const operation = read(request);
    const { redact } = this.#sender;
    const typed = decoded(operation, table, await this.#sendToZone(operation), redact);
    this.#address.proven();
    const { id: answered, userId } = typed as { id?: number; userId?: string };
    this.#noteOwner(userId);
    if (answered === id) return typed;
    // Taken for the one that was asked for, it would end up in the wrong resource.
    const fault = `another ${table.object} came than was asked for: ${redact(String(answered))}`;
    throw broken(operation, fault, redact);
  }

  async #sendToZone(operation: Operation): Promise<unknown> {
    try {
      return await this.#sender.send(operation);
    } catch (error) {
      throw await this.#address.judge(error);
    }
  }

  async #list(operation: Operation, asked: { readonly page: number; readonly perPage: number }): Promise<Envelope> {
    try {
      const envelope = envelopeOf(operation, await this.#sender.send(operation), asked, this.#sender.redact);
      this.#address.proven();
      for (const item of envelope.items) this.#noteOwner((item as { UserId?: unknown } | null)?.UserId);
      return envelope;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      // Every account has a list, if an empty one.
      throw new UnexpectedResponseError(
        `${headline(error.evidence.request)} failed with 404: the address does not answer as the API does. Check cdn:baseUrl`,
        error.evidence,
      );
    }
  }
}

function read(request: Omit<Operation, "method" | "repeatable">): Operation {
  return { ...request, method: "GET", repeatable: true };
}

function listing(query: NonNullable<Operation["query"]>, options: CallOptions): Operation {
  return read({ operation: "list storage zones", path: "/storagezone", query, ...options });
}

function integerWithin(property: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new InvalidInputError(
    `${property} must be an integer from ${String(min)} to ${String(max)}, but got: ${shown(value)}`,
    property,
  );
}
