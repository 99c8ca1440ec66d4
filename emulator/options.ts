import type { FaultRule } from "./faults/rules";
import type { RateLimit } from "./rateLimiter";
import type { Seed } from "./seed";
import type { BehaviourOptions } from "./settings";

/** What an emulator starts with, and how it behaves. By default it answers as the public service was recorded to. */
export interface EmulatorOptions extends BehaviourOptions {
  readonly seed?: Seed;
  /** Answers 429 with Retry-After beyond this number of requests in a sliding window. @default no limit */
  readonly rateLimit?: RateLimit;
  /** @default none */
  readonly faults?: readonly FaultRule[];
}
