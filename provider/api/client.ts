import { kinds, wholeKinds } from "../kinds";
import type { AccessLogEntry } from "../types/accessLog";
import type { DnsRecordInputs, DnsZoneRecord } from "../types/dnsRecord";
import type { DnsSecDetails } from "../types/dnsZone";
import type { AccessLogsArgs, GetAccessLogsArgs } from "../types/functions";
import type { EdgeRule } from "../types/pullZone";
import type { PullZoneEdgeRuleInputs } from "../types/pullZoneEdgeRule";
import { decode, encode } from "../wire/codec";
import { dnsRecordBodyTable, dnsZoneRecordTable } from "../wire/dnsRecord";
import { dnsSecTable } from "../wire/dnsZone";
import { edgeRuleTable } from "../wire/pullZoneParts";
import { edgeRuleBodyTable } from "../wire/pullZoneEdgeRule";
import { AccessLogs } from "./accessLogs";
import type { AccessLogsOptions, GetAccessLogsResult } from "./accessLogs/args";
import { absoluteUrl, checkBody } from "./input";
import { zoneId } from "./ids";
import { inMessage } from "../wire/words";
import { idIn } from "./dialect";
import { InvalidInputError } from "./errors";
import type { ChangeRequest } from "./objects";
import { Objects } from "./objects";
import type { CallOptions, PatientOptions } from "./operation";
import { pathTo } from "./paths";
import type { Counters } from "./sender";
import type { OwnedSettings } from "./settings";
import { EdgeScriptOperations } from "./edgeScriptOperations";

const { StorageZone: storageZone, PullZone: pullZone, DnsZone: dnsZone } = wholeKinds;

export type { CallOptions, PatientOptions } from "./operation";
export type { PullZoneBody, StorageZonePage } from "./zoneOperations";

/** Body of a request that adds or updates a DNS record. */
export type DnsRecordBody = Omit<DnsRecordInputs, "dnsZoneId" | "adopt">;

/** Body of a request that adds or updates an edge rule. */
export type EdgeRuleBody = Omit<PullZoneEdgeRuleInputs, "pullZoneId" | "adopt" | "purgeOnChange"> & {
  readonly guid?: string;
};

function dnsRecordBody(record: Partial<DnsRecordBody> & { readonly id?: number }): Record<string, unknown> {
  checkBody(dnsRecordBodyTable, record);
  return encode(dnsRecordBodyTable, record);
}

/**
 * Validates the GUID of an edge rule before it becomes part of a path. With `..`, the request would reach the pull zone itself.
 *
 * @throws {InvalidInputError} unless it is letters, digits and hyphens
 */
function edgeRuleGuid(guid: unknown): string {
  if (typeof guid === "string" && kinds.PullZoneEdgeRule.partId.shape.test(guid)) return guid;
  throw new InvalidInputError(
    `The GUID of an edge rule must be letters, digits and hyphens, such as 5a3d6c1e-0b2f-4e71-9c4d-8f6a7b5c4d3e, but got: ${inMessage(guid)}. The pull zone's edgeRules have it`,
    "guid",
  );
}

/** Assumption: the service creates the pull zone of an accelerated record before it answers, which takes more than 30 s. */
function patience({ accelerated }: Partial<DnsRecordBody>): Pick<ChangeRequest, "minTimeoutSeconds"> {
  return accelerated === true ? { minTimeoutSeconds: 60 } : {};
}

/**
 * Client of the service, with a method for each operation: on zones, their parts, caches and access logs. Every failure is a {@link CdnError},
 * except an abort.
 */
export class CdnClient extends EdgeScriptOperations {
  readonly #logs: AccessLogs;

  constructor(settings: OwnedSettings) {
    super(new Objects(settings));
    this.#logs = new AccessLogs(settings, (id, error) => this.objects.lists.refusalOf(pullZone, id, error));
  }

