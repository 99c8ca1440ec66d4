const soak = process.env["SOAK"] === "1";

/** How much the load, kill and fuzz tests try: a sample in `npm test`, the full size in `npm run test:soak`. */
export const size = {
  /** Seeds of the load test whose life cycles run in this process. */
  seeds: soak ? 20 : 4,
  /** The first seed, to repeat a run that failed; the others follow. */
  firstSeed: Number(process.env["FIRST_SEED"] ?? 1),
  /** Zones of each load test. */
  zones: soak ? 300 : 80,
  /** Processes killed. */
  kills: soak ? 51 : 6,
  /** Zones under the rate limit. */
  limitedZones: soak ? 200 : 80,
  /** Cases of each fuzz test. */
  fuzzCases: soak ? 10_000 : 300,
};
