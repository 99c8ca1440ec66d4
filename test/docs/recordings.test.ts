import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { drawn, textOf, type Recording } from "../../scripts/recordings/svg";

const root = path.join(__dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

describe("the recordings in the README", () => {
  const readme = read("README.md");
  for (const name of ["up", "drift"]) {
    const svg = read(`docs/images/${name}.svg`);

    it(`are what the script draws from the recorded run: ${name}`, () => {
      assert.equal(svg, drawn(JSON.parse(read(`scripts/recordings/${name}.json`)) as Recording));
      assert.ok(readme.includes(`src="docs/images/${name}.svg"`));
    });

    it(`show no secret and no path of a machine, load nothing, and are small: ${name}`, () => {
      assert.doesNotMatch(
        svg,
        /access-?key|passphrase|password:|\/(tmp|home|root|Users|work)\/|127\.0\.0\.1|localhost/i,
      );
      assert.doesNotMatch(svg, /<script|<image|href=|url\(|@import/);
      assert.ok(svg.length < 60_000);
    });

    it(`show everything from the first moment, in at most 14 lines: ${name}`, () => {
      assert.doesNotMatch(svg, /animat|@keyframes|opacity|transition/);
      assert.ok(textOf(svg).length > 10 && textOf(svg).length <= 14);
    });
  }

  it("include the output of the first program", () => {
    const [, program = ""] = /^```ts\n([^]*?)^```/m.exec(readme) ?? [];
    const lines = textOf(read("docs/images/up.svg"));
    const [, hostname = ""] = /hostnames: \["([^"]+)"/.exec(program) ?? [];
    assert.ok(lines.includes(`    url: "https://${hostname}"`));
    assert.ok(lines.some((line) => line.includes(`PullZoneHostname site-${hostname} created`)));
  });
});

describe("The pictures", () => {
  it("scale to the page at any width", () => {
    for (const name of ["up", "drift", "parts"]) {
      assert.match(read(`docs/images/${name}.svg`), /^<svg [^>]*viewBox="[^>]*style="max-width: 100%; height: auto"/);
    }
  });
});
