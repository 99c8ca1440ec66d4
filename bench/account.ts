import { startEmulator, type EmulatorOptions } from "../emulator";
import { providerText } from "../provider/serve/dynamic/providerText";
import { resourceType } from "../provider/kinds/resourceTypes";
import { Served } from "../test/serve/dynamic/served";
import type { Bag } from "../test/serve/native/plugin";

const modified = "2024-05-01T10:00:00Z";
const passwords = { Password: "p".repeat(36), ReadOnlyPassword: "r".repeat(36) };

/** An account of so many storage zones, each with a pull zone, as the emulator's seed has it. */
export function seedOf(zones: number): NonNullable<EmulatorOptions["seed"]> {
  const ids = Array.from({ length: zones }, (_, index) => index + 1);
  return {
    storageZones: ids.map((Id) => ({
      Id,
      Name: `zone-${String(Id)}`,
      Region: "DE",
      DateModified: modified,
      ...passwords,
    })),
    pullZones: ids.map((id) => ({
      Id: 1_000_000 + id,
      Name: `pull-${String(id)}`,
      StorageZoneId: id,
      OriginUrl: `https://zone-${String(id)}.example.com`,
    })),
  };
}

/** A zone as a state has it. */
export interface Zone {
  readonly urn: string;
  readonly type: string;
  readonly custom: true;
  readonly id: string;
  readonly inputs: Bag;
  readonly outputs: Bag;
}

/** The zones of {@link seedOf} as a state has them: copies of one that the provider created, with encrypted secrets. */
export async function zonesOf(count: number): Promise<Zone[]> {
  const text = await createdText({ name: "zone-1", region: "DE" }, { serverDefaults: passwords });
  return Array.from({ length: count }, (_, index) => {
    const id = String(index + 1);
    const own = text
      .replace(/\bzone-1\b/g, `zone-${id}`)
      .replace(/"storageZoneId":\d+/, `"storageZoneId":${id}`)
      .replace(/"dateModified":"[^"]*"/, `"dateModified":"${modified.replace("Z", "")}"`)
      .replace('"pullZones":[]', `"pullZones":[{"id":${String(1_000_001 + index)},"name":"pull-${id}"}]`);
    const type = resourceType("StorageZone");
    const urn = `urn:pulumi:bench::bench::${type}::zone-${id}`;
    return { urn, type, custom: true, id, ...(JSON.parse(own) as Pick<Zone, "inputs" | "outputs">) };
  });
}

/** The pull zones of {@link seedOf} as a state has them, declared. */
export async function pullZonesOf(count: number): Promise<Zone[]> {
  const __provider = providerText("PullZone");
  const text = await createdText({ name: "pull-1", originUrl: "https://zone-1.example.com", __provider });
  const type = resourceType("PullZone");
  return Array.from({ length: count }, (_, index) => {
    const [id, nth] = [String(1_000_001 + index), String(index + 1)];
    const own = text.replace(/\b(pull|zone)-1\b/g, `$1-${nth}`).replace(/"pullZoneId":\d+/, `"pullZoneId":${id}`);
    const urn = `urn:pulumi:bench::bench::${type}::pull-${nth}`;
    return { urn, type, custom: true, id, ...(JSON.parse(own) as Pick<Zone, "inputs" | "outputs">) };
  });
}

/** A DNS zone with so many records, as the emulator's seed has it. */
export function recordsSeedOf(count: number): NonNullable<EmulatorOptions["seed"]> {
  return {
    dnsZones: [{ Id: 1, Domain: "acme.example" }],
    dnsRecords: Array.from({ length: count }, (_, index) => ({
      Id: 1_000_001 + index,
      DnsZoneId: 1,
      Type: 3,
      Name: `host-${String(index + 1)}`,
      Value: "text",
    })),
  };
}

/** The records of {@link recordsSeedOf} as a state has them. */
export async function recordsOf(count: number): Promise<Zone[]> {
  const news = { dnsZoneId: 1, name: "host-1", type: "TXT", value: "text", __provider: providerText("DnsRecord") };
  const text = await createdText(news, { seed: recordsSeedOf(0) });
  const type = resourceType("DnsRecord");
  return Array.from({ length: count }, (_, index) => {
    const [recordId, name] = [String(1_000_001 + index), `host-${String(index + 1)}`];
    const own = text.replace(/\bhost-1\b/g, name).replace(/"dnsRecordId":\d+/, `"dnsRecordId":${recordId}`);
    const urn = `urn:pulumi:bench::bench::${type}::${name}`;
    return { urn, type, custom: true, id: `1/${recordId}`, ...(JSON.parse(own) as Pick<Zone, "inputs" | "outputs">) };
  });
}

/** What the provider returned for a new resource, as JSON. */
async function createdText(news: Bag, options: EmulatorOptions = {}): Promise<string> {
  const emulator = await startEmulator(options);
  const served = await Served.start({ "cdn:baseUrl": emulator.url, "cdn:accessKey": emulator.accessKey });
  const inputs = await served.check(news);
  const { outputs } = await served.create(inputs);
  await served.end();
  await emulator.close();
  return JSON.stringify({ inputs, outputs: encrypted(outputs) });
}

/** The same as `pulumi stack export` prints it. */
export function stateOf(zones: readonly Zone[]): string {
  return JSON.stringify({ version: 3, deployment: { manifest: {}, resources: zones } });
}

function encrypted(outputs: Bag): Bag {
  const mark = "4dabf18193072939515e22adb298388d";
  const secret = { [mark]: "1b47061264138c4ac30d75fd1eb44270", ciphertext: `v1:${"x".repeat(90)}` };
  const entries = Object.entries(outputs);
  return Object.fromEntries(entries.map(([name, value]) => [name, /password/i.test(name) ? secret : value]));
}
