import type { WholeKindOf } from "../kinds";
import { wholeKinds } from "../kinds";
import type { AccessLogEntry } from "../types/accessLog";
import type { DnsZoneRecord } from "../types/dnsRecord";
import type { DnsSecDetails, DnsZoneInputs, GetDnsZoneResult } from "../types/dnsZone";
import type {
  EdgeScriptCode,
  EdgeScriptDetails,
  EdgeScriptRelease,
  EdgeScriptSecret,
  GetEdgeScriptResult,
} from "../types/edgeScript";
import type {
  AccessLogsArgs,
  GetAccessLogsArgs,
  ListDnsZonesArgs,
  ListEdgeScriptsArgs,
  ListPullZonesArgs,
  ListStorageZonesArgs,
} from "../types/functions";
import type { EdgeRule, GetPullZoneResult, PullZoneInputs } from "../types/pullZone";
import type { AddStorageZoneBody, GetStorageZoneResult, UpdateStorageZoneBody } from "../types/storageZone";
import { decode } from "../wire/codec";
import { dnsZoneRecordTable } from "../wire/dnsRecord";
import type { DnsZoneSettings } from "../wire/dnsZone";
import { dnsSecTable } from "../wire/dnsZone";
import { edgeScriptReleaseTable, sha256OfCode } from "../wire/edgeScript";
import { edgeRuleTable } from "../wire/pullZoneParts";
import { storageZoneTable } from "../wire/storageZone";
import { AccessLogs } from "./accessLogs";
import type { AccessLogsOptions, GetAccessLogsResult } from "./accessLogs/args";
import type { DnsRecordBody, EdgeRuleBody } from "./changes";
import { changes } from "./changes";
import { idIn } from "./dialect";
import { checkArguments } from "./input";
import { Objects } from "./objects";
import type { CallOptions, PatientOptions } from "./operation";
import { Reads } from "./reads";
import type { Counters } from "./sender";
import type { OwnedSettings } from "./settings";

/** The kind with all fields of the linked pull zones. */
const storageZone: WholeKindOf<GetStorageZoneResult> = {
  ...wholeKinds.StorageZone,
  table: storageZoneTable,
  readTable: storageZoneTable,
};
const { PullZone: pullZone, DnsZone: dnsZone, EdgeScript: edgeScript } = wholeKinds;

/** Page size of lists of releases. Each release includes its code, so a page of 1000 would exceed the maximum size of a response. */
const releasesPerPage = 10;

export type { DnsRecordBody, EdgeRuleBody } from "./changes";
export type { CallOptions, PatientOptions } from "./operation";

/** One page of the list of storage zones. */
export interface StorageZonePage {
  readonly items: GetStorageZoneResult[];
  readonly currentPage: number;
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

/** A release in a list. If it lacks its code, it has the SHA-256 of it, unless the service does not show the code. */
export type ListedEdgeScriptRelease = EdgeScriptRelease & { codeSha256?: string };

function withoutCode(release: Partial<ListedEdgeScriptRelease>): void {
  const { code = "" } = release;
  if (code !== "") release.codeSha256 = sha256OfCode(code);
  delete release.code;
}

/** Body of a request that adds a pull zone. */
export type PullZoneBody = Omit<PullZoneInputs, "adopt" | "includeCertificate">;

/**
 * Client of the service, with a method for each operation: on zones, their parts, edge scripts, caches and access logs. Every failure is a
 * {@link CdnError}, except an abort.
 */
export class CdnClient {
  /** Gets, lists and changes objects of any kind. @internal */
  readonly objects: Objects;
  /** Finds objects of any kind, and confirms what is missing. @internal */
  readonly reads: Reads;
  readonly #logs: AccessLogs;

  constructor(settings: OwnedSettings) {
    this.objects = new Objects(settings);
    this.reads = new Reads(this.objects);
    this.#logs = new AccessLogs(settings, (id, error) => this.objects.lists.refusalOf(pullZone, id, error));
  }

