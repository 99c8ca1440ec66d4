import type { Progress } from "../drift/options";
import type { CommandIo } from "./command";

const everyMs = 100;

/** Shows how far a check is, in one line of a terminal that is wiped in the end; elsewhere nothing. */
export function progressLine({ stderr }: CommandIo): { show: (progress: Progress) => void; end: () => void } {
  let last = -Infinity;
  let shown = false;
  return {
    show: ({ done, total }) => {
      if (stderr.isTTY !== true || performance.now() - last < everyMs) return;
      last = performance.now();
      shown = true;
      stderr.write(`\r\u001b[KReading zones: ${String(done)} of ${String(total)}`);
    },
    end: () => {
      if (shown) stderr.write("\r\u001b[K");
    },
  };
}
