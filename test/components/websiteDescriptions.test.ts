import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import * as cdn from "../../provider";
import { rulesOf } from "../../provider/components/website/rules";

describe("The edge rules of a website", () => {
  const rules: Record<string, unknown>[] = [];
  before(() =>
    pulumi.runtime.setMocks(
      {
        newResource: ({ name, inputs }) => {
          const { description } = inputs as { description?: string };
          if (description !== undefined) rules.push(inputs as Record<string, unknown>);
          return { id: `${name}-id`, state: inputs as object };
        },
        call: () => ({}),
      },
      "project",
      "stack",
      false,
    ),
  );
  after(() => pulumi.runtime.resetOptions("project", "stack", -1, "", "", false, ""));

  // FROZEN: after a lost state, `adopt` finds the rules of earlier versions by these descriptions.
  const frozen = [
    "browsers do not cache missing files",
    "headers X-A, X-B",
    "how long browsers cache assets",
    "redirect /a and 1 more",
    "redirect /old",
    "redirect to www.acme.example",
    "redirect to www.acme.example (2)",
    "release",
  ];

  async function declare(name: string, adopt?: true): Promise<Record<string, unknown>[]> {
    rules.length = 0;
    const others = Array.from({ length: 26 }, (_, index) => `h${String(index)}.acme.example`);
    new cdn.Website(name, {
      name: "acme-site",
      source: "./public",
      hostnames: ["www.acme.example", ...others],
      canonicalHostname: "www.acme.example",
      redirects: [
        { from: "/old", to: "/new" },
        { from: "/a", to: "/b", status: 301 },
        { from: "/c", to: "/b", status: 301 },
      ],
      headers: { "X-B": "1", "X-A": "2" },
      ...(adopt === undefined ? {} : { adopt }),
    });
    const deadline = Date.now() + 10_000;
    while (rules.length < frozen.length && Date.now() < deadline) await new Promise((wait) => setTimeout(wait, 20));
    return rules;
  }

  it("have frozen descriptions, each of which is unique", async () => {
    const declared = await declare("plain");
    assert.deepEqual(declared.map(({ description }) => description).sort(), frozen);
    assert.ok(declared.every(({ adopt }) => adopt === undefined));
  });

  it("redirect the other hostnames as browsers send them, whatever their spelling", () => {
    const hostnames = ["WWW.acme.example", "Acme.example", "B\u00fccher.example"];
    const site = { name: "acme-site", source: "./public", hostnames, canonicalHostname: "www.acme.example" };
    const [canonical] = rulesOf(site, pulumi.output(""));
    const triggers = canonical?.args.triggers as { readonly patternMatches: readonly string[] }[];
    const patterns = triggers.flatMap(({ patternMatches }) => patternMatches);
    assert.deepEqual(patterns, ["*://acme.example/*", "*://xn--bcher-kva.example/*"]);
  });

  it("with adopt are adopted by them, and the last one reports what else the pull zone has", async () => {
    const declared = await declare("adopted", true);
    assert.deepEqual(declared.map(({ description }) => description).sort(), frozen);
    assert.ok(declared.every((rule) => rule["adopt"] === true && rule["adoptByDescription"] === true));
    const reporting = declared.filter(({ reportOthers }) => reportOthers !== undefined);
    assert.deepEqual(reporting, declared.slice(-1));
  });
});
