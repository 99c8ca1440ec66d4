import type { Checkpoint } from "../engine";
import { rounded } from "./measure";
import { decodeOf } from "./rows/decode";
import { driftOf } from "./rows/drift";
import { refreshOf } from "./rows/refresh";
import { stateOf } from "./account";

/** What there is to know of an account of one size. */
export interface Size {
  readonly zones: number;
  readonly refreshRequests: number;
  readonly refreshMs: number;
  readonly driftRequests: number;
  readonly driftMs: number;
  readonly decodeMs: number;
  readonly parseMs: number;
  readonly stateBytes: number;
}

/** Measures accounts of all sizes, drift at 50 ms latency and refresh at none. */
export async function measureGrowth(one: Checkpoint, runs: number, say: (line: string) => void): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const zones of [10, 100, 1000, 10_000]) {
    const some = zones > 1000 ? 1 : runs;
    const refresh = await refreshOf(zones, some, one);
    const drift = await driftOf(zones, some, one);
    const decoding = await decodeOf(zones, some);
    const size = {
      zones,
      refreshRequests: refresh.requests,
      refreshMs: rounded(refresh.ms, 0),
      driftRequests: drift.requests,
      driftMs: rounded(drift.ms, 0),
      decodeMs: rounded(decoding.ms, 1),
      parseMs: rounded(decoding.parseMs, 1),
      stateBytes: Buffer.byteLength(JSON.stringify(stateOf(zones, one))),
    };
    say(JSON.stringify(size));
    sizes.push(size);
  }
  return sizes;
}
