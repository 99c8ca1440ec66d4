import assert from "node:assert/strict";
import { StorageZone } from "../../provider";

describe("A resource that Pulumi's own class refuses", () => {
  it("leads to the line of the program, and leaves the depth of stack traces as it was", () => {
    const before = Error.stackTraceLimit;
    assert.throws(
      () => new StorageZone("", { name: "acme-assets", region: "DE" }),
      (error: Error) => /Missing resource name/.test(error.message) && (error.stack ?? "").includes(__filename),
    );
    assert.equal(Error.stackTraceLimit, before);
  });
});
