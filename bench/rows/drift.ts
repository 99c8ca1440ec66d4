import path from "node:path";
import type { Checkpoint } from "../../engine";
import { Project, root, seedOf, stateOf } from "../account";
import type { Row } from "../measure";
import { compare, median, rounded, timed } from "../measure";
import { runNode } from "../run";
import { startService } from "../service";

const command = path.join(root, "dist", "cli", "main.js");
const bare = path.join(root, "bench", "floors", "readListCompare.cjs");

/** How long the command takes, and how many requests. */
export async function driftOf(zones: number, runs: number, one: Checkpoint): Promise<{ requests: number; ms: number }> {
  const { project, service, state } = await stage(zones, 50, one);
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    await service.clear();
    times.push(await timed(() => runNode([command, "drift", "--state", state], service.env, project.folder)));
  }
  const requests = await service.count();
  project.remove();
  await service.stop();
  return { requests, ms: median(times) };
}

export function driftRow(one: Checkpoint, runs: number): Row {
  return {
    what: "drift command, 1,000 zones at 50 ms",
    floor: "bare Node script: read state, one list call, compare ids",
    target: 1.5,
    measure: async () => {
      const { project, service, state } = await stage(1000, 50, one);
      const { ratio, floorMs, oursMs } = await compare(
        runs,
        () => timed(() => runNode([bare, state], service.env)),
        () => timed(() => runNode([command, "drift", "--state", state], service.env, project.folder)),
      );
      project.remove();
      await service.stop();
      return { value: ratio, details: { "bare ms": rounded(floorMs, 0), ms: rounded(oursMs, 0) } };
    },
  };
}

async function stage(zones: number, latencyMs: number, one: Checkpoint) {
  const service = await startService({ seed: seedOf(zones), latencyMs });
  const project = new Project();
  const state = project.write("state.json", JSON.stringify(stateOf(zones, one)));
  return { project, service, state };
}
