import { createHash } from "node:crypto";
import type { Answer } from "../http";
import { json } from "../http";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";
import { profileOf } from "../profiles";
import { zoneOf } from "./requests";

/** The operations on DNSSEC. The data for a registrar is consistent, but nothing is signed with the key. */
export const dnssecRoutes: readonly Route[] = [
  route("R10.14", "enableDnssec", "POST", "/dnszone/:id/dnssec", (service, request) => set(service, request, true)),
  route("R10.14", "disableDnssec", "DELETE", "/dnszone/:id/dnssec", (service, request) => set(service, request, false)),
];

const [flags, protocol, algorithm] = [257, 3, 13];

function set(service: Service, request: ServiceRequest, DnsSecEnabled: boolean): Answer {
  const { Id, Domain } = zoneOf(service, request);
  service.dnsZones.change(Id, { DnsSecEnabled });
  const { noDnsSec } = profileOf(service.settings).dns;
  const data = DnsSecEnabled ? signed(Domain ?? "", `${String(service.settings.randomSeed)}/${String(Id)}`) : noDnsSec;
  return json(200, { Enabled: DnsSecEnabled, ...data, DsConfigured: false });
}

/** Returns the key of a zone, which never changes, and the DS record (RFC 4034). */
function signed(domain: string, seed: string): object {
  const key = createHash("sha512").update(seed).digest();
  const rdata = Buffer.concat([Buffer.from([flags >> 8, flags & 0xff, protocol, algorithm]), key]);
  const sum = rdata.reduce((total, byte, index) => total + (index % 2 === 0 ? byte << 8 : byte), 0);
  const keyTag = (sum + ((sum >> 16) & 0xffff)) & 0xffff;
  const labels = domain.toLowerCase().split(".");
  const owner = [...labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]), Buffer.from([0])];
  const digest = createHash("sha256").update(Buffer.concat(owner)).update(rdata).digest("hex").toUpperCase();
  return {
    DsRecord: `${domain}. 3600 IN DS ${String(keyTag)} ${String(algorithm)} 2 ${digest}`,
    Digest: digest,
    DigestType: "SHA256 (2)",
    Algorithm: algorithm,
    PublicKey: key.toString("base64"),
    KeyTag: keyTag,
    Flags: flags,
  };
}
