import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Manifest } from "../../provider/serve/native/schema/metadata";
import { metadataOf } from "../../provider/serve/native/schema/metadata";

const root = path.join(__dirname, "..", "..");

describe("The command name-repository", () => {
  it("replaces every placeholder, or the address before, by the repository's address, and then has nothing to change", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "named-"));
    const run = (command: string, ...args: string[]): string =>
      execFileSync(command, args, { cwd: folder, encoding: "utf8" });
    try {
      const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
      for (const file of tracked.filter((name) => name !== "")) cpSync(path.join(root, file), path.join(folder, file));
      symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
      run("git", "init", "--quiet");
      run("git", "add", ".");
      const tool = (command: string): string => path.join(root, "node_modules/.bin", command);
      const name = (repository: string): string => run(tool("ts-node"), "scripts/nameRepository.ts", repository);
      const read = (file: string): string => readFileSync(path.join(folder, file), "utf8");
      const pluginDownloadURL = (): string | undefined => {
        const manifest = JSON.parse(read("plugin/package/package.json")) as Manifest;
        return (metadataOf(manifest) as Record<string, string>)["pluginDownloadURL"];
      };

      name("acme/cdn");
      const changed = run("git", "diff", "--name-only").trim().split("\n");
      assert.ok(changed.includes("docs/drift-in-ci.md") && changed.includes("examples/plugin-go/main.go"));
      const having = (address: RegExp): string[] => changed.filter((file) => address.test(read(file)));
      assert.deepEqual(having(/HOST\/OWNER|OWNER\/pulumi-cdn-zones|example\.com\/pulumi-cdn/), []);
      assert.equal(pluginDownloadURL(), "github://api.github.com/acme/cdn");
      run(tool("prettier"), "--check", "package.json", "plugin/package/package.json");

      run("git", "add", ".");
      name("acme/cdn");
      assert.equal(run("git", "diff", "--name-only"), "");

      // As in a fork. The test of the schema has an address of its own, acme/cdn-zones.
      name("other/cdn");
      assert.deepEqual(having(/acme\/cdn(?!-zones)/), []);
      assert.deepEqual(having(/other\/cdn(?!-)/), changed);
      assert.equal(pluginDownloadURL(), "github://api.github.com/other/cdn");
      assert.match(read("test/serve/native/schema.test.ts"), /acme\/cdn-zones/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(120_000);
});
