import type { Checkpoint } from "../../engine";
import { Project, seedOf, stateOf } from "../account";
import type { Measured, Row } from "../measure";
import { compare, median, rounded, timed } from "../measure";
import type { Service } from "../service";
import { startService } from "../service";

/** A refresh of so many zones by the local engine, with its own service and state. */
class Refresh {
  private constructor(
    private readonly project: Project,
    readonly service: Service,
  ) {}

  static async of(zones: number, latencyMs: number, one: Checkpoint): Promise<Refresh> {
    const service = await startService({ seed: seedOf(zones), latencyMs });
    const project = new Project();
    await project.stack(service.env).importState(stateOf(zones, one));
    return new Refresh(project, service);
  }

  async run(): Promise<void> {
    const { exitCode, summary } = await this.project.stack(this.service.env).refresh({ parallel: 20 });
    if (exitCode !== 0) throw new Error(`the refresh failed: ${JSON.stringify(summary)}`);
  }

  async close(): Promise<void> {
    this.project.remove();
    await this.service.stop();
  }
}

/** How many requests a refresh takes, and how long it does. */
export async function refreshOf(
  zones: number,
  runs: number,
  one: Checkpoint,
): Promise<{ requests: number; ms: number }> {
  const refresh = await Refresh.of(zones, 0, one);
  const requests: number[] = [];
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    await refresh.service.clear();
    times.push(await timed(() => refresh.run()));
    requests.push(await refresh.service.count());
  }
  await refresh.close();
  return { requests: Math.max(...requests), ms: median(times) };
}

export function refreshRows(one: Checkpoint, runs: number): Row[] {
  const requests = ([zones, target]: readonly [number, number]): Row => ({
    what: `requests for a refresh of ${String(zones)} zones`,
    floor: "1",
    target,
    unit: "requests",
    measure: async () => {
      const { requests: count, ms } = await refreshOf(zones, runs, one);
      return { value: count, details: { ms: rounded(ms, 0) } };
    },
  });
  const latency: Row = {
    what: "refresh of 1,000 zones at 50 ms latency",
    floor: "the same at 0 ms",
    target: 1.15,
    measure: () => refreshAtLatency(one, runs),
  };
  return [
    ...(
      [
        [10, 10],
        [100, 3],
        [1000, 3],
      ] as const
    ).map(requests),
    latency,
  ];
}

async function refreshAtLatency(one: Checkpoint, runs: number): Promise<Measured> {
  const near = await Refresh.of(1000, 0, one);
  const far = await Refresh.of(1000, 50, one);
  const { ratio, floorMs, oursMs } = await compare(
    runs,
    () => timed(() => near.run()),
    () => timed(() => far.run()),
  );
  await near.close();
  await far.close();
  return { value: ratio, details: { "0 ms": rounded(floorMs, 0), "50 ms": rounded(oursMs, 0) } };
}
