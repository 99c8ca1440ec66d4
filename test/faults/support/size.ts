/**
 * How much is tried. The defaults keep the whole suite within a few minutes; a longer soak sets the variables, such as
 * `FAULTS_SEEDS=200 FUZZ_CASES=1000000`.
 */
export const size = {
  /** Seeds of the load test whose life cycles run in this process. */
  seeds: sizeOf("FAULTS_SEEDS", 20),
  /** The first seed; the others follow. */
  firstSeed: sizeOf("FAULTS_FIRST_SEED", 1),
  /** Zones of each load test. */
  zones: sizeOf("FAULTS_ZONES", 300),
  /** Seeds of the load test that go through the real engine, program and provider processes. */
  engineSeeds: sizeOf("FAULTS_ENGINE_SEEDS", 1),
  /** Processes killed. */
  kills: sizeOf("FAULTS_KILLS", 51),
  /** Zones under the rate limit. */
  limitedZones: sizeOf("FAULTS_LIMITED_ZONES", 200),
  /** Cases of each fuzz test. */
  fuzzCases: sizeOf("FUZZ_CASES", 10_000),
};

function sizeOf(variable: string, usual: number): number {
  const text = process.env[variable] ?? "";
  if (text === "") return usual;
  if (/^[0-9]+$/.test(text)) return Number(text);
  throw new Error(`${variable} must be a whole number, but got: ${text}`);
}
