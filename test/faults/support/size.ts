export const soak = process.env["SOAK"] === "1";

/** The size of the load, kill and fuzz tests: a sample in `npm test`, the full size in `npm run test:soak`. */
export const size = {
  /** Seeds of the load test. */
  seeds: soak ? 20 : 1,
  /** The first seed, to repeat a run that failed; the others follow. */
  firstSeed: Number(process.env["FIRST_SEED"] ?? 1),
  /** Zones of each seed. */
  zones: soak ? 300 : 40,
  /** Pull zones of each seed, with two hostnames and three edge rules each. */
  sites: soak ? 40 : 4,
  /** Processes killed. */
  kills: soak ? 51 : 2,
  /** Zones under the rate limit. */
  limitedZones: soak ? 200 : 40,
  /** Cases of a fuzz test that sends requests. */
  requestCases: soak ? 10_000 : 100,
  /** Cases of any other fuzz test. */
  fuzzCases: soak ? 10_000 : 200,
};

/** Prints figures of a run into the test report. */
export function say(line: string): void {
  process.stdout.write(`      ${line}\n`);
}
