import assert from "node:assert/strict";
import type { EmulatorOptions } from "../../emulator";
import { InvalidInputError } from "../../provider/api/errors";
import { certificateDelays, loadFreeCertificate } from "../../provider/lifecycle/pullZoneHostname/certificate";
import { failureOf } from "../api/support";
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

/** Requests a certificate. @returns the lines told, and the requests for it */
async function request(options: EmulatorOptions, delays: readonly number[], during?: (on: Bench) => void) {
  const told: string[] = [];
  let requests = 0;
  let message = "";
  await bench(options, async (on) => {
    const zone = await on.context.client.getPullZone(8);
    const context = {
      ...on.context,
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
    assert.deepEqual(certificateDelays(1_000), [1_000]);
    assert.deepEqual(certificateDelays(30_000), [5_000, 20_000, 5_000]);
    assert.deepEqual(certificateDelays(600_000), [10_000, 40_000, 150_000, 400_000]);
  });

  it("is refused at once where DNS is elsewhere, the zone is not delegated, or has no record for it", async () => {
    const elsewhere = await request({ seed: { pullZones } }, [60_000]);
    assert.match(elsewhere.message, /Set the DNS record www\.acme\.example CNAME .*, then run the same command again$/);
    const undelegatedDomains = ["acme.example"];
    const undelegated = await request(
      { seed: { pullZones, dnsZones, dnsRecords: [record] }, undelegatedDomains },
      [60_000],
    );
    assert.match(
      undelegated.message,
      /DNS zone Acme\.example \(id 31\) of this account is not delegated yet: name its nameservers kiki\.bunny\.net and coco\.bunny\.net at the domain's registrar/,
    );
    const dnsRecords = [{ ...record, Disabled: true }];
    const unanswered = await request({ seed: { pullZones, dnsZones, dnsRecords } }, [60_000]);
    assert.match(
      unanswered.message,
      /has no record for it: declare a DnsRecord with name: "www", type: "CNAME", value: /,
    );
    const unserved = ["listDnsZones"];
    assert.match((await request({ seed: { pullZones }, unserved }, [60_000])).message, /Set the DNS record/);
    assert.deepEqual(
      [elsewhere, undelegated, unanswered].flatMap(({ told }) => told),
      [],
    );
  });
});
