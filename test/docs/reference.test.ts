import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { parse } from "yaml";
import { parseFaultRules } from "../../emulator/faults/rules";
import { generatedFiles, root } from "../../scripts/generate/files";
import * as cdn from "../../provider";

describe("Generated files", function () {
  this.timeout(120_000);
  let files: Map<string, string>;
  before(async () => {
    files = await generatedFiles();
  });

  it("are up to date", () => {
    for (const [file, text] of files) {
      assert.ok(readFileSync(path.join(root, file), "utf8") === text, `${file} is stale: run npm run generate`);
    }
  });

  it("name everything that the package exports, and describe every field and argument", () => {
    const pages = [...files].filter(([file]) => file.endsWith(".md"));
    const text = pages.map(([, page]) => page).join("\n");
    for (const name of Object.keys(cdn))
      assert.match(text, new RegExp(`\\b${name}\\b`), `${name} is not in the reference`);
    for (const [file, page] of pages) assert.deepEqual(page.match(/^\| `.*\|\s*\|$/gm), null, file);
  });
});

describe("What an editor shows", function () {
  this.timeout(60_000);
  const file = path.join(root, "examples", "storage-zone", "hover.ts");
  const text = `import * as cdn from "pulumi-cdn-zones";
    const zone = new cdn.StorageZone("a", { name: "x", region: "DE", replicationRegions: [], zoneTier: 0, adopt: true });
    zone.password; zone.storageUsed; cdn.PullZone.get("p", 7).originType; new cdn.Provider("p", { accessKey: "k" });
    cdn.getStorageZone({}); cdn.getStorageZones({ search: "a" }); cdn.getPullZone({ id: 7 });
    cdn.getAccessLogs({ pullZoneId: 7, search: "a", limit: 1 }).then(({ entries }) => entries[0]?.requestId);`;
  const resources = ["StorageZone", "Provider", "getStorageZone", "getStorageZones", "getPullZone", "getAccessLogs"];
  const fields = [
    "region",
    "replicationRegions",
    "zoneTier",
    "adopt",
    "password",
    "storageUsed",
    "originType",
    "requestId",
  ];
  const hovers = new Map<string, ts.QuickInfo | undefined>();

  before(() => {
    const options = { strict: true, module: ts.ModuleKind.Node16, target: ts.ScriptTarget.ES2022 };
    const contentOf = (name: string) => (name === file ? text : ts.sys.readFile(name));
    const service = ts.createLanguageService({
      fileExists: (name) => contentOf(name) !== undefined,
      readFile: contentOf,
      directoryExists: (name) => ts.sys.directoryExists(name),
      getScriptFileNames: () => [file],
      getScriptVersion: () => "1",
      getScriptSnapshot: (name) => {
        const content = contentOf(name);
        return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
      },
      getCurrentDirectory: () => path.dirname(file),
      getCompilationSettings: () => options,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
    });
    for (const name of [...resources, ...fields, "PullZone", "accessKey", "search", "limit"]) {
      hovers.set(name, service.getQuickInfoAtPosition(file, text.search(new RegExp(`\\b${name}\\b`))));
    }
  });

  it("describes resources, functions and fields, without their sources", () => {
    for (const [name, hover] of hovers) {
      const shown = ts.displayPartsToString(hover?.documentation);
      assert.match(shown, /\w/, name);
      assert.doesNotMatch(shown, /Source:|contract|assumption/i, name);
    }
  });

  it("has an example for each resource and function", () => {
    for (const name of resources) {
      assert.ok(
        hovers.get(name)?.tags?.some((tag) => tag.name === "example"),
        name,
      );
    }
  });
});

describe("docs/emulator.md", () => {
  const page = readFileSync(path.join(root, "docs", "emulator.md"), "utf8");

  it("shows valid fault rules", () => {
    const [, rules = ""] = /^```yaml\n(# faults\.yaml\n[^]*?)^```/m.exec(page) ?? [];
    assert.equal(parseFaultRules(parse(rules)).length, 3);
  });
});
