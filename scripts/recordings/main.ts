import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { startEmulator } from "../../emulator";
import { drawn, excerptOf, type Recording } from "./svg";

// Draws the recordings in the README, docs/images/NAME.svg, from NAME.json in this folder. With --record, it first records them, which needs a
// build and the Pulumi CLI.

const root = path.join(__dirname, "..", "..");
const names = ["up", "drift"] as const;

async function main(): Promise<void> {
  if (process.argv.includes("--record")) {
    for (const name of names) {
      const recording = await recorders[name]();
      writeFileSync(recordingOf(name), `${JSON.stringify(recording, undefined, 2)}\n`);
    }
  }
  for (const name of names) {
    const recording = JSON.parse(readFileSync(recordingOf(name), "utf8")) as Recording;
    writeFileSync(path.join(root, "docs", "images", `${name}.svg`), drawn(recording));
  }
}

function recordingOf(name: string): string {
  return path.join(__dirname, `${name}.json`);
}

const recorders: Readonly<Record<(typeof names)[number], () => Promise<Recording>>> = {
  async up() {
    const folder = mkdtempSync(path.join(tmpdir(), "recording-"));
    const emulator = await startEmulator();
    try {
      const project = path.join(folder, "website");
      const website = path.join(root, "examples", "website");
      for (const name of ["Pulumi.yaml", "package.json", "tsconfig.json", "public"]) {
        cpSync(path.join(website, name), path.join(project, name), { recursive: true });
      }
      writeFileSync(path.join(project, "index.ts"), firstProgram());
      symlinkSync(path.join(root, "node_modules"), path.join(project, "node_modules"));
      mkdirSync(path.join(folder, "state"));
      const env = {
        CDN_BASE_URL: emulator.url,
        CDN_ACCESS_KEY: emulator.accessKey,
        PULUMI_BACKEND_URL: `file://${path.join(folder, "state")}`,
        PULUMI_HOME: path.join(folder, "home"),
        PULUMI_CONFIG_PASSPHRASE: "a passphrase",
        PULUMI_SKIP_UPDATE_CHECK: "true",
      };
      await linesOf("pulumi stack init prod", project, env);
      const lines = await linesOf("pulumi up --yes --skip-preview --color always", project, env);
      return {
        command: "pulumi up --yes --skip-preview",
        lines: excerptOf(lines.map(publicAddress), shownOfUp, frameOfUp),
      };
    } finally {
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  async drift() {
    const zones = `${process.execPath} ${path.join(root, "dist", "cli", "main.js")}`;
    const check = "drift --state states --unmanaged";
    const line = `${zones} emulator --contract --seed seed.json exec -- sh -c 'node change.mjs && ${zones} ${check}'`;
    const lines = await linesOf(line, path.join(root, "examples", "drift-ci"), { FORCE_COLOR: "1" });
    return { command: `npx pulumi-cdn-zones ${check}`, lines: excerptOf(lines, shownOfDrift) };
  },
};

/** The first program of the README, beside which the picture of `up` stands. */
function firstProgram(): string {
  const [, program = ""] = /^```ts\n([^]*?)^```/m.exec(readFileSync(path.join(root, "README.md"), "utf8")) ?? [];
  return program;
}

/** Returns a line with the address that the public service has instead of this machine. */
function publicAddress(line: string): string {
  return line.replace(/http:\/\/([\w.-]+)\.localhost:\d+/, "https://$1");
}

// Without a terminal, pulumi prints a line when it begins with a resource and one when it is done, with dots in between.
const frameOfUp = /creating|@ updating|Updating|pulumi:pulumi:Stack|Duration/;
const shownOfUp = /dynamic\/cdn:(?!PullZoneEdgeRule)|Outputs:| url: |Resources:|\+ \d+ created/;

const shownOfDrift =
  /^\d+ stacks|^ +(drift|clean) |^ +changed|rewrite404To200|to restore|pulumi up --refresh|unmanaged +PullZone|^Result/;

/** Runs a command and returns the printed lines. */
async function linesOf(line: string, cwd: string, env: Record<string, string>): Promise<string[]> {
  const child = spawn("sh", ["-c", line], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (text) => lines.push(text));
  await once(child, "close");
  return lines;
}

void main();
