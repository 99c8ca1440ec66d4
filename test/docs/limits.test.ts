import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./support/blocks";

const page = readFileSync(path.join(root, "docs/limits.md"), "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .slice(2);

describe("The table of limits", () => {
  it("names for each limit a source, and a test or why nothing checks it", () => {
    assert.ok(rows.length >= 25, `only ${String(rows.length)} rows were found`);
    for (const [, what = "", limit = "", source = "", checked = "", test = ""] of rows) {
      assert.ok(limit !== "" && source !== "", what);
      assert.match(checked, test === "" ? /^no: ./ : /^(preview|run)/, what);
    }
  });

  it("names sources that the page of assumptions has", () => {
    const facts = readFileSync(path.join(root, "docs/contract-and-assumptions.md"), "utf8");
    const isKnown = (id: string): boolean => facts.includes(`\n| ${id} `) || facts.includes(`\n- **${id}**: `);
    const unknown = rows.flatMap(([, , , source = ""]) => source.split(", ").filter((id) => !isKnown(id)));
    assert.deepEqual(unknown, []);
  });

  it("names tests that exist", () => {
    const missing = rows.flatMap(([, what = "", , , , test = ""]) => {
      if (test === "") return [];
      const [, file = "", title = ""] = /^\[\w+\]\(\.\.\/(test\/[\w/.]+)\): (.+)$/.exec(test) ?? [];
      return title !== "" && readFileSync(path.join(root, file), "utf8").includes(title) ? [] : [`${what}: ${test}`];
    });
    assert.deepEqual(missing, []);
  });
});
