import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** One line of the table: a measurement, and the least that it could cost. */
export interface Row {
  readonly what: string;
  readonly floor: string;
  /** The maximum of {@link Measured.value}. */
  readonly target: number;
  readonly measure: () => Promise<Measured>;
}

export interface Measured {
  /** The ratio to the floor, or the number itself for a floor that is a number. */
  readonly value: number;
  readonly details: string;
}

export const runs = 7;

/** Times two things alternately, because the load of the machine changes over minutes. The ratio is the median of all pairs. */
export async function compare(
  floor: () => Promise<number>,
  ours: () => Promise<number>,
  times = runs,
): Promise<Measured & { floorMs: number; oursMs: number }> {
  // The first round warms up files, connections and compilers.
  await floor();
  await ours();
  const pairs: { floor: number; ours: number }[] = [];
  for (let run = 0; run < times; run++) pairs.push({ floor: await floor(), ours: await ours() });
  const floorMs = median(pairs.map((pair) => pair.floor));
  const oursMs = median(pairs.map((pair) => pair.ours));
  const details = `${floorMs.toFixed(0)} ms, ${oursMs.toFixed(0)} ms`;
  return { value: median(pairs.map((pair) => pair.ours / pair.floor)), details, floorMs, oursMs };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Milliseconds that something takes. */
export async function timed(act: () => unknown): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/** Milliseconds of processor time that a script or command takes in its own process. */
export async function processorMs(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<number> {
  const measuring = `process.once("exit", () => {
    const { user, system } = process.cpuUsage();
    console.log("\\n" + (user + system) / 1000);
  }); require(${JSON.stringify(script)})`;
  const output = await runNode(["-e", measuring, script, ...args], env);
  return Number(output.trim().split("\n").at(-1));
}

/** Runs a Node script to its end. */
export async function runNode(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const options = { env: { ...process.env, ...env }, maxBuffer: 1 << 28 };
  return (await promisify(execFile)(process.execPath, [...args], options)).stdout;
}
