import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { format } from "prettier";
import ts from "typescript";
import { startEmulator, type Emulator } from "../../emulator";
import { importedKinds, kinds, listedKinds } from "../../provider/kinds";
import { providerText } from "../../provider/serve/dynamic/providerText";
import { resourceType } from "../../provider/kinds/resourceTypes";
import { inProcess, type Ended } from "./inProcess";
import { account } from "../fixtures/account";

const password = "password-of-the-zone";
const storageZones = [
  { Id: 42, Name: "acme-assets", Region: "ny", ReplicationRegions: ["SG", "LA"], Password: password, FilesStored: 7 },
  { Id: 43, Name: "4711", Region: "DE" },
  { Id: 44, Name: "gone", Region: "DE", Deleted: true },
];
// Their secrets have names that are searched for.
const pullZones = [
  {
    ...{ Id: 7, Name: "acme-assets", OriginType: 2, StorageZoneId: 42, CacheControlMaxAgeOverride: 3600 },
    Hostnames: [
      { Id: 1, Value: "acme-assets.cdn.example", IsSystemHostname: true },
      { Id: 2, Value: "www.acme.example", ForceSSL: true },
    ],
  },
  {
    Id: 42,
    Name: "acme-web",
    OriginUrl: "https://acme.example",
    CloudSigningKey: password,
    LogForwardingToken: password,
  },
  {
    ...{ Id: 8, Name: "4712", OriginUrl: "https://acme.example" },
    EdgeRules: [{ Guid: "g", ActionType: 5, ActionParameter1: password }],
  },
];

