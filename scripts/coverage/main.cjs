"use strict";
// Runs a command that runs mocha, and fails where tests fail or cover less than thresholds.cjs asks for. mocha's closing line,
// which counts the tests, is held back until that is judged: it stays the last one.
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");
const { judge } = require("./judge.cjs");
const { Measured } = require("./measured.cjs");
const thresholds = require("./thresholds.cjs");

const root = path.join(__dirname, "..", "..");
const raw = path.join(root, "coverage");

async function main() {
  fs.rmSync(raw, { recursive: true, force: true });
  fs.mkdirSync(raw);
  const measured = new Measured(raw, root, Object.keys(thresholds));
  const shrinking = setInterval(() => measured.shrink(), 2_000);
  const { status, closing } = await run(process.argv.slice(2));
  clearInterval(shrinking);
  measured.shrink();
  for (const name of measured.broken) {
    console.log(`coverage: ${name} is not whole, and not counted`);
    fs.rmSync(path.join(raw, name));
  }
  const { lines, failures } = await judge(raw, root);
  for (const line of [...lines, ...failures]) console.log(line);
  if (closing !== undefined) console.log(closing);
  process.exitCode = status === 0 && failures.length > 0 ? 1 : status;
}

/** Ends when nothing holds the output open any more: mocha's workers write what they covered after it has ended. */
function run([command, ...args]) {
  const required = ["keepWriting.cjs", "children.cjs"].map(
    (file) => `--require ${JSON.stringify(path.join(__dirname, file))}`,
  );
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, NODE_V8_COVERAGE: raw, MOCHA_OPTIONS: required.join(" ") },
    stdio: ["inherit", "pipe", "inherit"],
  });
  let closing;
  readline.createInterface({ input: child.stdout }).on("line", (line) => {
    if (/^\d+ passed, \d+ failed/.test(line)) closing = line;
    else console.log(line);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ status: code ?? 1, closing }));
  });
}

void main();
