import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import * as cdn from "../../provider";

describe("The source of a website that depends on what builds it", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "website-source-"));
  const source = path.join(folder, "public");
  let page = "";
  before(() =>
    pulumi.runtime.setMocks(
      {
        newResource: async ({ name, inputs }) => {
          if (name === "build") {
            await sleep(100);
            mkdirSync(source, { recursive: true });
            writeFileSync(path.join(source, page), "built");
          }
          return { id: `${name}-id`, state: inputs as object };
        },
        call: () => ({}),
      },
      "project",
      "stack",
      false,
    ),
  );
  afterEach(() => rmSync(source, { recursive: true }));
  after(() => {
    rmSync(folder, { recursive: true });
    pulumi.runtime.resetOptions("project", "stack", -1, "", "", false, "");
  });

  for (const [what, built, isThere, expected] of [
    ["adds the page for missing files", "404.html", true, "/404.html"],
    ["builds no page for missing files", "index.html", false, ""],
  ] as const) {
    it(`counts once the run ${what}`, async () => {
      if (isThere) mkdirSync(source);
      page = built;
      const build = new cdn.DnsZone("build", { domain: "acme.example" });
      const { storageZone } = new cdn.Website("site", { name: "acme", source }, { dependsOn: build });
      assert.equal(await new Promise((resolve) => void storageZone.custom404FilePath.apply(resolve)), expected);
    });
  }
});
