import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(__dirname, "..", "..");
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as Manifest;

describe("The runtime dependencies", () => {
  it("have a reason each in CONTRIBUTING.md, and nothing else has", () => {
    const page = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");
    const [, section = ""] = page.split(/^## Runtime dependencies$/m);
    const rows = [...(section.split(/^## /m)[0] ?? "").matchAll(/^\| `([^`]+)`/gm)].map(([, name = ""]) => name);
    const needed = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
    assert.deepEqual(rows.sort(), needed.sort());
  });

  it("are what the published sources import", () => {
    const imported = new Set<string>();
    for (const folder of ["provider", "drift", "emulator", "cli"]) {
      for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })) {
        if (!file.endsWith(".ts")) continue;
        const text = readFileSync(path.join(root, folder, file), "utf8");
        for (const [, name = ""] of text.matchAll(/(?:from |require\(|import\()"((?:@[^/"]+\/)?[^./"][^/"]*)/g)) {
          if (!name.startsWith("node:") && name !== "pulumi-cdn-zones") imported.add(name);
        }
      }
    }
    const needed = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
    assert.deepEqual([...imported].sort(), needed.sort());
  });
});

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}