interface Resource {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

const resourcesIn = ({ stdout }: Ended): Resource[] => (JSON.parse(stdout) as { resources: Resource[] }).resources;
const idsIn = (ended: Ended): string[] => resourcesIn(ended).map(({ id }) => id);

describe("the command import", () => {
  let emulator: Emulator;
  before(async () => (emulator = await startEmulator({ seed: { storageZones, pullZones }, softDelete: true })));
  after(() => emulator.close());
  const importing = (...argv: string[]): Promise<Ended> => inProcess(emulator, ["import", ...argv]);

  it("writes what Pulumi imports, and the declaration to paste, without what is secret", async () => {
    const ended = await importing("42");
    assert.equal(ended.code, 0, ended.stderr);
    const [zone, ...more] = resourcesIn(ended);
    assert.deepEqual(more, []);
    const __provider = providerText("StorageZone");
    const inputs = { name: "acme-assets", region: "NY", replicationRegions: ["LA", "SG"] };
    assert.deepEqual([zone?.type, zone?.name, zone?.id], [resourceType("StorageZone"), "acme-assets", "42"]);
    assert.deepEqual(zone?.inputs, { ...inputs, __provider });
    assert.deepEqual([zone?.outputs["storageZoneId"], zone?.outputs["__provider"]], [42, __provider]);
    assert.equal(zone?.outputs["password"], undefined);
    const declared = `new cdn.StorageZone(
  "acme-assets",
  { name: "acme-assets", region: "NY", replicationRegions: ["LA", "SG"] },
  { protect: true },
);

`;
    assert.ok(ended.stderr.endsWith(declared), ended.stderr);
    assert.ok(!`${ended.stdout}${ended.stderr}`.includes(password));
  });

  it("finds zones by id, by name, by a name made of digits, and all that are not deleted, each once", async () => {
    assert.deepEqual(idsIn(await importing("43", "acme-assets")), ["43", "42"]);
    assert.deepEqual(idsIn(await importing("--name", "4711", "43")), ["43"]);
    assert.deepEqual(idsIn(await importing("--all", "42")).sort(), [
      ...["42", "42", "43", "7", "7/www.acme.example", "8", "8/g"],
    ]);
    for (const twice of [
      ["42", "acme-assets"],
      ["42", "42"],
    ]) {
      const ended = await importing(...twice);
      assert.deepEqual(idsIn(ended), ["42"]);
      assert.match(ended.stderr, /^Named twice, imported once: storage zone 42 \(acme-assets\)\n/);
    }
    assert.ok(emulator.journal.every(({ method }) => method === "GET"));
  });

  it("knows the pull zones of storage zones, which a list leaves out", async () => {
    for (const argv of [["42"], ["acme-assets"], ["--all"]]) {
      const zone = resourcesIn(await importing(...argv)).find(({ id }) => id === "42");
      assert.deepEqual(zone?.outputs["pullZones"], [{ id: 7, name: "acme-assets" }], argv.join(" "));
    }
  });

  it("writes no file where one zone is missing, deleted, or can't be read, and says which", async () => {
    for (const [argv, message] of [
      [["42", "4711"], /GET \/storagezone\/4711\) failed with 40[14]/],
      [["42", "nobody"], /There is no storage zone named "nobody" in this account/],
      [["44"], /Storage zone 44 was deleted/],
      [["gone"], /There is no storage zone named "gone" in this account/],
      [["PullZone:4711"], /GET \/pullzone\/4711\) failed with 404/],
      [
        ["PullZoneHostname:7/acme-assets.cdn.example"],
        /Pull zone 7 has no hostname 7\/acme-assets.cdn.example to import/,
      ],
      [["PullZone:nobody"], /There is no pull zone named "nobody" in this account/],
    ] as const) {
      const { code, stdout, stderr } = await importing(...argv);
      assert.deepEqual([code, stdout], [1, ""], stderr);
      assert.match(stderr, message);
    }
    const refused = await inProcess({ url: emulator.url, accessKey: "another-key" }, ["import", "42"]);
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /^pulumi-cdn-zones import: .*401/);
  });

  it("sends nothing where it is called wrongly", async () => {
    emulator.clearJournal();
    for (const [argv, message] of [
      [
        [],
        /give --all, as in `import --all --out imported\.ts`, or at least one storage zone by id or name, or another object as KIND:ID/,
      ],
      [["Zone:42"], new RegExp(`the kind in "Zone:42" must be one of ${importedKinds.join(", ")}\n`)],
      [["PullZoneHostname:7"], /The id of a hostname must be the id of its pull zone, a slash and its own/],
      [
        ["StorageFolder:42/docs/"],
        /Files can't be imported without their source: declare new StorageFolder\(…\) for 42\/docs\//,
      ],
      [
        ["CachePurge:0f4a3c2b1d0e9f8a"],
        /A cache purge can't be imported or read, because the service has no object for it/,
      ],
      [["CachePurge:7/0f"], /A cache purge can't be imported or read/],
      ...["PullZoneShield:web", "pull-zone-shields:w*", "PullZoneShield:"].map(
        (word) =>
          [
            [word],
            /a shield has no name: give its id, as in PullZoneShield:70, but got: ".*zones lists the ids/,
          ] as const,
      ),
      [["--name", "PullZoneShield:70"], /a shield has no name: give its id, as in PullZoneShield:70, but got: "70"/],
      [["PullZone:0"], /The id of a pull zone must be a positive integer below 2\^53, but got: "0"/],
    ] as const) {
      const { code, stdout, stderr } = await importing(...argv);
      assert.deepEqual([code, stdout], [64, ""], stderr);
      assert.match(stderr, message);
    }
    assert.deepEqual(emulator.journal, []);
  });

  it("takes pull zones by id and by name, and parts of them by id, beside a storage zone with the same id", async () => {
    for (const [argv, ids] of [
      [
        ["PullZone:42", "42", "StorageZone:43"],
        ["42", "42", "43"],
      ],
      [["pull-zone:ACME-WEB", "pullzones:42"], ["42"]],
      [["--name", "PullZone:4712"], ["8"]],
      [
        ["PullZone:7", "PullZoneHostname:7/WWW.acme.example"],
        ["7", "7/www.acme.example"],
      ],
    ] as const) {
      assert.deepEqual(idsIn(await importing(...argv, "--without-parts")), ids, argv.join(" "));
    }
  });

  it("declares pull zones without their secrets, which it leaves to configuration, and refers to other resources", async () => {
    const hostname = "PullZoneHostname:7/www.acme.example";
    const zones = ["PullZone:acme-web", "PullZone:7", "PullZone:8", "acme-assets"];
    const ended = await importing(hostname, ...zones, "--without-parts");
    assert.equal(ended.code, 0, ended.stderr);
    assert.ok(!`${ended.stdout}${ended.stderr}`.includes(password));
    const [, web] = resourcesIn(ended);
    assert.deepEqual([web?.type, web?.outputs["__provider"]], [resourceType("PullZone"), providerText("PullZone")]);
    for (const line of [
      "  pulumi config set --secret acmeWebPullZoneLogForwardingToken # optional: it stays as it is",
      "const config = new pulumi.Config();",
      "const acmeAssetsStorageZone = new cdn.StorageZone(",
      "    storageZoneId: acmeAssetsStorageZone.storageZoneId,",
      "    cacheControlMaxAgeOverride: 3600,",
      "const acmeAssetsPullZone = new cdn.PullZone(",
      "  { protect: true },",
      "new cdn.PullZoneHostname(",
      "    pullZoneId: acmeAssetsPullZone.pullZoneId,",
      "    forceSSL: true,",
      '    originUrl: "https://acme.example",',
      '    cloudSigningKey: config.getSecret("acmeWebPullZoneCloudSigningKey"),',
      '    logForwardingToken: config.getSecret("acmeWebPullZoneLogForwardingToken"),',
    ]) {
      assert.ok(ended.stderr.split("\n").includes(line), `${line} is not in:\n${ended.stderr}`);
    }
    const alone = await importing("PullZone:7");
    assert.match(alone.stderr, /storageZoneId: 42,/);
  });

  it("says which secrets the configuration has as JSON", async () => {
    const seed = {
      edgeScripts: [{ Id: 6, Name: "geo", ScriptType: 0, Code: "code" }],
      dnsZones: [{ Id: 5, Domain: "shop.example" }],
      dnsRecords: [
        {
          ...{ Id: 1, DnsZoneId: 5, Type: 11, Name: "geo", LinkName: "6" },
          EnviromentalVariables: [{ Name: "A", Value: "b" }],
        },
      ],
    };
    const origin = await startEmulator({ seed });
    const { stderr } = await inProcess(origin, ["import", "DnsZone:5"]);
    await origin.close();
    const key = "geoShopExampleScriptDnsRecordEnvironmentalVariables";
    assert.ok(stderr.includes(`\n  pulumi config set --secret ${key} # the live value, as JSON\n`), stderr);
    assert.match(stderr, new RegExp(`config\\.requireSecretObject\\(\\s*"${key}"`));
  });

  it("leaves out what the state has, kind by kind, and gives new names where the state's are taken", async () => {
    const resource = (kind: "StorageZone" | "PullZone", id: string, name: string, outputs: object) => ({
      ...{ urn: `urn:pulumi:dev::shop::${resourceType(kind)}::${name}`, type: resourceType(kind), custom: true },
      ...{ id, outputs },
    });
    const resources = [
      resource("PullZone", "42", "web", { name: "acme-web" }),
      resource("StorageZone", "42", "acme-assets", { name: "of another service" }),
    ];
    const stdin = JSON.stringify({ version: 3, deployment: { resources } });
    const ended = await inProcess(emulator, ["import", "42", "PullZone:42", "--state", "-"], { stdin });
    assert.deepEqual(
      resourcesIn(ended).map(({ type, name }) => [type, name]),
      [[resourceType("StorageZone"), "acme-assets-2"]],
    );
    assert.match(ended.stderr, /^Left out: pull zone 42 \(acme-web\) is already in the state, as urn:.*::web\n/);
  });

  it("names a wildcard record and hostname after the wildcard, not after the domain", async () => {
    const seed = {
      dnsZones: [{ Id: 5, Domain: "shop.example" }],
      dnsRecords: ["", "*", "*.eu"].map((Name, index) => ({ Id: index + 1, DnsZoneId: 5, Type: 3, Name, Value: "v" })),
      pullZones: [{ Id: 6, Name: "web", Hostnames: [{ Id: 1, Value: "*.shop.example" }] }],
    };
    const origin = await startEmulator({ seed });
    const ended = await inProcess(origin, ["import", "DnsZone:5", "PullZone:6"]);
    await origin.close();
    assert.deepEqual(
      resourcesIn(ended).flatMap(({ id, name }) => (id.includes("/") ? [name] : [])),
      ["shop-example-txt", "wildcard-shop-example-txt", "wildcard-eu-shop-example-txt", "wildcard-shop-example"],
    );
  });

  it("reads an account from its lists, and one without a list of pull zones as far as it goes", async () => {
    emulator.clearJournal();
    await importing("--all", "PullZone:7", "PullZoneHostname:7/www.acme.example");
    // The list of storage zones leaves out their pull zones, which the list of pull zones adds.
    const lists = listedKinds.map((kind) => `GET ${kinds[kind].path}`);
    assert.deepEqual(emulator.journal.map(({ method, path }) => `${method} ${path}`).sort(), lists.sort());
    emulator.setFaults([{ path: "/pullzone", fault: { kind: "status", status: 404 } }]);
    const ended = await importing("--all");
    emulator.setFaults([]);
    assert.deepEqual([ended.code, idsIn(ended)], [0, ["42", "43"]]);
    assert.match(ended.stderr, /^warning: This service has no operation that lists pull zones, so these are omitted\n/);
  });
});

