import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import * as cdn from "../../provider";

describe("The release of a website", () => {
  before(() =>
    pulumi.runtime.setMocks(
      { newResource: ({ inputs }) => ({ id: undefined, state: inputs as object }), call: () => ({}) },
      "project",
      "stack",
      true,
    ),
  );
  after(() => pulumi.runtime.resetOptions("project", "stack", -1, "", "", false, ""));

  const isKnown = (releases: false | { keep: number }): Promise<boolean> => {
    const { release } = new cdn.Website(releases === false ? "plain" : "site", {
      name: "acme",
      source: "./public",
      releases,
    });
    return (release as unknown as { isKnown: Promise<boolean> }).isKnown;
  };

  it("is known to be undefined in a preview without releases, and unknown in the first one with them", async () => {
    assert.deepEqual([await isKnown(false), await isKnown({ keep: 5 })], [true, false]);
  });
});
