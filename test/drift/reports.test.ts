import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Ajv from "ajv";
import type { DriftReport } from "../../drift";
import { detectDrift, driftReportSchema, renderReport, reportFormats } from "../../drift";
import type { Emulator, PartialPullZone, PartialStorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { stateNow } from "./support/state";

const old = "2020-01-01T00:00:00Z";

/** A value in every secret place, told by its mark. */
const planted = (mark: string): { pull: PartialPullZone; storage: PartialStorageZone } => ({
  pull: {
    ZoneSecurityKey: `PLANTED-1-${mark}`,
    CloudSigningKey: `PLANTED-2-${mark}`,
    CloudSigningSecret: `PLANTED-3-${mark}`,
    LogForwardingToken: `PLANTED-4-${mark}`,
    Hostnames: [{ Id: 1, Value: "a.example", CertificateKey: `PLANTED-5-${mark}` }],
    EdgeRules: [
      {
        Guid: "g1",
        ActionParameter1: `PLANTED-6-${mark}`,
        ActionParameter2: `PLANTED-7-${mark}`,
        ActionParameter3: `PLANTED-8-${mark}`,
        ExtraActions: [{ ActionParameter1: `PLANTED-9-${mark}` }],
      },
    ],
  },
  storage: { Password: `PLANTED-A-${mark}`, ReadOnlyPassword: `PLANTED-B-${mark}` },
});

describe("drift reports", () => {
  let emulator: Emulator;
  let report: DriftReport;

  before(async () => {
    const before = planted("OLD");
    emulator = await startEmulator({
      accessKey: "PLANTED-ACCESS-KEY",
      seed: {
        storageZones: [
          { ...before.storage, Id: 1, Name: "assets", DateModified: old, Rewrite404To200: true },
          { ...before.storage, Id: 2, Name: "gone", DateModified: old },
          { ...before.storage, Id: 3, Name: "shared" },
          { Id: 4, Name: '<script>alert("x")</script>`|::error::\u001b[31m\u202e' },
        ],
        pullZones: [
          { ...before.pull, Id: 7, Name: "web" },
          { ...before.pull, Id: 8, Name: "unreadable" },
        ],
      },
    });
    const declared = { rewrite404To200: true };
    const state = await stateNow(emulator, {
      managed: { 1: declared, 2: {} },
      externalStorage: [3],
      pullZones: [7, 8],
    });
    const after = planted("NEW");
    emulator.storageZones.change(1, { ...after.storage, Rewrite404To200: false, Region: "LA", Discount: 3 });
    emulator.storageZones.delete(2);
    emulator.storageZones.change(3, { ...after.storage, Custom404FilePath: "/<b>&|`.html" });
    const rule = {
      Guid: "g2",
      OrderIndex: 5,
      ActionParameter1: "PLANTED-C",
      ExtraActions: [{ ActionParameter2: "PLANTED-D" }],
    };
    emulator.pullZones.change(7, { ...after.pull, EdgeRules: [...(after.pull.EdgeRules ?? []), rule] });
    emulator.setFaults([
      { path: "/pullzone/8", fault: { kind: "status", status: 403, body: { Message: "no PLANTED-ACCESS-KEY" } } },
    ]);
    report = await detectDrift({
      states: [{ state }],
      env: { CDN_ACCESS_KEY: "PLANTED-ACCESS-KEY" },
      unmanaged: true,
      volatile: true,
      ignore: [
        { resource: "StorageZone-3", reason: "known" },
        { resource: "nothing", reason: "left over" },
      ],
    });
  });

  after(() => emulator.close());

  it("hold every kind of finding in this test", () => {
    const { differences } = report.summary;
    assert.deepEqual(
      { ...report.summary, verdict: report.verdict },
      {
        verdict: "incomplete",
        resources: 5,
        clean: 1,
        changed: 2,
        missing: 1,
        unread: 1,
        unmanaged: 1,
        ignored: 3,
        differences: { declared: 2, external: differences.external, undeclared: 3, volatile: 1 },
        notCompared: 0,
      },
    );
    const hidden = report.stacks.flatMap(({ resources }) =>
      resources.flatMap(({ differences }) => differences.filter((difference) => difference.hidden)),
    );
    assert.ok(hidden.length >= 12, `${String(hidden.length)} secrets changed`);
  });

  for (const format of reportFormats) {
    it(`hold no secret as ${format}`, () => {
      const text = renderReport(format, report, { color: true });
      assert.doesNotMatch(text, /PLANTED/);
      assert.match(text, /assets|StorageZone-1/);
    });
  }

  for (const format of reportFormats.filter((name) => name !== "json" && name !== "github")) {
    it(`say of a secret that it changed, and what was replaced, as ${format}`, () => {
      const text = renderReport(format, report);
      assert.match(text, /changed \(hidden\)/);
      assert.match(text, /REPLACES/);
      assert.match(text, /pulumi up --refresh/);
    });
  }

  it("let no name of the service break out of a format", () => {
    for (const format of reportFormats.filter((name) => name !== "json")) {
      const text = renderReport(format, report);
      assert.ok(!text.includes("\u001b") && !text.includes("\u202e"), format);
      if (format !== "text" && format !== "github") assert.ok(!text.includes('<script>alert("x")'), format);
      assert.ok(!text.split("\n").some((line) => line.startsWith("::error::")), format);
    }
  });

  it("fit the published schema as json, which is the one in the documentation", async () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(driftReportSchema);
    const parsed: unknown = JSON.parse(renderReport("json", report));
    assert.ok(validate(parsed), JSON.stringify(validate.errors));
    assert.ok(!validate({ ...(parsed as object), more: 1 }));
    const file = await readFile(join(__dirname, "../../docs/drift-report.schema.json"), "utf8");
    assert.deepEqual(JSON.parse(file), driftReportSchema);
  });

  it("are aligned as text, without colour unless asked for", () => {
    const lines = renderReport("text", report).split("\n");
    const rows = lines.filter((line) => /^ {4}(region|rewrite404To200|discount|dateModified) /.test(line));
    assert.equal(rows.length, 4);
    const columns = new Set(rows.map((row) => row.search(/ (declared|undeclared setting|volatile)/)));
    assert.equal(columns.size, 1, rows.join("\n"));
    assert.ok(renderReport("text", report, { color: true }).includes("\u001b["));
  });

  it("count a failure for drift and an error for what is unread as junit", () => {
    const text = renderReport("junit", report);
    assert.match(text, /<testsuites name="CDN zones" tests="6" failures="4" errors="1"/);
    assert.match(text, /<testcase classname="acme\/dev" name="PullZone PullZone-8 \(8\)"><error message="unread">/);
    assert.match(text, /<skipped message="known"\/>|<system-out>/);
  });

  it("begin each line with a workflow command as github", () => {
    const lines = renderReport("github", report).trimEnd().split("\n");
    for (const line of lines) assert.match(line, /^::(error|warning|notice) title=[^:]*::/);
    assert.ok(lines.some((line) => /^::warning .*left over|^::warning .*nothing/.test(line)));
  });

  it("load nothing from anywhere, and give the script the data it reads, as html", () => {
    const text = renderReport("html", report);
    assert.doesNotMatch(text, /(src|href)=|url\(|@import|https?:\/\//);
    assert.match(text, /Content-Security-Policy/);
    for (const name of ["declared", "external", "undeclared", "volatile"])
      assert.match(text, new RegExp(`data-class="${name}"`));
    const open = (tag: string): number => text.split(new RegExp(`<${tag}[ >]`)).length;
    for (const tag of ["article", "section", "table", "tr", "td", "div", "pre", "p", "code", "ul", "li", "form"]) {
      assert.equal(open(tag), text.split(`</${tag}>`).length, tag);
    }
  });
});
