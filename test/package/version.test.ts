import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";
import { packageVersion } from "../../provider/version";

const root = path.join(__dirname, "..", "..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const json = (file: string): Record<string, unknown> => JSON.parse(read(file)) as Record<string, unknown>;

describe("The version", () => {
  it("is the same in the code, in every manifest and in the changes", () => {
    const lock = json("package-lock.json") as { version: string; packages: Record<string, { version: string }> };
    const plugin = json("plugin/package.json") as { version: string; dependencies: Record<string, string> };
    const action = json("deploy/package/package.json") as { dependencies: Record<string, string> };
    const versions = {
      "package.json": json("package.json")["version"],
      "package-lock.json": lock.version,
      "package-lock.json, packages": lock.packages[""]?.version,
      "plugin/package/package.json": json("plugin/package/package.json")["version"],
      "deploy/package/package.json": action.dependencies["pulumi-cdn-zones"],
      "plugin/package.json": plugin.version,
      "plugin/package.json, dependencies": plugin.dependencies["pulumi-resource-cdn"],
      "CHANGELOG.md": /^## (\d\S+)(?: \(\d|$)/m.exec(read("CHANGELOG.md"))?.[1],
    };
    assert.deepEqual(versions, Object.fromEntries(Object.keys(versions).map((file) => [file, packageVersion])));
  });

  it("is the one that documents and examples name", () => {
    const named = globSync(
      ["*.md", "docs/**/*.md", "examples/**/*.{md,yml}", "template/*/package.json", "!**/node_modules"],
      {
        cwd: root,
      },
    )
      .filter((file) => file !== "CHANGELOG.md")
      .flatMap((file) =>
        [
          ...read(file).matchAll(
            /(?:pulumi-cdn-zones@(?:COMMIT # v)?|\/plugin@|\/tree\/v|resource cdn |package add cdn@|this one is |"pulumi-(?:cdn-zones|resource-cdn)": "\^)([\d.]+\d)/g,
          ),
        ].map(([text, version]) => ({ file, text, version })),
      );
    assert.ok(named.length >= 5, `only ${String(named.length)} were found`);
    assert.deepEqual(
      named.filter(({ version }) => version !== packageVersion),
      [],
    );
  });
});
