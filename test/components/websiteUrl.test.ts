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
  afterEach(() => pulumi.runtime.setAllConfig({}));
  after(() => pulumi.runtime.resetOptions("project", "stack", -1, "", "", false, ""));

  it("is that of the first hostname without a wildcard", async () => {
    const hostnames = ["*.acme.example", "www.acme.example", "acme.example"];
    const { url } = new cdn.Website("site", { name: "acme-site", source: "./public", hostnames });
    assert.equal(await new Promise((resolve) => url.apply(resolve)), "https://www.acme.example");
  });

  for (const [baseUrl, url, last] of [
    ["http://127.0.0.1:8080", "http://www.acme.example.localhost:8080", "http://acme-site.localhost:8080"],
    ["http://localhost", "http://www.acme.example.localhost", "http://acme-site.localhost"],
    ["https://api.bunny.net", "https://www.acme.example", undefined],
    ["http://cdn.internal:8080", "https://www.acme.example", undefined],
    ["not a URL", "https://www.acme.example", undefined],
  ] as const) {
    it(`is ${url} if the API is at ${baseUrl}`, async () => {
      pulumi.runtime.setAllConfig({ "cdn:baseUrl": baseUrl });
      const site = new cdn.Website("site", {
        name: "acme-site",
        source: "./public",
        hostnames: ["acme.example", "www.acme.example"],
        canonicalHostname: "www.acme.example",
      });
      const [of, all] = await new Promise<[string, string[]]>((resolve) => {
        pulumi.all([site.url, site.urls]).apply(resolve);
      });
      assert.deepEqual([of, all[1], all[2]], [url, url, last]);
    });
  }

  it("has the name that a transform gives to the pull zone", async () => {
    pulumi.runtime.setAllConfig({ "cdn:baseUrl": "http://127.0.0.1:8080" });
    const transform = { pullZone: { name: "acme-cdn" } };
    const { url } = new cdn.Website("site", { name: "acme-site", source: "./public", transform });
    assert.equal(await new Promise<string>((resolve) => void url.apply(resolve)), "http://acme-cdn.localhost:8080");
  });

  it("is known in the first preview, also of a new provider with an unknown key", async () => {
    await pulumi.runtime.setMocks(
      { newResource: ({ inputs }) => ({ id: undefined, state: inputs as object }), call: () => ({}) },
      "project",
      "stack",
      true,
    );
    const accessKey = new cdn.StorageZone("keys", { name: "keys", region: "DE" }).password.apply(String);
    const provider = new cdn.Provider("here", { baseUrl: "http://127.0.0.1:8080", accessKey });
    const site = new cdn.Website("site", { name: "acme-site", source: "./public" }, { provider });
    const { isKnown, isSecret } = site.url as unknown as Record<"isKnown" | "isSecret", Promise<boolean>>;
    assert.deepEqual([await isKnown, await isSecret], [true, false]);
    assert.equal(await new Promise((resolve) => site.url.apply(resolve)), "http://acme-site.localhost:8080");
  });
});
