import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const root = path.join(__dirname, "..", "..");
const load = (name: string): string => `require(${JSON.stringify(path.join(root, name))})`;
const declare = `
  const pulumi = ${load("node_modules/@pulumi/pulumi")};
  const mocks = { newResource: ({ inputs }) => ({ id: "7", state: inputs }), call: () => ({}) };
  const zone = (name) => new (${load("dist/provider")}.StorageZone)(name, { name, region: "DE" });
  pulumi.runtime.setMocks(mocks).then(() => zone("assets").name.apply(console.log));`;

describe("A program in a folder from which this package can't be loaded", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "installation-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  const run = (variables: Record<string, string>) =>
    promisify(execFile)(process.execPath, ["-e", declare], { cwd: folder, env: { ...process.env, ...variables } });

  it("declares zones, unless the Pulumi CLI runs it", async () => {
    assert.equal((await run({})).stdout, "assets\n");
    await assert.rejects(run({ PULUMI_NODEJS_ROOT_DIRECTORY: folder }), /Add pulumi-cdn-zones to the dependencies/);
  });

  it("declares zones if the package can be loaded from the project's root or through NODE_PATH", async () => {
    const project = path.join(root, "examples", "storage-zone");
    const installed = path.join(root, "node_modules");
    const found = [{ root: project }, { root: folder, NODE_PATH: installed }];
    for (const { root, ...variables } of found)
      assert.equal((await run({ PULUMI_NODEJS_ROOT_DIRECTORY: root, ...variables })).stdout, "assets\n");
  });
});
