import assert from "node:assert/strict";
import { CdnClient } from "../../provider/api/client";
import { Objects } from "../../provider/api/objects";
import { Reads } from "../../provider/api/reads";
import { settings } from "../api/support";

describe("The client", () => {
  it("has parts, an Objects and the Reads of the same objects, and no ancestor", () => {
    const client = new CdnClient(settings("https://api.cdn.example"));
    assert.equal(Object.getPrototypeOf(CdnClient.prototype), Object.prototype);
    assert.ok(client.objects instanceof Objects);
    assert.ok(client.reads instanceof Reads);
    assert.equal(client.reads.objects, client.objects);
  });
});
