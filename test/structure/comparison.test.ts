import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";

const root = path.join(__dirname, "..", "..");

/** Where values are compared as they are, and why. Everything else calls `differing` or `isSameValue` of provider/declared/compare.ts. */
const allowed: readonly (readonly [file: string, why: string])[] = [
  ["provider/declared/compare.ts", "the comparison"],
  ["provider/serve/native/diff.ts", "imitates the engine's comparison of texts"],
  ["provider/serve/native/resources.ts", "inputs and state, as the engine compares them"],
  ["provider/serve/servedKinds.ts", "inputs of a check"],
  ["provider/api/accessLogs/index.ts", "lines of logs"],
  ["provider/lifecycle/edgeScript/", "maps of variables and secrets, and what a release contains"],
  ["provider/lifecycle/cachePurge.ts", "inputs and state: whether a purge is due"],
  ["provider/lifecycle/pullZoneEdgeRule/state.ts", "the kind's isSame"],
  ["provider/lifecycle/pullZoneEdgeRule/purge.ts", "inputs and state: whether a purge is due"],
  ["provider/lifecycle/pullZoneEdgeRule/check.ts", "inputs of a check"],
  ["provider/lifecycle/shieldRateLimit/state.ts", "the kind's isSame"],
  ["provider/lifecycle/storageFolder/", "checksums of files"],
  ["provider/lifecycle/storageZone/index.ts", "regions of a new zone"],
  ["drift/", "differences by path, for a report"],
  ["cli/verify/", "answers of a service that is asked"],
];

describe("Whether live and declared values differ", () => {
  const files = globSync("{provider,drift,cli}/**/*.ts", { cwd: root });
  const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8");

  it("is decided by provider/declared/compare.ts: whatever else compares values gives its reason", () => {
    const does = files.filter((file) => textOf(file).includes("isDeepStrictEqual("));
    const isAllowed = (file: string): boolean => allowed.some(([place]) => file.startsWith(place));
    assert.deepEqual(
      does.filter((file) => !isAllowed(file)),
      [],
    );
    const unneeded = allowed.filter(([place]) => !does.some((file) => file.startsWith(place)));
    assert.deepEqual(unneeded, []);
  });

  it("counts what the service stores instead of a value in that file alone", () => {
    const does = files.filter((file) => /\bisReplacement\(/.test(textOf(file)));
    assert.deepEqual(does.sort(), ["provider/declared/compare.ts", "provider/wire/replaced.ts"]);
  });
});
