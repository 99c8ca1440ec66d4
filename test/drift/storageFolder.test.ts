import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DriftReport } from "../../drift";
import type { Properties } from "../../provider/declared/properties";
import type { LifeCycleContext } from "../../provider/lifecycle/lifeCycle";
import { storageFolderLifeCycle } from "../../provider/lifecycle/storageFolder";
import { inProcess } from "../cli/inProcess";
import { bench } from "../lifecycle/support";

describe("Drift of the files of a storage folder", () => {
  let source: string;

  before(() => {
    source = mkdtempSync(path.join(tmpdir(), "drift-"));
    mkdirSync(path.join(source, "docs"));
    for (const file of ["index.html", "docs/a b.css"]) writeFileSync(path.join(source, file), file);
  });
  after(() => rmSync(source, { recursive: true, force: true }));

  /** Sends a folder. @returns the resource, as a state has it */
  const sent = async (context: LifeCycleContext, name: string, inputs: Properties): Promise<object> => {
    const checked = (await storageFolderLifeCycle.computed?.(context, { storageZoneId: 7, ...inputs }))?.inputs ?? {};
    const { id, state } = await storageFolderLifeCycle.create(context, checked);
    const type = "pulumi-nodejs:dynamic/cdn:StorageFolder";
    return { urn: `urn:pulumi:dev::acme::${type}::${name}`, custom: true, type, id, inputs: checked, outputs: state };
  };

  it("is shown file by file, but not for files of others", () =>
    bench(
      { seed: { storageZones: [{ Id: 7, Name: "acme-site", UserId: "me" }] } },
      async ({ emulator, context }) => {
        const { inputs } = (await storageFolderLifeCycle.computed?.(context, { storageZoneId: 7, source })) ?? {};
        const { id, state } = await storageFolderLifeCycle.create(context, inputs as Properties);
        const type = "pulumi-nodejs:dynamic/cdn:StorageFolder";
        const one = { urn: `urn:pulumi:dev::acme::${type}::pages`, custom: true, type, id, inputs, outputs: state };
        const stdin = JSON.stringify({ version: 3, deployment: { resources: [one] } });
        const drift = () => inProcess(emulator, ["drift", "--state", "-", "--report", "json=-"], { stdin });

        emulator.files.write(7, "foreign.txt", "somebody's");
        const clean = await drift();
        assert.equal(clean.code, 0, clean.stdout + clean.stderr);

        emulator.files.write(7, "index.html", "by hand");
        emulator.files.delete(7, "docs/a b.css");
        const found = await drift();
        assert.equal(found.code, 2, found.stdout);
        const properties = [...found.stdout.matchAll(/"property": (".*")/g)].map(
          ([, text = ""]) => JSON.parse(text) as string,
        );
        assert.deepEqual(properties.sort(), ['files["docs/a b.css"]', 'files["index.html"]']);
        const { stacks } = JSON.parse(found.stdout) as DriftReport;
        assert.deepEqual(
          stacks[0]?.resources[0]?.next.map(({ purpose }) => purpose),
          ["to restore the files of the source", "to keep the live files, make the same changes in the source, then"],
        );
      },
      5,
    ));

  it("shows files in no state with --unmanaged, where it has files, for the same requests", () =>
    bench({ seed: { storageZones: [{ Id: 7, Name: "acme-site", UserId: "me" }] } }, async ({ emulator, context }) => {
      const resources = [
        await sent(context, "v1", { source, prefix: "v1/" }),
        await sent(context, "v2", { source, prefix: "v2/" }),
      ];
      const stdin = JSON.stringify({ version: 3, deployment: { resources } });
      const drift = (...argv: string[]) => inProcess(emulator, ["drift", "--state", "-", ...argv], { stdin });
      const requests = (): string[] => emulator.journal.map(({ method, path }) => `${method} ${path}`).sort();

      emulator.clearJournal();
      // The zone itself is in no state.
      const rules = path.join(source, "..", `${path.basename(source)}.yaml`);
      writeFileSync(
        rules,
        "rules:\n  - { resource: acme-site, reason: elsewhere }\n  - { resource: v2/*.txt, reason: theirs }\n",
      );
      const clean = await drift("--unmanaged", "--ignore-file", rules);
      assert.equal(clean.code, 0, clean.stdout + clean.stderr);
      const listings = ["v1/", "v1/docs/", "v2/", "v2/docs/"].map((folder) => `GET /acme-site/${folder}`);
      assert.deepEqual(
        requests().filter((request) => request.startsWith("GET /acme-site/")),
        listings,
      );

      for (const file of ["v1/old.html", "v1/docs/a.html", "v2/b.txt", "v1/uploads/c.png", "d.html"]) {
        emulator.files.write(7, file, "somebody's");
      }
      assert.equal((await drift("--ignore-file", rules)).code, 0);
      const found = await drift("--unmanaged", "--ignore-file", rules, "--report", "text=-");
      const html = await drift("--unmanaged", "--ignore-file", rules, "--report", "html=-");
      const json = await drift("--unmanaged", "--ignore-file", rules, "--report", "json=-");
      rmSync(rules);
      assert.equal(found.code, 2, found.stdout);
      const lines = found.stdout.split("\n");
      for (const line of [
        "Objects in no state: drift (4)",
        "  unmanaged 2 files beside storage folder v1: v1/docs/a.html, v1/old.html",
        `    to keep it, add it to ${source}, the source of v1, then, in the folder of project acme:`,
        "    or delete it in the service's dashboard",
        "  unmanaged File v2/b.txt (7/v2/b.txt): beside storage folder v2 — ignored: theirs",
      ]) {
        assert.ok(lines.includes(line), `${line} is not in:\n${found.stdout}`);
      }
      assert.match(html.stdout, /2 files beside storage folder v1/);
      const { unmanaged, summary } = JSON.parse(json.stdout) as DriftReport;
      const files = unmanaged?.zones.filter(({ type }) => type === "File").map(({ id, counts }) => [id, counts]);
      assert.deepEqual(files, [
        ["7/v1/docs/a.html", true],
        ["7/v1/old.html", true],
        ["7/v2/b.txt", false],
      ]);
      // With the zone.
      assert.equal(summary.unmanaged, 4);
    }));

  it("shows a file beside releases with a command that also switches to the new release", () =>
    bench({ seed: { storageZones: [{ Id: 7, Name: "acme-site", UserId: "me" }] } }, async ({ emulator, context }) => {
      const resources = [await sent(context, "site", { source, releases: { keep: 2 }, rootFiles: ["index.html"] })];
      const stdin = JSON.stringify({ version: 3, deployment: { resources } });
      emulator.files.write(7, "hack.html", "somebody's");
      const { stdout } = await inProcess(emulator, ["drift", "--state", "-", "--unmanaged"], { stdin });
      assert.match(stdout, /^ {2}unmanaged File hack\.html /m);
      assert.match(stdout, /^ {4}to publish it with the next release, add it to .*:\n {6}pulumi up --stack dev$/m);
    }));
});
