import type { AccessLogEntry } from "../types/accessLog";
import type { GetPullZoneResult } from "../types/pullZone";
import type { AddStorageZoneBody, GetStorageZoneResult, UpdateStorageZoneBody } from "../types/storageZone";
import type { Table } from "../wire/fields";
import { addStorageZoneTable, updateStorageZoneTable } from "../wire/storageZone";
import { AccessLogs } from "./accessLogs";
import type { AccessLogsArgs, AccessLogsOptions, GetAccessLogsArgs, GetAccessLogsResult } from "./accessLogs/args";
import type { ReadOptions, ZoneSource } from "./batchedReads";
import { checkArguments, zoneId } from "./input";
import type { CallOptions } from "./operation";
import { pullZone } from "./pullZones";
import type { Readable, ReadKind } from "./readable";
import { readable } from "./readable";
import type { Counters } from "./sender";
import { Sender } from "./sender";
import type { OwnedSettings, Service } from "./settings";
import { serviceOf } from "./settings";
import type { ListStorageZonesArgs, StorageZonePage } from "./storageZones";
import { storageZone } from "./storageZones";
import { Zones } from "./zones";

export type { CallOptions } from "./operation";
export type { ListStorageZonesArgs, StorageZonePage } from "./storageZones";

/** The service's operations, one method each. Every failure is a {@link CdnError}, except an abort. */
export class CdnClient {
  /** The service that it calls. @internal */
  readonly service: Service;
  readonly #sender: Sender;
  readonly #zones: Zones;
  readonly #logs: AccessLogs;

  constructor(settings: OwnedSettings) {
    this.service = serviceOf(settings);
    this.#sender = new Sender(settings);
    this.#zones = new Zones(this.#sender);
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
    return this.#zones.get(storageZone, id, options);
  }

  /** Reads an object by id, as a life cycle needs it. @internal */
  async read<Kind extends ReadKind>(
    kind: Kind,
    id: number | string,
    { query, ...options }: ReadOptions & CallOptions = {},
  ): Promise<Readable<Kind>> {
    return this.#zones.get<Table>(readable[kind], id, options, query) as Promise<unknown> as Promise<Readable<Kind>>;
  }

  /** The objects of a kind, for batched reads. @internal */
  sourceOf<Kind extends ReadKind>(kind: Kind): ZoneSource<Readable<Kind>> {
    return this.#zones.sourceOf<Table>(readable[kind]) as unknown as ZoneSource<Readable<Kind>>;
  }

  /** Lists all matching storage zones, page by page. */
  async listStorageZones(args: ListStorageZonesArgs = {}, options: CallOptions = {}): Promise<GetStorageZoneResult[]> {
    return this.#zones.list(storageZone, args, options);
  }

  /** Gets one page of the list of storage zones, from an envelope or a plain array. */
  async listStorageZonePage(
    args: ListStorageZonesArgs & { readonly page: number; readonly perPage?: number },
    options: CallOptions = {},
  ): Promise<StorageZonePage> {
    return this.#zones.listPage(storageZone, args, options);
  }

  /**
   * Adds a storage zone. The request is repeated only if the first one certainly was not applied.
   *
   * @throws {UnavailableError} whose `mayHaveBeenApplied` says whether the zone may exist nevertheless
   * @throws {UnexpectedResponseError} whose `zoneId` is the id of the new zone, if it could be read
   */
  async addStorageZone(body: AddStorageZoneBody, options: CallOptions = {}): Promise<GetStorageZoneResult> {
    // An omitted list would be encoded as null.
    const complete = { ...body, replicationRegions: body.replicationRegions ?? [] };
    return this.#zones.add(storageZone, addStorageZoneTable, complete, options);
  }

  /** Updates a storage zone. The response has no body: get the zone to see the result. */
  async updateStorageZone(id: number | string, body: UpdateStorageZoneBody, options: CallOptions = {}): Promise<void> {
    return this.#zones.update(storageZone, id, updateStorageZoneTable, body, options);
  }

  /** Deletes a storage zone, but not the linked pull zones, which the public service deletes by default. */
  async deleteStorageZone(id: number | string, options: CallOptions = {}): Promise<void> {
    return this.#zones.delete(storageZone, id, { deleteLinkedPullZones: false }, options);
  }

  /** Gets one pull zone; with `includeCertificate`, its hostnames include their certificates and private keys. */
  async getPullZone(
    id: number | string,
    args: { readonly includeCertificate?: boolean } = {},
    options: CallOptions = {},
  ): Promise<GetPullZoneResult> {
    const number = zoneId("pull zone", id);
    checkArguments(args, { includeCertificate: "boolean" });
    const includeCertificate = args.includeCertificate === true ? true : undefined;
    return this.#zones.get(pullZone, number, options, { includeCertificate });
  }

  /**
   * User ids that own zones in this account: those seen so far, or, if the wanted one is not among them, all of them.
   * Assumption: a user owns zones of one account only.
   */
  async owners(wanted: string): Promise<ReadonlySet<string>> {
    return this.#zones.owners(wanted);
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
}
