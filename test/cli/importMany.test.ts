import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { resourceType } from "../../provider/kinds/resourceTypes";
import { guid, seed } from "../fixtures/terraform/account";
import { inProcess, type Ended } from "./inProcess";

const partsOfWeb = ["71/www.acme.example", `71/${guid}`, `71/${guid.replace(/1$/, "2")}`];

interface Resource {
  readonly type: string;
  readonly name: string;
  readonly id: string;
}

const resourcesIn = ({ stdout }: Ended): Resource[] => (JSON.parse(stdout) as { resources: Resource[] }).resources;
const idsIn = (ended: Ended): string[] => resourcesIn(ended).map(({ id }) => id);
const leftOut = ({ stderr }: Ended): string[] => stderr.split("\n").filter((line) => line.startsWith("Left out"));

describe("The command import, with zones as a whole", () => {
  let emulator: Emulator;
  before(async () => (emulator = await startEmulator({ seed })));
  after(() => emulator.close());
  const importing = (...argv: string[]): Promise<Ended> => inProcess(emulator, ["import", ...argv]);

  it("takes a zone with its parts, and says what it leaves out in a line with its number", async () => {
    const web = await importing("PullZone:acme-web");
    assert.deepEqual(idsIn(web), ["71", ...partsOfWeb]);
    assert.deepEqual(leftOut(web), ["Left out: storage zone 41, which is an origin; add --with-origin"]);
    const dns = await importing("DnsZone:31");
    assert.deepEqual([idsIn(dns), leftOut(dns)], [["31", "31/311", "31/312", "31/313"], []]);
    const alone = await importing("PullZone:71", "acme-media", "--without-parts");
    assert.deepEqual(idsIn(alone), ["71", "41"]);
    assert.deepEqual(leftOut(alone), ["Left out: 1 hostname, 2 edge rules of these zones"]);
  });

  it("takes a pull zone with the storage zone that is its origin, where that is asked for", async () => {
    const ended = await importing("PullZone:acme-web", "--with-origin", "--without-parts");
    assert.deepEqual(idsIn(ended), ["71", "41"]);
    assert.match(ended.stderr, /storageZoneId: acmeMediaStorageZone\.storageZoneId/);
  });

  it("names the origins that the account lacks, and does not advise to add them", async () => {
    const own = await startEmulator({
      seed: { pullZones: [{ Id: 71, Name: "web", OriginType: 2, StorageZoneId: 99 }] },
    });
    const [all, asked, alone] = [
      await inProcess(own, ["import", "--all"]),
      await inProcess(own, ["import", "PullZone:71", "--with-origin"]),
      await inProcess(own, ["import", "PullZone:71"]),
    ];
    await own.close();
    const lacking = "Left out: origins that the account lacks: storage zone 99";
    assert.deepEqual([all, asked].map(leftOut), [[lacking], [lacking]]);
    assert.deepEqual(leftOut(alone), ["Left out: storage zone 99, which is an origin; add --with-origin"]);
  });

  it("takes every zone whose name matches a glob, once, and names a glob without any, or the name that may be meant", async () => {
    for (const glob of ["PullZone:acme-*", "PullZone:ACME-{web,shop}", "PullZone:acme-[a-z]*"]) {
      const ended = await importing(glob, "PullZone:71", "DnsZone:*.example", "--without-parts");
      assert.deepEqual(idsIn(ended), ["71", "72", "31"]);
      assert.doesNotMatch(ended.stderr, /twice/);
    }
    assert.deepEqual(idsIn(await importing("acme-*")), ["41"]);
    const none = await importing("PullZone:acme-*", "PullZone:nothing-*");
    assert.deepEqual([none.code, none.stdout], [1, ""]);
    assert.match(none.stderr, /There is no pull zone whose name matches nothing-\* in this account/);
    const misspelt = await importing("PullZone:acme-wbe");
    assert.match(misspelt.stderr, /named "acme-wbe" in this account\. Did you mean acme-web\? List/);
    const literal = await importing("--name", "PullZone:acme-*");
    assert.match(literal.stderr, /There is no pull zone named "acme-\*" in this account/);
  });
});