  /** Number of requests and retries so far. */
  get counters(): Readonly<Counters> {
    const all = [...this.objects.counters, this.#logs.counters];
    const sum = (name: keyof Counters): number => all.reduce((total, counters) => total + counters[name], 0);
    return { requests: sum("requests"), retries: sum("retries") };
  }

  /** The service's current time according to its `Date` headers, in milliseconds since the epoch. Compare dates of the service with it. */
  serviceTime(): number {
    return this.objects.serviceTime();
  }

  /** See {@link Reads.owners}. */
  owners(wanted: string): Promise<ReadonlySet<string>> {
    return this.reads.owners(wanted);
  }

  /** Gets one storage zone. The service may still return a deleted one, with `deleted: true`. */
  async getStorageZone(id: number | string, options?: CallOptions): Promise<GetStorageZoneResult> {
    return this.objects.get(storageZone, id, options);
  }

  /** Lists all matching storage zones, page by page. The list may omit the linked pull zones: get a zone to see them. */
  async listStorageZones(args: ListStorageZonesArgs = {}, options?: CallOptions): Promise<GetStorageZoneResult[]> {
    return this.objects.list(storageZone, args, options);
  }

  /** Like {@link listStorageZones}, but `pullZones` is absent instead of empty if the list omits it. @internal */
  async listKnownStorageZones(
    args: ListStorageZonesArgs = {},
    options?: CallOptions,
  ): Promise<(Omit<GetStorageZoneResult, "pullZones"> & Partial<Pick<GetStorageZoneResult, "pullZones">>)[]> {
    return this.objects.list(storageZone, args, options, true);
  }

  /** Gets one page of the list of storage zones, from an envelope or a plain array. */
  async listStorageZonePage(
    args: ListStorageZonesArgs & { readonly page: number; readonly perPage?: number },
    options?: CallOptions,
  ): Promise<StorageZonePage> {
    return this.objects.listPage(storageZone, args, options);
  }

  /**
   * Adds a storage zone. The request is retried only if it certainly was not applied.
   *
   * @throws {UnavailableError} if there was no response; `mayHaveBeenApplied` says whether the zone may exist
   * @throws {UnexpectedResponseError} if the response is invalid; `zoneId` is the id of the new zone, if it could be read
   */
  async addStorageZone(body: AddStorageZoneBody, options?: CallOptions): Promise<GetStorageZoneResult> {
    // An omitted list would be encoded as null.
    const complete = { ...body, replicationRegions: body.replicationRegions ?? [] };
    return this.objects.add(storageZone, complete, options);
  }

  /** Updates a storage zone. The response has no body: get the zone to see the result. */
  async updateStorageZone(id: number | string, body: UpdateStorageZoneBody, options?: CallOptions): Promise<void> {
    await this.objects.update(storageZone, id, body, options);
  }

  /** Deletes a storage zone, but not the linked pull zones, which the public service deletes by default. */
  async deleteStorageZone(id: number | string, options?: CallOptions): Promise<void> {
    return this.objects.delete(storageZone, id, options);
  }

  /** Gets one pull zone. With `includeCertificate`, its hostnames include certificates and private keys. */
  async getPullZone(
    id: number | string,
    args: { readonly includeCertificate?: boolean } = {},
    options?: CallOptions,
  ): Promise<GetPullZoneResult> {
    checkArguments(args, { includeCertificate: "boolean" });
    const includeCertificate = args.includeCertificate === true ? true : undefined;
    return this.objects.get(pullZone, id, options, { includeCertificate });
  }

  /** Lists all matching pull zones, page by page. Assumption: this operation and the following ones exist. */
  async listPullZones(args: ListPullZonesArgs = {}, options?: CallOptions): Promise<GetPullZoneResult[]> {
    return this.objects.list(pullZone, args, options);
  }

  /** Adds a pull zone. The request is retried only if it certainly was not applied; see {@link addStorageZone} for the errors. */
  async addPullZone(body: PullZoneBody, options?: CallOptions): Promise<GetPullZoneResult> {
    return this.objects.add(pullZone, body, options);
  }

  /** Updates the given settings of a pull zone. @returns the zone, if the response has it; otherwise get it to see the result */
  async updatePullZone(
    id: number | string,
    body: Partial<PullZoneBody>,
    options?: CallOptions,
  ): Promise<GetPullZoneResult | undefined> {
    return this.objects.update(pullZone, id, body, options);
  }

  /** Deletes a pull zone. */
  async deletePullZone(id: number | string, options?: CallOptions): Promise<void> {
    return this.objects.delete(pullZone, id, options);
  }

  /** Gets one DNS zone with its records. Assumption: the service has DNS, with this operation and the following ones. */
  async getDnsZone(id: number | string, options?: CallOptions): Promise<GetDnsZoneResult> {
    return this.objects.get(dnsZone, id, options);
  }

  /** Lists all matching DNS zones without their records, page by page. Get a zone to see its records. */
  async listDnsZones(args: ListDnsZonesArgs = {}, options?: CallOptions): Promise<Omit<GetDnsZoneResult, "records">[]> {
    return this.objects.list(dnsZone, args, options, true);
  }

  /** Adds a DNS zone. The request is retried only if it certainly was not applied; see {@link addStorageZone} for the errors. */
  async addDnsZone({ domain }: Pick<DnsZoneInputs, "domain">, options?: CallOptions): Promise<GetDnsZoneResult> {
    return this.objects.add(dnsZone, { domain }, options);
  }

  /** Updates the given settings of a DNS zone. @returns the zone, if the response has it; otherwise get it to see the result */
  async updateDnsZone(
    id: number | string,
    body: DnsZoneSettings,
    options?: CallOptions,
  ): Promise<GetDnsZoneResult | undefined> {
    return this.objects.update(dnsZone, id, body, options);
  }

  /** Deletes a DNS zone with its records. */
  async deleteDnsZone(id: number | string, options?: CallOptions): Promise<void> {
    return this.objects.delete(dnsZone, id, options);
  }

  /**
   * Generates a new password for a storage zone. The old password stops working. Get the zone to see the new one. Assumption: the operation
   * exists, and sending it twice does no harm.
   */
  async resetStorageZonePassword(id: number | string, options?: CallOptions): Promise<void> {
    await this.objects.change(storageZone, id, { ...changes.resetPassword(), ...options });
  }

  /** Like {@link resetStorageZonePassword}, but for the read-only password. */
  async resetStorageZoneReadOnlyPassword(id: number | string, options?: CallOptions): Promise<void> {
    await this.objects.change(storageZone, id, { ...changes.resetReadOnlyPassword(id), ...options });
  }

  /** Adds a hostname to a pull zone. The request is not retried. After a failure, get the zone to see whether it has the hostname. */
  async addHostname(id: number | string, hostname: string, options?: CallOptions): Promise<void> {
    await this.objects.change(pullZone, id, { ...changes.addHostname(hostname), ...options });
  }

  async removeHostname(id: number | string, hostname: string, options?: CallOptions): Promise<void> {
    await this.objects.change(pullZone, id, { ...changes.removeHostname(hostname), ...options });
  }

  /** Sets whether a hostname redirects plain HTTP to HTTPS. */
  async setForceSSL(id: number | string, hostname: string, forceSSL: boolean, options?: CallOptions): Promise<void> {
    await this.objects.change(pullZone, id, { ...changes.setForceSSL(hostname, forceSSL), ...options });
  }

  /** Installs a custom certificate for a hostname. Certificate and private key are PEM. */
  async addCertificate(
    id: number | string,
    hostname: string,
    { certificate, certificateKey }: { readonly certificate: string; readonly certificateKey: string },
    options?: CallOptions,
  ): Promise<void> {
    await this.objects.change(pullZone, id, {
      ...changes.addCertificate(hostname, certificate, certificateKey),
      ...options,
    });
  }

  async removeCertificate(id: number | string, hostname: string, options?: CallOptions): Promise<void> {
    await this.objects.change(pullZone, id, { ...changes.removeCertificate(hostname), ...options });
  }

  /** Requests a free certificate for a hostname of a pull zone. The hostname must already point to the zone, and identifies it. */
  async loadFreeCertificate(id: number | string, hostname: string, options?: CallOptions): Promise<void> {
    await this.objects.change(pullZone, id, { ...changes.loadFreeCertificate(hostname), ...options });
  }

  /**
   * Adds an edge rule. The request is not retried. After a failure, get the zone to see whether it has the rule.
   *
   * @returns the GUID of the rule, if the response has it
   */
  async addEdgeRule(id: number | string, rule: EdgeRuleBody, options?: CallOptions): Promise<string | undefined> {
    const answer = await this.objects.change(pullZone, id, { ...changes.addEdgeRule(rule), ...options });
    const { Guid } = (answer ?? {}) as { Guid?: unknown };
    return typeof Guid === "string" && Guid !== "" ? Guid : undefined;
  }

  /** Replaces an edge rule. @returns the rule, if the response has it; otherwise get the zone to see the result */
  async updateEdgeRule(
    id: number | string,
    rule: EdgeRuleBody & { readonly guid: string },
    options?: CallOptions,
  ): Promise<EdgeRule | undefined> {
    const answer = await this.objects.change(pullZone, id, { ...changes.updateEdgeRule(rule), ...options });
    const { Guid } = (answer ?? {}) as { Guid?: unknown };
    return typeof Guid === "string" ? decode(edgeRuleTable, answer) : undefined;
  }

  async deleteEdgeRule(id: number | string, guid: string, options?: CallOptions): Promise<void> {
    await this.objects.change(pullZone, id, { ...changes.deleteEdgeRule(guid), ...options });
  }

  /** Purges the cache of a pull zone: all of it, or only responses with the tag. */
  async purgePullZone(id: number | string, tag?: string, options?: PatientOptions): Promise<void> {
    await this.objects.change(pullZone, id, { ...changes.purgeCache(tag), ...options });
  }

  /**
   * Purges a URL, such as `https://www.acme.example/style.css`, from the cache of the pull zone that has its hostname. A `*` at the end purges all
   * URLs with that prefix. Assumption: the operation, and the public service's limits of about 5 URLs a second, or one prefix every 2 seconds.
   *
   * @throws {InvalidInputError} unless it is an absolute URL of http or https
   * @throws {NotFoundError} if no pull zone has the hostname
   */
  async purgeUrl(url: string, options?: PatientOptions): Promise<void> {
    await this.objects.change(pullZone, undefined, { ...changes.purgeUrl(url), ...options });
  }

  /** Signs a DNS zone with DNSSEC. A signed zone stays unchanged. @returns the data to enter at the registrar */
  async enableDnsSec(id: number | string, options?: CallOptions): Promise<DnsSecDetails> {
    return (await this.reads.details("DnsZone", id, "dnsSec", options)) ?? decode(dnsSecTable, {});
  }

  /** Disables DNSSEC for a DNS zone. */
  async disableDnsSec(id: number | string, options?: CallOptions): Promise<void> {
    await this.objects.change(dnsZone, id, { ...changes.disableDnsSec(), ...options });
  }

  /**
   * Adds a record to a DNS zone. The request is not retried, because each one adds a record. After a failure, get the zone to see whether it
   * has the record.
   *
   * @returns the record, if the response has it
   */
  async addDnsRecord(
    zone: number | string,
    record: DnsRecordBody,
    options?: CallOptions,
  ): Promise<DnsZoneRecord | undefined> {
    const answer = await this.objects.change(dnsZone, zone, { ...changes.addDnsRecord(record), ...options });
    return idIn(answer) === undefined ? undefined : decode(dnsZoneRecordTable, answer);
  }

  /** Updates a record of a DNS zone. The response has no body: get the zone to see the result. */
  async updateDnsRecord(
    zone: number | string,
    id: number | string,
    record: Partial<DnsRecordBody>,
    options?: CallOptions,
  ): Promise<void> {
    await this.objects.change(dnsZone, zone, { ...changes.updateDnsRecord(id, record), ...options });
  }

  async deleteDnsRecord(zone: number | string, id: number | string, options?: CallOptions): Promise<void> {
    await this.objects.change(dnsZone, zone, { ...changes.deleteDnsRecord(id), ...options });
  }

  /** Gets one edge script with its variables. The service may still return a deleted one, with `deleted: true`. */
  async getEdgeScript(id: number | string, options?: CallOptions): Promise<GetEdgeScriptResult> {
    return this.objects.get(edgeScript, id, options);
  }

  /** Lists all matching edge scripts with their variables, page by page. */
  async listEdgeScripts(args: ListEdgeScriptsArgs = {}, options?: CallOptions): Promise<GetEdgeScriptResult[]> {
    return this.objects.list(edgeScript, args, options);
  }

  /** Adds an edge script without code and without a pull zone. The request is retried only if it certainly was not applied. */
  async addEdgeScript(
    { name, type }: Pick<EdgeScriptDetails, "name" | "type">,
    options?: CallOptions,
  ): Promise<GetEdgeScriptResult> {
    return this.objects.add(edgeScript, { name, type, createLinkedPullZone: false }, options);
  }

  /** Renames an edge script. @returns the script, if the response has it; otherwise get it to see the result */
  async renameEdgeScript(
    id: number | string,
    name: string,
    options?: CallOptions,
  ): Promise<GetEdgeScriptResult | undefined> {
    return this.objects.update(edgeScript, id, { name }, options);
  }

  /** Deletes an edge script, but not the pull zones whose origin it is. */
  async deleteEdgeScript(id: number | string, options?: CallOptions): Promise<void> {
    return this.objects.delete(edgeScript, id, options);
  }

  /** Gets the code that was saved last. It is not necessarily live. */
  async getEdgeScriptCode(id: number | string, options?: CallOptions): Promise<EdgeScriptCode | undefined> {
    return this.reads.details("EdgeScript", id, "code", options);
  }

  /** Gets the live release with its code. Undefined if the script was never published. */
  async getLiveEdgeScriptRelease(id: number | string, options?: CallOptions): Promise<EdgeScriptRelease | undefined> {
    return this.reads.details("EdgeScript", id, "release", options);
  }

  /**
   * Lists the releases of a script, each with its code or, if `withCode` is false, with only the SHA-256 of its code. Their order is not
   * specified.
   */
  async listEdgeScriptReleases(
    id: number | string,
    { withCode = true, ...options }: CallOptions & { readonly withCode?: boolean } = {},
  ): Promise<ListedEdgeScriptRelease[]> {
    const how = {
      table: edgeScriptReleaseTable,
      perPage: releasesPerPage,
      shorten: withCode ? undefined : withoutCode,
    };
    const list = { operation: "list the releases of an edge script", below: "/releases", ...how };
    return this.objects.listBelow(edgeScript, id, list, options);
  }

  /** Makes an earlier release live again, by its `uuid`. This adds no release. */
  async rollBackEdgeScript(id: number | string, release: string, options?: CallOptions): Promise<void> {
    await this.objects.change(edgeScript, id, { ...changes.rollBack(release), ...options });
  }

  /** Saves code. The code becomes live when it is published or, if the script was never published, immediately. */
  async saveEdgeScriptCode(id: number | string, code: string, options?: CallOptions): Promise<void> {
    await this.objects.change(edgeScript, id, { ...changes.saveCode(code), ...options });
  }

  /** Publishes the saved code. The request is not retried, because each one may add a release. After a failure, get the live release. */
  async publishEdgeScript(id: number | string, note?: string, options?: CallOptions): Promise<void> {
    await this.objects.change(edgeScript, id, { ...changes.publish(note), ...options });
  }

  /** Adds a variable or changes its value. New instances of the script get it; running ones keep the old value until the next publication. */
  async setEdgeScriptVariable(id: number | string, name: string, value: string, options?: CallOptions): Promise<void> {
    await this.objects.change(edgeScript, id, { ...changes.setVariable(name, value), ...options });
  }

  async deleteEdgeScriptVariable(
    id: number | string,
    variableId: number | string,
    options?: CallOptions,
  ): Promise<void> {
    await this.objects.change(edgeScript, id, { ...changes.deleteVariable(variableId), ...options });
  }

  /** Lists the secrets of an edge script, without values: no operation returns them. */
  async listEdgeScriptSecrets(id: number | string, options?: CallOptions): Promise<EdgeScriptSecret[]> {
    return (await this.reads.details("EdgeScript", id, "secrets", options))?.secrets ?? [];
  }

  /** Adds a secret or changes its value. New instances of the script get it; running ones keep the old value until the next publication. */
  async setEdgeScriptSecret(id: number | string, name: string, secret: string, options?: CallOptions): Promise<void> {
    await this.objects.change(edgeScript, id, { ...changes.setSecret(name, secret), ...options });
  }

  async deleteEdgeScriptSecret(id: number | string, secretId: number | string, options?: CallOptions): Promise<void> {
    await this.objects.change(edgeScript, id, { ...changes.deleteSecret(secretId), ...options });
  }

  /** Iterates over all matching access log entries in constant memory. See {@link AccessLogsArgs}. */
  accessLogs(args: AccessLogsArgs, options: AccessLogsOptions = {}): AsyncGenerator<AccessLogEntry, void, undefined> {
    return this.#logs.iterate(args, options);
  }

  /** Gets up to `limit` access log entries, with a single request if one page has them. */
  getAccessLogs(
    args: GetAccessLogsArgs,
    options: Omit<AccessLogsOptions, "pageSize"> = {},
  ): Promise<GetAccessLogsResult> {
    return this.#logs.get(args, options);
  }
}
