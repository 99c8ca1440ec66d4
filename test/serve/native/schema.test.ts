import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import manifest from "../../../plugin/package/package.json";
import { settingSpecs } from "../../../provider/api/settingSpecs";
import { importedKinds, kinds } from "../../../provider/kinds";
import type { Kind } from "../../../provider/kinds";
import { packageSchema } from "../../../provider/serve/native/schema";
import { metadataOf } from "../../../provider/serve/native/schema/metadata";
import type { PropertySpec } from "../../../provider/serve/native/schema/properties";
import * as constants from "../../../provider/resources/values";
import { packageVersion } from "../../../provider/version";
import { typedName } from "../../../provider/wire/fields";
import type { ContractFields } from "../../fixtures/contract/field";
import { pullZoneFields } from "../../fixtures/contract/pullZone";
import { pullZoneSecrets, pullZoneVolatile } from "../../fixtures/contract/secrets";
import { storageZoneFields } from "../../fixtures/contract/storageZone";
import { checked } from "../../lifecycle/support";

interface Shape {
  description?: string;
  properties: Record<string, PropertySpec>;
  inputProperties: Record<string, PropertySpec>;
  stateInputs: { properties: Record<string, PropertySpec> };
  inputs: { properties: Record<string, PropertySpec> };
  outputs: { properties: Record<string, PropertySpec>; required?: string[] };
  required: string[];
  requiredInputs: string[];
  enum?: { name: string; description?: string }[];
  aliases: object[];
}

const schema = packageSchema() as {
  config: { variables: Record<string, PropertySpec> };
  provider: Shape;
  types: Record<string, Shape>;
  resources: Record<"cdn:index:StorageZone" | "cdn:index:PullZone", Shape>;
  functions: Record<string, Shape>;
  language: Record<string, { respectSchemaVersion?: boolean }>;
};
const { "cdn:index:StorageZone": storageZone, "cdn:index:PullZone": pullZone } = schema.resources;
const names = (fields: ContractFields, id: string): string[] =>
  fields.map(([wire]) => (wire === "Id" ? id : typedName(wire)));
const secretIn = (properties: Record<string, PropertySpec>): string[] =>
  Object.keys(properties).filter((name) => properties[name]?.secret === true);

const root = path.join(__dirname, "..", "..", "..");
const examplesFolder = path.join(root, "plugin", "package", "examples");

// Of a pull zone, beyond the contract.
const assumedInputs = [
  "dnsOriginPort",
  "dnsOriginScheme",
  "ipFamilyPolicy",
  "tlsSecurityLevel",
  ...["optimizerTunnelActiveProbingEnabled", "optimizerHtmlToMarkdown", "optimizerLlmsTxt"],
];
const assumedOutputs = ["systemHostname", "loadBalancerId"];

