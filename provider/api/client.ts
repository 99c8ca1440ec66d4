import type { Readable, WholeKind } from "../kinds";
import { wholeKinds } from "../kinds";
import type { AccessLogEntry } from "../types/accessLog";
import type { AccessLogsArgs, GetAccessLogsArgs, ListPullZonesArgs, ListStorageZonesArgs } from "../types/functions";
import type { EdgeRule, GetPullZoneResult, PullZoneInputs } from "../types/pullZone";
import type { PullZoneEdgeRuleInputs } from "../types/pullZoneEdgeRule";
import type { AddStorageZoneBody, GetStorageZoneResult, UpdateStorageZoneBody } from "../types/storageZone";
import { decode, encode } from "../wire/codec";
import { pullZoneBodyTable } from "../wire/pullZone";
import { edgeRuleTable } from "../wire/pullZoneParts";
import { edgeRuleBodyTable } from "../wire/pullZoneEdgeRule";
import { addStorageZoneTable, updateStorageZoneTable } from "../wire/storageZone";
import { AccessLogs } from "./accessLogs";
import type { AccessLogsOptions, GetAccessLogsResult } from "./accessLogs/args";
import type { ReadOptions, ZoneSource } from "./batchedReads";
import { checkArguments, edgeRuleGuid, zoneId } from "./input";
import type { CallOptions } from "./operation";
import { freeCertificate, onPullZone } from "./pullZones";
import type { Counters } from "./sender";
import { Sender } from "./sender";
import type { OwnedSettings, Service } from "./settings";
import { serviceOf } from "./settings";
import type { StorageZonePage } from "./storageZones";
import { storageZone } from "./storageZones";
import { Zones } from "./zones";

const pullZone = wholeKinds.PullZone;

export type { CallOptions } from "./operation";
export type { StorageZonePage } from "./storageZones";

/** The settings of a new pull zone. */
export type PullZoneBody = Omit<PullZoneInputs, "adopt" | "includeCertificate">;

/** An edge rule as it is sent. */
export type EdgeRuleBody = Omit<PullZoneEdgeRuleInputs, "pullZoneId"> & { readonly guid?: string };

