import type { CdnClient } from "../../api/client";
import type { Dns } from "../../api/delegation";
import { CdnError, InvalidInputError } from "../../api/errors";
import { inMessage, sentence } from "../../wire/words";
import { pause } from "../../api/waits";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import { hostKey, nameKey } from "../../wire/dnsName";
import type { LifeCycleContext } from "../lifeCycle";

export type Context = Pick<LifeCycleContext, "client" | "tell" | "timeoutMs" | "dns">;

const pauses: readonly number[] = [5_000, 20_000, 75_000, 200_000];
const defaultTimeoutMs = 300_000;

/**
 * Returns the pauses before a refused request is sent again, in milliseconds. Their sum is the timeout. Certificate authorities limit the number of
 * requests, so a short timeout drops the last pauses, and a long one lengthens them instead of adding more.
 */
export function certificateDelays(timeoutMs = defaultTimeoutMs): number[] {
  let left = timeoutMs;
  const delays = pauses.map((ms) => {
    const delay = Math.min(left, ms * Math.max(1, timeoutMs / defaultTimeoutMs));
    left -= delay;
    return delay;
  });
  return delays.filter((delay) => delay > 0);
}

/**
 * Requests a free certificate, unless DNS shows that the hostname can't get one. If a DNS zone of this account has a record for the hostname, the
 * service may see the record late, so a refused request is repeated. If the DNS is hosted elsewhere, the user decides when to retry.
 *
 * @throws {InvalidInputError} with what is missing
 */
export async function loadFreeCertificate(
  context: Context,
  zone: GetPullZoneResult,
  hostname: string,
  delays: readonly number[] = certificateDelays(context.timeoutMs),
): Promise<void> {
  const { client, tell } = context;
  await refuseElsewhere(context, zone, hostname);
  for (const delay of [...delays, undefined]) {
    try {
      return await client.loadFreeCertificate(zone.id, hostname);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      const { text, waitsFor } = await refusalOf(context, zone, hostname);
      if (delay === undefined || waitsFor === undefined) {
        const message = `${error.message}. ${text}, then run the same command again`;
        throw new InvalidInputError(message, "managedCertificate", error.evidence);
      }
      tell(
        `Hostname ${hostname} gets no certificate yet: ${waitsFor}. The next request follows in ${String(Math.ceil(delay / 1000))} s`,
      );
      await pause(delay);
    }
  }
}

/**
 * Refuses a hostname that DNS does not know and whose domain is delegated elsewhere, without a request that certificate authorities would count. A
 * hostname that DNS knows may lead here in spite of the delegation, for example while a domain moves, so its certificate is requested.
 */
async function refuseElsewhere(context: Context, zone: GetPullZoneResult, hostname: string): Promise<void> {
  const dns = context.dns();
  if (dns === undefined) return;
  const dnsZone = await orUndefined(listedZoneOf(context.client, hostname));
  if (dnsZone === undefined) return;
  const delegation = await delegationOf(dns, dnsZone);
  if (delegation.to !== "elsewhere" || (await dns.mayHaveAddress(hostname))) return;
  const text = elsewhereText(dnsZone, delegation.named, hostname, zone);
  throw new InvalidInputError(
    `No certificate was requested for hostname ${hostname}, which is not in DNS. ${text}, then run the same command again`,
    "managedCertificate",
  );
}

function targetOf({ hostnames, cnameDomain }: GetPullZoneResult): string {
  return (
    hostnames.find(({ isSystemHostname }) => isSystemHostname)?.value ??
    cnameDomain ??
    "the system hostname of the pull zone"
  );
}

/** Reason for which a certificate was refused. */
interface Refusal {
  /** Cause, and what the user must do. */
  readonly text: string;
  /** Condition that may be met by the time of a later request, without the user. */
  readonly waitsFor?: string;
}

