"use strict";
// Makes of dist/ what is published: one bundle in place of 250 modules, an entry file each that leads into it, and only the
// declarations that a user's compiler reaches. It is a third of the size. Runs before `npm pack`; postpack.cjs undoes it.
const fs = require("node:fs");
const path = require("node:path");
const esbuild = require("esbuild");
const { reachableDeclarations } = require("./declarations.cjs");
const entries = require("./entries.cjs");
const { restore, saved } = require("./restore.cjs");
const { slimMap } = require("./sourceMap.cjs");

const root = path.join(__dirname, "..", "..");
const dist = path.join(root, "dist");

/** What may be published, unpacked, in bytes: a little below the 400 kB that a test holds. */
const largest = 396_000;

/**
 * The sources that the map is to lead to, whole: where the stack traces of users end, first the ones that matter most. All of
 * the package's would be half a megabyte, so the map takes as many, in this order, as there is room for.
 */
const mapped = [
  "provider/api/(client|sender|outcome)",
  "provider/lifecycle/storageZone/(create|read|update|delete|settle)",
  "provider/api/(transport|retry)",
  "provider/lifecycle/.*(?<!/check)",
].map((pattern) => new RegExp(`^\\.\\./${pattern}\\.ts$`));

restore(dist);
bundle();
const declarations = reachableDeclarations(
  dist,
  Object.keys(entries).filter((entry) => entry !== "cli/main"),
);
for (const [entry, name] of Object.entries(entries)) replaceEntry(entry, name);
for (const [file, text] of declarations) save(file, text);
const code = Object.keys(entries).map((entry) => `${entry}.js`);
shrinkMap(sizeOf([...declarations.keys(), "bundle.js", ...code]));
fs.writeFileSync(
  path.join(dist, ".npmignore"),
  onlyThese([...declarations.keys(), "bundle.js", "bundle.js.map", ...code]),
);

/** Every module stays a module inside the bundle, evaluated when it is first required: what is lazy stays lazy. */
function bundle() {
  const contents = Object.entries(entries)
    .map(([entry, name]) => `exports.${name} = () => require(${JSON.stringify(`./${entry}`)});`)
    .join("\n");
  esbuild.buildSync({
    stdin: { contents, resolveDir: root, sourcefile: "entries.js" },
    outfile: path.join(dist, "bundle.js"),
    bundle: true,
    minify: true,
    sourcemap: "linked",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
}

/** @param others how much all else takes */
function shrinkMap(others) {
  const file = path.join(dist, "bundle.js.map");
  const whole = JSON.parse(fs.readFileSync(file, "utf8"));
  const kept = new Set();
  const slim = () => JSON.stringify(slimMap(whole, (source) => kept.has(source)));
  for (const source of mapped.flatMap((pattern) => whole.sources.filter((one) => pattern.test(one)))) {
    if (kept.has(source)) continue;
    kept.add(source);
    if (others + Buffer.byteLength(slim()) > largest) kept.delete(source);
  }
  fs.writeFileSync(file, slim());
}

/** With the pages of the package, which lie beside dist/. */
function sizeOf(published) {
  const pages = ["README.md", "CHANGELOG.md", "LICENSE", "package.json"].map((page) => path.join(root, page));
  const files = [...pages, ...published.map((file) => path.join(dist, file))];
  return files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
}

/** The names stand one by one, where an ES module that imports them finds them without running anything. */
function replaceEntry(entry, name) {
  const file = path.join(dist, `${entry}.js`);
  const own = `require(${JSON.stringify(path.posix.relative(path.posix.dirname(entry), "bundle.js").replace(/^(?!\.)/, "./"))}).${name}()`;
  const names = name === "cli" ? [] : Object.keys(require(file));
  const text =
    name === "cli"
      ? `#!/usr/bin/env node\n"use strict";\n${own};\n`
      : `"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nconst own = ${own};\n` +
        names.map((exported) => `exports.${exported} = own.${exported};\n`).join("");
  save(`${entry}.js`, text);
}

/** Puts another text in a file's place until postpack. */
function save(file, text) {
  const from = path.join(dist, file);
  const to = path.join(dist, saved, file);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.copyFileSync(from, to);
  fs.writeFileSync(from, text);
}

function onlyThese(kept) {
  return ["*", "!*/", ...kept.map((file) => `!/${file}`), ""].join("\n");
}