type Tail<All extends readonly unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never;

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
  async read<Kind extends WholeKind>(
    kind: Kind,
    id: number | string,
    { query, signal }: ReadOptions & CallOptions = {},
  ): Promise<Readable<Kind>> {
    const options = signal === undefined ? {} : { signal };
    return this.#zones.get(wholeKinds[kind], id, options, query);
  }

  /** Lists the objects of a kind, as a life cycle needs them. @internal */
  async list<Kind extends WholeKind>(kind: Kind, filters: object = {}): Promise<Readable<Kind>[]> {
    return this.#zones.list(wholeKinds[kind], filters, {});
  }

  /** Whether the whole list has the object; undefined if the service has no such list. @internal */
  async isListed(kind: WholeKind, id: number | string): Promise<boolean | undefined> {
    return this.#zones.isListed(wholeKinds[kind], id);
  }

  /** The objects of a kind, for batched reads. @internal */
  sourceOf<Kind extends WholeKind>(kind: Kind): ZoneSource<Readable<Kind>> {
    return this.#zones.sourceOf(wholeKinds[kind]);
  }

  /** Lists all matching storage zones, page by page. The list may leave out their pull zones: get a zone to see them. */
  async listStorageZones(args: ListStorageZonesArgs = {}, options: CallOptions = {}): Promise<GetStorageZoneResult[]> {
    return this.#zones.list(storageZone, args, options);
  }

  /** Like {@link listStorageZones}, but pull zones that the list leaves out are absent, not none. @internal */
  async listKnownStorageZones(
    args: ListStorageZonesArgs = {},
    options: CallOptions = {},
  ): Promise<(Omit<GetStorageZoneResult, "pullZones"> & Partial<Pick<GetStorageZoneResult, "pullZones">>)[]> {
    return this.#zones.listKnown(storageZone, args, options);
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
    await this.#zones.update(storageZone, id, updateStorageZoneTable, body, options);
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

  /** Lists all matching pull zones, page by page. Assumption: the service has this operation, as all below. */
  async listPullZones(args: ListPullZonesArgs = {}, options: CallOptions = {}): Promise<GetPullZoneResult[]> {
    return this.#zones.list(pullZone, args, options);
  }

  /** Adds a pull zone. The request is repeated only if the first one certainly was not applied; see {@link addStorageZone}. */
  async addPullZone(body: PullZoneBody, options: CallOptions = {}): Promise<GetPullZoneResult> {
    return this.#zones.add(pullZone, pullZoneBodyTable, body, options);
  }

  /** Updates the given settings of a pull zone. @returns the zone, if the response has it; otherwise get it to see the result */
  async updatePullZone(
    id: number | string,
    body: Partial<PullZoneBody>,
    options: CallOptions = {},
  ): Promise<GetPullZoneResult | undefined> {
    return this.#zones.update(pullZone, id, pullZoneBodyTable, body, options);
  }

  /** Deletes a pull zone. */
  async deletePullZone(id: number | string, options: CallOptions = {}): Promise<void> {
    return this.#zones.delete(pullZone, id, {}, options);
  }

  /** Adds a hostname to a pull zone. It is not repeated: look whether the zone has it. */
  async addHostname(id: number | string, hostname: string, options: CallOptions = {}): Promise<void> {
    await this.#changePullZone(id, "addHostname", { Hostname: hostname }, options);
  }

  async removeHostname(id: number | string, hostname: string, options: CallOptions = {}): Promise<void> {
    await this.#changePullZone(id, "removeHostname", { Hostname: hostname }, options);
  }

  /** Sets whether a hostname redirects plain HTTP to HTTPS. */
  async setForceSSL(
    id: number | string,
    hostname: string,
    forceSSL: boolean,
    options: CallOptions = {},
  ): Promise<void> {
    await this.#changePullZone(id, "setForceSSL", { Hostname: hostname, ForceSSL: forceSSL }, options);
  }

  /** Installs an own certificate, with its key, both as PEM. */
  async addCertificate(
    id: number | string,
    hostname: string,
    { certificate, certificateKey }: { readonly certificate: string; readonly certificateKey: string },
    options: CallOptions = {},
  ): Promise<void> {
    const [Certificate, CertificateKey] = [certificate, certificateKey].map((pem) =>
      Buffer.from(pem).toString("base64"),
    );
    await this.#changePullZone(id, "addCertificate", { Hostname: hostname, Certificate, CertificateKey }, options);
  }

  async removeCertificate(id: number | string, hostname: string, options: CallOptions = {}): Promise<void> {
    await this.#changePullZone(id, "removeCertificate", { Hostname: hostname }, options);
  }

  /** Requests a free certificate for a hostname of a pull zone. It must point to the pull zone. */
  async loadFreeCertificate(id: number | string, hostname: string, options: CallOptions = {}): Promise<void> {
    await this.#zones.change(pullZone, zoneId(pullZone.noun, id), freeCertificate(hostname, options));
  }

  /** Adds an edge rule. It is not repeated: look whether the zone has it. @returns its GUID, if the service answers it */
  async addEdgeRule(id: number | string, rule: EdgeRuleBody, options: CallOptions = {}): Promise<string | undefined> {
    const answer = await this.#changePullZone(id, "addEdgeRule", encode(edgeRuleBodyTable, rule), options);
    const { Guid } = (answer ?? {}) as { Guid?: unknown };
    return typeof Guid === "string" && Guid !== "" ? Guid : undefined;
  }

  /** Replaces an edge rule. @returns the rule, if the service answers it */
  async updateEdgeRule(
    id: number | string,
    rule: EdgeRuleBody & { readonly guid: string },
    options: CallOptions = {},
  ): Promise<EdgeRule | undefined> {
    // Without a GUID, the same request adds a rule.
    edgeRuleGuid(rule.guid);
    const answer = await this.#changePullZone(id, "updateEdgeRule", encode(edgeRuleBodyTable, rule), options);
    return typeof answer === "object" && answer !== null ? decode(edgeRuleTable, answer) : undefined;
  }

  async deleteEdgeRule(id: number | string, guid: string, options: CallOptions = {}): Promise<void> {
    await this.#changePullZone(id, "deleteEdgeRule", undefined, options, edgeRuleGuid(guid));
  }

  /** Empties the cache of a pull zone: all of it, or what has the tag. */
  async purgePullZone(id: number | string, tag?: string, options: CallOptions = {}): Promise<void> {
    await this.#changePullZone(id, "purgeCache", tag === undefined ? undefined : { CacheTag: tag }, options);
  }

  async #changePullZone(id: number | string, ...operation: Tail<Parameters<typeof onPullZone>>): Promise<unknown> {
    const number = zoneId(pullZone.noun, id);
    return this.#zones.change(pullZone, number, onPullZone(number, ...operation));
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
