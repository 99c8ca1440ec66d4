import assert from "node:assert/strict";
import type { DnsAnswers, EmulatorOptions } from "../../emulator";
import { dnsOf } from "../../provider/api/delegation";
import { InvalidInputError } from "../../provider/api/errors";
import { certificateDelays, loadFreeCertificate } from "../../provider/lifecycle/pullZoneHostname/certificate";
import { failureOf, settings } from "../api/support";
import { grantedAfterSeconds, notPointing } from "../fixtures/recorded/certificates";
import type { Bench } from "./support";
import { bench } from "./support";

const hostname = "www.acme.example";
const pullZones = [{ Id: 8, Name: "web", Hostnames: [{ Id: 1, Value: hostname, IsSystemHostname: false }] }];
const dnsZones = [
  { Id: 30, Domain: "example" },
  { Id: 31, Domain: "Acme.example" },
];
const record = { Id: 901, DnsZoneId: 31, Type: 7, Name: "WWW", LinkName: "8" };
const certificates = (on: Bench): number =>
  on.sent().filter((request) => request.includes("loadFreeCertificate")).length;

/**
 * Requests a certificate.
 *
 * @param answers what DNS says besides; undefined if DNS is not asked
 * @returns the lines told, and the requests for it
 */
async function request(
  options: EmulatorOptions,
  delays: readonly number[],
  during?: (on: Bench) => void,
  answers?: DnsAnswers,
) {
  const told: string[] = [];
  let requests = 0;
  let message = "";
  await bench(options, async (on) => {
    const zone = await on.context.client.getPullZone(8);
    on.emulator.setDnsAnswers(answers ?? {});
    const { url, resolver } = on.emulator;
    const asked = answers === undefined ? settings(url) : settings(url, { resolver });
    const dns = dnsOf(asked);
    const context = {
      ...on.context,
      dns: () => dns,
      tell: (text: string) => {
        told.push(text);
        during?.(on);
      },
    };
    const loaded = loadFreeCertificate(context, zone, hostname, delays);
    if (during === undefined) ({ message } = await failureOf(loaded, InvalidInputError));
    else await loaded;
    requests = certificates(on);
  });
  return { told, requests, message };
}

describe("A certificate whose DNS record is not seen yet", () => {
  it("is asked for again where the record is here, at most 5 times in 5 minutes", async () => {
    // Answered elsewhere until its target is right.
    const seed = { pullZones, dnsZones, dnsRecords: [{ ...record, LinkName: "7" }] };
    const seen = (on: Bench): void => void on.emulator.dnsRecords.change(901, { LinkName: "8" });
    const { told, requests } = await request({ seed }, [20, 20], seen);
    assert.equal(requests, 2);
    assert.match(told[0] ?? "", /^Hostname www\.acme\.example gets no certificate yet: its DNS record may not be seen/);
    assert.equal((await request({ seed }, [1, 1])).requests, 3);
  });

  it("is asked for within the timeout: earlier ends or longer pauses, but no more requests", () => {
    assert.deepEqual(certificateDelays(), [5_000, 20_000, 75_000, 200_000]);
    const [first = 0, second = 0] = certificateDelays();
    assert.ok(first + second >= Math.max(...grantedAfterSeconds) * 1_000, "the third request is granted as a rule");
    assert.deepEqual(certificateDelays(1_000), [1_000]);
    assert.deepEqual(certificateDelays(30_000), [5_000, 20_000, 5_000]);
    assert.deepEqual(certificateDelays(600_000), [10_000, 40_000, 150_000, 400_000]);
  });

  it("is refused at once where DNS is elsewhere, or the zone has no record for it", async () => {
    const elsewhere = await request({ seed: { pullZones } }, [60_000]);
    assert.match(elsewhere.message, /Set the DNS record www\.acme\.example CNAME .*, then run the same command again$/);
    const dnsRecords = [{ ...record, Disabled: true }];
    const unanswered = await request({ seed: { pullZones, dnsZones, dnsRecords } }, [60_000]);
    assert.match(
      unanswered.message,
      /has no record for it: declare a DnsRecord with name: "www", type: "CNAME", value: /,
    );
    const unserved = ["listDnsZones"];
    assert.match((await request({ seed: { pullZones }, unserved }, [60_000])).message, /Set the DNS record/);
    assert.deepEqual(
      [elsewhere, unanswered].flatMap(({ told }) => told),
      [],
    );
  });
});

