"use strict";
// Makes of dist/ what is published: one bundle in place of 250 modules, an entry file each that leads into it, and only the
// declarations that a user's compiler reaches. It is a third of the size. Runs before `npm pack`; postpack.cjs undoes it.
const fs = require("node:fs");
const path = require("node:path");
const esbuild = require("esbuild");
const entries = require("./entries.cjs");
const { restore, saved } = require("./restore.cjs");

const root = path.join(__dirname, "..", "..");
const dist = path.join(root, "dist");

restore(dist);
bundle();
const declarations = reachableDeclarations();
for (const [entry, name] of Object.entries(entries)) replaceEntry(entry, name);
for (const file of declarations)
  save(file, (text) => text.replace(/^(?: {4})+/gm, (indent) => " ".repeat(indent.length / 4)));
fs.writeFileSync(path.join(dist, ".npmignore"), onlyThese([...declarations, "bundle.js", ...files(".js")]));

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
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
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
  save(`${entry}.js`, () => text);
}

/** Puts another text in a file's place until postpack. */
function save(file, change) {
  const from = path.join(dist, file);
  const to = path.join(dist, saved, file);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.copyFileSync(from, to);
  fs.writeFileSync(from, change(fs.readFileSync(from, "utf8")));
}

/** The declarations that package.json's entries lead to, by their imports. */
function reachableDeclarations() {
  const found = new Set();
  const follow = (file) => {
    if (found.has(file)) return;
    found.add(file);
    const text = fs.readFileSync(path.join(dist, file), "utf8");
    for (const [, target] of text.matchAll(/(?:from|import\()\s*["'](\.[^"']*)["']/g)) {
      const base = path.posix.join(path.posix.dirname(file), target);
      const next = [`${base}.d.ts`, `${base}/index.d.ts`].find((candidate) =>
        fs.existsSync(path.join(dist, candidate)),
      );
      if (next === undefined) throw new Error(`dist/${file} imports ${target}, which is not there`);
      follow(next);
    }
  };
  for (const file of files(".d.ts")) if (file !== "cli/main.d.ts") follow(file);
  return [...found].sort();
}

function files(ending) {
  return Object.keys(entries).map((entry) => entry + ending);
}

function onlyThese(kept) {
  return ["*", "!*/", ...kept.map((file) => `!/${file}`), ""].join("\n");
}
