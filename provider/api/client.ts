import type { WholeKindOf } from "../kinds";
import { wholeKinds } from "../kinds";
import type { AccessLogEntry } from "../types/accessLog";
import type { DnsRecordInputs, DnsZoneRecord } from "../types/dnsRecord";
import type { DnsSecDetails, DnsZoneInputs, GetDnsZoneResult } from "../types/dnsZone";
import type {
  AccessLogsArgs,
  GetAccessLogsArgs,
  ListDnsZonesArgs,
  ListPullZonesArgs,
  ListStorageZonesArgs,
} from "../types/functions";
import type { EdgeRule, GetPullZoneResult, PullZoneInputs } from "../types/pullZone";
import type { PullZoneEdgeRuleInputs } from "../types/pullZoneEdgeRule";
import type { AddStorageZoneBody, GetStorageZoneResult, UpdateStorageZoneBody } from "../types/storageZone";
import { decode, encode } from "../wire/codec";
import { dnsRecordBodyTable, dnsZoneRecordTable } from "../wire/dnsRecord";
import type { DnsZoneSettings } from "../wire/dnsZone";
import { addDnsZoneTable, dnsSecTable, updateDnsZoneTable } from "../wire/dnsZone";
import { pullZoneBodyTable } from "../wire/pullZone";
import { edgeRuleTable } from "../wire/pullZoneParts";
import { edgeRuleBodyTable } from "../wire/pullZoneEdgeRule";
import { addStorageZoneTable, storageZoneTable, updateStorageZoneTable } from "../wire/storageZone";
import { AccessLogs } from "./accessLogs";
import type { AccessLogsOptions, GetAccessLogsResult } from "./accessLogs/args";
import { absoluteUrl, checkArguments, checkBody, edgeRuleGuid, zoneId } from "./input";
import type { CallOptions, Operation, PatientOptions } from "./operation";
import { pathTo } from "./paths";
import { idIn } from "./response";
import type { Counters } from "./sender";
import type { OwnedSettings, Service } from "./settings";
import { serviceOf } from "./settings";
import { StorageFiles, StorageHost, type StorageAccess } from "./storageFiles";
import { Zones } from "./zones";

/** Storage zones with all fields of their pull zones. */
const storageZone: WholeKindOf<GetStorageZoneResult> = { ...wholeKinds.StorageZone, table: storageZoneTable };
const { PullZone: pullZone, DnsZone: dnsZone } = wholeKinds;

export type { CallOptions, PatientOptions } from "./operation";

/** One page of storage zones. */
export interface StorageZonePage {
  readonly items: GetStorageZoneResult[];
  readonly currentPage: number;
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

/** The settings of a new pull zone. */
export type PullZoneBody = Omit<PullZoneInputs, "adopt" | "includeCertificate">;

/** A DNS record as it is sent. */
export type DnsRecordBody = Omit<DnsRecordInputs, "dnsZoneId" | "adopt">;

/** An edge rule as it is sent. */
export type EdgeRuleBody = Omit<PullZoneEdgeRuleInputs, "pullZoneId" | "adopt"> & { readonly guid?: string };

/** A request for a part of a zone. */
type PartRequest = Pick<Operation, "operation" | "method" | "body" | "minTimeoutSeconds"> & {
  readonly repeatable?: false;
};

function dnsRecordBody(record: Partial<DnsRecordBody> & { readonly id?: number }): Record<string, unknown> {
  checkBody(dnsRecordBodyTable, record);
  return encode(dnsRecordBodyTable, record);
}

/** Assumption: the service makes the pull zone of an accelerated record before it answers, which takes more than 30 s. */
function patience({ accelerated }: Partial<DnsRecordBody>): Pick<Operation, "minTimeoutSeconds"> {
  return accelerated === true ? { minTimeoutSeconds: 60 } : {};
}

/** The service's operations, one method each. Every failure is a {@link CdnError}, except an abort. */
export class CdnClient extends Zones {
  /** The service that it calls. @internal */
  readonly service: Service;
  readonly #logs: AccessLogs;
  readonly #settings: OwnedSettings;
  /** By hostname. */
  readonly #storageHosts = new Map<string, StorageHost>();

