"use strict";
// Runs a command on another version of Node, which the npm package `node` brings: node scripts/on-node.cjs 22 -- mocha …
// The command's own `node` is that version, and this checkout's commands (mocha, tsc) are found.
const { spawnSync } = require("node:child_process");
const path = require("node:path");

const [version, dashes, ...command] = process.argv.slice(2);
if (version === undefined || dashes !== "--" || command.length === 0) {
  console.error("usage: node scripts/on-node.cjs VERSION -- COMMAND [ARGS…]");
  process.exit(2);
}

const own = path.join(__dirname, "..", "node_modules", ".bin");
const ask = ["exec", "--yes", "--silent", `--package=node@${version}`, "--", "node", "-p", "process.execPath"];
const found = spawnSync("npm", ask, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const node = found.stdout?.trim().split("\n").at(-1) ?? "";
if (found.status !== 0 || node === "") {
  console.error(`Node ${version} could not be had from the npm package "node"`);
  process.exit(1);
}
const env = { ...process.env, PATH: [path.dirname(node), own, process.env.PATH].join(path.delimiter) };
const ran = spawnSync(command[0], command.slice(1), { stdio: "inherit", env });
process.exit(ran.status ?? 1);
