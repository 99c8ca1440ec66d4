import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./sources";

/** Each test fails when it runs for the first time, and passes from then on. */
const late = `
  let runs = 0;
  const once = () => { if (++runs === 1) throw new Error("the first time"); };
`;
const files: Readonly<Record<string, string>> = {
  "api/late.test.cjs": `${late} describe("api", () => { it("late", once); it("well", () => {}); it.skip("left out", () => {}); });`,
  "api/never.test.cjs": `describe("api", () => it("never", () => { throw new Error("each time"); }));`,
  "faults/late.test.cjs": `${late} describe("faults", () => it("late", once));`,
  "fuzz/late.test.cjs": `${late} describe("fuzz", () => it("late", once));`,
  "secrets/late.test.cjs": `${late} describe("secrets", () => it("late", once));`,
  "faults/own.test.cjs": `${late} describe("faults", function () { this.retries(1); it("own", once); });`,
};

describe("the report of a run", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "retries-"));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function mocha(...args: string[]): Promise<{ code: number; lines: string[]; text: string }> {
    const bin = path.join(root, "node_modules", "mocha", "bin", "mocha.js");
    return new Promise((resolve) => {
      execFile(process.execPath, [bin, ...args], { cwd: root }, (error, stdout, stderr) => {
        const lines = stdout.trimEnd().split("\n");
        resolve({ code: Number(error?.code ?? 0), lines, text: stdout + stderr });
      });
    });
  }

  for (const mode of [[], ["--parallel", "--jobs", "2"]]) {
    const name = mode[0] === undefined ? "one file after another" : "files side by side";
    it(`names what passed only when tried again, and never tries faults, fuzz and secrets again: ${name}`, async () => {
      const { code, lines, text } = await mocha(...mode, `${folder}/**/*.test.cjs`);
      assert.deepEqual(lines.filter((line) => /^(?:retried|skipped): /.test(line)).sort(), [
        "retried: api late",
        "retried: faults own",
        "skipped: 1 of: api",
      ]);
      assert.equal(lines.at(-1), "3 passed, 4 failed, 1 skipped", text);
      assert.equal(code, 4, text);
      for (const failed of ["api never", "faults late", "fuzz late", "secrets late"]) {
        const [suite = "", title = ""] = failed.split(" ");
        assert.match(text, new RegExp(`^skipped: [^]*^ +\\d\\) ${suite}\\n +${title}:\\n`, "m"));
      }
    });

    it(`says nothing of it where none was: ${name}`, async () => {
      const passing = path.join(folder, "passing.cjs");
      writeFileSync(passing, `it("well", () => {});`);
      const { code, lines, text } = await mocha(...mode, passing);
      assert.equal(lines.at(-1), "1 passed, 0 failed");
      assert.ok(!text.includes("retried:"), text);
      assert.equal(code, 0);
    });
  }
});