  /** Number of requests and retries so far. */
  get counters(): Readonly<Counters> {
    const all = [...this.objects.counters, this.#logs.counters];
    const sum = (name: keyof Counters): number => all.reduce((total, counters) => total + counters[name], 0);
    return { requests: sum("requests"), retries: sum("retries") };
  }

  /**
   * Generates a new password for a storage zone. The old password stops working. Get the zone to see the new one. Assumption: the operation
   * exists, and sending it twice does no harm.
   */
  async resetStorageZonePassword(id: number | string, options: CallOptions = {}): Promise<void> {
    const request = { operation: "reset password", method: "POST", below: "/resetPassword" } as const;
    await this.objects.change(storageZone, id, { ...request, ...options });
  }

  /** Like {@link resetStorageZonePassword}, but for the read-only password. */
  async resetStorageZoneReadOnlyPassword(id: number | string, options: CallOptions = {}): Promise<void> {
    const number = zoneId(storageZone.noun, id);
    const path = pathTo(storageZone.path, "resetReadOnlyPassword");
    const request = { operation: "reset read-only password", method: "POST", path, query: { id: number } } as const;
    await this.objects.change(storageZone, number, { ...request, ...options });
  }

  /** Adds a hostname to a pull zone. The request is not retried. After a failure, get the zone to see whether it has the hostname. */
  async addHostname(id: number | string, hostname: string, options: CallOptions = {}): Promise<void> {
    const body = { Hostname: hostname };
    const request = {
      operation: "add hostname",
      method: "POST",
      body,
      repeatable: false,
      below: "/addHostname",
    } as const;
    await this.objects.change(pullZone, id, { ...request, ...options });
  }

  async removeHostname(id: number | string, hostname: string, options: CallOptions = {}): Promise<void> {
    const request = {
      operation: "remove hostname",
      method: "DELETE",
      body: { Hostname: hostname },
      below: "/removeHostname",
    } as const;
    await this.objects.change(pullZone, id, { ...request, ...options });
  }

  /** Sets whether a hostname redirects plain HTTP to HTTPS. */
  async setForceSSL(
    id: number | string,
    hostname: string,
    forceSSL: boolean,
    options: CallOptions = {},
  ): Promise<void> {
    const body = { Hostname: hostname, ForceSSL: forceSSL };
    const request = { operation: "set the redirect to HTTPS", method: "POST", body, below: "/setForceSSL" } as const;
    await this.objects.change(pullZone, id, { ...request, ...options });
  }

  /** Installs a custom certificate for a hostname. Certificate and private key are PEM. */
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
    const request = { operation: "add certificate", method: "POST", body, below: "/addCertificate" } as const;
    await this.objects.change(pullZone, id, { ...request, ...options });
  }

  async removeCertificate(id: number | string, hostname: string, options: CallOptions = {}): Promise<void> {
    const request = {
      operation: "remove certificate",
      method: "DELETE",
      body: { Hostname: hostname },
      below: "/removeCertificate",
    } as const;
    await this.objects.change(pullZone, id, { ...request, ...options });
  }

  /** Requests a free certificate for a hostname of a pull zone. The hostname must already point to the zone, and identifies it. */
  async loadFreeCertificate(id: number | string, hostname: string, options: CallOptions = {}): Promise<void> {
    const path = pathTo(pullZone.path, "loadFreeCertificate");
    const request = { operation: "load free certificate", method: "GET", path, query: { hostname } } as const;
    await this.objects.change(pullZone, id, { ...request, ...options });
  }

  /**
   * Adds an edge rule. The request is not retried. After a failure, get the zone to see whether it has the rule.
   *
   * @returns the GUID of the rule, if the response has it
   */
  async addEdgeRule(id: number | string, rule: EdgeRuleBody, options: CallOptions = {}): Promise<string | undefined> {
    const body = encode(edgeRuleBodyTable, rule);
    const request = {
      operation: "add edge rule",
      method: "POST",
      body,
      repeatable: false,
      below: "/edgerules/addOrUpdate",
    } as const;
    const answer = await this.objects.change(pullZone, id, { ...request, ...options });
    const { Guid } = (answer ?? {}) as { Guid?: unknown };
    return typeof Guid === "string" && Guid !== "" ? Guid : undefined;
  }

