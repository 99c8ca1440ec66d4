import assert from "node:assert/strict";
import type { DriftReport, IgnoreRule } from "../../drift";
import { detectDrift, DriftError, IgnoreFileError, parseIgnoreFile } from "../../drift";
import { IgnoreRules } from "../../drift/ignore/rules";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { stateNow } from "./support/state";

describe("drift's ignore rules", () => {
  let emulator: Emulator;
  let state = "";

  before(async () => {
    emulator = await startEmulator({
      seed: {
        storageZones: [
          { Id: 1, DateModified: "2020-01-01T00:00:00Z" },
          { Id: 2, DateModified: "2020-01-01T00:00:00Z" },
        ],
        pullZones: [{ Id: 7, Hostnames: [{ Id: 1, ForceSSL: true }] }, { Id: 8 }],
      },
    });
    state = await stateNow(emulator, { managed: { 1: { rewrite404To200: false }, 2: {} }, pullZones: [7, 8] });
    emulator.storageZones.change(1, { Rewrite404To200: true });
    emulator.storageZones.delete(2);
    emulator.pullZones.change(7, { Hostnames: [{ Id: 1, ForceSSL: false }], OriginUrl: "https://other.example" });
    emulator.storageZones.add({ Id: 9, Name: "made-by-hand" });
  });

  after(() => emulator.close());

  const check = (ignore: readonly IgnoreRule[], more: object = {}): Promise<DriftReport> =>
    detectDrift({
      states: [{ state }],
      env: { CDN_ACCESS_KEY: emulator.accessKey, CDN_MAX_RETRIES: "0" },
      ignore,
      now: new Date("2026-06-15T12:00:00Z"),
      ...more,
    });

  const all: readonly IgnoreRule[] = [
    { resource: "StorageZone-1", property: "rewrite404To200", reason: "a" },
    { resource: "urn:pulumi:dev::acme::*::StorageZone-2", reason: "b" },
    { resource: "PullZone-?", property: "hostnames[*].forceSSL", reason: "c" },
    { resource: "*PullZone*", property: "originUrl", reason: "d", expires: "2026-06-15" },
  ];

  it("are refused where their end is no time", async () => {
    for (const expires of ["01.01.2020", "2026-02-30", "2026-02-30T12:00:00Z", ""]) {
      const rules = check([{ resource: "*", reason: "a", expires }]);
      await assert.rejects(rules, (error) => error instanceof DriftError && /rule 1: expires must/.test(error.message));
    }
  });

  it("show what they name with the reason, and do not count it as drift", async () => {
    const report = await check(all);
    assert.deepEqual([report.verdict, report.summary.ignored], ["clean", 4]);
    const reasons = report.stacks.flatMap(({ resources }) =>
      resources.flatMap(({ differences, ignored }) => [
        ignored?.reason,
        ...differences.map((one) => one.ignored?.reason),
      ]),
    );
    assert.deepEqual(reasons.filter(Boolean).sort(), ["a", "b", "c", "d"]);
    assert.ok(report.ignoreRules.every(({ status, matches }) => status === "matched" && matches === 1));
  });

  it("do not apply after they have expired", async () => {
    const report = await check(all, { now: new Date("2026-06-16T00:00:00Z") });
    assert.deepEqual([report.verdict, report.summary.changed], ["drift", 1]);
    assert.deepEqual(
      report.ignoreRules.map(({ status }) => status),
      ["matched", "matched", "matched", "expired"],
    );
  });

  it("are reported as unmatched, unless what they name could not be read", async () => {
    emulator.setFaults([{ path: "/pullzone/8", fault: { kind: "status", status: 403 } }]);
    const report = await check([
      { resource: "StorageZone-1", property: "zoneTier", reason: "left over" },
      { resource: "PullZone-8", property: "originUrl", reason: "who knows" },
    ]);
    emulator.setFaults([]);
    assert.deepEqual(
      report.ignoreRules.map(({ status }) => status),
      ["unmatched", "unknown"],
    );
    assert.equal(report.verdict, "incomplete");
  });

  it("never make an unread zone clean", async () => {
    emulator.setFaults([{ path: "/pullzone/8", fault: { kind: "status", status: 403 } }]);
    assert.equal((await check([{ resource: "*", reason: "all" }])).verdict, "incomplete");
    emulator.setFaults([]);
  });

  it("match unmanaged zones by name", async () => {
    const ignoring = [...all, { resource: "made-*", reason: "e" }];
    assert.equal((await check(all, { unmanaged: true })).verdict, "drift");
    assert.equal((await check(ignoring, { unmanaged: true })).verdict, "clean");
  });

  it("match unmanaged zones by kind and name, and are not reported as unmatched without --unmanaged", async () => {
    const statuses = async (resource: string, more: object) => {
      const { verdict, ignoreRules } = await check([...all, { resource, reason: "e" }], more);
      return [verdict, ignoreRules.at(-1)?.status];
    };
    assert.deepEqual(await statuses("StorageZone::made-*", { unmanaged: true }), ["clean", "matched"]);
    assert.deepEqual(await statuses("PullZone::made-*", { unmanaged: true }), ["drift", "unmatched"]);
    assert.deepEqual(await statuses("StorageZone::made-*", {}), ["clean", "unknown"]);
    assert.deepEqual(await statuses("made-*", {}), ["clean", "unmatched"]);
  });

  it("apply in addition to the program's ignoreChanges", async () => {
    emulator.storageZones.change(1, { Rewrite404To200: false });
    const mine = await stateNow(emulator, {
      managed: { 1: { rewrite404To200: false } },
      more: { ignoreChanges: ["rewrite404To200"] },
    });
    emulator.storageZones.change(1, { Rewrite404To200: true });
    const report = await check([], { states: [{ state: mine }] });
    assert.deepEqual([report.verdict, report.summary.ignored], ["clean", 1]);
  });

  it("leave what the engine does not ignore by the program's ignoreChanges", async () => {
    const declared = ["NY", "SYD"];
    for (const [path, live, verdict] of [
      ["replicationRegions", ["LA"], "clean"],
      ['["replicationRegions"]', ["LA"], "clean"],
      ["*", ["LA"], "clean"],
      ["replicationRegions[*]", ["NY", "LA"], "clean"],
      ['replicationRegions["*"]', ["NY", "LA"], "clean"],
      ["replicationRegions[*]", ["NY", "SYD", "LA"], "drift"],
      ["replicationRegions[*]", ["NY"], "drift"],
      ["replicationRegions[*]", [], "drift"],
      ["replicationRegions[1]", ["NY", "LA"], "clean"],
      ["replicationRegions[0]", ["NY", "LA"], "drift"],
      ["replicationRegions[", ["NY", "LA"], "drift"],
    ] as const) {
      emulator.storageZones.change(1, { ReplicationRegions: declared });
      const managed = { 1: { replicationRegions: declared } };
      const state = await stateNow(emulator, { managed, more: { ignoreChanges: [path] } });
      emulator.storageZones.change(1, { ReplicationRegions: [...live] });
      assert.equal((await check([], { states: [{ state }] })).verdict, verdict, `${path}: ${live.join()}`);
    }
  });

  it("match globs over whole names, with nothing special but * and ?", () => {
    for (const [glob, name, matches] of [
      ["*", "", true],
      ["a*c", "a/b::c", true],
      ["a?c", "abc", true],
      ["a?c", "ac", false],
      ["a.c", "abc", false],
      ["web", "my-web", false],
      ["[a]+(b)$", "[a]+(b)$", true],
    ] as const) {
      const rules = new IgnoreRules([{ resource: glob, reason: "r" }], new Date());
      assert.equal(rules.ignored({ urn: `StorageZone::${name}`, name }) !== undefined, matches, `${glob} on ${name}`);
    }
  });

  it("cover a property and everything in it", () => {
    for (const [path, property, covers] of [
      ["hostnames", "hostnames[id=2].forceSSL", true],
      ["hostnames[*].value", "hostnames[id=2].forceSSL", false],
      ["hostnames[id=1]", "hostnames[id=2].forceSSL", false],
      ["hostnames[id=2]", "hostnames[id=2].forceSSL", true],
      ["host", "hostnames", false],
      ["hostnames[id=2].forceSSL", "hostnames", false],
      ["*", "region", true],
      ['optimizerClasses[name="a.b"]', 'optimizerClasses[name="a.b"].properties', true],
    ] as const) {
      const rules = new IgnoreRules([{ resource: "*", property: path, reason: "r" }], new Date());
      assert.equal(
        rules.ignored({ urn: "StorageZone::a", name: "a" }, property) !== undefined,
        covers,
        `${path} on ${property}`,
      );
    }
  });
});

