import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import * as cdn from "../../provider";
import { rootFilesBy } from "../../provider/files/rootFiles";

describe("The release of a website", () => {
  let rootFiles: readonly string[] = [];
  before(() =>
    pulumi.runtime.setMocks(
      {
        newResource: ({ type, inputs }) => {
          if (type.endsWith(":StorageFolder")) ({ rootFiles = [] } = inputs as { readonly rootFiles?: string[] });
          return { id: undefined, state: inputs as object };
        },
        call: () => ({}),
      },
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

  it("is accompanied by the page for missing files, also if its name would be a glob", async () => {
    for (const notFoundPage of ["404.html", "docs/[slug].html", "404 (1).html", "!a{b,c}*.html"]) {
      const { folder } = new cdn.Website(`with ${notFoundPage}`, { name: "acme", source: "./public", notFoundPage });
      await new Promise((resolve) => void folder.urn.apply(resolve));
      assert.equal(rootFilesBy(rootFiles, "")(notFoundPage), true);
      assert.equal(rootFilesBy(rootFiles, "")("docs/s.html"), false);
    }
  });
});
