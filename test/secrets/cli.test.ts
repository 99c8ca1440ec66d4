import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { hasCli } from "../e2e/support/cliEngine";
import { say } from "../faults/support/say";
import { accessKey, leaksIn, plantedProgram, plantedService } from "./canaries";
import { filesIn, projectFolder } from "./project";

const define = hasCli() ? describe : describe.skip;

define("secrets, one canary for each, under the Pulumi CLI", () => {
  let emulator: Emulator;
  let folder: string;
  before(async () => {
    emulator = await startEmulator(plantedService());
    folder = projectFolder(plantedProgram);
    mkdirSync(path.join(folder, "backend"));
    await pulumi("stack", "init", "s");
    await pulumi("config", "set", "cdn:baseUrl", emulator.url);
    // Through standard input, as the key would stand among the arguments otherwise.
    await pulumi("config", "set", "--secret", "cdn:accessKey");
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await emulator.close();
  });

  function pulumi(...args: string[]): Promise<string> {
    const env = {
      ...process.env,
      PULUMI_BACKEND_URL: `file://${path.join(folder, "backend")}`,
      PULUMI_HOME: path.join(folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: "a passphrase for tests",
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    return new Promise((resolve, reject) => {
      const options = { cwd: folder, env, maxBuffer: 2 ** 28 };
      const child = execFile(
        "pulumi",
        [...args, "--non-interactive", "--color", "never"],
        options,
        (error, out, err) => {
          if (error === null) resolve(out + err);
          else reject(new Error(`pulumi ${args.join(" ")}: ${out}${err}`));
        },
      );
      child.stdin?.end(accessKey);
    });
  }

  const operations = [["preview"], ["up", "--yes", "--skip-preview"], ["refresh", "--yes", "--skip-preview"]];

  it("are in nothing that it prints, and in no file that it leaves", async function () {
    this.timeout(120_000);
    for (const operation of operations) assert.deepEqual(leaksIn(await pulumi(...operation)), []);
    assertNoFileLeaks(folder);
  });

  it("are, with --debug, in what the SDK tells it of each answer and nowhere else", async function () {
    this.timeout(120_000);
    let shown = 0;
    for (const operation of operations) {
      const text = await pulumi(...operation, "--debug");
      for (const line of text.split("\n").filter((candidate) => leaksIn(candidate).length > 0)) {
        shown++;
        assert.match(line, /^ +(?:pulumi:pulumi:Stack \S+ running )?debug: \w+ RPC finished: resource:/);
      }
    }
    say(`${String(shown)} lines of the SDK's debug messages hold secrets in plain text with --debug`);
    assert.ok(shown > 0, "none: what docs/reliability.md says of --debug is not so any more");
    assertNoFileLeaks(folder);
  });

  it("are, at its highest verbosity, in its own log of what crosses between processes and nowhere else", async function () {
    this.timeout(120_000);
    let logged = 0;
    for (const operation of operations) {
      const text = await pulumi(...operation, "-v=9", "--logtostderr", "--logflow");
      for (const line of text.split("\n").filter((candidate) => leaksIn(candidate).length > 0)) {
        logged++;
        assert.ok(isOwnLog(line), line.slice(0, 300));
      }
    }
    say(`${String(logged)} lines of the CLI's own log at -v=9 hold secrets in plain text`);
    assertNoFileLeaks(folder);
  });
});

/** A line of the CLI's log, or of what the SDK tells it for debugging. Nothing of ours writes such lines. */
function isOwnLog(line: string): boolean {
  try {
    const { time, level, msg } = JSON.parse(line) as Record<string, unknown>;
    return [time, level, msg].every((part) => typeof part === "string");
  } catch {
    return false;
  }
}

function assertNoFileLeaks(folder: string): void {
  for (const file of filesIn(folder)) assert.deepEqual(leaksIn(readFileSync(file, "latin1")), [], file);
}
