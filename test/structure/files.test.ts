import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { packageVersion } from "../../provider/version";
import { filesBelow, root, sources } from "./sources";

describe("the files", () => {
  it("are all of at most 350 lines: past that a file is two things", () => {
    const files = [...sources, ...filesBelow("test")];
    assert.ok(files.length > 200, `${String(files.length)} files`);
    const long = files
      .map((file) => ({ file, lines: readFileSync(path.join(root, file), "utf8").split("\n").length - 1 }))
      .filter(({ lines }) => lines > 350);
    assert.deepEqual(long, []);
  });

  it("of the package agree on its version", () => {
    const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
    assert.equal(packageVersion, manifest.version);
  });
});
