import assert from "node:assert/strict";
import { noteName } from "../../provider/files/releasePaths";
import { siteFixture } from "../cli/siteFixture";

describe("A rollback to a release whose note lists root files", function () {
  this.timeout(60_000);
  const site = siteFixture();

  for (const [what, body] of [
    ["HTML of a gateway", "<html><body>Please sign in</body></html>"],
    ["JSON of a gateway", '{"message":"upstream is busy"}'],
    ["nothing", ""],
    ["a part of it", '{"404.html":"5a'],
  ] as const) {
    it(`restores them although the note is once answered with ${what}, and fails if it always is`, async () => {
      const first = site.place("1", { "404.html": "none 1" });
      await site.later();
      site.point(site.place("2", { "404.html": "none 2" }));
      site.emulator.files.write(1, "404.html", "none 2");
      const note = `/acme-site/releases/${noteName({ id: first, previous: undefined })}`;
      const answer = { method: "GET", path: note, fault: { kind: "contentType", body } } as const;
      site.emulator.setFaults([answer]);
      const failed = await site.run("rollback", "acme-web", first, "--yes");
      assert.equal(failed.code, 1, failed.stdout);
      assert.match(
        failed.stderr,
        /sent other content for \/acme-site\/releases\/\S+ than its folder lists: .*Run the same/,
      );
      site.emulator.setFaults([{ ...answer, nth: 1 }]);
      const { code, stdout, stderr } = await site.run("rollback", "acme-web", first, "--yes");
      assert.equal(code, 0, stderr);
      assert.match(stdout, /Restored in the root: 404\.html\n/);
    });
  }

  it("restores the service's page for missing files although the manifest, which alone names it, is once replaced", async () => {
    const page = "bunnycdn_errors/404.html";
    const first = site.place("1", { [page]: "none 1" });
    site.emulator.files.write(1, `releases/${noteName({ id: first, previous: undefined })}`, "{}\n");
    await site.later();
    site.point(site.place("2", { [page]: "none 2" }));
    site.emulator.files.write(1, page, "none 2");
    // The first request of the manifest checks that the release is complete.
    const fault = { kind: "contentType", body: "<html></html>" } as const;
    site.emulator.setFaults([{ method: "GET", path: `/acme-site/releases/${first}.json`, nth: 2, fault }]);
    const { code, stderr } = await site.run("rollback", "acme-web", first, "--yes");
    assert.equal(code, 0, stderr);
    assert.equal(site.emulator.files.read(1, page)?.toString(), "none 1");
  });
});
