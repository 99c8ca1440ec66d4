import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Manifest } from "../../provider/serve/native/schema/metadata";
import { metadataOf } from "../../provider/serve/native/schema/metadata";

const root = path.join(__dirname, "..", "..");

describe("The command name-repository", () => {
  it("replaces every placeholder of the repository's address, and changes nothing when it runs again", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "named-"));
    const run = (command: string, ...args: string[]): string =>
      execFileSync(command, args, { cwd: folder, encoding: "utf8" });
    try {
      const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
      for (const file of tracked.filter((name) => name !== "")) cpSync(path.join(root, file), path.join(folder, file));
      symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
      run("git", "init", "--quiet");
      run("git", "add", ".");
      const name = (): string => run("npx", "ts-node", "scripts/nameRepository.ts", "acme/cdn");

      name();
      const changed = run("git", "diff", "--name-only").trim().split("\n");
      assert.ok(changed.includes("docs/drift-in-ci.md") && changed.includes("examples/plugin-go/main.go"));
      const left = changed.filter((file) =>
        /HOST\/OWNER|OWNER\/pulumi-cdn-zones|example\.com\/pulumi-cdn/.test(
          readFileSync(path.join(folder, file), "utf8"),
        ),
      );
      assert.deepEqual(left, []);
      const manifest = readFileSync(path.join(folder, "packages/pulumi-resource-cdn/package.json"), "utf8");
      const schema = metadataOf(JSON.parse(manifest) as Manifest) as Record<string, string>;
      assert.equal(schema["pluginDownloadURL"], "github://api.github.com/acme/cdn");
      run("npx", "prettier", "--check", "package.json", "packages/pulumi-resource-cdn/package.json");

      run("git", "add", ".");
      name();
      assert.equal(run("git", "diff", "--name-only"), "");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(120_000);
});
