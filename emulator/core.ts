import type { FaultDeck } from "./faults/deck";
import type { Front } from "./http/front";
import type { RateLimiter } from "./http/rateLimiter";
import type { Router } from "./http/router";
import type { Journal } from "./journal";
import type { Settings } from "./options";
import type { Random } from "./random";
import type { Service } from "./service";

/** What one emulator consists of; shared by the requests, the control path and the handle. */
export interface Core {
  readonly settings: Settings;
  readonly router: Router;
  readonly front: Front;
  readonly faults: FaultDeck;
  readonly journal: Journal;
  readonly rateLimiter: RateLimiter | undefined;
  /** What a request must carry in the header Emulator-Control to reach the control path. */
  readonly controlToken: string;
  /** Aborted when the emulator closes, so that nothing waits on. */
  readonly closing: AbortController;
  /** Goes back to the seed: state, faults, journal, rate limit and access key. */
  readonly reset: () => void;
  accessKey: string;
  service: Service;
  requestIds: Random;
  /** Requests under way. */
  inFlight: number;
}
