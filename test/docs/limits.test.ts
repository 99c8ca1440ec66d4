import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./support/blocks";

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const cellsOf = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()));
const rows = cellsOf(read("docs/limits.md")).slice(2);
const [, appendix = ""] = /^## Tests of promises\n([^]*?)^## /m.exec(read("CONTRIBUTING.md")) ?? [];
const tests = cellsOf(appendix).filter(([, , test = ""]) => test.startsWith("`"));

describe("The table of limits", () => {
  it("names for each limit a source, and why nothing checks it unless the appendix names a test", () => {
    assert.ok(rows.length >= 25, `only ${String(rows.length)} rows were found`);
    for (const [, what = "", limit = "", source = "", checked = ""] of rows) {
      assert.ok(limit !== "" && source !== "", what);
      assert.match(checked, tests.some(([, tested]) => tested === what) ? /^(preview|run)/ : /^no: ./, what);
    }
  });

  it("names sources that the page of assumptions has", () => {
    const facts = read("docs/contract-and-assumptions.md");
    const isKnown = (id: string): boolean => facts.includes(`\n| ${id} `) || facts.includes(`\n- **${id}**: `);
    const unknown = rows.flatMap(([, , , source = ""]) => source.split(", ").filter((id) => !isKnown(id)));
    assert.deepEqual(unknown, []);
  });
});

describe("The appendix of tests", () => {
  it("names limits of the table, and tests that exist", () => {
    const limits = tests.filter(([, , , title = ""]) => title !== "");
    assert.ok(limits.length >= 15 && tests.length > limits.length + 10);
    assert.deepEqual(
      limits.map(([, what]) => what).filter((what) => !rows.some(([, limit]) => limit === what)),
      [],
    );
    const missing = tests.flatMap(([, , files = "", title = ""]) =>
      [...files.matchAll(/`([\w/]+)`/g)]
        .map(([, file = ""]) => `test/${file}.test.ts`)
        .filter((file) => !existsSync(path.join(root, file)) || !read(file).includes(title)),
    );
    assert.deepEqual(missing, []);
  });
});
