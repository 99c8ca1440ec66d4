import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ConfigureRequest } from "@pulumi/pulumi/dynamic";
import ts from "typescript";
import { startEmulator } from "../../emulator";
import type { Properties } from "../../provider/declared/properties";
import { importedKinds, kindNames } from "../../provider/kinds";
import { resourceType } from "../../provider/kinds/resourceTypes";
import { dynamicProvider } from "../../provider/serve/dynamic/dynamicProvider";
import { inProcess } from "./inProcess";

const root = path.resolve(__dirname, "../..");

/** The configuration of a rate limit. */
const loginLimit = {
  ...{ actionType: 1, variableTypes: { REQUEST_URI: "" }, operatorType: 0, value: "/login", transformationTypes: [8] },
  ...{ chainedRuleConditions: [], requestCount: 20, counterKeyType: 0, timeframe: 10, blockTime: 60 },
};

/** An account with every kind and every link between objects. */
const account = {
  storageZones: [
    { Id: 42, Name: "acme-assets" },
    { Id: 43, Name: "acme-logs" },
  ],
  pullZones: [
    {
      ...{ Id: 7, Name: "acme-assets", OriginType: 2, StorageZoneId: 42, MiddlewareScriptId: 21 },
      ...{ LoggingSaveToStorage: true, LoggingStorageZoneId: 43 },
      Hostnames: [
        { Id: 1, Value: "acme-assets.cdn.example", IsSystemHostname: true },
        { Id: 2, Value: "www.acme.example", ForceSSL: true },
      ],
      EdgeRules: [
        { Guid: "a1", ActionType: 4, Triggers: [{ Type: 0, PatternMatches: ["*/.git/*"] }], Description: "No sources" },
      ],
    },
    { Id: 8, Name: "acme-api", OriginType: 4, EdgeScriptId: 22 },
  ],
  dnsZones: [{ Id: 9, Domain: "acme.example" }],
  dnsRecords: [
    { Id: 91, DnsZoneId: 9, Type: 7, Name: "www", LinkName: "7" },
    { Id: 92, DnsZoneId: 9, Type: 11, Name: "geo", LinkName: "23" },
    { Id: 93, DnsZoneId: 9, Type: 2, Name: "assets", Value: "acme-assets.cdn.example" },
  ],
  edgeScripts: [
    { Id: 21, Name: "acme-headers", ScriptType: 2, Code: "headers" },
    { Id: 22, Name: "acme-api", ScriptType: 1, Code: "api" },
    { Id: 23, Name: "acme-geo", ScriptType: 0, Code: "geo" },
  ],
  pullZoneShields: [{ Id: 70, pullZoneId: 7, wafEnabled: true }],
  shieldRateLimits: [{ Id: 8001, shieldZoneId: 70, ruleName: "Login", ruleConfiguration: loginLimit }],
  shieldAccessLists: [
    { Id: 501, shieldZoneId: 70, name: "Office", type: 0, content: "203.0.113.7", isEnabled: true, action: 1 },
  ],
};

const links = [
  "storageZoneId: acmeAssetsStorageZone.storageZoneId",
  "loggingStorageZoneId: acmeLogsStorageZone.storageZoneId",
  "middlewareScriptId: acmeHeadersEdgeScript.edgeScriptId",
  "edgeScriptId: acmeApiEdgeScript.edgeScriptId",
  "pullZoneId: acmeAssetsPullZone.pullZoneId",
  "scriptId: acmeGeoEdgeScript.edgeScriptId",
  "value: acmeAssetsPullZone.systemHostname",
  "dnsZoneId: acmeExampleDnsZone.dnsZoneId",
  "shieldZoneId: shield7PullZoneShield.shieldZoneId",
];

describe("The program of import --all", function () {
  this.timeout(120_000);

  for (const [way, argv] of Object.entries({ dynamic: [], native: ["--plugin"] })) {
    it(`compiles for an account with every kind and every link, ${way}`, async () => {
      const folder = mkdtempSync(path.join(tmpdir(), "import-compiles-"));
      const emulator = await startEmulator({ seed: account });
      try {
        const ended = await inProcess(emulator, ["import", "--all", "--out", "imported.ts", ...argv], { cwd: folder });
        assert.equal(ended.code, 0, ended.stderr);
        const text = readFileSync(path.join(folder, "imported.ts"), "utf8");
        for (const kind of importedKinds) assert.ok(text.includes(`new cdn.${kind}(`), `${kind} is not in:\n${text}`);
        for (const link of links) assert.ok(text.includes(` ${link}`), `${link} is not in:\n${text}`);
        assert.deepEqual(faultsOf(folder, text.replace('"pulumi-cdn-sdk"', '"pulumi-cdn-zones"')), []);
      } finally {
        await emulator.close();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});

describe("The check of what import --all declares", () => {
  for (const more of [[], ["--all-settings"]]) {
    it(`changes nothing, for an account with every kind${more.map((one) => ` and ${one}`).join("")}`, async () => {
      const emulator = await startEmulator({ seed: account });
      const ended = await inProcess(emulator, ["import", "--all", ...more]);
      await emulator.close();
      assert.equal(ended.code, 0, ended.stderr);
      const { resources } = JSON.parse(ended.stdout) as { resources: { type: string; inputs: Properties }[] };
      const settings: Record<string, string> = { "cdn:baseUrl": emulator.url, "cdn:accessKey": emulator.accessKey };
      const checked = resources.map(async ({ type, inputs }) => {
        const kind = kindNames.find((name) => resourceType(name) === type);
        assert.ok(kind);
        const { check, configure } = dynamicProvider(kind);
        await configure?.({ config: { get: (key: string) => settings[key] } as ConfigureRequest["config"] });
        return { type, inputs: { ...(await check?.(inputs, inputs))?.inputs } };
      });
      assert.deepEqual(
        await Promise.all(checked),
        resources.map(({ type, inputs }) => ({ type, inputs })),
      );
    });
  }
});

/** Compiles a program as a project does that uses the package. */
function faultsOf(folder: string, text: string): string[] {
  const modules = path.join(folder, "node_modules");
  mkdirSync(modules);
  symlinkSync(root, path.join(modules, "pulumi-cdn-zones"));
  symlinkSync(path.join(root, "node_modules", "@pulumi"), path.join(modules, "@pulumi"));
  const file = path.join(folder, "compiled.ts");
  writeFileSync(file, text);
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
    typeRoots: [path.join(root, "node_modules", "@types")],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
