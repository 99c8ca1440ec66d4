import assert from "node:assert/strict";
import { ConfigurationError, UnavailableError } from "../../../provider/api/errors";
import { IncompleteError } from "../../../provider/lifecycle/incomplete";
import { servedError } from "../../../provider/serve/dynamic/servedError";

const request = { operation: "get storage zone", method: "GET", path: "/storagezone/1" };
const as = (error: unknown): Error & Record<string, unknown> => servedError(error, (state) => state) as never;

describe("an error as Pulumi's server prints it", () => {
  it("keeps name and text and loses the stack, which would say nothing to a user", () => {
    const error = as(new UnavailableError("Nobody answers. Try later", { request }, true));
    assert.ok(error instanceof Error);
    assert.deepEqual([error.name, error.message, error.stack], ["UnavailableError", "Nobody answers. Try later", ""]);
  });

  it("of a creation that is not complete carries id, state and reason, and of any other none", () => {
    const error = as(new IncompleteError("7", { name: "a" }, "The update failed"));
    assert.deepEqual([error["id"], error["properties"], error["reasons"]], ["7", { name: "a" }, ["The update failed"]]);
    assert.ok(!("id" in as(new ConfigurationError("x"))));
  });

  it("explains one cause once: the second time it points at the first", () => {
    const message = "cdn:baseUrl is not set. Set it with: pulumi config set cdn:baseUrl URL";
    assert.equal(as(new ConfigurationError(message)).message, message);
    assert.equal(
      as(new ConfigurationError(message)).message,
      "cdn:baseUrl is not set (the same error as for another resource, which says what to do)",
    );
  });

  it("that is a mistake of our own keeps its stack", () => {
    const mistake = new TypeError("x is not a function");
    assert.equal(as(mistake), mistake);
  });
});
