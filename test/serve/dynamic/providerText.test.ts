import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { KindName } from "../../../provider/kinds";
import { kindNames } from "../../../provider/kinds";
import { providerText } from "../../../provider/serve/dynamic/providerText";
import { resourceType } from "../../../provider/kinds/resourceTypes";
import { inProgramFolder } from "./served";

// FROZEN. Users' states contain these texts, and Pulumi evaluates them as long as such a state exists: if a test here fails, the
// change in provider/serve is wrong, not this table. A new kind of resource gets a new line.
const frozen: Readonly<Record<KindName, { text: string; type: string }>> = {
  StorageZone: {
    text: 'exports.handler=()=>require("pulumi-cdn-zones/dynamic-v1").load("StorageZone")',
    type: "pulumi-nodejs:dynamic/cdn:StorageZone",
  },
  PullZone: {
    text: 'exports.handler=()=>require("pulumi-cdn-zones/dynamic-v1").load("PullZone")',
    type: "pulumi-nodejs:dynamic/cdn:PullZone",
  },
  DnsRecord: {
    text: 'exports.handler=()=>require("pulumi-cdn-zones/dynamic-v1").load("DnsRecord")',
    type: "pulumi-nodejs:dynamic/cdn:DnsRecord",
  },
  DnsZone: {
    text: 'exports.handler=()=>require("pulumi-cdn-zones/dynamic-v1").load("DnsZone")',
    type: "pulumi-nodejs:dynamic/cdn:DnsZone",
  },
  PullZoneHostname: {
    text: 'exports.handler=()=>require("pulumi-cdn-zones/dynamic-v1").load("PullZoneHostname")',
    type: "pulumi-nodejs:dynamic/cdn:PullZoneHostname",
  },
  PullZoneEdgeRule: {
    text: 'exports.handler=()=>require("pulumi-cdn-zones/dynamic-v1").load("PullZoneEdgeRule")',
    type: "pulumi-nodejs:dynamic/cdn:PullZoneEdgeRule",
  },
  EdgeScript: {
    text: 'exports.handler=()=>require("pulumi-cdn-zones/dynamic-v1").load("EdgeScript")',
    type: "pulumi-nodejs:dynamic/cdn:EdgeScript",
  },
  StorageFolder: {
    text: 'exports.handler=()=>require("pulumi-cdn-zones/dynamic-v1").load("StorageFolder")',
    type: "pulumi-nodejs:dynamic/cdn:StorageFolder",
  },
};

describe("The provider text and type in users' states", () => {
  it("are frozen, and the text has less than 200 bytes", () => {
    assert.deepEqual([...kindNames].sort(), Object.keys(frozen).sort());
    for (const [kind, { text, type }] of Object.entries(frozen) as [KindName, { text: string; type: string }][]) {
      assert.equal(providerText(kind), text);
      assert.equal(resourceType(kind), type);
      assert.ok(Buffer.byteLength(text) < 200);
    }
  });

  it("evaluate synchronously to a provider in plain Node, in the program's folder", async () => {
    for (const { text } of Object.values(frozen)) {
      const script = `${text}; console.log(Object.keys(exports.handler()).sort().join())`;
      const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { cwd: inProgramFolder });
      assert.equal(stdout.trim(), "check,configure,create,delete,diff,read,update");
    }
  });
});

describe("A program that only declares resources", () => {
  it("loads neither axios nor zod, which would slow down every run", async () => {
    const script =
      'require("pulumi-cdn-zones"); console.log(JSON.stringify(Object.keys(require.cache).filter((f) => /node_modules.(axios|zod)./.test(f))))';
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { cwd: inProgramFolder });
    assert.deepEqual(JSON.parse(stdout), []);
  });
});
