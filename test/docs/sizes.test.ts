import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";

const text = (...names: string[]): string => readFileSync(path.join(__dirname, "..", "..", ...names), "utf8");

/** Each variable of a text, with what an expression finds behind its name. */
function found(source: string, pattern: RegExp): Record<string, string> {
  return Object.fromEntries([...source.matchAll(pattern)].map(([, name = "", value = ""]) => [name, value]));
}

describe("The sizes of the reliability suite in docs/reliability.md", () => {
  const rows = [...text("docs", "reliability.md").matchAll(/^\| (`(?:FAULTS|FUZZ)_.*)\|.*\|$/gm)].map(([, row = ""]) =>
    row.split("|").map((cell) => cell.trim()),
  );
  const column = (at: number): Record<string, string> =>
    Object.fromEntries(
      rows.flatMap((row) => {
        const values = row[at]?.split(", ") ?? [];
        return [...(row[0] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""], index) => [name, values[index] ?? ""]);
      }),
    );

  it("are those that the tests have by default", () => {
    const defaults = found(text("test", "faults", "support", "size.ts"), /"((?:FAULTS|FUZZ)_\w+)", ([\d_]+)/g);
    const plain = Object.entries(defaults).map(([name, value]) => [name, value.replaceAll("_", "")]);
    assert.equal(plain.length, 7);
    assert.deepEqual(column(1), Object.fromEntries(plain));
  });

  it("are those that continuous integration sets, and the default where it sets none", () => {
    const set = found(text(".ci", "run"), /((?:FAULTS|FUZZ)_\w+)="\$\{\w+:-(\d+)\}"/g);
    assert.equal(Object.keys(set).length, 6);
    assert.deepEqual(column(2), { ...column(1), ...set });
  });
});
