import assert from "node:assert/strict";
import Ajv from "ajv";
import type { DriftReport } from "../../drift";
import { detectDrift, driftReportSchema, renderReport, reportFormats } from "../../drift";
import { startEmulator, type Emulator } from "../../emulator";
import { stateNow } from "./support/state";

const now = new Date("2026-06-30T12:00:00Z");

describe("Who made a change", () => {
  let emulator: Emulator;
  let state: { deployment: { manifest?: object } };

  before(async () => {
    emulator = await startEmulator({
      seed: {
        storageZones: [
          { Id: 1, Name: "assets" },
          { Id: 2, Name: "untouched" },
        ],
      },
    });
    state = JSON.parse(await stateNow(emulator, { managed: { 1: { rewrite404To200: false }, 2: {} } })) as typeof state;
    state.deployment.manifest = { time: "2026-06-28T10:00:00Z" };
    emulator.storageZones.change(1, { Rewrite404To200: true });
    emulator.pullZones.add({ Id: 9, Name: "by-hand", OriginUrl: "https://a.example" });
    const user = { ActorType: "User", ActorId: "alice" };
    const zone = { ResourceType: "StorageZone", ResourceId: "1", ...user };
    emulator.audit.add({ ...zone, Timestamp: "2026-06-28T09:59:00Z", Action: "Before the state" });
    emulator.audit.add({ ...zone, Timestamp: "2026-06-29T23:59:59.5", Action: "Update" });
    emulator.audit.add({ ...zone, Timestamp: "2026-06-29T08:00:00Z", ResourceId: "2" });
    emulator.audit.add({ ...user, Timestamp: "2026-06-30T07:00:00Z", ResourceId: "9", Action: "Create" });
    // Another kind with the same id.
    emulator.audit.add({ ...user, Timestamp: "2026-06-29T08:00:00Z", ResourceId: "1", Action: "Other" });
  });
  after(() => emulator.close());
  beforeEach(() => emulator.clearJournal());
  afterEach(() => emulator.setFaults([]));

  const check = (options: { who?: boolean; deployment?: object } = {}): Promise<DriftReport> =>
    detectDrift({
      states: [{ state: { ...state, deployment: { ...state.deployment, ...options.deployment } } }],
      ...{ env: { CDN_ACCESS_KEY: emulator.accessKey }, unmanaged: true, who: options.who ?? true, now },
    });
  const asked = (): string[] => emulator.journal.flatMap(({ path }) => (path.startsWith("/user/") ? [path] : []));

  it("is shown beside each finding, for a request per day since the state was written", async () => {
    const report = await check();
    assert.ok(new Ajv({ strict: false, validateFormats: false }).validate(driftReportSchema, report));
    const changes = [{ time: "2026-06-29T23:59:59.500Z", action: "Update", actor: "User alice" }];
    const [assets, untouched] = report.stacks[0]?.resources ?? [];
    assert.deepEqual([assets?.changes, untouched?.changes], [changes, undefined]);
    assert.deepEqual(
      report.unmanaged?.zones.map((zone) => zone.changes?.[0]?.action),
      ["Create"],
    );
    assert.equal(report.cost.apiCalls, emulator.journal.length);
    assert.deepEqual(
      asked(),
      ["30", "29", "28"].map((day) => `/user/audit/2026-06-${day}`),
    );
    for (const format of reportFormats.filter((one) => one !== "json")) {
      const text = renderReport(format, report);
      assert.match(text, /2026-06-29 23(:|%3A)59 UTC(:|%3A) Update by User alice/, format);
      assert.match(text, /Create by User alice/, format);
    }
  });

  it("is asked for on request only, and for 31 days at most", async () => {
    const report = await check({ who: false });
    assert.deepEqual([asked(), report.auditLog], [[], undefined]);
    await check({ deployment: { manifest: { time: "2020-01-01T00:00:00Z" } } });
    assert.equal(asked().length, 31);
    assert.ok(asked().includes("/user/audit/2026-05-31"));
  });

  it("is read page by page", async () => {
    for (let count = 0; count < 1_500; count++) {
      emulator.audit.add({ Timestamp: "2026-06-29T01:00:00Z", ResourceId: "77" });
    }
    emulator.audit.add({
      Timestamp: "2026-06-29T23:59:59.9Z",
      ResourceType: "Storage Zone",
      ResourceId: "1",
      Action: "Last",
    });
    const report = await check();
    assert.equal(report.stacks[0]?.resources[0]?.changes?.[0]?.action, "Last");
    assert.equal(asked().length, 4);
  });

  it("has the latest changes although the service no longer has the oldest days", async () => {
    emulator.setFaults([{ path: "/user/audit/2026-06-28", fault: { kind: "status", status: 404 } }]);
    const report = await check();
    assert.equal(report.stacks[0]?.resources[0]?.changes?.at(-1)?.action, "Update");
    const reason = "the service has none (404), for 2026-06-28 and earlier";
    assert.deepEqual(report.auditLog, { unread: [{ provider: "default", reason }] });
  });

  it("is a line where the log is not available or refused, and changes neither verdict nor other reads", async () => {
    for (const [status, reason] of [
      [401, "the access key may not read it \\(401\\)"],
      [403, "the access key may not read it \\(403\\)"],
      [404, "the service has none \\(404\\)"],
    ] as const) {
      emulator.setFaults([{ path: "/user/audit/*", fault: { kind: "status", status } }]);
      const report = await check();
      assert.equal(report.verdict, "drift");
      const text = renderReport("text", report);
      assert.match(
        text,
        new RegExp(
          `^warning: The report does not show who made the changes, because the audit log of default can't be read: ${reason}$`,
          "m",
        ),
      );
      assert.doesNotMatch(text, /refused/);
    }
  });
});

describe("The emulator's audit log", () => {
  it("has the changes by requests, and none that were refused", async () => {
    const emulator = await startEmulator({
      seed: { pullZones: [{ Id: 7, Name: "web", OriginUrl: "https://a.example" }] },
    });
    const send = (method: string, path: string, body?: object): Promise<Response> =>
      fetch(`${emulator.url}${path}`, {
        ...{ method, headers: { AccessKey: emulator.accessKey, "content-type": "application/json" } },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    await send("POST", "/storagezone", { Name: "made", Region: "DE" });
    await send("POST", "/pullzone/7", { EnableLogging: true });
    await send("POST", "/pullzone/7/addHostname", { Hostname: "www.acme.example" });
    await send("DELETE", "/pullzone/8");
    await send("DELETE", "/pullzone/7");
    const day = new Date().toISOString().slice(0, 10);
    const answer = (await (await send("GET", `/user/audit/${day}`)).json()) as { Logs: Record<string, string>[] };
    assert.deepEqual(
      answer.Logs.map(({ ResourceType, ResourceId, Action }) => [ResourceType, ResourceId, Action]),
      [
        ["StorageZone", "1", "Create"],
        ["PullZone", "7", "Update"],
        ["PullZone", "7", "Update"],
        ["PullZone", "7", "Delete"],
      ],
    );
    await emulator.close();
  });
});
