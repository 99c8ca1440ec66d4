import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { localEngine } from "../e2e/support/localEngine";
import { openWorld } from "../e2e/support/world";
import { secondsApart } from "./support";

const pullZones = [7, 8].map((Id) => ({ Id, EnableLogging: true }));

/** Zone 7 has an entry with an Authorization header, zone 8 does not. */
const program = `
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const withHeader = cdn.getAccessLogsOutput({ pullZoneId: pulumi.output(7), from: anHourAgo, limit: 1_000 });
  const without = cdn.getAccessLogsOutput({ pullZoneId: 8, from: pulumi.output("2h"), to: Promise.resolve(new Date()) });
  const asked = cdn.getAccessLogsOutput({ pullZoneId: 8, search: pulumi.secret("quiet") });
  const { entries } = await cdn.getAccessLogs({ pullZoneId: 7 });
  let iterated = 0;
  for await (const { statusCode } of cdn.accessLogs({ pullZoneId: 7 })) iterated += statusCode ?? 0;
  return {
    secretEntries: withHeader.entries,
    secretPath: withHeader.entries.apply(([first]) => first?.path),
    plainCount: withHeader.pagination.returned,
    plainFrom: withHeader.query.from,
    plainEntries: without.entries,
    secretQuery: asked.pagination.returned,
    plainStatuses: { first: entries[0]?.statusCode, iterated },
  };`;

describe("A program that reads access logs", () => {
  it("passes Dates, and gets entries with a secret as secrets and everything else plain", async () => {
    const accessLogs = [
      ...secondsApart(1_000, (index) => ({
        statusCode: 200,
        ...(index === 500 ? { authorizationHeader: "Basic c2VjcmV0" } : {}),
      })),
      ...secondsApart(2, () => ({ pullZoneId: 8, path: "/quiet" })),
    ];
    const world = await openWorld(localEngine, program, { seed: { pullZones, accessLogs } });
    try {
      const { exitCode, text } = await world.stack.up();
      assert.equal(exitCode, 0, text);
      const outputs = await world.stack.outputs();
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
    } finally {
      await world.close();
    }
  });
});

describe("The example access-logs", () => {
  const example = path.resolve(__dirname, "../../examples/access-logs");

  it("has a CI step that compares a rate with a threshold, and fails without a rate", async () => {
    const rate = (serverErrorRate: unknown) => checkRate({ requests: 50, serverErrorRate }, "0.01");
    assert.deepEqual(await rate(1.5e-7), [0, "5xx rate 1.5e-7 of 50 requests is within 0.01\n"]);
    assert.deepEqual(await rate(0.02), [1, "5xx rate 0.02 of 50 requests is above 0.01\n"]);
    assert.deepEqual(await rate(""), [2, "not a number: ''\n"]);
  });

  /** Runs the CI step with a fake Pulumi CLI that has the outputs. */
  async function checkRate(values: Record<string, unknown>, threshold: string): Promise<[number, string]> {
    const folder = await mkdtemp(path.join(tmpdir(), "logs-ci-"));
    const cases = Object.entries(values).map(([name, value]) => `"stack output ${name}") echo '${String(value)}';;`);
    const script = `#!/bin/sh\ncase "$*" in ${cases.join(" ")} *) exit 1;; esac\n`;
    await writeFile(path.join(folder, "pulumi"), script, { mode: 0o755 });
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
