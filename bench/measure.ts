/** One line of the table: something measured beside the least that it could cost. */
export interface Row {
  readonly what: string;
  readonly floor: string;
  /** The most that the measure may be. */
  readonly target: number;
  /** What the measure is counted in; a ratio where it is left out. */
  readonly unit?: string;
  readonly measure: () => Promise<Measured>;
}

export interface Measured {
  /** The ratio to the floor, or the number itself where there is none. */
  readonly value: number;
  /** Medians and whatever else explains the value. */
  readonly details: Readonly<Record<string, number | string>>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = NaN, high = NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 0 ? (low + high) / 2 : high;
}

/**
 * Times two things by turns, because what else the machine does changes from minute to minute but less so from one run to
 * the next. The ratio is the median of the ratios of neighbours.
 */
export async function compare(
  runs: number,
  floor: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<{ ratio: number; floorMs: number; oursMs: number }> {
  const floors: number[] = [];
  const times: number[] = [];
  // The first round warms up files, connections and compilers.
  for (let run = -1; run < runs; run++) {
    const ourTurnFirst = run % 2 === 0;
    const first = await (ourTurnFirst ? ours : floor)();
    const second = await (ourTurnFirst ? floor : ours)();
    if (run < 0) continue;
    floors.push(ourTurnFirst ? second : first);
    times.push(ourTurnFirst ? first : second);
  }
  return {
    ratio: median(times.map((time, run) => time / (floors[run] ?? NaN))),
    floorMs: median(floors),
    oursMs: median(times),
  };
}

/** Milliseconds that something takes. */
export async function timed(act: () => unknown): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
