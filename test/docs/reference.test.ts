import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { faultRuleSchema, faultSchema } from "../../emulator/faults/schema";
import { parseFaultRules } from "../../emulator/faults/rules";
import { routes } from "../../emulator/core";
import { referencePages, root } from "../../scripts/docs/pages";
import { Sources } from "../../scripts/docs/source";

describe("The reference in docs/", function () {
  this.timeout(120_000);

  it("is what the sources say today", async () => {
    for (const [file, text] of await referencePages()) {
      const target = path.join(root, "docs", file);
      const standing = existsSync(target) ? readFileSync(target, "utf8") : "";
      assert.ok(standing === text, `docs/${file} is stale: run npm run docs`);
    }
  });

  it("has a page for every resource and function that the package exports", async () => {
    const pages = [...(await referencePages()).values()].join("\n");
    const names = new Sources(root, ["provider/index.ts"]).names.filter((name) =>
      /^(get[A-Z]|access|[A-Z]\w+$)/.test(name),
    );
    const exported = names.filter((name) => isValue(name));
    assert.ok(exported.length >= 12, String(exported));
    for (const name of exported) assert.match(pages, new RegExp(`\\b${name}\\b`), `${name} is not in the reference`);
  });

  it("has a description of every field and argument", async () => {
    for (const [file, text] of await referencePages()) {
      const bare = text.split("\n").filter((line) => /^\| `.*\|\s*\|$/.test(line));
      assert.deepEqual(bare, [], `docs/${file}`);
    }
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
function isValue(name: string): boolean {
  const exported = require("../../provider") as Record<string, unknown>;
  return Object.hasOwn(exported, name);
}
