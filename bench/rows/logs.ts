import path from "node:path";
import { root } from "../account";
import type { Row } from "../measure";
import { compare, rounded } from "../measure";
import { runNode } from "../run";
import { startService } from "../service";

const script = (name: string): string => path.join(root, "bench", "floors", name);

/** About one entry in twenty is of the origin shield, and is not shown. */
const shownOf = (entries: number): number => Math.ceil(entries * 1.06);

/** How large the heap of an iteration over so many entries grows, in bytes. */
export async function logsHeapOf(entries: number): Promise<number> {
  const service = await startService({ logEntries: shownOf(entries), logRateLimit: "none" });
  const output = await runNode(["--expose-gc", script("iterateLogs.cjs")], service.env);
  await service.stop();
  return (JSON.parse(output) as { largest: number }).largest;
}

export function logsRow(runs: number): Row {
  return {
    what: "iterate 100,000 log entries",
    floor: "fetching and parsing the same pages",
    target: 1.3,
    measure: async () => {
      const service = await startService({ logEntries: shownOf(100_000), logRateLimit: "none" });
      const run = async (name: string): Promise<number> => {
        const { count, ms } = JSON.parse(await runNode([script(name)], service.env)) as { count: number; ms: number };
        if (count < 100_000) throw new Error(`${name} saw ${String(count)} entries`);
        return ms;
      };
      const { ratio, floorMs, oursMs } = await compare(
        runs,
        () => run("fetchLogs.cjs"),
        () => run("iterateLogs.cjs"),
      );
      await service.stop();
      const [few, many] = [await logsHeapOf(10_000), await logsHeapOf(100_000)];
      return {
        value: ratio,
        details: {
          "bare ms": rounded(floorMs, 0),
          ms: rounded(oursMs, 0),
          "heap MB at 10,000": rounded(few / 1e6, 1),
          "heap MB at 100,000": rounded(many / 1e6, 1),
        },
      };
    },
  };
}
