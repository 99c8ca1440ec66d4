import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import Ajv from "ajv";
import type { DriftReport } from "../../drift";
import { detectDrift, driftReportSchema, renderReport, reportFormats } from "../../drift";
import { nextForStack } from "../../drift/nextSteps";
import type { Emulator, PartialPullZone, PartialStorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { stateNow } from "./support/state";

const old = "2020-01-01T00:00:00Z";

/** A value in every secret place, with a mark to tell old from new. */
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
    const state = await stateNow(emulator, {
      managed: { 1: { rewrite404To200: true }, 2: {} },
      externalStorage: [3],
      pullZones: [7, 8],
    });
    const after = planted("NEW");
    emulator.storageZones.change(1, { ...after.storage, Rewrite404To200: false, Region: "LA", Discount: 3 });
    emulator.storageZones.delete(2);
    emulator.storageZones.change(3, { ...after.storage, Custom404FilePath: "/<b>&|`.html" });
    const extra = [{ ActionParameter2: "PLANTED-D" }];
    const rule = { Guid: "g2", OrderIndex: 5, ActionParameter1: "PLANTED-C", ExtraActions: extra };
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

  it("count every kind of finding", () => {
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
        // Of zones that are read: 4 keys, 1 in a hostname, 4 in an edge rule, the rule that was added; 2 passwords, a path.
        differences: { declared: 2, external: 13, undeclared: 3, volatile: 1 },
        notCompared: 0,
      },
    );
  });

  for (const format of reportFormats) {
    it(`show no secret, and let no name break out of the format: ${format}`, () => {
      const text = renderReport(format, report, { color: format !== "text" });
      assert.doesNotMatch(text, /PLANTED/);
      assert.match(text, /assets|StorageZone-1/);
      assert.ok(!text.includes("\u001b") && (format === "json" || !text.includes("\u202e")));
      if (["markdown", "junit", "html"].includes(format)) assert.ok(!text.includes('<script>alert("x")'));
      assert.ok(!text.split("\n").some((line) => line.startsWith("::error::")));
    });
  }

  for (const format of ["text", "markdown", "junit", "html"] as const) {
    it(`say that a secret changed, what would be replaced, and what to do: ${format}`, () => {
      const text = renderReport(format, report);
      for (const part of [/changed \(hidden\)/, /REPLACES the storage zone/, /pulumi up --refresh/])
        assert.match(text, part);
    });
  }

  for (const format of ["text", "markdown", "html"] as const) {
    it(`say first how to restore all of a stack at once, where that is more than one: ${format}`, () => {
      const all = "to restore all 2 at once, which REPLACES StorageZone-1";
      const text = renderReport(format, report);
      assert.ok(text.includes(all), text);
      assert.ok(text.indexOf(all) < text.indexOf("--target"));
      assert.match(text, /pulumi up --refresh --stack dev *(\n|<)/);
    });
  }

  it("say no command for all of a stack where pulumi up would be refused, or for a single one", () => {
    const [stack] = report.stacks;
    const restored = (stack?.resources ?? []).filter(({ next }) =>
      next.some(({ command }) => command?.includes(" up ")),
    );
    const [first, second] = restored;
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(nextForStack([first, second]).length, 1);
    assert.deepEqual(nextForStack([first]), []);
    const ignored = { ...first, ignored: { by: "rule", reason: "known", rule: 1 } } as const;
    assert.match(nextForStack([first, second, ignored])[0]?.purpose ?? "", /, including ignored differences/);
    const differences = first.differences.map((one) => ({ ...one, refused: "it is secret" }));
    assert.deepEqual(nextForStack([{ ...first, differences }, second]), []);
  });

  for (const format of ["text", "markdown", "html", "github"] as const) {
    it(`show a reason once for all zones that it applies to: ${format}`, () => {
      const [stack] = report.stacks;
      const unread = stack?.resources.find(({ status }) => status === "unread");
      assert.ok(stack !== undefined && unread !== undefined);
      const resources = Array.from({ length: 12 }, (_, index) => {
        const reason = `Get pull zone (GET /pullzone/${String(index)}) failed with 401. The key was refused`;
        return { ...unread, urn: `urn-${String(index)}`, name: `zone-${String(index)}`, reason };
      });
      const other = { ...unread, name: "zone-other", reason: "the list is incomplete" };
      const text = renderReport(format, { ...report, stacks: [{ ...stack, resources: [...resources, other] }] });
      assert.equal(text.split("The key was refused").length, 2, text);
      assert.match(text, /12 resources[^]*zone-9 \(8\), and 2 more/);
      assert.match(text, /zone-other/);
      assert.doesNotMatch(text, /zone-10/);
    });
  }

  for (const format of reportFormats.filter((one) => one !== "json")) {
    it(`show an object in no state with its kind, and with its region if it has one: ${format}`, () => {
      const [zone] = report.unmanaged?.zones ?? [];
      assert.ok(zone !== undefined);
      const { id, provider, counts, next } = zone;
      const object = { id, name: "web", type: "PullZone", provider, counts, next };
      const zones = [{ ...object, name: "files", type: "StorageZone", region: "DE" }, object];
      const text = renderReport(format, { ...report, unmanaged: { zones, unread: [] } });
      for (const part of ["StorageZone files (4, DE)", "PullZone web (4)"]) assert.ok(text.includes(part), text);
    });
  }

  for (const format of ["text", "markdown", "junit", "html"] as const) {
    it(`show of a long object the properties that differ, and a short value on one line: ${format}`, () => {
      const [stack] = report.stacks;
      const changed = stack?.resources.find(({ status }) => status === "changed");
      const [difference] = changed?.differences ?? [];
      assert.ok(stack !== undefined && changed !== undefined && difference !== undefined);
      const rule = (to: string, ...paths: string[]) => ({
        actionParameter1: `https://${to}.example/`,
        description: "moves old links",
        enabled: true,
        triggers: [
          {
            type: 0,
            patternMatches: [..."abcdefgh"].map((name) => `/a-long-name-${name}/*`).concat(paths),
            parameter1: "",
          },
        ],
      });
      const differences = [
        { ...difference, property: "rule", hidden: false, expected: rule("old"), actual: rule("new", "/c/*") },
        { ...difference, property: "regions", hidden: false, expected: ["NY"], actual: ["NY", "SYD"] },
      ];
      const text = renderReport(format, {
        ...report,
        stacks: [{ ...stack, resources: [{ ...changed, differences }] }],
      });
      const plain = text
        .replace(/<[^>]*>/g, " ")
        .replaceAll("&quot;", '"')
        .replace(/[\s`|]+|→/g, " ");
      assert.match(plain, /rule\. ?actionParameter1:? +"https:\/ ?\/ ?old\. ?example\/ ?" +"https:\/ ?\/ ?new/);
      assert.match(plain, /patternMatches \(what differs\):? +\[\] +\["\/ ?c\/ ?\*"\]/);
      assert.match(plain, /regions:? +\["NY"\] +\["NY", ?"SYD"\]/);
      assert.doesNotMatch(plain, /moves old links|a-long-name|enabled/);
    });
  }

  it("show what drifted before what did not", () => {
    const [stack] = report.stacks;
    assert.ok(stack !== undefined);
    const shared = stack.resources.find(({ name }) => name === "StorageZone-3");
    assert.ok(shared?.status === "clean");
    const clean = { stack: "acme/clean", verdict: "clean", resources: [shared], notes: [] } as const;
    const others = stack.resources.filter((one) => one !== shared);
    const stacks = [
      { ...clean, resources: [...clean.resources], notes: [] },
      { ...stack, resources: [shared, ...others] },
    ];
    const text = renderReport("html", { ...report, stacks });
    const places = [
      "<h2>acme/dev",
      "StorageZone StorageZone-1",
      "StorageZone StorageZone-3",
      "Objects in no state",
      "<h2>acme/clean",
    ];
    const found = places.map((place) => text.indexOf(place));
    assert.deepEqual(
      found,
      [...found].sort((a, b) => a - b),
    );
    assert.ok(!found.includes(-1));
  });

  it("match the published schema as json", () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(driftReportSchema);
    const parsed: unknown = JSON.parse(renderReport("json", report));
    assert.ok(validate(parsed), JSON.stringify(validate.errors));
    assert.ok(!validate({ ...(parsed as object), more: 1 }));
  });

  it("are aligned as text; the old value is red and the new one green if colours are asked for", () => {
    const lines = renderReport("text", report).split("\n");
    const rows = lines.filter((line) => /^ {4}(region|rewrite404To200|discount|dateModified) /.test(line));
    const columns = new Set(rows.map((row) => row.search(/ (declared|undeclared setting|volatile)/)));
    assert.deepEqual([rows.length, columns.size], [4, 1], rows.join("\n"));
    const colored = renderReport("text", report, { color: true });
    assert.match(colored, /rewrite404To200 +\u001b\[31m\S+\u001b\[39m → \u001b\[32m\S+\u001b\[39m /);
    assert.equal(colored.replace(/\u001b\[\d+m/g, ""), renderReport("text", report));
  });

  it("count a failure for drift and an error for an unread zone as junit", () => {
    const text = renderReport("junit", report);
    assert.match(text, /<testsuites name="CDN zones" tests="6" failures="4" errors="1"/);
    assert.match(text, /<testcase classname="acme\/dev" name="PullZone PullZone-8 \(8\)"><error message="unread">/);
  });

  it("start each line with a workflow command as github", () => {
    const lines = renderReport("github", report).trimEnd().split("\n");
    for (const line of lines) assert.match(line, /^::(error|warning|notice) title=[^:]*::/);
    assert.ok(lines.some((line) => /^::warning .*nothing/.test(line)));
  });

  it("load nothing as html, and run one script only, which their policy names by its hash", () => {
    const text = renderReport("html", report);
    assert.doesNotMatch(text, /(src|href)=|url\(|@import|https?:\/\//);
    const [, script = "", ...more] = text.split(/<script>|<\/script>/);
    assert.deepEqual([more.length, text.split("<script").length], [1, 2]);
    const hash = createHash("sha256").update(script).digest("base64");
    assert.ok(text.includes(`script-src 'sha256-${hash}'`));
  });
});
