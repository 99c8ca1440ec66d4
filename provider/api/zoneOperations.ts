import type { WholeKindOf } from "../kinds";
import { wholeKinds } from "../kinds";
import type { DnsZoneInputs, GetDnsZoneResult } from "../types/dnsZone";
import type { ListDnsZonesArgs, ListPullZonesArgs, ListStorageZonesArgs } from "../types/functions";
import type { GetPullZoneResult, PullZoneInputs } from "../types/pullZone";
import type { AddStorageZoneBody, GetStorageZoneResult, UpdateStorageZoneBody } from "../types/storageZone";
import type { DnsZoneSettings } from "../wire/dnsZone";
import { storageZoneTable } from "../wire/storageZone";
import { checkArguments } from "./input";
import type { CallOptions } from "./operation";
import { Reads } from "./reads";

/** The kind with all fields of the linked pull zones. */
const storageZone: WholeKindOf<GetStorageZoneResult> = {
  ...wholeKinds.StorageZone,
  table: storageZoneTable,
  readTable: storageZoneTable,
};
const { PullZone: pullZone, DnsZone: dnsZone } = wholeKinds;

/** One page of the list of storage zones. */
export interface StorageZonePage {
  readonly items: GetStorageZoneResult[];
  readonly currentPage: number;
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

/** Body of a request that adds a pull zone. */
export type PullZoneBody = Omit<PullZoneInputs, "adopt" | "includeCertificate">;

/** Operations on zones: gets, lists, adds, updates and deletes them. They are {@link Objects} with the types of each kind. */
export class ZoneOperations extends Reads {
  /** Gets one storage zone. The service may still return a deleted one, with `deleted: true`. */
  async getStorageZone(id: number | string, options: CallOptions = {}): Promise<GetStorageZoneResult> {
    return this.objects.get(storageZone, id, options);
  }

  /** Lists all matching storage zones, page by page. The list may omit the linked pull zones: get a zone to see them. */
  async listStorageZones(args: ListStorageZonesArgs = {}, options: CallOptions = {}): Promise<GetStorageZoneResult[]> {
    return this.objects.list(storageZone, args, options);
  }

  /** Like {@link listStorageZones}, but `pullZones` is absent instead of empty if the list omits it. @internal */
  async listKnownStorageZones(
    args: ListStorageZonesArgs = {},
    options: CallOptions = {},
  ): Promise<(Omit<GetStorageZoneResult, "pullZones"> & Partial<Pick<GetStorageZoneResult, "pullZones">>)[]> {
    return this.objects.list(storageZone, args, options, true);
  }

  /** Gets one page of the list of storage zones, from an envelope or a plain array. */
  async listStorageZonePage(
    args: ListStorageZonesArgs & { readonly page: number; readonly perPage?: number },
    options: CallOptions = {},
  ): Promise<StorageZonePage> {
    return this.objects.listPage(storageZone, args, options);
  }

  /**
   * Adds a storage zone. The request is retried only if it certainly was not applied.
   *
   * @throws {UnavailableError} if there was no response; `mayHaveBeenApplied` says whether the zone may exist
   * @throws {UnexpectedResponseError} if the response is invalid; `zoneId` is the id of the new zone, if it could be read
   */
  async addStorageZone(body: AddStorageZoneBody, options: CallOptions = {}): Promise<GetStorageZoneResult> {
    // An omitted list would be encoded as null.
    const complete = { ...body, replicationRegions: body.replicationRegions ?? [] };
    return this.objects.add(storageZone, complete, options);
  }

  /** Updates a storage zone. The response has no body: get the zone to see the result. */
  async updateStorageZone(id: number | string, body: UpdateStorageZoneBody, options: CallOptions = {}): Promise<void> {
    await this.objects.update(storageZone, id, body, options);
  }

  /** Deletes a storage zone, but not the linked pull zones, which the public service deletes by default. */
  async deleteStorageZone(id: number | string, options: CallOptions = {}): Promise<void> {
    return this.objects.delete(storageZone, id, options);
  }

  /** Gets one pull zone. With `includeCertificate`, its hostnames include certificates and private keys. */
  async getPullZone(
    id: number | string,
    args: { readonly includeCertificate?: boolean } = {},
    options: CallOptions = {},
  ): Promise<GetPullZoneResult> {
    checkArguments(args, { includeCertificate: "boolean" });
    const includeCertificate = args.includeCertificate === true ? true : undefined;
    return this.objects.get(pullZone, id, options, { includeCertificate });
  }

  /** Lists all matching pull zones, page by page. Assumption: this operation and the following ones exist. */
  async listPullZones(args: ListPullZonesArgs = {}, options: CallOptions = {}): Promise<GetPullZoneResult[]> {
    return this.objects.list(pullZone, args, options);
  }

  /** Adds a pull zone. The request is retried only if it certainly was not applied; see {@link addStorageZone} for the errors. */
  async addPullZone(body: PullZoneBody, options: CallOptions = {}): Promise<GetPullZoneResult> {
    return this.objects.add(pullZone, body, options);
  }

  /** Updates the given settings of a pull zone. @returns the zone, if the response has it; otherwise get it to see the result */
  async updatePullZone(
    id: number | string,
    body: Partial<PullZoneBody>,
    options: CallOptions = {},
  ): Promise<GetPullZoneResult | undefined> {
    return this.objects.update(pullZone, id, body, options);
  }

  /** Deletes a pull zone. */
  async deletePullZone(id: number | string, options: CallOptions = {}): Promise<void> {
    return this.objects.delete(pullZone, id, options);
  }

  /** Gets one DNS zone with its records. Assumption: the service has DNS, with this operation and the following ones. */
  async getDnsZone(id: number | string, options: CallOptions = {}): Promise<GetDnsZoneResult> {
    return this.objects.get(dnsZone, id, options);
  }

  /** Lists all matching DNS zones without their records, page by page. Get a zone to see its records. */
  async listDnsZones(
    args: ListDnsZonesArgs = {},
    options: CallOptions = {},
  ): Promise<Omit<GetDnsZoneResult, "records">[]> {
    return this.objects.list(dnsZone, args, options, true);
  }

  /** Adds a DNS zone. The request is retried only if it certainly was not applied; see {@link addStorageZone} for the errors. */
  async addDnsZone({ domain }: Pick<DnsZoneInputs, "domain">, options: CallOptions = {}): Promise<GetDnsZoneResult> {
    return this.objects.add(dnsZone, { domain }, options);
  }

  /** Updates the given settings of a DNS zone. @returns the zone, if the response has it; otherwise get it to see the result */
  async updateDnsZone(
    id: number | string,
    body: DnsZoneSettings,
    options: CallOptions = {},
  ): Promise<GetDnsZoneResult | undefined> {
    return this.objects.update(dnsZone, id, body, options);
  }

  /** Deletes a DNS zone with its records. */
  async deleteDnsZone(id: number | string, options: CallOptions = {}): Promise<void> {
    return this.objects.delete(dnsZone, id, options);
  }
}