describe("a file of ignore rules", () => {
  const good = `# why
rules:
  - resource: "*::assets"
    property: replicationRegions
    reason: the migration adds regions
    expires: 2026-12-31
  - resource: web
    reason: not ours
`;

  it("is read into rules", () => {
    assert.deepEqual(parseIgnoreFile(good, "f"), [
      {
        resource: "*::assets",
        property: "replicationRegions",
        reason: "the migration adds regions",
        expires: "2026-12-31",
      },
      { resource: "web", reason: "not ours" },
    ]);
    for (const empty of ["", "# nothing\n", "rules:\n", "rules: []\n"])
      assert.deepEqual(parseIgnoreFile(empty, "f"), []);
  });

  for (const [what, text, place, message] of [
    ["no YAML", "rules:\n  - resource: [a\n", [3, 1], /f:3:1: /],
    ["a list at its top", "- resource: a\n", [1, 1], /expected object/],
    ["another key at its top", "rules: []\nignore: []\n", [2, 1], /ignore/],
    ["rules that are no list", "rules: a\n", [1, 1], /rules: .*expected array/],
    ["a rule that is no object", "rules:\n  - a\n", [2, 5], /rules\.0: .*expected object/],
    ["no reason", "rules:\n  - reason: a\n    resource: b\n  - resource: b\n", [4, 5], /rules\.1\.reason: is required/],
    [
      "an unknown key",
      "rules:\n  - resource: a\n    reason: b\n    propery: c\n",
      [4, 5],
      /rules\.0\.propery: Unrecognized key/,
    ],
    ["a misspelt key", "rules:\n  - resource: a\n    raeson: b\n", [3, 5], /rules\.0\.raeson: Unrecognized key/],
    ["a value that is no string", "rules:\n  - resource: a\n    reason: 5\n", [3, 5], /reason: .*expected string/],
    ["an empty reason", 'rules:\n  - resource: a\n    reason: ""\n', [3, 5], /reason: must not be empty/],
    ["a day that is none", "rules:\n  - resource: a\n    reason: b\n    expires: 2026-02-30\n", [4, 5], /2026-02-30/],
    ["the same key twice", "rules:\n  - resource: a\n    resource: b\n    reason: c\n", [3, 5], /unique/],
  ] as const) {
    it(`with ${what} is refused with line and column`, () => {
      assert.throws(
        () => parseIgnoreFile(text, "f"),
        (error) => {
          assert.ok(error instanceof IgnoreFileError);
          assert.deepEqual([error.line, error.column], place, error.message);
          assert.match(error.message, message);
          return error.message.startsWith(`f:${String(place[0])}:${String(place[1])}: `);
        },
      );
    });
  }
});
