import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root, sources } from "./sources";

/** What the files of a folder may import, by folder. The longest folder that fits a file counts. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  "provider/types": [],
  "provider/wire": ["provider/types"],
  "provider/api": ["provider/wire", "provider/types", "provider/version.ts"],
  "provider/lifecycle": ["provider/api", "provider/wire", "provider/types"],
  "provider/serve": ["provider/lifecycle", "provider/api", "provider/wire", "provider/types"],
  "provider/resources": ["provider/serve", "provider/api", "provider/wire", "provider/types"],
  "provider/functions": ["provider/resources", "provider/lifecycle", "provider/api", "provider/wire", "provider/types"],
  provider: ["provider/resources", "provider/functions", "provider/api", "provider/types"],
  // Drift reads states, so it must know what they hold of a resource.
  drift: [
    "provider/lifecycle",
    "provider/api",
    "provider/wire",
    "provider/types",
    "provider/serve/dynamic/providerText.ts",
    "provider/version.ts",
  ],
  emulator: ["provider/wire"],
  cli: ["drift", "emulator", "provider"],
  engine: [],
  quickstart: ["engine", "emulator"],
  examples: [],
};

const folders = Object.keys(mayImport).sort((a, b) => b.length - a.length);
const folderOf = (file: string): string => folders.find((folder) => isWithin(file, folder)) ?? "nowhere";
const isWithin = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);

/** The files of ours that a file imports, requires, or takes types from, relative to the root. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), "utf8"), true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith("."))
    .map((name) => resolved(path.join(path.dirname(file), name)));
}

function resolved(target: string): string {
  const candidates = [`${target}.ts`, `${target}/index.ts`, target];
  return candidates.find((candidate) => all.has(candidate)) ?? target;
}

const all = new Set(sources);

describe("the arrows between the folders", () => {
  it("point one way: resources → serve → lifecycle → api → wire, and nothing below knows what is above", () => {
    const wrong = sources.flatMap((file) => {
      const from = folderOf(file);
      return importsOf(file)
        .filter((target) => folderOf(target) !== from && !mayImport[from]?.some((folder) => isWithin(target, folder)))
        .map((target) => `${file} imports ${target}`);
    });
    assert.deepEqual(wrong, []);
  });

  it("are read from real imports: of every kind of import statement", () => {
    const count = sources.reduce((sum, file) => sum + importsOf(file).length, 0);
    assert.ok(count > 300, `${String(count)} imports in ${String(sources.length)} files`);
    const text =
      'import a from "./a"; import type { B } from "./b"; export { c } from "./c"; require("./d"); type E = import("./e").E; import("./f");';
    const { importedFiles } = ts.preProcessFile(text, true, true);
    assert.deepEqual(importedFiles.map(({ fileName }) => fileName).sort(), ["./a", "./b", "./c", "./d", "./e", "./f"]);
  });

  it("never go in a circle within the provider", () => {
    const done = new Set<string>();
    const visit = (file: string, way: readonly string[]): void => {
      assert.ok(!way.includes(file), [...way.slice(way.indexOf(file)), file].join(" → "));
      if (done.has(file)) return;
      for (const target of importsOf(file)) visit(target, [...way, file]);
      done.add(file);
    };
    for (const file of sources) if (isWithin(file, "provider")) visit(file, []);
  });

  it("lead from examples to the package by its name alone", () => {
    const examples = sources.filter((file) => isWithin(file, "examples"));
    const leaving = examples.flatMap(importsOf).filter((target) => !isWithin(target, "examples"));
    assert.ok(examples.length > 0);
    assert.deepEqual(leaving, []);
  });
});
