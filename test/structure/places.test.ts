import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";

const root = path.join(__dirname, "..", "..");

/** Returns the files of the repository that a file imports from, also with require in a function. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), "utf8");
  const relative = [...text.matchAll(/(?:from|require\(|import\()\s*"(\.[^"]*)"/g)].map(([, to = ""]) => to);
  return relative.map((to) => path.posix.join(path.posix.dirname(file), to));
}

/** What commands and the drift check import from the folder of a kind's life cycle, and why. */
const ofKinds: readonly (readonly [from: string, to: string, why: string])[] = [
  ["cli/import/find.ts", "provider/lifecycle/edgeScript/live", "names of secrets, which no list of scripts shows"],
];

describe("Code that several parts use", () => {
  it("is below all of them: commands and the drift check import no life cycle of a single kind", () => {
    const found = globSync("{cli,drift}/**/*.ts", { cwd: root }).flatMap((file) =>
      importsOf(file)
        .filter((to) => /^provider\/lifecycle\/[a-zA-Z]+\/./.test(to))
        .map((to) => [file, to]),
    );
    assert.deepEqual(
      found,
      ofKinds.map(([from, to]) => [from, to]),
    );
  });

  it("of releases is in provider/files: what sends them, the rules that name them, and the purges after a move", () => {
    const files = globSync("provider/{lifecycle,serve,components,functions,api}/**/*.ts", { cwd: root });
    const names = /export (async )?function (pointersIn|movePointer|releasesNamed|purgeMoved|sendRelease|outdated)\b/;
    const elsewhere = files.filter((file) => names.test(readFileSync(path.join(root, file), "utf8")));
    assert.deepEqual(elsewhere, []);
    for (const user of [
      "cli/rollback/rollback.ts",
      "cli/deploy/pointers.ts",
      "provider/lifecycle/storageFolder/deliver.ts",
    ]) {
      assert.ok(importsOf(user).includes("provider/files/pointers"), user);
    }
  });

  it("of terminals imports neither commands nor the drift check", () => {
    const imported = globSync("terminal/**/*.ts", { cwd: root }).flatMap(importsOf);
    assert.deepEqual(
      imported.filter((to) => !to.startsWith("terminal/")),
      [],
    );
  });
});
