import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { checkWebsite } from "../../provider/components/website/check";

describe("The arguments of a website that its parts follow from", () => {
  const known = { name: "acme", source: "./public" };
  const output = pulumi.output("/news/");

  for (const [property, args] of Object.entries({
    hostnames: { hostnames: output },
    "hostnames[0]": { hostnames: [output] },
    notFoundPage: { notFoundPage: output },
    singlePageApp: { singlePageApp: output },
    "redirects[0].to": { redirects: [{ from: "/blog", to: output }] },
    "cache.html": { cache: { html: output } },
  })) {
    it(`must not be Outputs: ${property}`, () => {
      assert.throws(
        () => checkWebsite("site", { ...known, ...args }),
        (error: Error) => {
          const [, rule] = error.message.split(`Website site: ${property} must be `);
          return /^[^\n]*, but got: an Output\. Pass a plain value: it must be known before anything is created$/.test(
            rule ?? "",
          );
        },
      );
    });
  }
});
