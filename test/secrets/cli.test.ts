import assert from "node:assert/strict";
import { onTheCli } from "../e2e/support/engines";
import { openWorld, type World } from "../e2e/support/world";
import { leaksIn, plantedProgram, plantedService } from "./canaries";

describe("Secrets under the Pulumi CLI", () => {
  onTheCli((engine) => {
    let world: World;
    before(async () => {
      // A certificate in one line, since what is printed is judged line by line.
      const program = plantedProgram.replaceAll("\\n", " ");
      world = await openWorld(engine, program, plantedService());
    });
    after(() => world.close());

    const operations = [["preview"], ["up", "--yes", "--skip-preview"], ["refresh", "--yes", "--skip-preview"]];

    /** The lines with secrets of what the operations print with these flags. */
    async function leakingLines(...flags: string[]): Promise<string[]> {
      let text = "";
      for (const operation of operations) {
        const result = await world.stack.command(...operation, ...flags);
        assert.equal(result.exitCode, 0, result.text);
        text += result.text;
      }
      return text.split("\n").filter((line) => leaksIn(line).length > 0);
    }

    it("are neither in the output nor in the state, the home and the project's folder", async () => {
      assert.deepEqual(await leakingLines(), []);
      const { exitCode, text } = await world.stack.script(
        'find . "$PULUMI_HOME" "${PULUMI_BACKEND_URL#file://}" -type f -exec cat {} +',
      );
      assert.equal(exitCode, 0);
      assert.match(text, /cdn:StorageZone::made/, "the state was searched");
      assert.deepEqual(leaksIn(text), []);
    }).timeout(180_000);

    it("are printed with --debug in the SDK's messages about responses only", async () => {
      const lines = await leakingLines("--debug");
      assert.ok(lines.length > 0, "none: what SECURITY.md says of --debug is no longer so");
      for (const line of lines) {
        assert.match(line, /^ +(?:pulumi:pulumi:Stack \S+ running )?debug: \w+ RPC finished: resource:/);
      }
    }).timeout(180_000);

    it("are in the CLI's log from -v=3 on, and in the files of --tracing and PULUMI_DEBUG_GRPC", async () => {
      const flags = ["-v=3", "--logtostderr", "--logflow", "--tracing=file:./preview.trace"];
      const { text } = await world.stack.command("preview", ...flags);
      const lines = text.split("\n").filter((line) => leaksIn(line).length > 0);
      assert.ok(lines.length > 0, "none: what SECURITY.md says of -v=3 is no longer so");
      for (const line of lines) assert.ok(isOwnLog(line), line.slice(0, 300));
      const trace = await world.stack.script("cat preview.trace && rm preview.trace");
      assert.ok(leaksIn(trace.text).length > 0, "none: what SECURITY.md says of --tracing is no longer so");
      const grpc = await world.stack.script(
        "PULUMI_DEBUG_GRPC=$PWD/grpc.json pulumi preview >/dev/null && cat grpc.json && rm grpc.json",
      );
      assert.ok(
        leaksIn(grpc.text).includes("AccessKey"),
        "none: what SECURITY.md says of PULUMI_DEBUG_GRPC is no longer so",
      );
    }).timeout(180_000);

    it("are printed at the highest verbosity in the CLI's own log only", async () => {
      for (const line of await leakingLines("-v=9", "--logtostderr", "--logflow")) {
        assert.ok(isOwnLog(line), line.slice(0, 300));
      }
    }).timeout(180_000);
  });
});

/** Whether a line is of the CLI's log, or of what the SDK sends it for debugging; we write no such lines. */
function isOwnLog(line: string): boolean {
  try {
    const { time, level, msg } = JSON.parse(line) as Record<string, unknown>;
    return [time, level, msg].every((part) => typeof part === "string");
  } catch {
    return false;
  }
}
