import assert from "node:assert/strict";
import { detectDrift } from "../../drift";
import type { DriftReport, ResourceReport } from "../../drift";
import { forEachEngine } from "../e2e/support/engines";
import type { RunResult, RunStep } from "../e2e/support/engineUnderTest";
import type { World } from "../e2e/support/world";
import { openWorld } from "../e2e/support/world";
import type { MatrixCase } from "./support/matrix";
import { matrix, matrixProgram, matrixSeed, seededId, zoneName } from "./support/matrix";

describe("drift and the engine's refresh, for the same state", () => {
  forEachEngine((engine) => {
    // The local engine supports only names in ignoreChanges.
    const isSupported = ({ ignoreChanges = [] }: MatrixCase): boolean =>
      engine.name === "cli" || ignoreChanges.every((path) => /^\w+$/.test(path));
    const rows = matrix.filter(isSupported);
    let world: World;
    let refresh: RunResult;
    let report: DriftReport;
    let sealed: DriftReport;
    const env = (): Record<string, string> => ({ CDN_ACCESS_KEY: world.emulator.accessKey, CDN_MAX_RETRIES: "0" });

    before(async () => {
      // A deleted zone that changed a moment ago would be looked up several times.
      const serverDefaults = { DateModified: new Date(Date.now() - 3_600_000).toISOString() };
      world = await openWorld(engine, matrixProgram(rows), { contract: true, seed: matrixSeed(), serverDefaults });
      const up = await world.stack.up();
      assert.equal(up.exitCode, 0, up.text);
      for (const row of rows) change(world, row);
      const [open, closed] = [await world.stack.exportState({ showSecrets: true }), await world.stack.exportState()];
      refresh = await world.stack.refresh({ previewOnly: true, expectNoChanges: true });
      report = await detectDrift({ states: [{ state: open }], env: env() });
      sealed = await detectDrift({ states: [{ state: JSON.stringify(closed) }], env: env() });
    });

    after(() => world.close());

    for (const row of rows) {
      it(row.name, () => {
        const step = refresh.steps.find(({ name }) => name === row.name);
        const resource = resourceIn(report, row);
        assert.deepEqual(verdictOfDrift(resource), row.expected);
        assert.deepEqual(verdictOfEngine(step, row), expectedOfEngine(row));
        // Without the plain values of secrets, all other findings are the same.
        const withoutSecrets =
          row.expected === "missing" ? row.expected : row.expected.filter((property) => !isUnknowable(row, property));
        assert.deepEqual(verdictOfDrift(resourceIn(sealed, row)), withoutSecrets);
      });
    }

    it("show no secret", () => {
      assert.doesNotMatch(JSON.stringify([report, sealed]), /PLANTED/);
    });

    it("end with the verdict and the exit code of drift", () => {
      assert.equal(refresh.exitCode, 7, refresh.text);
      assert.equal(report.verdict, "drift");
    });
  });
});

function change({ emulator }: World, row: MatrixCase): void {
  const zones = row.kind === "pullZone" || row.kind === "managedPull" ? emulator.pullZones : emulator.storageZones;
  const id = isManaged(row) ? zones.named(zoneName(row))?.Id : seededId(row);
  assert.ok(id !== undefined, row.name);
  if (row.change === "delete") assert.ok(zones.delete(id));
  else zones.change(id, row.change);
}

function resourceIn({ stacks }: DriftReport, row: MatrixCase): ResourceReport {
  const found = stacks[0]?.resources.find(({ name }) => name === row.name);
  assert.ok(found, `${row.name} is in no report`);
  return found;
}

function verdictOfDrift({ status, differences }: ResourceReport): MatrixCase["expected"] {
  if (status === "missing") return "missing";
  const roots = rootsOf(differences.filter(({ counts }) => counts).map(({ property }) => property));
  assert.equal(status, roots.length === 0 ? "clean" : "changed");
  return roots;
}

/** Returns the engine's finding. For a zone that is only read, the engine shows only that it changed. */
function verdictOfEngine(step: RunStep | undefined, row: MatrixCase): MatrixCase["expected"] | "changed" {
  if (step === undefined || step.op === "same" || step.op === "refresh") return [];
  if (step.op === "delete") return "missing";
  return isManaged(row) ? rootsOf(Object.keys(step.detailedDiff)) : "changed";
}

function isManaged({ kind }: MatrixCase): boolean {
  return kind === "managed" || kind === "managedPull";
}

function expectedOfEngine(row: MatrixCase): MatrixCase["expected"] | "changed" {
  const { expected } = row;
  return isManaged(row) || expected === "missing" || expected.length === 0 ? expected : "changed";
}

function rootsOf(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => /^[^.[]+/.exec(path)?.[0] ?? path))].sort();
}

/** Whether a state without plain values can't show this: that one secret replaced another. An added or removed secret is shown. */
function isUnknowable({ name }: MatrixCase, property: string): boolean {
  return /secret changed/.test(name) && /password|key|edgeRules|signingSecret/i.test(property);
}
