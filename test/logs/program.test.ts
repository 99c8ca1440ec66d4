import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { EmulatorOptions } from "../../emulator";
import { LocalStack, type StackOutput } from "../../tools/local-engine";
import { secondsApart, withLogs } from "./support";

const pullZones = [7, 8].map((Id) => ({ Id, EnableLogging: true }));

/** Runs a program against an emulator, with the local engine. */
async function run(projectDir: string, options: EmulatorOptions, config: Record<string, string> = {}) {
  let outputs: Record<string, StackOutput> = {};
  let messages = "";
  await withLogs(options, async ({ url, accessKey }) => {
    const env = { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey, CDN_LOGS_BASE_URL: "" };
    const result = await new LocalStack({ projectDir, stackName: "test", config, env }).up();
    messages = result.diagnostics.map(({ message }) => message).join("\n");
    outputs = result.outputs;
  });
  return { outputs, messages };
}

describe("a program that reads access logs", () => {
  it("gets Dates through, secret entries secret, and everything else plain", async () => {
    const accessLogs = [
      ...secondsApart(1_000, (index) => ({
        statusCode: 200,
        ...(index === 500 ? { authorizationHeader: "Basic c2VjcmV0" } : {}),
      })),
      ...secondsApart(2, () => ({ pullZoneId: 8, path: "/quiet" })),
    ];
    const { outputs, messages } = await run(path.join(__dirname, "program"), { seed: { pullZones, accessLogs } });
    assert.equal(messages, "");
    const secret = Object.keys(outputs).filter((name) => outputs[name]?.secret === true);
    assert.deepEqual(secret.sort(), ["secretEntries", "secretPath", "secretQuery"]);
    const value = (name: string): unknown => outputs[name]?.value;
    assert.deepEqual([value("plainCount"), value("secretQuery"), value("secretPath")], [1_000, 2, "/999"]);
    assert.equal((value("secretEntries") as object[]).length, 1_000);
    assert.deepEqual(
      (value("plainEntries") as { path: string }[]).map((entry) => entry.path),
      ["/quiet", "/quiet"],
    );
    assert.ok(Math.abs(Date.now() - 3_600_000 - Date.parse(value("plainFrom") as string)) < 60_000);
    assert.deepEqual(value("plainStatuses"), { first: 200, iterated: 200_000 });
  });
});

describe("the example of access logs", () => {
  const example = path.resolve(__dirname, "../../examples/access-logs");

  it("has a CI step that takes a number of any form, and no missing one for a good one", async () => {
    const rate = (serverErrorRate: unknown) => checkRate({ requests: 50, serverErrorRate }, "0.01");
    assert.deepEqual(await rate(1.5e-7), [0, "5xx rate 1.5e-7 of 50 requests is within 0.01\n"]);
    assert.deepEqual(await rate(0.02), [1, "5xx rate 0.02 of 50 requests is above 0.01\n"]);
    assert.deepEqual(await rate(""), [2, "not a number: ''\n"]);
  });

  it("says what is wrong, and shows no stack", async () => {
    const { messages } = await run(example, { seed: { pullZones: [{ Id: 7 }] } }, { pullZoneId: "7", since: "9d" });
    assert.match(messages, /- from must be at or after .*, because logs are kept for 3 days/);
    assert.doesNotMatch(messages, /\n\s+at /);
  });

  /** Runs the CI step with a stand-in for the Pulumi CLI that knows the outputs. */
  async function checkRate(values: Record<string, unknown>, threshold: string): Promise<[number, string]> {
    const folder = await mkdtemp(path.join(tmpdir(), "logs-ci-"));
    const cases = Object.entries(values).map(([name, value]) => `"stack output ${name}") echo '${String(value)}';;`);
    await writeFile(path.join(folder, "pulumi"), `#!/bin/sh\ncase "$*" in ${cases.join(" ")} *) exit 1;; esac\n`);
    await chmod(path.join(folder, "pulumi"), 0o755);
    const env = { ...process.env, PATH: `${folder}:${String(process.env["PATH"])}` };
    try {
      const { stdout } = await promisify(execFile)(path.join(example, "check-error-rate.sh"), [threshold], { env });
      return [0, stdout];
    } catch (error) {
      const { code, stderr } = error as { code: number; stderr: string };
      return [code, stderr];
    } finally {
      await rm(folder, { recursive: true });
    }
  }
});