describe("The schema of the native plugin", () => {
  it("has an output for every field, except volatile ones of a pull zone", () => {
    const outputs = (shape: Shape, args: string[]): string[] =>
      Object.keys(shape.properties)
        .filter((name) => !args.includes(name))
        .sort();
    const options = ["forceDestroy", "adopt", "existingId", "waitForReplication"];
    assert.deepEqual(
      outputs(storageZone, options),
      [...names(storageZoneFields, "storageZoneId"), "s3Hostname", "s3Endpoint"].sort(),
    );
    const volatile = pullZoneVolatile.map((name) => typedName(name));
    const expected = names(pullZoneFields, "pullZoneId").filter((name) => !volatile.includes(name));
    assert.deepEqual(
      outputs(pullZone, ["includeCertificate", "adopt", "existingId"]),
      [...expected, ...assumedInputs, ...assumedOutputs].sort(),
    );
  });

  it("has a function result for every field", () => {
    for (const [name, fields, assumed] of [
      ["getStorageZone", storageZoneFields, ["s3Hostname", "s3Endpoint"]],
      ["getPullZone", pullZoneFields, [...assumedInputs, ...assumedOutputs]],
    ] as const) {
      const results = Object.keys(schema.functions[`cdn:index:${name}`]?.outputs.properties ?? {});
      assert.deepEqual(results.sort(), [...names(fields, "id"), ...assumed, "extraFields"].sort(), name);
    }
  });

  it("marks every secret field, and the key", () => {
    assert.deepEqual(secretIn(storageZone.properties).sort(), ["password", "readOnlyPassword"]);
    assert.deepEqual(secretIn(pullZone.properties).sort(), pullZoneSecrets.map((name) => typedName(name)).sort());
    assert.deepEqual(secretIn(schema.provider.inputProperties), ["accessKey"]);
  });

  it("has integers for ids, limits, offsets and ports, and numbers for what may exceed 32 bits", () => {
    const { getStorageZones, getPullZone, getAccessLogs } = Object.fromEntries(
      Object.entries(schema.functions).map(([token, shape]) => [token.replace("cdn:index:", ""), shape]),
    );
    const { "cdn:index:AccessLogPagination": pagination, "cdn:index:AccessLogEntry": entry } = schema.types;
    const integers = [
      storageZone.properties["storageZoneId"],
      pullZone.inputProperties["existingId"],
      pullZone.properties["pullZoneId"],
      pullZone.properties["permaCacheStorageZoneId"],
      pullZone.properties["logForwardingPort"],
      pullZone.properties["cacheControlMaxAgeOverride"],
      schema.types["cdn:index:Hostname"]?.properties["id"],
      getStorageZones?.outputs.properties["ids"]?.items,
      getPullZone?.inputs.properties["id"]?.oneOf?.[1],
      ...["limit", "offset"].map((name) => getAccessLogs?.inputs.properties[name]),
      ...["limit", "offset", "returned"].map((name) => pagination?.properties[name]),
    ];
    const numbers = [
      storageZone.properties["storageUsed"],
      storageZone.properties["priceOverride"],
      pullZone.properties["monthlyBandwidthLimit"],
      entry?.properties["bytesSent"],
      entry?.properties["asn"],
      schema.provider.inputProperties["timeoutSeconds"],
    ];
    assert.deepEqual(
      [integers, numbers].map((specs) => [...new Set(specs.map((spec) => spec?.type))]),
      [["integer"], ["number"]],
    );
  });

  it("has the inputs of the life cycle, and replaces for immutable ones", () => {
    const all = {
      ...{ name: "a", region: "DE", replicationRegions: ["NY"], zoneTier: 1, storageZoneType: 1 },
      ...{ rewrite404To200: true, custom404FilePath: "/404" },
      ...{ forceDestroy: true, adopt: true, waitForReplication: true },
    };
    const inputs = Object.keys(storageZone.inputProperties).filter((name) => name !== "existingId");
    assert.deepEqual(inputs, Object.keys(checked(all)));
    // A resource that takes over an existing zone needs neither.
    assert.deepEqual(storageZone.requiredInputs, []);
    const replaced = Object.entries(storageZone.inputProperties).filter(([, spec]) => spec.willReplaceOnChanges);
    assert.deepEqual(
      replaced.map(([name]) => name),
      ["name", "region", "zoneTier", "storageZoneType"],
    );
    const readOnly =
      "Id UserId CnameDomain Hostnames EdgeRules Enabled Suspended VideoLibraryId DnsRecordId DnsZoneId DnsRecordValue OriginLinkValue " +
      "CacheVersion ZoneSecurityKey MonthlyBandwidthUsed MonthlyCharges PriceOverride OptimizerPricing EUUSDiscount SouthAmericaDiscount " +
      "AfricaDiscount AsiaOceaniaDiscount EnableExtendedLogging";
    const settable = pullZoneFields.filter(([wire]) => !readOnly.split(" ").includes(wire));
    assert.deepEqual(
      Object.keys(pullZone.inputProperties).sort(),
      [...names(settable, "id"), ...assumedInputs, "includeCertificate", "adopt", "existingId"].sort(),
    );
    assert.deepEqual(pullZone.requiredInputs, []);
  });

  it("has every output in the state inputs, and aliases for dynamic resources", () => {
    for (const shape of [storageZone, pullZone]) assert.deepEqual(shape.stateInputs.properties, shape.properties);
    assert.deepEqual(storageZone.aliases, [{ type: "pulumi-nodejs:dynamic/cdn:StorageZone" }]);
    assert.deepEqual(pullZone.aliases, [{ type: "pulumi-nodejs:dynamic/cdn:PullZone" }]);
  });

  it("has every setting, with the variable that overrides it, and no default from it", () => {
    for (const properties of [schema.config.variables, schema.provider.inputProperties]) {
      assert.deepEqual(Object.keys(properties), Object.keys(settingSpecs));
      for (const [name, { variable }] of Object.entries(settingSpecs)) {
        const rule = name === "readOnly" ? ", `true` also counts for every provider." : " overrides it.";
        assert.ok(properties[name]?.description?.endsWith(`the variable ${variable}${rule}`), name);
      }
    }
    assert.doesNotMatch(JSON.stringify(schema), /defaultInfo/);
  });

  it("requires no output that can be absent: none that changes by itself, and no secret of a function", () => {
    const volatile = ["dateModified", "storageUsed", "filesStored", "replicationChangeInProgress"];
    const { required } = storageZone;
    assert.deepEqual(
      required.filter((name) => volatile.includes(name)),
      [],
    );
    for (const name of ["storageZoneId", "name", "password", "storageHostname"])
      assert.ok(required.includes(name), name);
    const results = [...Object.values(schema.functions).map(({ outputs }) => outputs), ...Object.values(schema.types)];
    const requiredSecrets = results.flatMap(({ properties, required = [] }) =>
      secretIn(properties ?? {}).filter((name) => required.includes(name)),
    );
    assert.deepEqual(requiredSecrets, []);
    assert.ok(schema.functions["cdn:index:getStorageZone"]?.outputs.required?.includes("storageUsed"));
  });

  it("says where a named repository has the plugin and a picture, and nothing of it without a name", () => {
    const addresses = ["repository", "logoUrl", "pluginDownloadURL"];
    for (const key of ["displayName", "publisher", "homepage", "keywords", "license"]) assert.ok(key in schema, key);
    const unnamed = metadataOf({ ...manifest, repository: { url: "" } });
    assert.deepEqual(
      addresses.filter((key) => key in unnamed),
      [],
    );
    const repository = { url: "git+https://github.com/acme/cdn-zones.git" };
    const released = metadataOf({ ...manifest, repository }) as Record<string, string>;
    assert.equal(released["repository"], "https://github.com/acme/cdn-zones");
    assert.equal(released["pluginDownloadURL"], "github://api.github.com/acme/cdn-zones");
    const [, picture = ""] = released["logoUrl"]?.split(`/acme/cdn-zones/v${packageVersion}/`) ?? [];
    assert.equal(readFileSync(path.join(root, picture)).toString("latin1", 1, 4), "PNG");
  });

  it("has an example in every language for each resource and function, as converted from YAML", () => {
    const described = { ...schema.resources, ...schema.functions, Provider: schema.provider };
    const sources = readdirSync(examplesFolder).sort();
    assert.deepEqual(
      Object.keys(described)
        .map((token) => `${token.replace("cdn:index:", "")}.yaml`)
        .sort(),
      sources,
    );
    const sdks: Record<string, string> = {
      ...{
        typescript: 'from "pulumi-cdn-sdk"',
        python: "import pulumi_cdn as cdn",
        go: "example.com/pulumi-cdn/sdk/go/cdn",
      },
      ...{ csharp: "using Cdn = Pulumi.Cdn;", java: "import com.pulumi.cdn.", yaml: "cdn:" },
    };
    for (const [token, { description = "" }] of Object.entries(described)) {
      const blocks = [...description.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].filter(([, language]) => language !== "sh");
      assert.deepEqual(
        blocks.map(([, language]) => language),
        Object.keys(sdks),
        token,
      );
      for (const [, language = "", text = ""] of blocks)
        assert.ok(text.includes(sdks[language] ?? "?"), `${token} ${language}`);
      const source = readFileSync(path.join(examplesFolder, `${token.replace("cdn:index:", "")}.yaml`), "utf8");
      const [, title = "", yaml = ""] = /^# (.*)\n([^]*)$/.exec(source) ?? [];
      assert.ok(
        description.includes(`### ${title}\n`) && description.includes(`\`\`\`yaml\n${yaml}\`\`\``),
        `${token}: its example is stale, run npm run generate:examples with the Pulumi CLI on the PATH`,
      );
    }
  });

  it("gives its version to the SDK of every language that would else have none", () => {
    const languages = Object.entries(schema.language).filter(([, { respectSchemaVersion }]) => respectSchemaVersion);
    assert.deepEqual(languages.map(([language]) => language).sort(), ["csharp", "go", "nodejs", "python"]);
  });

  it("has the constants that a description names", () => {
    const text = JSON.stringify(schema);
    const named = Object.keys(constants).filter((name) => text.includes(`\`${name}\``));
    assert.ok(named.includes("ShieldVariable") && named.includes("EdgeRuleActionType"), named.join());
    assert.deepEqual(
      named.filter((name) => !(`cdn:index:${name}` in schema.types)),
      [],
    );
  });

  it("says how to import each resource that can be imported", () => {
    const ids = Object.entries(schema.resources).map(([token, { description = "" }]) => [
      token,
      /## Import\n\n```sh\npulumi import (\S+ example \S+)\n```\n/.exec(description)?.[1],
    ]);
    const expected = importedKinds.map((name): [string, string] => {
      const { partId } = kinds[name] as Kind;
      return [`cdn:index:${name}`, `cdn:index:${name} example 4711${partId === undefined ? "" : `/${partId.example}`}`];
    });
    // The import of a folder needs a source, and a component has no id.
    // A cache purge has no object.
    const none = ["CachePurge", "StorageFolder", "Website"].map((name) => [`cdn:index:${name}`, undefined]);
    const others = Object.fromEntries(none) as object;
    assert.deepEqual(Object.fromEntries(ids), { ...Object.fromEntries(expected), ...others });
    assert.ok(expected.some(([, command]) => command === "cdn:index:DnsRecord example 4711/2815"));
  });

  it("describes everything, and refers to existing types only", () => {
    const text = JSON.stringify(schema);
    for (const [, token = ""] of text.matchAll(/#\/types\/([^"]+)/g)) assert.ok(token in schema.types, token);
    for (const shape of [storageZone, pullZone, ...Object.values(schema.functions)]) {
      const properties = { ...shape.properties, ...shape.inputProperties, ...shape.inputs?.properties };
      for (const [name, { description }] of Object.entries(properties)) assert.ok(description, name);
    }
    for (const [token, { enum: members = [] }] of Object.entries(schema.types)) {
      for (const { name, description } of members) assert.ok(description, `${token} ${name}`);
    }
  });
});
