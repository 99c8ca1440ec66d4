import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { faultRuleSchema, faultSchema } from "../../emulator/faults/schema";
import { parseFaultRules } from "../../emulator/faults/rules";
import { routes } from "../../emulator/core";
import { generatedFiles, root } from "../../scripts/generate/files";
import * as cdn from "../../provider";

describe("What `npm run generate` writes", function () {
  this.timeout(120_000);
  let files: Map<string, string>;
  before(async () => {
    files = await generatedFiles();
  });

  it("is what the field tables and the sources say today", () => {
    for (const [file, text] of files) {
      assert.ok(readFileSync(path.join(root, file), "utf8") === text, `${file} is stale: run npm run generate`);
    }
  });

  it("names everything that the package exports, and describes every field and argument", () => {
    const pages = [...files].filter(([file]) => file.endsWith(".md"));
    const text = pages.map(([, page]) => page).join("\n");
    for (const name of Object.keys(cdn))
      assert.match(text, new RegExp(`\\b${name}\\b`), `${name} is not in the reference`);
    for (const [file, page] of pages) assert.deepEqual(page.match(/^\| `.*\|\s*\|$/gm), null, file);
  });
});

describe("docs/emulator.md", () => {
  const page = readFileSync(path.join(root, "docs", "emulator.md"), "utf8");

  it("lists every operation that the emulator serves", () => {
    for (const { method, path: served } of routes) {
      const request = `\`${method} ${served.replace(/:(\w+)/g, "{$1}")}\``;
      assert.ok(page.includes(request), `${request} is not in the table`);
    }
  });

  it("lists every kind of fault with its fields, and every field of a rule", () => {
    const [, section = ""] = page.split(/^## Fault rules$|^## Fidelity$/m);
    const rows = [...section.matchAll(/^\| `(\w+)` +\| (`.*?) +\| /gm)].map(([, kind, fields]) => [kind, fields]);
    const kinds = faultSchema.options.map(({ shape: { kind, ...fields } }) => [
      kind.value,
      Object.entries<{ isOptional(): boolean }>(fields)
        .map(([name, schema]) => `\`${name}${schema.isOptional() ? "?" : ""}\``)
        .join(", "),
    ]);
    assert.deepEqual(rows, kinds);
    for (const field of Object.keys(faultRuleSchema.shape)) assert.match(section, new RegExp(`\\b${field}\\b`), field);
  });

  it("shows fault rules that the emulator takes", () => {
    const [, rules = ""] = /^```yaml\n(# faults\.yaml\n[^]*?)^```/m.exec(page) ?? [];
    assert.equal(parseFaultRules(parse(rules)).length, 3);
  });
});

/** Whether an export is there at run time, as a class, a function or a constant. */