describe("A certificate for a domain that is not delegated", () => {
  const seed = { pullZones, dnsZones, dnsRecords: [record] };
  const undelegated = { seed, undelegatedDomains: ["acme.example"] };
  const advice = /: set the nameservers kiki\.bunny\.net and coco\.bunny\.net at the domain's registrar/;

  it("is not asked for, although the service shows its nameservers as detected", async () => {
    const { message, requests, told } = await request(undelegated, [60_000], undefined, {});
    assert.match(
      message,
      /^No certificate was requested for hostname www\.acme\.example, which is not in DNS\. DNS zone /,
    );
    assert.match(message, /DNS zone Acme\.example \(id 31\) of this account is not delegated yet: /);
    assert.match(message, advice);
    assert.deepEqual([requests, told], [0, []]);
  });

  it("names the nameservers that the domain has, and the record to set there", async () => {
    const answers = { "acme.example": ["ns1.other.example", "ns2.other.example"] };
    const { message, requests } = await request(undelegated, [60_000], undefined, answers);
    assert.match(message, /\(the nameservers of the domain are "ns1\.other\.example" and "ns2\.other\.example"\)/);
    assert.match(message, advice);
    assert.match(
      message,
      /or set the DNS record www\.acme\.example CNAME .* at the current nameservers, then run the same command again$/,
    );
    assert.equal(requests, 0);
  });

  it("is asked for once where its name is in DNS nevertheless", async () => {
    const refused = { path: "/pullzone/loadFreeCertificate", fault: { kind: "status", ...notPointing } } as const;
    const inDns = { ...undelegated, pointedHostnames: [hostname], faults: [refused] };
    const { message, requests } = await request(inDns, [60_000], undefined, {});
    assert.match(message, /The domain is not pointing to our servers\..*is not delegated yet/);
    assert.match(message, advice);
    assert.equal(requests, 1);
  });

  it("is asked for at once where no DNS zone of this account has the domain", async () => {
    const { message, requests } = await request({ seed: { pullZones } }, [60_000], undefined, { "acme.example": [] });
    assert.match(message, /Set the DNS record www\.acme\.example CNAME/);
    assert.equal(requests, 1);
  });

  it("is asked for again where that is unknown, and the refusal names both causes", async () => {
    const { message, requests, told } = await request(undelegated, [1, 1]);
    assert.equal(requests, 3);
    assert.match(told[0] ?? "", /may not be seen everywhere, or the domain is not delegated to kiki.* and coco/);
    assert.match(
      message,
      /The record of the hostname in DNS zone Acme\.example \(id 31\) is not seen everywhere yet, .*, or the domain/,
    );
    assert.match(
      message,
      /is not delegated to that zone: .* or set the nameservers kiki.* and coco.* registrar, then run/,
    );
  });

  it("is granted in spite of what DNS says, as while a domain moves here", async () => {
    const moving = { ...undelegated, pointedHostnames: [hostname] };
    const { requests } = await request(moving, [], () => undefined, { "acme.example": ["ns1.other.example"] });
    assert.equal(requests, 1);
  });

  it("is not named as a cause where DNS says that the domain is delegated", async () => {
    const elsewhere = { seed: { ...seed, dnsRecords: [{ ...record, LinkName: "7" }] } };
    const { message, requests } = await request(elsewhere, [1], undefined, {});
    assert.equal(requests, 2);
    assert.match(message, /is not seen everywhere yet, or does not lead to .*: check it, wait some minutes, then run/);
  });

  it("is known where the service has not detected the nameservers, and DNS does not say", async () => {
    const undetected = [dnsZones[0] ?? {}, { ...dnsZones[1], NameserversDetected: false }];
    const { message, requests } = await request({ ...undelegated, seed: { ...seed, dnsZones: undetected } }, [60_000]);
    assert.match(message, advice);
    assert.equal(requests, 1);
  });
});