describe("the command import --out", () => {
  let emulator: Emulator;
  let cwd: string;

  before(async () => (emulator = await startEmulator({ seed: account })));
  after(() => emulator.close());
  beforeEach(() => (cwd = mkdtempSync(path.join(tmpdir(), "import-"))));
  afterEach(() => rmSync(cwd, { recursive: true }));
  const importing = (...argv: string[]): Promise<Ended> => inProcess(emulator, ["import", "--all", ...argv], { cwd });
  const read = (file: string): string => readFileSync(path.join(cwd, file), "utf8");

  it("writes a whole program as prettier formats it, with nothing that a new object has anyway", async () => {
    const { code, stdout, stderr } = await importing("--out", "imported.ts");
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal(
      stdout,
      `Wrote imported.ts with 28 resources, and import.json.
1. Set the configuration:
  pulumi config set cdn:extraRegions BR,SE
2. pulumi import --file import.json --generate-code=false --yes
3. Add to the program: import "./imported";
4. pulumi preview shows no change. Then delete import.json.
`,
    );
    const text = read("imported.ts");
    assert.equal(text, await format(text, { parser: "typescript" }));
    assert.match(text, /^import \* as cdn from "pulumi-cdn-zones";\n\nconst acmeAssetsStorageZone = new cdn\./);
    for (const part of [
      `
const acmeAssetsPullZone = new cdn.PullZone(
  "acme-assets",
  {
    name: "acme-assets",
    storageZoneId: acmeAssetsStorageZone.storageZoneId,
    blockedCountries: ["KP"],
  },
  { protect: true },
);
`,
      `
new cdn.PullZoneEdgeRule(
  "acme-web-from-some-countries-only",
  {
    pullZoneId: acmeWebPullZone.pullZoneId,
    description: "From some countries only",
    actionType: cdn.EdgeRuleActionType.BlockRequest,
`,
      "    zoneTier: cdn.ZoneTier.Edge,\n",
      "    loggingStorageZoneId: acmeLogsStorageZone.storageZoneId,\n",
      "        patternMatchingType: cdn.EdgeRuleMatching.MatchNone,\n",
      "    orderIndex: 0,\n",
    ]) {
      assert.ok(text.includes(part), `${part} is not in:\n${text}`);
    }
    // An id that is none, or an origin that the service made.
    assert.doesNotMatch(text, /Id: (-1|0)|bunnycdn\.com/);
  });

  it("names no region of the public service as one to allow, but those that are recorded of nobody", async () => {
    const own = await startEmulator({
      extraRegions: ["XX"],
      seed: {
        storageZones: ["UK", "SE", "XX"].map((Region, index) => ({ Id: index + 1, Name: `zone-${Region}`, Region })),
      },
    });
    // Stands for the way to the public service, whose name a proxy resolves.
    const proxy = createServer((request, response) => {
      const { pathname, search } = new URL(request.url ?? "");
      void fetch(own.url + pathname + search, { headers: { AccessKey: own.accessKey } })
        .then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
        .catch(() => response.destroy());
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const { HTTP_PROXY: before } = process.env;
    try {
      process.env["HTTP_PROXY"] = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
      const env = { CDN_BASE_URL: "http://api.bunny.net", CDN_ACCESS_KEY: own.accessKey, CDN_ALLOW_INSECURE: "true" };
      const { stdout, stderr } = await inProcess({}, ["import", "--all", "--out", "imported.ts"], { cwd, env });
      assert.match(
        stdout,
        /^Wrote imported\.ts with 3 resources.*\n1\. Set the configuration:\n {2}pulumi config set cdn:extraRegions XX\n/,
        stderr,
      );
      for (const region of ["UK", "SE", "XX"]) assert.match(read("imported.ts"), new RegExp(`region: "${region}"`));
    } finally {
      if (before === undefined) delete process.env["HTTP_PROXY"];
      else process.env["HTTP_PROXY"] = before;
      proxy.close();
      proxy.closeAllConnections();
      await own.close();
    }
  });

  it("names records and rules whose ids the service gives in no usable form, and imports the rest", async () => {
    const dns = {
      dnsZones: [{ Id: 5, Domain: "acme.example" }],
      dnsRecords: [1, 2, 3].map((Id) => ({ Id, DnsZoneId: 5, Type: 3, Name: `n${String(Id)}`, Value: "v" })),
      pullZones: [{ Id: 7, Name: "web", OriginUrl: "https://a.example", EdgeRules: [{ Guid: "g1", ActionType: 5 }] }],
    };
    const origin = await startEmulator({ seed: dns });
    for (const [id, left, imported] of [
      ["0", /^warning: Left out, .*: DNS record 5\/0 \(n3\.acme\.example TXT\)$/m, ["7", "5", "5/1", "5/2"]],
      ["null", /^warning: Left out, .*: DNS record 5\/\S+ \(n3\.acme\.example TXT\)$/m, ["7", "5", "5/1", "5/2"]],
      ['"3/../2"', /^warning: Left out: all Records of DNS zone 5, because/m, ["7", "5"]],
    ] as const) {
      const odd = createServer((request, response) => {
        void fetch(`${origin.url}${request.url ?? ""}`, { headers: { AccessKey: origin.accessKey } })
          .then((answer) => answer.text())
          .then((text) => response.end(text.replaceAll('"Id":3,', `"Id":${id},`).replaceAll('"g1"', '"../7"')));
      }).listen(0, "127.0.0.1");
      await once(odd, "listening");
      const url = `http://127.0.0.1:${String((odd.address() as AddressInfo).port)}`;
      const { code, stdout, stderr } = await inProcess({ ...origin, url }, ["import", "--all"]);
      odd.closeAllConnections();
      odd.close();
      assert.equal(code, 0, stderr);
      assert.match(stderr, left);
      assert.match(stderr, /^warning: Left out, .*: edge rule 7\/\.\.\/7 /m);
      const { resources } = JSON.parse(stdout) as { resources: { id: string }[] };
      assert.deepEqual(
        resources.map((one) => one.id),
        imported,
      );
    }
    await origin.close();
  });

  it("overwrites nothing, and takes a name of a program only", async () => {
    const refused = await importing("--out", "imported.py");
    assert.deepEqual([refused.code, readdirSync(cwd)], [64, []]);
    assert.match(refused.stderr, /--out must be the name of a TypeScript or JavaScript file.*got: imported\.py/);
    assert.match(
      refused.stderr,
      /omit --out: .* import … --plugin > import\.json, then pulumi import .* imported\.py /,
    );
    assert.equal((await importing("--out", "a.js", "--no-protect")).code, 0);
    const [a, file] = [read("a.js"), read("import.json")];
    assert.match(a, /^const cdn = require\("pulumi-cdn-zones"\);\n/);
    assert.doesNotMatch(a, /protect/);
    for (const [out, existing] of [
      ["a.js", "a.js"],
      ["b.js", "import.json"],
    ] as const) {
      const again = await importing("--out", out);
      assert.deepEqual([again.code, readdirSync(cwd).sort()], [1, ["a.js", "import.json"]]);
      assert.match(again.stderr, new RegExp(`: ${existing} exists, so nothing was written\\.`));
    }
    assert.deepEqual([read("a.js"), read("import.json")], [a, file]);
  });

  it("names the program as Node and TypeScript find it", async () => {
    for (const [out, line] of [
      ["a.js", 'require("./a");'],
      ["b.cjs", 'require("./b.cjs");'],
      ["c.ts", 'import "./c";'],
      ["d.mts", 'import "./d.mjs";'],
    ] as const) {
      const { stdout } = await importing("--out", out);
      rmSync(path.join(cwd, "import.json"));
      const [, added = "", module = ""] = /^3\. Add to the program: (.*"(.*)".*)$/m.exec(stdout) ?? [];
      assert.equal(added, line);
      const options = { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16, allowJs: true };
      const from = path.join(cwd, `index${path.extname(out)}`);
      const mode = out === "d.mts" ? ts.ModuleKind.ESNext : ts.ModuleKind.CommonJS;
      const { resolvedModule } = ts.resolveModuleName(module, from, options, ts.sys, undefined, undefined, mode);
      assert.equal(resolvedModule?.resolvedFileName, path.join(cwd, out));
    }
  });

  it("writes what the plugin imports by id", async () => {
    const { stdout } = await importing("--plugin", "--no-protect", "--out", "native.ts");
    assert.match(stdout, /^2\. pulumi import --file import\.json --generate-code=false --yes --protect=false$/m);
    const { resources } = JSON.parse(read("import.json")) as { resources: object[] };
    assert.deepEqual(resources[0], { type: "cdn:index:StorageZone", name: "acme-assets", id: "1001" });
    assert.match(read("native.ts"), /^import \* as cdn from "pulumi-cdn-sdk";\n/);
  });
});
