import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { packageVersion } from "../../provider/version";

const root = path.join(__dirname, "..", "..");
const manifestIn = (folder: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")) as Record<string, unknown>;

describe("The npm package of the plugin", () => {
  it("has the main package's version, and no dependencies", () => {
    const plugin = manifestIn("packages/pulumi-resource-cdn");
    assert.deepEqual([plugin["version"], plugin["dependencies"]], [packageVersion, undefined]);
    const folder = manifestIn("plugin") as { version: string; dependencies: Record<string, string> };
    assert.deepEqual([folder.version, folder.dependencies["pulumi-resource-cdn"]], [packageVersion, packageVersion]);
  });

  it("runs wherever it is unpacked", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "plugin-"));
    try {
      const packing = ["pack", "--json", "--pack-destination", folder, "./packages/pulumi-resource-cdn"];
      const printed = execFileSync("npm", packing, {
        cwd: root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
      const [{ filename } = { filename: "" }] = JSON.parse(printed.slice(printed.indexOf("["))) as {
        filename: string;
      }[];
      execFileSync("tar", ["-xzf", filename, "--strip-components=1"], { cwd: folder });
      const child = spawn(path.join(folder, "pulumi-resource-cdn"), ["127.0.0.1:1"], {
        cwd: folder,
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [port] = (await once(createInterface(child.stdout), "line")) as [string];
      const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
      const info = await new Promise<PluginInfo>((resolve, reject) =>
        client.getPluginInfo(new Empty(), (error, answer) => (error === null ? resolve(answer) : reject(error))),
      );
      assert.equal(info.getVersion(), packageVersion);
      client.close();
      child.kill();
      await once(child, "exit");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
