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
import { GetSchemaRequest, type GetSchemaResponse } from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { packageVersion } from "../../provider/version";

const root = path.join(__dirname, "..", "..");

describe("The npm package of the plugin", () => {
  it("has no dependencies", () => {
    const manifest = readFileSync(path.join(root, "plugin/package/package.json"), "utf8");
    assert.equal((JSON.parse(manifest) as { dependencies?: unknown }).dependencies, undefined);
  });

  it("passes publint, and runs wherever it is unpacked", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "plugin-"));
    try {
      const packing = ["pack", "--json", "--pack-destination", folder, "./plugin/package"];
      const printed = execFileSync("npm", packing, {
        cwd: root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
      const [{ filename } = { filename: "" }] = JSON.parse(printed.slice(printed.indexOf("["))) as {
        filename: string;
      }[];
      execFileSync("tar", ["-xzf", filename, "--strip-components=1"], { cwd: folder });
      execFileSync(path.join(root, "node_modules/.bin/publint"), ["--strict", "."], { cwd: folder });
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
      const schema = await new Promise<GetSchemaResponse>((resolve, reject) =>
        client.getSchema(new GetSchemaRequest(), (error, answer) => (error === null ? resolve(answer) : reject(error))),
      );
      assert.match(schema.getSchema(), /## Example Usage/);
      client.close();
      child.kill();
      await once(child, "exit");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
