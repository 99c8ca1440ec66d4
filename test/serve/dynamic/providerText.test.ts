import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { KindName } from "../../../provider/kinds";
import { kindNames } from "../../../provider/kinds";
import { providerText } from "../../../provider/serve/dynamic/providerText";
import { resourceType } from "../../../provider/kinds/resourceTypes";
import { inProgramFolder } from "./served";

// FROZEN. Users' states contain these names in the two texts below, and Pulumi evaluates them as long as such a state exists: if a test here
// fails, the change in provider is wrong, not this file. A new kind of resource gets a new line.
const frozen: readonly KindName[] = [
  "StorageZone",
  "PullZone",
  "DnsRecord",
  "DnsZone",
  "PullZoneHostname",
  "PullZoneEdgeRule",
  "EdgeScript",
  "StorageFolder",
  "PullZoneShield",
  "ShieldRateLimit",
  "ShieldAccessList",
  "CachePurge",
];
const frozenText = (name: string): string =>
  `exports.handler=()=>require("pulumi-cdn-zones/dynamic-v1").load("${name}")`;
const frozenType = (name: string): string => `pulumi-nodejs:dynamic/cdn:${name}`;

describe("The provider text and type in users' states", () => {
  it("are frozen, and the text has less than 200 bytes", () => {
    assert.deepEqual([...kindNames].sort(), [...frozen].sort());
    for (const name of frozen) {
      assert.equal(providerText(name), frozenText(name));
      assert.equal(resourceType(name), frozenType(name));
      assert.ok(Buffer.byteLength(frozenText(name)) < 200);
    }
  });

  it("evaluate synchronously to a provider in plain Node, in the program's folder", async () => {
    for (const name of frozen) {
      const script = `${frozenText(name)}; console.log(Object.keys(exports.handler()).sort().join())`;
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
