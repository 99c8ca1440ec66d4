import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import * as cdn from "../../provider";

describe("The url of a website", () => {
  before(() =>
    pulumi.runtime.setMocks(
      { newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs as object }), call: () => ({}) },
      "project",
      "stack",
      false,
    ),
  );
  after(() => pulumi.runtime.resetOptions("project", "stack", -1, "", "", false, ""));

  it("is that of the first hostname without a wildcard", async () => {
    const hostnames = ["*.acme.example", "www.acme.example", "acme.example"];
    const { url } = new cdn.Website("site", { name: "acme-site", source: "./public", hostnames });
    assert.equal(await new Promise((resolve) => url.apply(resolve)), "https://www.acme.example");
  });
});
