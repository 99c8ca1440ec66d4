import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { detectDrift } from "../../drift";
import { startEmulator, type Emulator } from "../../emulator";
import { account } from "../fixtures/account";
import { inProcess, type Ended } from "../cli/inProcess";
import { startProxy } from "../e2e/support/proxy";
import { importedState } from "./support/importedState";

describe("What somebody adds by hand to a managed zone", () => {
  let emulator: Emulator;
  let state: string;

  before(async () => {
    const dnsZones = [{ Id: 31, Domain: "acme.example" }];
    const dnsRecords = [{ Id: 901, DnsZoneId: 31, Type: 0, Name: "www", Value: "203.0.113.7" }];
    emulator = await startEmulator({ seed: { ...account, dnsZones, dnsRecords } });
    state = await importedState(emulator);
  });
  after(() => emulator.close());

  const drift = (...argv: string[]): Promise<Ended> =>
    inProcess(emulator, ["drift", "--state", "-", ...argv], { stdin: state });

  it("is no change of the zone as well with --strict, unlike what else was changed", async () => {
    const { Hostnames, EnableGeoZoneEU } = emulator.pullZones.get(2002) ?? {};
    const change = (changes: object): void => void emulator.pullZones.change(2002, changes);
    change({ Hostnames: [...(Hostnames ?? []), { Id: 99, Value: "sale.acme.example" }] });
    const alone = await drift("--strict", "--unmanaged");
    assert.equal(alone.code, 2, alone.stdout);
    assert.match(alone.stdout, /unmanaged PullZoneHostname sale\.acme\.example/);
    assert.doesNotMatch(alone.stdout, /changed|hostnames\[/);
    change({ EnableGeoZoneEU: EnableGeoZoneEU !== true });
    const both = await drift("--strict", "--unmanaged");
    assert.match(both.stdout, /changed {2}PullZone [^]*enableGeoZoneEU[^]*1 changed/);
    assert.doesNotMatch(both.stdout, /hostnames\[/);
    change({ Hostnames, EnableGeoZoneEU });
    assert.equal((await drift("--strict", "--unmanaged")).code, 0);
  });

  it("counts with --unmanaged: a rule with its action and triggers, a hostname, and a record", async () => {
    const clean = await drift("--unmanaged");
    assert.equal(clean.code, 0, clean.stdout);
    const { EdgeRules, Hostnames } = emulator.pullZones.get(2002) ?? {};
    const rule = { Guid: "ffffffff-0000-4000-8000-000000000001", Description: "Sale", OrderIndex: 9, Enabled: true };
    const redirect = { ActionType: 1, ActionParameter1: "https://elsewhere.example/", ActionParameter2: "302" };
    const Triggers = [{ Type: 0, PatternMatches: ["*/login*", "*/cart*"], Parameter1: null }];
    const readOnly = { ...rule, Guid: "ffffffff-0000-4000-8000-000000000002", OrderIndex: 10, ReadOnly: true };
    emulator.pullZones.change(2002, {
      EdgeRules: [...(EdgeRules ?? []), { ...rule, ...redirect, Triggers }, { ...readOnly, ...redirect, Triggers }],
      Hostnames: [...(Hostnames ?? []), { Id: 99, Value: "sale.acme.example" }],
    });
    emulator.dnsRecords.add({ Id: 902, DnsZoneId: 31, Type: 2, Name: "shop", Value: "shop.example" });
    assert.equal((await drift()).code, 0);
    const found = await drift("--unmanaged");
    assert.equal(found.code, 2, found.stdout);
    for (const line of [
      "  unmanaged PullZoneEdgeRule Sale (2002/ffffffff-0000-4000-8000-000000000001): Redirect to https://elsewhere.example/ where Url */login* */cart*, of pull zone acme-web",
      "  unmanaged DnsRecord shop.acme.example CNAME (31/902): of DNS zone acme.example",
      "  unmanaged PullZoneHostname sale.acme.example (2002/sale.acme.example): of pull zone acme-web",
      "      npx pulumi-cdn-zones import PullZoneHostname:2002/sale.acme.example --stack dev > import.json && pulumi import --stack dev --file import.json --generate-code=false --yes",
      "    then add the declaration that the command prints to the program, before the next pulumi up",
    ]) {
      assert.ok(found.stdout.split("\n").includes(line), `${line} is not in:\n${found.stdout}`);
    }
    // A rule of the service itself is nobody's change.
    assert.doesNotMatch(found.stdout, /unmanaged .*000000000002/);
    // What is listed by itself is no difference of its zone as well.
    assert.doesNotMatch(found.stdout, /edgeRules\[guid=ffffffff-0000-4000-8000-000000000001\]|hostnames\[/);
    assert.match(found.stdout, /\b3 unmanaged\b/);

    const folder = mkdtempSync(path.join(tmpdir(), "drift-"));
    const file = path.join(folder, "rules.yaml");
    writeFileSync(
      file,
      'rules:\n  - { resource: "*ale*", reason: theirs }\n  - { resource: "shop*", reason: theirs }\n',
    );
    const ignored = await drift("--unmanaged", "--ignore-file", file);
    rmSync(folder, { recursive: true });
    assert.equal(ignored.code, 0, ignored.stdout + ignored.stderr);
  });

  it("counts and is imported although the list of pull zones omits hostnames and rules", async () => {
    const proxy = await startProxy(emulator.url);
    const change = (body: unknown): unknown => {
      const { Items } = body as { Items: object[] };
      return { ...(body as object), Items: Items.map((item) => ({ ...item, Hostnames: null, EdgeRules: undefined })) };
    };
    proxy.rules = [{ on: "GET /pullzone", change, times: Infinity }];
    const account = { url: proxy.url, accessKey: emulator.accessKey };
    const found = await inProcess(account, ["drift", "--state", "-", "--unmanaged"], { stdin: state });
    const imported = await inProcess(account, ["import", "--all"]);
    await proxy.close();
    assert.deepEqual(found.stdout.match(/unmanaged PullZone\w+/g), [
      "unmanaged PullZoneEdgeRule",
      "unmanaged PullZoneHostname",
    ]);
    assert.match(imported.stdout, /"2002\/sale\.acme\.example"/);
  });

  it("is imported by Pulumi itself into a stack of native resources", async () => {
    const stdin = state.replaceAll("pulumi-nodejs:dynamic/cdn:", "cdn:index:");
    const { stdout } = await inProcess(emulator, ["drift", "--state", "-", "--unmanaged"], { stdin });
    assert.match(stdout, /^ {6}pulumi import --stack dev cdn:index:DnsRecord shop-acme-example-cname 31\/902$/m);
    assert.doesNotMatch(stdout, /npx pulumi-cdn-zones import|new \w+\(/);
  });

  it("is imported as the resource of its zone is, beside a stack of the other kind", async () => {
    const native = state.replaceAll("pulumi-nodejs:dynamic/cdn:", "cdn:index:");
    for (const [own, other, command] of [
      [state, "cdn:index", /^npx pulumi-cdn-zones import DnsRecord:31\/902 --stack dev/],
      [native, "pulumi-nodejs:dynamic/cdn", /^pulumi import --stack dev cdn:index:DnsRecord /],
    ] as const) {
      const type = `${other}:StorageZone`;
      const zone = { type, id: "7", urn: `urn:pulumi:dev::web::${type}::a`, custom: true };
      const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
      const states = [{ state: own }, { state: { version: 3, deployment: { resources: [zone] } } }];
      const { unmanaged } = await detectDrift({ states, env, unmanaged: true });
      const record = unmanaged?.zones.find(({ id }) => id === "31/902");
      assert.match(record?.next[0]?.command ?? "", command);
    }
  });

  it("is one difference where a rule is disabled that does not declare enabled, with its default", async () => {
    const { EdgeRules = [] } = emulator.pullZones.get(2001) ?? {};
    emulator.pullZones.change(2001, { EdgeRules: EdgeRules?.map((rule) => ({ ...rule, Enabled: false })) ?? [] });
    const { stdout } = await drift("--format", "json");
    const { stacks } = JSON.parse(stdout) as { stacks: { resources: { differences: { property: string }[] }[] }[] };
    const found = stacks.flatMap(({ resources }) => resources.flatMap(({ differences }) => differences));
    const disabled = found.filter(({ property }) => property === "enabled");
    assert.equal(disabled.length, EdgeRules?.length);
    for (const one of disabled) {
      const wanted = { property: "enabled", kind: "changed", expected: true, actual: false, class: "declared" };
      assert.deepEqual({ ...one, ...wanted }, one);
    }
  });
});
