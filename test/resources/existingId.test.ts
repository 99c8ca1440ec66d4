import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { PullZone, StorageZone } from "../../provider";

describe("The argument existingId without a value", () => {
  before(() =>
    pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }),
      call: () => ({}),
    }),
  );

  const refused =
    /^InvalidInputError: existingId of (PullZone|StorageZone) "one" must be the id of an existing (pull|storage) zone, but got: /;

  it("is refused, so that nothing is created instead", () => {
    for (const existingId of [undefined, null, 0, -1]) {
      for (const Kind of [PullZone, StorageZone]) {
        const args = { name: "acme-web", region: "DE", originUrl: "https://o.example", existingId };
        assert.throws(() => new Kind("one", args as object), refused);
      }
    }
  });

  it("is refused only where it is given", () => {
    new PullZone("other", { name: "acme-web", originUrl: "https://o.example" });
    new PullZone("known", { existingId: pulumi.output(5) });
  });
});
