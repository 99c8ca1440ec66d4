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
    canonicalHostname: { canonicalHostname: output },
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

describe("The redirects of a website", () => {
  const hostnames = ["www.acme.example", "acme.example", "*.shops.acme.example"];
  const faultOf = (redirects: readonly object[], more: object = {}): string => {
    try {
      checkWebsite("site", { name: "acme", source: "./public", hostnames, redirects, ...more });
      return "";
    } catch (error) {
      return (error as Error).message.replace("Website site: ", "");
    }
  };
  const redirects = (...pairs: readonly (readonly [from: string, to: string])[]) =>
    pairs.map(([from, to]) => ({ from, to }));

  for (const [steps, given, index = 0] of [
    ["/blog → /blog?lang=en", redirects(["/blog", "/blog?lang=en"])],
    ["/top → /top#x", redirects(["/top", "/top#x"])],
    ["/a → /b → /a", redirects(["/a", "/b"], ["/b", "/a"])],
    ["/ → /index.html → /", redirects(["/", "/index.html"], ["/index.html", "/"])],
    ["/a/* → /b/ → /c → /a/d", redirects(["/x", "/a/1"], ["/a/*", "/b/"], ["/b/*", "/c"], ["/c", "/a/d"]), 1],
    ["/a → https://WWW.acme.example:443/a", redirects(["/a", "https://WWW.acme.example:443/a"])],
    ["/a → http://acme.example/a", redirects(["/a", "http://acme.example/a"])],
    ["/a → https://one.shops.acme.example/a", redirects(["/a", "https://one.shops.acme.example/a"])],
    ["/a/* → https://%{Url.Hostname}/a/?x=1", redirects(["/a/*", "https://%{Url.Hostname}/a/?x=1"])],
    ["/a/* → https://acme.example%{Request.Path}", redirects(["/a/*", "https://acme.example%{Request.Path}"])],
    ["/caf%C3%A9 → /café", redirects(["/caf%C3%A9", "/café"])],
  ] as const) {
    it(`must not lead in a circle: ${steps}`, () => {
      const { to } = given[index] ?? {};
      const rule = `redirects[${String(index)}].to must not redirect in circles: ${steps}, but got: ${JSON.stringify(to)}`;
      assert.equal(faultOf(given), rule);
    });
  }

  it("name canonicalHostname if all paths lead to a hostname of the site", () => {
    const advice = /in circles: .* To redirect the other hostnames, set canonicalHostname: "www\.acme\.example"$/;
    assert.match(faultOf(redirects(["/*", "https://www.acme.example/"])), advice);
    assert.match(faultOf(redirects(["/*", "https://www.acme.example%{Request.Path}"])), advice);
    assert.doesNotMatch(faultOf(redirects(["/*", "/news/"])), /canonicalHostname/);
  });

  it("can lead to other sites, ports and paths, and to a path that an earlier redirect takes elsewhere", () => {
    for (const given of [
      redirects(["/blog", "/blog/"]),
      redirects(["/*", "https://www.other.example/"]),
      redirects(["/a", "https://www.acme.example:8443/a"]),
      redirects(["/a", "https://a.b.shops.acme.example/a"]),
      redirects(["/b", "/c"], ["/a", "/b"], ["/*", "https://other.example/"]),
    ]) {
      assert.equal(faultOf(given), "");
    }
  });

  it("need a canonical hostname that is one of the hostnames, without a star", () => {
    assert.equal(faultOf([], { canonicalHostname: "WWW.acme.example" }), "");
    for (const canonicalHostname of ["acme.org", "*.shops.acme.example", ""]) {
      assert.equal(
        faultOf([], { canonicalHostname }),
        `canonicalHostname must be one of hostnames (www.acme.example, acme.example), without *, but got: ${JSON.stringify(canonicalHostname)}. Add it to hostnames`,
      );
    }
  });
});