async function refusalOf(context: Context, zone: GetPullZoneResult, hostname: string): Promise<Refusal> {
  const dnsZone = await orUndefined(dnsZoneOf(context.client, hostname));
  const target = targetOf(zone);
  if (dnsZone === undefined) return { text: `Set the DNS record ${hostname} CNAME ${target}` };
  const { domain = "", nameservers } = dnsZone;
  const called = calledZone(dnsZone);
  const delegation = await delegationOf(context.dns(), dnsZone);
  if (delegation.to === "elsewhere") return { text: elsewhereText(dnsZone, delegation.named, hostname, zone) };
  const name = nameKey(hostname).slice(0, -nameKey(domain).length).replace(/\.$/, "");
  if (!isAnswered(dnsZone, name)) {
    const record =
      name === ""
        ? 'type: "PullZone"'
        : `name: ${JSON.stringify(name)}, type: "CNAME", value: ${JSON.stringify(target)}`;
    return {
      text: `${called} of this account has no record for it: declare a DnsRecord with ${record}, and add it to dependsOn of the hostname (on a Website: dnsZoneId: ${String(dnsZone.id)})`,
    };
  }
  const unseen = `The record of the hostname in ${called} is not seen everywhere yet, or does not lead to ${target}`;
  const waitsFor = "its DNS record may not be seen everywhere";
  if (delegation.to === "here") return { text: `${unseen}: check it, wait some minutes`, waitsFor };
  return {
    text: `${unseen}, or the domain is not delegated to that zone: check it, wait some minutes or ${delegateText(dnsZone)}`,
    waitsFor: `${waitsFor}, or the domain is not delegated to ${sentence(nameservers)}`,
  };
}

type ListedZone = Omit<GetDnsZoneResult, "records">;

function calledZone({ id, domain = "" }: ListedZone): string {
  return `DNS zone ${domain} (id ${String(id)})`;
}

function delegateText({ nameservers }: ListedZone): string {
  return `set the nameservers ${sentence(nameservers)} at the domain's registrar`;
}

/** Explains that the domain is delegated elsewhere. @param named nameservers of the domain */
function elsewhereText(
  dnsZone: ListedZone,
  named: readonly string[],
  hostname: string,
  zone: GetPullZoneResult,
): string {
  const others = named.map((host) => inMessage(host));
  const facts = others.length === 0 ? "" : ` (the nameservers of the domain are ${sentence(others)})`;
  const advice =
    others.length === 0 ? "" : `, or set the DNS record ${hostname} CNAME ${targetOf(zone)} at the current nameservers`;
  return `${calledZone(dnsZone)} of this account is not delegated yet${facts}: ${delegateText(dnsZone)}${advice}`;
}

type Delegation = { readonly to: "here" | "unknown" } | { readonly to: "elsewhere"; readonly named: readonly string[] };

/** Returns where a domain is delegated. The service shows detected nameservers for every new zone, so only their absence counts. */
async function delegationOf(dns: Dns | undefined, dnsZone: ListedZone): Promise<Delegation> {
  const { domain = "", nameservers, nameserversDetected } = dnsZone;
  const named = await dns?.nameserversOf(domain);
  if (named === undefined) return nameserversDetected ? { to: "unknown" } : { to: "elsewhere", named: [] };
  const own = nameservers.map(hostKey);
  if (own.length === 0) return { to: "unknown" };
  return named.some((host) => own.includes(hostKey(host))) ? { to: "here" } : { to: "elsewhere", named };
}

/** Returns the result, or undefined if the service fails: the user needs to see the refusal of the certificate, not this failure. */
async function orUndefined<T>(result: Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof CdnError) return undefined;
    throw error;
  }
}

/** Returns the DNS zone of this account to which a hostname belongs. */
async function listedZoneOf(client: CdnClient, hostname: string): Promise<ListedZone | undefined> {
  const name = `.${nameKey(hostname)}`;
  const zones = (await client.listDnsZones()).filter(({ domain }) => domain && name.endsWith(`.${nameKey(domain)}`));
  return zones.sort((a, b) => (b.domain ?? "").length - (a.domain ?? "").length)[0];
}

/** Like {@link listedZoneOf}, but with the records of the zone. */
async function dnsZoneOf(client: CdnClient, hostname: string): Promise<GetDnsZoneResult | undefined> {
  const nearest = await listedZoneOf(client, hostname);
  return nearest && client.getDnsZone(nearest.id);
}

/** Types of records that lead to a host. */
const leading: readonly string[] = ["A", "AAAA", "CNAME", "Flatten", "PullZone"];

/** Whether a zone has a record for a name, possibly a wildcard. */
function isAnswered({ records }: GetDnsZoneResult, name: string): boolean {
  const labels = name.split(".");
  const wildcards = name === "" ? [] : labels.map((_, index) => ["*", ...labels.slice(index + 1)].join("."));
  const names = [name, ...wildcards];
  return records.some(
    (record) => !record.disabled && leading.includes(record.type) && names.includes(nameKey(record.name ?? "")),
  );
}
