import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { parseFaultRules } from "../../emulator/faults/rules";
import { generatedFiles } from "../../scripts/generate/files";
import { root } from "../../scripts/generate/formatted";
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

  it("show each argument as `name: type = default`, and say which ones are required", () => {
    const rows = [...files]
      .filter(([file]) => /^docs\/(resources|functions)\//.test(file))
      .flatMap(([, page]) => page.match(/^\| Argument[^]*?\n\n/gm) ?? [])
      .flatMap((table) => table.trim().split("\n").slice(2));
    assert.ok(rows.length > 200, `only ${String(rows.length)} arguments were found`);
    const isRow = (row: string): boolean => {
      const [, optional, fallback, required] =
        /^\| `\w+(\??): [^`]+?( = [^`]+)?` +\| (\*\*Required\.\*\* )?\S/.exec(row) ?? [];
      return [optional !== "", fallback !== undefined, required !== undefined].filter(Boolean).length === 1;
    };
    assert.deepEqual(
      rows.filter((row) => !isRow(row)),
      [],
    );
  });
});

describe("docs/emulator.md", () => {
  const page = readFileSync(path.join(root, "docs", "emulator.md"), "utf8");

  it("shows valid fault rules", () => {
    const files = [...page.matchAll(/^```yaml\n(# faults\.yaml\n[^]*?)^```/gm)].map(([, rules = ""]) => rules);
    assert.deepEqual(
      files.map((rules) => parseFaultRules(parse(rules)).length),
      [3, 3],
    );
  });
});