describe("The command import --from-state", () => {
  const file = path.join(__dirname, "..", "fixtures", "terraform", "terraform.tfstate");
  const text = readFileSync(file, "utf8");
  let emulator: Emulator;
  before(async () => (emulator = await startEmulator({ seed })));
  after(() => emulator.close());
  const importing = (stdin: string, ...argv: string[]): Promise<Ended> =>
    inProcess(emulator, ["import", "--from-state", "-", ...argv], { stdin });

  it("takes over what Terraform has, under its names, and says what to take out of its state", async () => {
    const ended = await inProcess(emulator, ["import", "--from-state", file]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(
      resourcesIn(ended).map(({ type, name, id }) => [type, name, id]),
      [
        [resourceType("StorageZone"), "media", "41"],
        [resourceType("PullZone"), "acme_web", "71"],
        [resourceType("PullZoneHostname"), "www", "71/www.acme.example"],
        [resourceType("PullZoneEdgeRule"), "login", `71/${guid}`],
        [resourceType("DnsZone"), "dns-eu-zone", "31"],
        [resourceType("DnsRecord"), "dns-eu-a-www", "31/311"],
        [resourceType("DnsRecord"), "dns-eu-a-it-s-shop", "31/312"],
      ],
    );
    assert.match(ended.stderr, /const acmeWebPullZone = new cdn\.PullZone\(\n {2}"acme_web",\n/);
    assert.match(ended.stderr, /pullZoneId: acmeWebPullZone\.pullZoneId,/);
    assert.deepEqual(leftOut(ended), [
      "Left out: 1 edge rule, 1 DNS record of these zones that the Terraform state does not have",
      "Left out: 1 resource of the Terraform state that the account lacks, or that can't be declared, such as system hostnames: bunnynet_pullzone_hostname.system",
      "Left out: 1 resource of the Terraform state for which this package has no class: bunnynet_stream_library.waf",
      "Left out: 1 resource of the Terraform state for files; a StorageFolder adopts files with the same content without an upload: bunnynet_storage_file.index",
    ]);
    const [, command] = /^(?: {2})(terraform state rm .*)$/m.exec(ended.stderr) ?? [];
    assert.equal(
      command,
      "terraform state rm bunnynet_storage_zone.media bunnynet_pullzone.acme_web bunnynet_pullzone_hostname.www bunnynet_pullzone_edgerule.login " +
        `'module.dns["eu"].bunnynet_dns_zone.zone' 'module.dns["eu"].bunnynet_dns_record.a["www"]' 'module.dns["eu"].bunnynet_dns_record.a["it'\\''s shop"]' bunnynet_pullzone_optimizer_class.thumb`,
    );
    assert.doesNotMatch(`${ended.stdout}${ended.stderr}`, /secret-of-the-zone/);
    assert.ok(emulator.journal.every(({ method }) => method === "GET"));
  });

  it("writes them with the rest of the account, and its commands after those of Pulumi", async () => {
    const cwd = mkdtempSync(path.join(tmpdir(), "import-"));
    const argv = ["import", "--from-state", "-", "--all", "--out", "imported.ts"];
    const { code, stdout } = await inProcess(emulator, argv, { stdin: text, cwd });
    const program = readFileSync(path.join(cwd, "imported.ts"), "utf8");
    rmSync(cwd, { recursive: true });
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^Wrote imported\.ts with 11 resources, [^]*^3\. [^]*^4\. .*Terraform state.*:\n {2}terraform state rm /m,
    );
    assert.match(program, /"acme_web",\n[^]*"acme-shop"/);
  });

  it("only says what to take out of that state where Pulumi's has it all", async () => {
    const { stdout } = await importing(text);
    const { resources } = JSON.parse(stdout) as { resources: (Resource & { outputs: object })[] };
    const deployment = {
      resources: resources.map((one) => ({ ...one, urn: `urn:pulumi:p::p::${one.type}::${one.name}`, custom: true })),
    };
    const cwd = mkdtempSync(path.join(tmpdir(), "import-"));
    writeFileSync(path.join(cwd, "state.json"), JSON.stringify({ version: 3, deployment }));
    const argv = ["import", "--from-state", "-", "--state", "state.json"];
    const again = await inProcess(emulator, argv, { stdin: text, cwd });
    rmSync(cwd, { recursive: true });
    assert.deepEqual(resourcesIn(again), []);
    assert.match(again.stderr, /There is nothing to import\.\n.*Terraform state.*:\n {2}terraform state rm /);
  });

  it("refuses what is no such state, and one of another account, without quoting it", async () => {
    const elsewhere = text.replaceAll(/"(id|pullzone|zone)": ?(\d+)/g, '"$1": 9$2');
    for (const [stdin, message] of [
      ["{ secret-of", /standard input is not a Terraform state of version 4\. Use terraform\.tfstate/],
      [JSON.stringify({ version: 3, deployment: {} }), /is not a Terraform state of version 4/],
      [JSON.stringify({ serial: 1, encrypted_data: "secret-of" }), /is encrypted\. Use the output of tofu state pull/],
      [text.replace('"id": 41', '"id": null'), /bunnynet_storage_zone\.media has no id/],
      [elsewhere, /The account has none of the 8 objects in the Terraform state\. Check that the access key/],
    ] as const) {
      const { code, stdout, stderr } = await importing(stdin);
      assert.deepEqual([code, stdout], [1, ""], stderr);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /secret-of/);
    }
    const missing = await inProcess(emulator, ["import", "--from-state", "/nowhere/terraform.tfstate"]);
    assert.match(missing.stderr, /The state \/nowhere\/terraform\.tfstate can't be read: /);
  });
});
