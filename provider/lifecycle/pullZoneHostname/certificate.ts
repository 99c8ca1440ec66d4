import type { CdnClient } from "../../api/client";
import { CdnError, InvalidInputError } from "../../api/errors";
import { pause } from "../../api/retry";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import { nameKey } from "../../wire/dnsName";
import type { LifeCycleContext } from "../shared/lifeCycle";
import { listed } from "../shared/properties";

type Context = Pick<LifeCycleContext, "client" | "tell" | "timeoutMs">;

const pauses: readonly number[] = [5_000, 20_000, 75_000, 200_000];
const defaultTimeoutMs = 300_000;

/**
 * The pauses before a refused request is sent again, in milliseconds: the timeout in all. Authorities limit how often they are asked, so a
 * short timeout ends them early, and a long one stretches them.
 */
export function certificateDelays(timeoutMs = defaultTimeoutMs): number[] {
  let left = timeoutMs;
  const delays = pauses.map((pause) => {
    const delay = Math.min(left, pause * Math.max(1, timeoutMs / defaultTimeoutMs));
    left -= delay;
    return delay;
  });
  return delays.filter((delay) => delay > 0);
}

/**
 * Requests a free certificate. Where a DNS zone of this account has a record for the hostname, it may be seen only some time after it was
 * made: a refused request is then sent again. Where DNS is elsewhere, it is for the user to say when.
 *
 * @throws {InvalidInputError} that says what is missing
 */
export async function loadFreeCertificate(
  { client, tell, timeoutMs }: Context,
  zone: GetPullZoneResult,
  hostname: string,
  delays: readonly number[] = certificateDelays(timeoutMs),
): Promise<void> {
  for (const delay of [...delays, undefined]) {
    try {
      return await client.loadFreeCertificate(zone.id, hostname);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      const advice = await adviceFor(client, zone, hostname);
      if (delay === undefined || advice !== undefined) {
        const text =
          advice ?? `Set the DNS record ${hostname} CNAME ${targetOf(zone)}, then run the same command again`;
        throw new InvalidInputError(`${error.message}. ${text}`, "managedCertificate", error.evidence);
      }
      tell(
        `Hostname ${hostname} gets no certificate yet: its DNS record may not be seen everywhere. The next request follows in ${String(Math.ceil(delay / 1000))} s`,
      );
      await pause(delay);
    }
  }
}

function targetOf({ hostnames, cnameDomain }: GetPullZoneResult): string {
  return hostnames.find(({ isSystemHostname }) => isSystemHostname)?.value ?? cnameDomain ?? "to the pull zone";
}

/** What the user must do before a certificate can be had; undefined if it is only to wait. */
async function adviceFor(client: CdnClient, zone: GetPullZoneResult, hostname: string): Promise<string | undefined> {
  const dnsZone = await dnsZoneOf(client, hostname).catch((error: unknown) => {
    // What the certificate was refused for is what the user must know.
    if (error instanceof CdnError) return undefined;
    throw error;
  });
  const again = "then run the same command again";
  if (dnsZone === undefined) return `Set the DNS record ${hostname} CNAME ${targetOf(zone)}, ${again}`;
  const { id, domain = "", nameservers, nameserversDetected } = dnsZone;
  const called = `DNS zone ${domain} (id ${String(id)})`;
  if (!nameserversDetected) {
    return `${called} of this account is not delegated yet: name its nameservers ${listed(nameservers)} at the domain's registrar, ${again}`;
  }
  const name = nameKey(hostname).slice(0, -nameKey(domain).length).replace(/\.$/, "");
  if (isAnswered(dnsZone, name)) return undefined;
  const record =
    name === ""
      ? 'type: "PullZone"'
      : `name: ${JSON.stringify(name)}, type: "CNAME", value: ${JSON.stringify(targetOf(zone))}`;
  return `${called} of this account has no record for it: declare a DnsRecord with ${record}, and the hostname with dependsOn it, ${again}`;
}

/** The DNS zone of this account that a hostname belongs to, with its records. */
async function dnsZoneOf(client: CdnClient, hostname: string): Promise<GetDnsZoneResult | undefined> {
  const name = `.${nameKey(hostname)}`;
  const zones = (await client.listDnsZones()).filter(({ domain }) => domain && name.endsWith(`.${nameKey(domain)}`));
  const [nearest] = zones.sort((a, b) => (b.domain ?? "").length - (a.domain ?? "").length);
  return nearest && client.getDnsZone(nearest.id);
}

/** Types that lead to a host. */
const leading: readonly string[] = ["A", "AAAA", "CNAME", "Flatten", "PullZone"];

/** Whether a zone has a record of a name, or a wildcard for it. */
function isAnswered({ records }: GetDnsZoneResult, name: string): boolean {
  const labels = name.split(".");
  const wildcards = name === "" ? [] : labels.map((_, index) => ["*", ...labels.slice(index + 1)].join("."));
  const names = [name, ...wildcards];
  return records.some(
    (record) => !record.disabled && leading.includes(record.type) && names.includes(nameKey(record.name ?? "")),
  );
}
