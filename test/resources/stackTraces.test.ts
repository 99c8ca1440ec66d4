import assert from "node:assert/strict";
import { StorageZone } from "../../provider";

describe("A resource that Pulumi refuses", () => {
  it("throws with the program's line in its stack trace, and restores the stack trace limit", () => {
    const before = Error.stackTraceLimit;
    assert.throws(
      () => new StorageZone("", { name: "acme-assets", region: "DE" }),
      (error: Error) => /Missing resource name/.test(error.message) && (error.stack ?? "").includes(__filename),
    );
    assert.equal(Error.stackTraceLimit, before);
  });
});
