import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";

const root = path.join(__dirname, "..", "..");

type Allowed = readonly (readonly [file: string, why: string])[];

/** Where a timer runs, and why. Only the first two files use one for answers of the service. */
const timers: Allowed = [
  ["provider/api/answers.ts", "drops answers that are too old"],
  ["provider/api/batchedReads.ts", "gathers reads for a list, and drops it"],
  ["provider/api/waits.ts", "waits of all life cycles"],
  ["provider/api/limiter.ts", "waits after a 429"],
  ["provider/api/transport.ts", "timeouts of requests"],
  ["provider/api/delegation.ts", "timeout of a DNS query"],
  ["provider/serve/native/log.ts", "the last lines of a log"],
  ["provider/serve/native/main.ts", "notices that the engine has ended"],
  ["provider/lifecycle/storageFolder/progress.ts", "progress of an upload"],
  ["drift/report/page.ts", "a button of the report"],
  ["cli/deploy/progress.ts", "progress of an upload"],
  ["cli/emulator/serve.ts", "keeps the emulator alive"],
  ["cli/client.ts", "progress of a command"],
  ["cli/verify/service.ts", "waits of the commands that ask a service"],
];

/** Where answers or promises are kept, and why. */
const kept: Allowed = [
  ["provider/run/turns.ts", "ends of turns, no answers"],
  ["provider/files/listing.ts", "listings of one second look at files"],
  ["provider/api/lookUp.ts", "a command that lists each kind once"],
  ["cli/import/find.ts", "a command that reads each object once"],
];

/** Where the age of something is compared with a maximum. */
const agesCompared: Allowed = [
  ["provider/api/answers.ts", "the table of ages"],
  ["provider/api/limiter.ts", "pauses"],
  ["provider/api/sender.ts", "how long a request takes"],
  ["provider/api/accessLogs/index.ts", "how long pages take"],
  ["provider/api/objects.ts", "when an object was written"],
  ["provider/api/batchedReads.ts", "the list"],
  ["provider/files/replicas.ts", "how long to wait"],
  ["provider/files/listing.ts", "how long to wait"],
  ["provider/run/deletions.ts", "when deletions ended"],
  ["provider/run/purges.ts", "how long to wait"],
  ["provider/lifecycle/byName.ts", "when a creation began"],
  ["provider/lifecycle/objectLifeCycle.ts", "when a look ended"],
  ["provider/lifecycle/pullZoneShield/identity.ts", "when a creation began"],
  ["drift/detect.ts", "how long a check takes"],
  ["cli/print.ts", "progress"],
  ["cli/deploy/", "how long a deployment takes"],
];

describe("An answer that is used again", () => {
  const files = globSync("{provider,drift,cli}/**/*.ts", { cwd: root });

  for (const [what, pattern, allowed] of [
    ["sets a timer", /\bset(Timeout|Interval)\(/, timers],
    ["keeps promises in a map", /(Map|WeakMap)<[^()=>;]*[^()=>;]*Promise</, kept],
    ["measures time", /performance\.now\(\)[^`]/, agesCompared],
  ] as const) {
    it(`is one of Reads: whatever ${what} outside its files gives another reason`, () => {
      const does = files.filter((file) => pattern.test(readFileSync(path.join(root, file), "utf8")));
      const isAllowed = (file: string): boolean => allowed.some(([place]) => file.startsWith(place));
      assert.deepEqual(
        does.filter((file) => !isAllowed(file)),
        [],
      );
      const unneeded = allowed.filter(([place]) => !does.some((file) => file.startsWith(place)));
      assert.deepEqual(unneeded, []);
    });
  }
});
