import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Properties } from "../../provider/lifecycle/shared/lifeCycle";
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
      },
      5,
    ));
});