  /** Replaces an edge rule. @returns the rule, if the response has it; otherwise get the zone to see the result */
  async updateEdgeRule(
    id: number | string,
    rule: EdgeRuleBody & { readonly guid: string },
    options: CallOptions = {},
  ): Promise<EdgeRule | undefined> {
    // Without a GUID, the same request would add a rule.
    edgeRuleGuid(rule.guid);
    const request = {
      operation: "update edge rule",
      method: "POST",
      body: encode(edgeRuleBodyTable, rule),
      below: "/edgerules/addOrUpdate",
    } as const;
    const answer = await this.objects.change(pullZone, id, { ...request, ...options });
    const { Guid } = (answer ?? {}) as { Guid?: unknown };
    return typeof Guid === "string" ? decode(edgeRuleTable, answer) : undefined;
  }

  async deleteEdgeRule(id: number | string, guid: string, options: CallOptions = {}): Promise<void> {
    const below = pathTo("/edgerules", edgeRuleGuid(guid));
    const request = { operation: "delete edge rule", method: "DELETE", below } as const;
    await this.objects.change(pullZone, id, { ...request, ...options });
  }

  /** Purges the cache of a pull zone: all of it, or only responses with the tag. */
  async purgePullZone(id: number | string, tag?: string, options: PatientOptions = {}): Promise<void> {
    const body = tag === undefined ? {} : { body: { CacheTag: tag } };
    const request = { operation: "purge cache", method: "POST", ...body, below: "/purgeCache" } as const;
    await this.objects.change(pullZone, id, { ...request, ...options });
  }

  /**
   * Purges a URL, such as `https://www.acme.example/style.css`, from the cache of the pull zone that has its hostname. A `*` at the end purges all
   * URLs with that prefix. Assumption: the operation, and the public service's limits of about 5 URLs a second, or one prefix every 2 seconds.
   *
   * @throws {InvalidInputError} unless it is an absolute URL of http or https
   * @throws {NotFoundError} if no pull zone has the hostname
   */
  async purgeUrl(url: string, options: PatientOptions = {}): Promise<void> {
    // Without `exactPath`, a slash at the end would purge everything below it.
    const query = { url: absoluteUrl(url), exactPath: url.endsWith("/") ? true : undefined };
    const request = { operation: "purge URL", method: "POST", path: "/purge", query } as const;
    await this.objects.change(pullZone, undefined, { ...request, ...options });
  }

  /** Signs a DNS zone with DNSSEC. A signed zone stays unchanged. @returns the data to enter at the registrar */
  async enableDnsSec(id: number | string, options: CallOptions = {}): Promise<DnsSecDetails> {
    return (await this.details("DnsZone", id, "dnsSec", options)) ?? decode(dnsSecTable, {});
  }

  /** Disables DNSSEC for a DNS zone. */
  async disableDnsSec(id: number | string, options: CallOptions = {}): Promise<void> {
    const request = { operation: "disable DNSSEC", method: "DELETE", below: "/dnssec" } as const;
    await this.objects.change(dnsZone, id, { ...request, ...options });
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
    options: CallOptions = {},
  ): Promise<DnsZoneRecord | undefined> {
    const body = dnsRecordBody(record);
    const below = "/records";
    const add = { operation: "add DNS record", method: "PUT", body, below, repeatable: false } as const;
    const answer = await this.objects.change(dnsZone, zone, { ...add, ...patience(record), ...options });
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
    const below = pathTo("/records", number);
    const request = { operation: "update DNS record", method: "POST", body, below, ...patience(record) } as const;
    await this.objects.change(dnsZone, zone, { ...request, ...options });
  }

  async deleteDnsRecord(zone: number | string, id: number | string, options: CallOptions = {}): Promise<void> {
    const below = pathTo("/records", zoneId("DNS record", id));
    const request = { operation: "delete DNS record", method: "DELETE", below } as const;
    await this.objects.change(dnsZone, zone, { ...request, ...options });
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
