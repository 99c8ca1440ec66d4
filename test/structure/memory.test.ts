import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";

const root = path.join(__dirname, "..", "..");

/** Where something is remembered for each run, and why not in the memory itself: one kind alone reads it. */
const beside: readonly (readonly [file: string, why: string])[] = [
  ["provider/lifecycle/nameless.ts", "the zones to which a run adds parts; see ZoneOfRun"],
  ["provider/lifecycle/shieldRateLimit/check.ts", "names of rate limits, which checks compare"],
  ["provider/lifecycle/storageFolder/deliver.ts", "how long to wait for replicas"],
  ["provider/lifecycle/edgeScript/names.ts", "names that scripts exchange"],
];

describe("What a run knows of the program's resources", () => {
  it("is changed only by the named transitions of RunMemory: its indexes are private", () => {
    const text = readFileSync(path.join(root, "provider/run/memory.ts"), "utf8");
    const open = [...text.matchAll(/^  readonly (\w+)(?: =|:)/gm)].map(([, name]) => name);
    // Entries and deletions are classes; claims, checked inputs and notices are sets that one caller reads.
    assert.deepEqual(open, ["entries", "claims", "checked", "deletions", "once"]);
  });

  it("is kept in no other index by run, except for a reason", () => {
    const files = globSync("{provider,drift,cli}/**/*.ts", { cwd: root });
    const does = files.filter((file) => /new WeakMap<RunMemory/.test(readFileSync(path.join(root, file), "utf8")));
    const isAllowed = (file: string): boolean => beside.some(([place]) => file === place);
    const other = does.filter((file) => !isAllowed(file));
    assert.deepEqual(other, []);
    assert.deepEqual(
      beside.filter(([place]) => !does.includes(place)),
      [],
    );
  });
});
