import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";

const root = path.join(__dirname, "..", "..");

describe("The mark of a warning", () => {
  it("is written by provider/wire/words.ts alone, so that each way of serving shows it: wrap the text in warning()", () => {
    const files = globSync("{provider,drift,cli}/**/*.ts", { cwd: root });
    const written = files.filter((file) => /["'`]warning: /i.test(readFileSync(path.join(root, file), "utf8")));
    assert.deepEqual(written.sort(), ["provider/wire/words.ts"]);
  });
});
