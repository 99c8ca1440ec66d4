import { runSeed } from "./seed";

// Runs some seeds of the load test side by side, because what they take is mostly waiting, and prints a line for each.
async function main(zones: number, seeds: readonly number[]): Promise<void> {
  await Promise.all(
    seeds.map(async (seed) => {
      const figures = await runSeed(seed, zones, 0.3, 64);
      process.stdout.write(`${JSON.stringify(figures)}\n`);
    }),
  );
}

const [zones = 0, ...seeds] = process.argv.slice(2).map(Number);
main(zones, seeds).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? "") : String(error)}\n`);
  process.exitCode = 1;
});