  constructor(settings: OwnedSettings) {
    super(settings);
    this.#settings = settings;
    this.service = serviceOf(settings);
    this.#logs = new AccessLogs(settings, (id, error) => this.refusalOf(pullZone, id, error));
  }

  /** Requests and retries so far. */
  override get counters(): Readonly<Counters> {
    const all = [super.counters, this.#logs.counters, ...[...this.#storageHosts.values()].map((host) => host.counters)];
    const sum = (name: keyof Counters): number => all.reduce((total, counters) => total + counters[name], 0);
    return { requests: sum("requests"), retries: sum("retries") };
  }

  /** Gets one storage zone. The service may still return a deleted one, with `deleted: true`. */
  async getStorageZone(id: number | string, options: CallOptions = {}): Promise<GetStorageZoneResult> {
    return this.get(storageZone, id, options);
  }

  /** Lists all matching storage zones, page by page. The list may leave out their pull zones: get a zone to see them. */
  async listStorageZones(args: ListStorageZonesArgs = {}, options: CallOptions = {}): Promise<GetStorageZoneResult[]> {
    return this.listOf(storageZone, args, options);
  }

  /** Like {@link listStorageZones}, but pull zones that the list leaves out are absent, not none. @internal */
  async listKnownStorageZones(
    args: ListStorageZonesArgs = {},
    options: CallOptions = {},
  ): Promise<(Omit<GetStorageZoneResult, "pullZones"> & Partial<Pick<GetStorageZoneResult, "pullZones">>)[]> {
    return this.listOf(storageZone, args, options, true);
  }

  /** Gets one page of the list of storage zones, from an envelope or a plain array. */
  async listStorageZonePage(
    args: ListStorageZonesArgs & { readonly page: number; readonly perPage?: number },
    options: CallOptions = {},
  ): Promise<StorageZonePage> {
    return this.listPageOf(storageZone, args, options);
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
    return this.add(storageZone, addStorageZoneTable, complete, options);
  }

  /** Updates a storage zone. The response has no body: get the zone to see the result. */
  async updateStorageZone(id: number | string, body: UpdateStorageZoneBody, options: CallOptions = {}): Promise<void> {
    await this.update(storageZone, id, updateStorageZoneTable, body, options);
  }

  /** Deletes a storage zone, but not the linked pull zones, which the public service deletes by default. */
  async deleteStorageZone(id: number | string, options: CallOptions = {}): Promise<void> {
    return this.delete(storageZone, id, { deleteLinkedPullZones: false }, options);
  }

  /**
   * Has the service make a new password for a storage zone: the old one no longer works. Get the zone to see the new one. Assumption, as is
   * that a reset that is sent twice does no harm.
   */
  async resetStorageZonePassword(id: number | string, options: CallOptions = {}): Promise<void> {
    const request = { operation: "reset password", method: "POST" } as const;
    await this.#onZone(storageZone, id, "/resetPassword", request, options);
  }

  /** Like {@link resetStorageZonePassword}, but for the password that can only read. */
  async resetStorageZoneReadOnlyPassword(id: number | string, options: CallOptions = {}): Promise<void> {
    const number = zoneId(storageZone.noun, id);
    const path = pathTo(storageZone.path, "resetReadOnlyPassword");
    const request = { operation: "reset read-only password", method: "POST", path, query: { id: number } } as const;
    await this.change(storageZone, number, { ...request, repeatable: true, ...options });
  }

  /** The files of a storage zone. Assumption: the contract has no files. @throws {ConfigurationError} for an unusable host @internal */
  storageFiles(access: StorageAccess): StorageFiles {
    const host = this.#storageHosts.get(access.hostname) ?? new StorageHost();
    this.#storageHosts.set(access.hostname, host);
    return new StorageFiles(this.#settings, access, host);
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
    return this.get(pullZone, number, options, { includeCertificate });
  }

  /** Lists all matching pull zones, page by page. Assumption: the service has this operation, as all below. */
  async listPullZones(args: ListPullZonesArgs = {}, options: CallOptions = {}): Promise<GetPullZoneResult[]> {
    return this.listOf(pullZone, args, options);
  }

  /** Adds a pull zone. The request is repeated only if the first one certainly was not applied; see {@link addStorageZone}. */
  async addPullZone(body: PullZoneBody, options: CallOptions = {}): Promise<GetPullZoneResult> {
    return this.add(pullZone, pullZoneBodyTable, body, options);
  }

  /** Updates the given settings of a pull zone. @returns the zone, if the response has it; otherwise get it to see the result */
  async updatePullZone(
    id: number | string,
    body: Partial<PullZoneBody>,
    options: CallOptions = {},
  ): Promise<GetPullZoneResult | undefined> {
    return this.update(pullZone, id, pullZoneBodyTable, body, options);
  }

  /** Deletes a pull zone. */
  async deletePullZone(id: number | string, options: CallOptions = {}): Promise<void> {
    return this.delete(pullZone, id, {}, options);
  }

  /** Adds a hostname to a pull zone. It is not repeated: look whether the zone has it. */
  async addHostname(id: number | string, hostname: string, options: CallOptions = {}): Promise<void> {
    const body = { Hostname: hostname };
    const request = { operation: "add hostname", method: "POST", body, repeatable: false } as const;
    await this.#onPullZone(id, "/addHostname", request, options);
  }

  async removeHostname(id: number | string, hostname: string, options: CallOptions = {}): Promise<void> {
    const request = { operation: "remove hostname", method: "DELETE", body: { Hostname: hostname } } as const;
    await this.#onPullZone(id, "/removeHostname", request, options);
  }

  /** Sets whether a hostname redirects plain HTTP to HTTPS. */
  async setForceSSL(
    id: number | string,
    hostname: string,
    forceSSL: boolean,
    options: CallOptions = {},
  ): Promise<void> {
    const body = { Hostname: hostname, ForceSSL: forceSSL };
    const request = { operation: "set the redirect to HTTPS", method: "POST", body } as const;
    await this.#onPullZone(id, "/setForceSSL", request, options);
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
    const body = { Hostname: hostname, Certificate, CertificateKey };
    await this.#onPullZone(id, "/addCertificate", { operation: "add certificate", method: "POST", body }, options);
  }

  async removeCertificate(id: number | string, hostname: string, options: CallOptions = {}): Promise<void> {
    const request = { operation: "remove certificate", method: "DELETE", body: { Hostname: hostname } } as const;
    await this.#onPullZone(id, "/removeCertificate", request, options);
  }

  /** Requests a free certificate for a hostname of a pull zone. It must point to the pull zone, which the service finds by it. */
  async loadFreeCertificate(id: number | string, hostname: string, options: CallOptions = {}): Promise<void> {
    const path = pathTo(pullZone.path, "loadFreeCertificate");
    const request = { operation: "load free certificate", method: "GET", path, query: { hostname } } as const;
    await this.change(pullZone, zoneId(pullZone.noun, id), { ...request, repeatable: true, ...options });
  }

  /** Adds an edge rule. It is not repeated: look whether the zone has it. @returns its GUID, if the service answers it */
  async addEdgeRule(id: number | string, rule: EdgeRuleBody, options: CallOptions = {}): Promise<string | undefined> {
    const body = encode(edgeRuleBodyTable, rule);
    const request = { operation: "add edge rule", method: "POST", body, repeatable: false } as const;
    const answer = await this.#onPullZone(id, "/edgerules/addOrUpdate", request, options);
    const { Guid } = (answer ?? {}) as { Guid?: unknown };
    return typeof Guid === "string" && Guid !== "" ? Guid : undefined;
  }

  /** Replaces an edge rule. @returns the rule, if the service answers it; otherwise get the zone to see the result */
  async updateEdgeRule(
    id: number | string,
    rule: EdgeRuleBody & { readonly guid: string },
    options: CallOptions = {},
  ): Promise<EdgeRule | undefined> {
    // Without a GUID, the same request adds a rule.
    edgeRuleGuid(rule.guid);
    const request = { operation: "update edge rule", method: "POST", body: encode(edgeRuleBodyTable, rule) } as const;
    const answer = await this.#onPullZone(id, "/edgerules/addOrUpdate", request, options);
    const { Guid } = (answer ?? {}) as { Guid?: unknown };
    return typeof Guid === "string" ? decode(edgeRuleTable, answer) : undefined;
  }

  async deleteEdgeRule(id: number | string, guid: string, options: CallOptions = {}): Promise<void> {
    const path = pathTo("/edgerules", edgeRuleGuid(guid));
    await this.#onPullZone(id, path, { operation: "delete edge rule", method: "DELETE" }, options);
  }

  /** Empties the cache of a pull zone: all of it, or what has the tag. */
  async purgePullZone(id: number | string, tag?: string, options: PatientOptions = {}): Promise<void> {
    const body = tag === undefined ? {} : { body: { CacheTag: tag } };
    await this.#onPullZone(id, "/purgeCache", { operation: "purge cache", method: "POST", ...body }, options);
  }

  /**
   * Removes an address from the cache of the pull zone that has its hostname: `https://www.acme.example/style.css`, or with `*` at its end
   * all that begins so. Assumption, as are the limits of the public service: about 5 addresses a second, or a prefix every 2 seconds.
   *
   * @throws {InvalidInputError} unless it is an absolute URL of http or https
   * @throws {NotFoundError} if no pull zone has the hostname
   */
  async purgeUrl(url: string, options: PatientOptions = {}): Promise<void> {
    // A slash at the end would purge all below it.
    const query = { url: absoluteUrl(url), exactPath: url.endsWith("/") ? true : undefined };
    const request = { operation: "purge URL", method: "POST", path: "/purge", query, repeatable: true } as const;
    await this.change(pullZone, undefined, { ...request, ...options });
  }

  /** Gets one DNS zone with its records. Assumption: the service has DNS, with this operation and all below. */
  async getDnsZone(id: number | string, options: CallOptions = {}): Promise<GetDnsZoneResult> {
    return this.get(dnsZone, id, options);
  }

  /** Lists all matching DNS zones, page by page, without their records: get a zone to see them. */
  async listDnsZones(
    args: ListDnsZonesArgs = {},
    options: CallOptions = {},
  ): Promise<Omit<GetDnsZoneResult, "records">[]> {
    return this.listOf(dnsZone, args, options, true);
  }

  /** Adds a DNS zone. The request is repeated only if the first one certainly was not applied; see {@link addStorageZone}. */
  async addDnsZone({ domain }: Pick<DnsZoneInputs, "domain">, options: CallOptions = {}): Promise<GetDnsZoneResult> {
    return this.add(dnsZone, addDnsZoneTable, { domain }, options);
  }

  /** Updates the given settings of a DNS zone. @returns the zone, if the response has it; otherwise get it to see the result */
  async updateDnsZone(
    id: number | string,
    body: DnsZoneSettings,
    options: CallOptions = {},
  ): Promise<GetDnsZoneResult | undefined> {
    return this.update(dnsZone, id, updateDnsZoneTable, body, options);
  }

  /** Deletes a DNS zone with its records. */
  async deleteDnsZone(id: number | string, options: CallOptions = {}): Promise<void> {
    return this.delete(dnsZone, id, {}, options);
  }

  /** Signs a DNS zone with DNSSEC; one that is signed stays as it is. @returns what the registrar is told */
  async enableDnsSec(id: number | string, options: CallOptions = {}): Promise<DnsSecDetails> {
    const request = { operation: "enable DNSSEC", method: "POST" } as const;
    return decode(dnsSecTable, (await this.#onDnsZone(id, "/dnssec", request, options)) ?? {});
  }

  /** What the registrar is told of a zone that is signed: the service says it only when it is asked to sign it. @internal */
  async dnsSec(id: number | string): Promise<DnsSecDetails | undefined> {
    return this.enableDnsSec(id);
  }

  /** Ends the signing of a DNS zone. */
  async disableDnsSec(id: number | string, options: CallOptions = {}): Promise<void> {
    await this.#onDnsZone(id, "/dnssec", { operation: "disable DNSSEC", method: "DELETE" }, options);
  }

  /**
   * Adds a record to a DNS zone. It is not repeated, as it adds another one each time: look whether the zone has it.
   *
   * @returns the record, if the response has it
   */
  async addDnsRecord(
    zone: number | string,
    record: DnsRecordBody,
    options: CallOptions = {},
  ): Promise<DnsZoneRecord | undefined> {
    const body = dnsRecordBody(record);
    const add = { operation: "add DNS record", method: "PUT", body, repeatable: false } as const;
    const request = { ...add, ...patience(record) };
    const answer = await this.#onDnsZone(zone, "/records", request, options);
    return idIn(answer) === undefined ? undefined : decode(dnsZoneRecordTable, answer);
  }

  /** Updates a record of a DNS zone. The response has no body: get the zone to see the result. */
  async updateDnsRecord(
    zone: number | string,
    id: number | string,
    record: Partial<DnsRecordBody>,
    options: CallOptions = {},
  ): Promise<void> {
    const number = zoneId("DNS record", id);
    const body = dnsRecordBody({ ...record, id: number });
    const request = { operation: "update DNS record", method: "POST", body, ...patience(record) } as const;
    await this.#onDnsZone(zone, pathTo("/records", number), request, options);
  }

  async deleteDnsRecord(zone: number | string, id: number | string, options: CallOptions = {}): Promise<void> {
    const path = pathTo("/records", zoneId("DNS record", id));
    await this.#onDnsZone(zone, path, { operation: "delete DNS record", method: "DELETE" }, options);
  }

  /** Sends an operation on an existing DNS zone. @param path below that of the zone */
  #onDnsZone(id: number | string, path: string, request: PartRequest, options: CallOptions): Promise<unknown> {
    return this.#onZone(dnsZone, id, path, request, options);
  }

  /** Sends an operation on an existing pull zone. Assumptions, all of them. @param path below that of the zone */
  #onPullZone(id: number | string, path: string, request: PartRequest, options: CallOptions): Promise<unknown> {
    return this.#onZone(pullZone, id, path, request, options);
  }

  async #onZone(
    kind: WholeKindOf<object>,
    id: number | string,
    path: string,
    request: PartRequest,
    options: CallOptions,
  ): Promise<unknown> {
    const number = zoneId(kind.noun, id);
    const whole = pathTo(kind.path, number) + path;
    return this.change(kind, number, { repeatable: true, ...request, path: whole, ...options });
  }

  /** Iterates over all matching access log entries, in constant memory. See {@link AccessLogsArgs}. */
  accessLogs(args: AccessLogsArgs, options: AccessLogsOptions = {}): AsyncGenerator<AccessLogEntry, void, undefined> {
    return this.#logs.iterate(args, options);
  }

  /** Gets up to `limit` access log entries, with one request if a page holds them. */
  getAccessLogs(
    args: GetAccessLogsArgs,
    options: Omit<AccessLogsOptions, "pageSize"> = {},
  ): Promise<GetAccessLogsResult> {
    return this.#logs.get(args, options);
  }
}
