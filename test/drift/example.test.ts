import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leftOut, linesOf, textOf } from "../../scripts/recordings/svg";

const root = join(__dirname, "../..");
const example = join(root, "examples/drift-ci");

/** Without what a check took: a new kind of resource is a request more. */
function untimed(text: string): string {
  return text.replace(/\d+ API calls, .*$/gm, "");
}

describe("the example of drift in CI", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "drift-"));
  });
  after(() => rm(folder, { recursive: true }));

  it("finds the stacks clean, then the changes that count, and not the one that is ignored", async () => {
    const { code, stdout } = await new Promise<{ code: number; stdout: string }>((done) => {
      const env = {
        PATH: process.env["PATH"],
        CDN_ZONES: `${process.execPath} ${join(root, "dist/cli/main.js")}`,
        DRIFT_HTML: join(folder, "drift.html"),
      };
      const child = execFile("sh", [join(example, "demo.sh")], { env }, (_, stdout) =>
        done({ code: child.exitCode ?? -1, stdout }),
      );
    });
    assert.equal(code, 2, stdout);
    assert.match(stdout, /As they were deployed\n2 stacks: 2 clean\n/);
    assert.match(stdout, /rewrite404To200 +true → false +declared/);
    const [command = "", ...shown] = textOf(await readFile(join(root, "docs/images/drift.svg"), "utf8"));
    assert.equal(command, "$ npx pulumi-cdn-zones drift --state states --unmanaged");
    // The picture leaves out empty lines, and has a mark for others.
    let rest = untimed(
      linesOf(stdout)
        .filter((line) => line !== "")
        .join("\n"),
    );
    for (const part of untimed(shown.join("\n")).split(`\n${leftOut}\n`)) {
      const at = rest.indexOf(part);
      assert.ok(at >= 0, `the recording shows other output: npm run recordings -- --record\n${part}`);
      rest = rest.slice(at + part.length);
    }
    assert.match(stdout, /Redirect to https:\/\/shop-pay\.example\/ where Url \/checkout\/\*, of pull zone shop-web\n/);
    assert.match(stdout, /originUrl .* ignored: the platform team moves the origin this quarter/);
    assert.match(stdout, /^::error title=acme\/dev%3A StorageZone assets/m);
    assert.doesNotMatch(stdout, /storageUsed/);
    assert.match(await readFile(join(folder, "drift.html"), "utf8"), /^<!doctype html>/);
  });
});
