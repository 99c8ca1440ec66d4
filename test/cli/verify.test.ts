import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { readFileSync } from "node:fs";
import { openRows } from "../../cli/verify/open";
import { questions } from "../../cli/verify/questions";
import { startEmulator, type Emulator } from "../../emulator";
import { startProxy } from "../e2e/support/proxy";
import { inProcess, type Ended, type Surroundings } from "./inProcess";

const main = path.join(__dirname, "..", "..", "dist", "cli", "main.js");

describe("the command verify", () => {
  let emulator: Emulator;

  beforeEach(async () => (emulator = await startEmulator({})));
  afterEach(() => emulator.close());
  const verify = (argv: readonly string[] = ["--yes"], surroundings: Surroundings = {}): Promise<Ended> =>
    inProcess(emulator, ["verify", ...argv], surroundings);
  const zones = (): unknown[] => [
    ...emulator.storageZones.list(),
    ...emulator.pullZones.list(),
    ...emulator.dnsZones.list(),
    ...emulator.edgeScripts.list(),
  ];
  const created = (): number =>
    emulator.journal.filter(({ method, path: to }) => method === "POST" && !/\d/.test(to)).length;

  it("answers every question in a table without secrets, marks what is recorded, and deletes what it created", async () => {
    const { code, stdout, stderr } = await verify();
    assert.deepEqual([code, stderr], [0, "The zones and scripts were deleted.\n"], stdout);
    assert.deepEqual(zones(), []);
    const rows = stdout.split("\n").filter((line) => line.startsWith("| "));
    assert.equal(rows.length, 105, stdout);
    assert.match(stdout, /^# Answers of http:\/\/127\.0\.0\.1:\d+, \d{4}-\d\d-\d\d\n/);
    assert.match(
      stdout,
      /^- \*\*Region\*\*: DE, [^]*^- \*\*Version\*\*: pulumi-cdn-zones \d[^]*: \d+ agree .*, \d+ are new, 0 are open$/m,
    );
    assert.match(
      stdout,
      /^\| R2\.7 \| Second storage zone of the same name \| [^|]* \| 400 storagezone\.name_taken Name [^|]* \| recorded \|$/m,
    );
    assert.match(
      stdout,
      /^\| R6\.16, R12\.5 \| `Cache-Control` of a missing file, [^|]* \| [^|]* \| 201; 201; 404; public, max-age=0 \| recorded \|$/m,
    );
    for (const answered of [
      /^\| R2\.14 \| [^|]* \| [^|]* \| 400 storagezone\.name_invalid Name [^|]* \| recorded \|$/m,
      /^\| R3\.2, R3\.14 \| [^|]* \| [^|]* \| 200 text\/css[^|]*; 200 application\/json[^|]* \| recorded \|$/m,
      /^\| R3\.7 \| [^|]* \| [^|]* \| 401 [^|]*; 401 [^|]* \| recorded \|$/m,
      /^\| R4\.3 \| [^|]* \| [^|]* \| 201; 2592000, true \| recorded \|$/m,
      /^\| R6\.9, R6\.11 \| [^|]* \| [^|]* \| [^|]*; 201 \/to\/b\/c; [^|]* \| recorded \|$/m,
      /^\| R7\.7 \| [^|]* \| [^|]* \| 404, this page \| recorded \|$/m,
      /^\| R7\.8, R7\.10 \| [^|]* \| [^|]* \| 200, this page; 404, this page \| recorded \|$/m,
      /^\| R9\.5 \| [^|]* \| [^|]* \| 204; 204; none; the same note \| recorded \|$/m,
      /^\| R10\.10 \| [^|]* \| [^|]* \| 201; the id; the name \| recorded \|$/m,
      /^\| R10\.13 \| [^|]* \| [^|]* \| 200; 200, 1 record; 200, 1 record \| recorded \|$/m,
      /^\| R2\.9 \| [^|]* \| [^|]* \| 400 storagezone\.validation Region Invalid main region code\. \| recorded \|$/m,
      /^\| R3\.6, R3\.15 \| [^|]* \| [^|]* \| 201 [^|]*; 201 [^|]*; 200 [^|]*; empty \| recorded \|$/m,
      /^\| R4\.5 \| [^|]* \| [^|]* \| 200; both as before \| recorded \|$/m,
      /^\| R4\.7 \| [^|]* \| [^|]* \| 400 pullzone\.name_taken Name [^|]* \| recorded \|$/m,
      /^\| R4\.11, R9\.12 \| [^|]* \| [^|]* \| 200; "https:\/\/bunnycdn\.com", -1; the pull zone \| recorded \|$/m,
      /^\| R4\.12 \| [^|]* \| [^|]* \| 400 pullzone\.validation The Magic Containers [^|]* \| recorded \|$/m,
      /^\| R6\.17 \| [^|]* \| [^|]* \| 201; 201; the URL without the query \| recorded \|$/m,
      /^\| R7\.1 \| [^|]* \| [^|]* \| 204; 204 \| recorded \|$/m,
      /^\| R13\.4, R13\.5, R13\.11 \| [^|]* \| [^|]* \| 200; shieldZone\.shieldZoneId; true, no fraction[^|]*; 2, 0 \| recorded \|$/m,
      /^\| R13\.15, R13\.16, R13\.17 \| [^|]* \| [^|]* \| 200; 202 plan_limit_restriction[^|]*; 2 \| recorded \|$/m,
      /^\| R13\.33 \| [^|]* \| [^|]* \| 200; as sent; 200; empty \| recorded \|$/m,
      /^\| R13\.34 \| [^|]* \| [^|]* \| 200; 200; 1 \| new \|$/m,
      /^\| R13\.31 \| [^|]* \| [^|]* \| 400; no \| recorded \|$/m,
      /^\| R13\.32 \| [^|]* \| [^|]* \| 200; as sent \| recorded \|$/m,
      /^\| R13\.27 \| [^|]* \| [^|]* \| 202 limit_reached\.waf; 0 \| recorded \|$/m,
      /^\| R13\.23 \| [^|]* \| [^|]* \| 202 not_available\.access_list; off \| recorded \|$/m,
      /^\| R13\.26 \| [^|]* \| [^|]* \| 400 feature_not[^|;]*; 400 feature_not[^|;]* \| recorded \|$/m,
      /^\| R13\.14 \| [^|]* \| [^|]* \| 200; null; yes \| new \|$/m,
    ])
      assert.match(stdout, answered);
    assert.match(stdout, /^\| R9\.1 \| Second edge script of the same name \| [^|]* \| 201 \| new \|$/m);
    assert.match(stdout, /^\| R9\.4, R9\.11 \| Edge script: publication; [^|]* \| [^|]* \| 204, 1; 204, 2 \| new \|$/m);
    assert.match(
      stdout,
      /^\| R9\.4 \| Edge script with saved but unpublished code: [^|]* \| [^|]* \| 204; the saved one, the published one \| new \|$/m,
    );
    assert.equal(
      stdout.match(/^\| R9\.15 \| Deletion of an edge script that [^|]* \| [^|]* \| 204 \| new \|$/gm)?.length,
      3,
    );
    assert.match(
      stdout,
      /^\| R2\.12 \| Storage zone: reset of both passwords \| [^|]* \| 204, a new [^|]* \| new \|$/m,
    );
    assert.doesNotMatch(stdout, /not answered|\| open \|/);
    // Passwords are groups of hexadecimal digits.
    assert.doesNotMatch(stdout, /[0-9a-f]{4}-[0-9a-f]{4}/);
    assert.ok(!stdout.includes(emulator.accessKey));
  });

  it("asks about each row of the page, or says what an answer needs", async () => {
    const page = readFileSync(path.join(__dirname, "..", "..", "docs", "contract-and-assumptions.md"), "utf8");
    const ids = [...page.matchAll(/^\| (R\d+\.\d+) /gm)].map(([, id = ""]) => id);
    const asked = questions.flatMap(({ rows }) => rows);
    const open = openRows.flatMap(({ rows }) => rows);
    assert.deepEqual([...new Set([...asked, ...open])].sort(), [...ids].sort());
    assert.deepEqual(
      open.filter((id) => asked.includes(id)),
      [],
    );
    emulator.setFaults([{ method: "POST", path: "/dnszone", fault: { kind: "status", status: 403 } }]);
    const { stdout } = await verify();
    assert.match(
      stdout,
      /\nThese rows stay open:\n\n- R10\.1, .*: they need an answer to the open questions above\n- R5\.1, .*: they need a hostname of/,
    );
  });

  it("shows other answers about edge scripts as they are, and deletes what it created then as well", async () => {
    await emulator.close();
    emulator = await startEmulator({ edgeScriptRules: ["uniqueName", "keptInUse", "noUnchangedRelease"] });
    const { code, stdout } = await verify();
    assert.deepEqual([code, zones()], [0, []], stdout);
    assert.match(
      stdout,
      /^\| R9\.1 \| Second edge script of the same name \| [^|]* \| 400 edgeScript\.name_taken [^|]* \| new \|$/m,
    );
    assert.match(stdout, /^\| R9\.4, R9\.11 \| Edge script: publication; [^|]* \| [^|]* \| 204, 1; 204, 1 \| new \|$/m);
    const kept =
      /^\| R9\.15 \| Deletion of an edge script that [^|]* \| [^|]* \| 400 edgeScript\.in_use [^|]* \| new \|$/gm;
    assert.equal(stdout.match(kept)?.length, 3, stdout);
  });

  it("prints a page that can be published: no id, no key and no random name, also in answers that failed", async () => {
    emulator.storageZones.add({ Id: 900_001, Name: "first" });
    emulator.pullZones.add({ Id: 4_000_001, Name: "first" });
    emulator.dnsZones.add({ Id: 700_001, Domain: "first.example" });
    emulator.edgeScripts.add({ Id: 60_001, Name: "first" });
    // The error names the path of the zone and its name.
    emulator.setFaults([
      { method: "GET", path: "/dnszone/*", times: 5, fault: { kind: "status", status: 404 } },
      {
        method: "POST",
        path: "/storagezone/*/resetPassword",
        fault: { kind: "status", status: 400, body: { ErrorKey: "no", Message: "Zone 900002 of verify-0123456789ab" } },
      },
    ]);
    const { stdout } = await verify();
    assert.match(stdout, /a GET of \/dnszone\/\[id\] does not show the name \[name\]/);
    const ids = emulator.journal.flatMap(({ path: to }) => to.match(/\d{5,}|[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []);
    const own = [...new Set(ids)].filter((id) => id !== "2147483647");
    assert.ok(own.length >= 5, String(own));
    for (const secret of [...own, emulator.accessKey]) assert.ok(!stdout.includes(secret), secret);
    assert.doesNotMatch(stdout, /verify-[0-9a-f]{12}/);
  });

  it("prints the same as JSON", async () => {
    const { code, stdout } = await verify(["--yes", "--format", "json"]);
    const { service, answers } = JSON.parse(stdout) as { service: string; answers: { question: string }[] };
    assert.deepEqual([code, service, answers.length], [0, emulator.url, 103]);
    assert.deepEqual(Object.keys(answers[0] ?? {}), ["question", "rows", "recorded", "answer", "result"]);
  });

  it("asks about a shield of its own on the plan Basic, and leaves nothing of it switched on", async () => {
    const own = { Id: 70, pullZoneId: 7, planType: 1 };
    emulator.pullZones.add({ Id: 7, Name: "prod" });
    emulator.pullZoneShields.add(own);
    const before = JSON.stringify(emulator.pullZoneShields.get(70));
    const { code, stdout } = await verify();
    assert.equal(code, 0, stdout);
    assert.equal(JSON.stringify(emulator.pullZoneShields.get(70)), before);
    assert.deepEqual([emulator.shieldRateLimits.list(), emulator.shieldAccessLists.list()], [[], []]);
    assert.ok(emulator.pullZoneShields.list().every(({ Id, planType }) => Id === 70 || planType === 0));
    const paths = emulator.journal.map(({ path: to }) => to);
    assert.deepEqual(
      paths.filter((to) => /defaults|under-attack|promo/.test(to)),
      [],
    );
  });

  it("changes no shield that shows another pull zone or another plan", async () => {
    for (const shown of [{ planType: 1 }, { pullZoneId: 7 }]) {
      emulator.reset();
      const body = { data: { shieldZoneId: 70, planType: 0, pullZoneId: 7, ...shown } };
      const byPullZone = "/shield/shield-zone/get-by-pullzone/*";
      emulator.setFaults([{ path: byPullZone, skip: 1, fault: { kind: "status", status: 200, body } }]);
      await verify();
      const changes = emulator.journal.filter(({ method, path: to }) => method !== "GET" && to.startsWith("/shield/"));
      assert.deepEqual(
        [...new Set(changes.map(({ method, path: to }) => `${method} ${to}`))],
        ["POST /shield/shield-zone"],
      );
    }
  });

  it("reads the random name back before each request that changes or deletes a zone", async () => {
    await verify();
    const names = new Map<string, number>();
    for (const { method, path: to, query, status = 0 } of emulator.journal) {
      const [, zone] = /^(\/(?:storagezone|pullzone|dnszone|compute\/script)\/\d+)/.exec(to) ?? [];
      const of = zone ?? (query["id"] === undefined ? undefined : `/storagezone/${query["id"]}`);
      if (of === undefined) continue;
      if (method === "GET") names.set(of, status);
      // The second deletion of a zone follows the first one.
      else assert.ok(names.has(of), `${method} ${to}`);
      if (method !== "GET" && method !== "DELETE") names.delete(of);
    }
  });

  for (const answered of ['{"Id":77,"Name":"prod"}', '{"Id":"77"}', '{"Id":"77/../77"}', '{"Id":-1}', "{}", "[]"]) {
    it(`leaves the zones of others alone if creations are answered with ${answered}`, async () => {
      await emulator.close();
      const prod = [{ Id: 77, Name: "prod", Domain: "prod.example" }];
      emulator = await startEmulator({
        seed: { storageZones: prod, pullZones: prod, dnsZones: prod, edgeScripts: prod },
        faults: ["/storagezone", "/pullzone", "/dnszone", "/compute/script"].map((to) => ({
          ...{ method: "POST", path: to },
          fault: { kind: "invalidJson", body: answered },
        })),
      });
      const before = zones();
      const { stdout, stderr } = await verify();
      assert.deepEqual(zones(), before, stdout + stderr);
      const written = emulator.journal.filter(({ method, path: to }) => method !== "GET" && /\/77(\/|$)/.test(to));
      assert.deepEqual(written, []);
      if (answered.includes("prod")) {
        assert.match(stderr, /^warning: Left alone, because its name .*: .*storage zone 77/m);
        assert.doesNotMatch(stderr, /The zones and scripts were deleted/);
      }
      assert.match(stdout, /not answered: (a GET of \/storagezone\/77 does not show|The id of a storage zone must be)/);
    });
  }

  it("asks first, and creates nothing without a yes", async () => {
    const alone = await verify([]);
    assert.equal(alone.code, 64);
    assert.match(alone.stderr, /There is no terminal to ask for confirmation: add --yes/);
    const no = await verify([], { interactive: true, stdin: "no\n" });
    assert.equal(no.code, 1);
    assert.match(
      no.stderr,
      /creates a storage zone, two pull zones, a DNS zone and edge scripts .* cost nothing but the minimum[^]*nothing was created/,
    );
    assert.deepEqual(emulator.journal, []);
    const yes = await verify([], { interactive: true, stdin: "yes\n" });
    assert.equal(yes.code, 0, yes.stderr);
  });

  it("deletes a zone or script whose creation got no answer, and names what it could not delete", async () => {
    emulator.setFaults(
      ["/storagezone", "/compute/script"].map((to) => ({
        ...{ method: "POST", path: to, times: 1 },
        fault: { kind: "status", status: 502, applied: true },
      })),
    );
    const lost = await verify();
    assert.deepEqual(zones(), [], lost.stdout + lost.stderr);
    emulator.setFaults([{ method: "DELETE", path: "/storagezone/*", fault: { kind: "status", status: 500 } }]);
    const { code, stdout, stderr } = await verify();
    assert.equal(code, 1);
    assert.match(stdout, /^\| R4\.1 \| Pull zone: creation /m);
    assert.match(
      stderr,
      /These could not be deleted:\n {2}storage zone verify-[0-9a-f]{12}: its deletion was answered with 500\. Delete it: curl -X DELETE -H "AccessKey: \$CDN_ACCESS_KEY" '?http:\/\/[\d.:]+\/storagezone\/\d+\?deleteLinkedPullZones=false'?\n/,
    );
    assert.equal(zones().length, 1);
  });

  it("deletes again what a success has not deleted, and names what stays", async () => {
    const nothing = { kind: "status", status: 204 } as const;
    emulator.setFaults([{ method: "DELETE", path: "/pullzone/*", times: 2, fault: nothing }]);
    const again = await verify();
    assert.deepEqual([again.code, again.stderr, zones()], [0, "The zones and scripts were deleted.\n", []]);
    emulator.setFaults([{ method: "DELETE", path: "/storagezone/*", fault: nothing }]);
    const { code, stderr } = await verify();
    assert.equal(code, 1);
    assert.match(
      stderr,
      /These could not be deleted:\n {2}storage zone verify-[0-9a-f]{12}: its deletion was answered with 204, but the service still shows it\. Delete it: curl -X DELETE /,
    );
  });

  it("takes nothing for deleted because a GET was answered with an error or a page", async () => {
    for (const answer of [{ status: 503 }, { change: () => ["a page"] }]) {
      const proxy = await startProxy(emulator.url);
      const isDeleted = (): boolean => proxy.requests.some((line) => line.startsWith("DELETE /storagezone/"));
      const after = {
        get times() {
          return isDeleted() ? Infinity : 0;
        },
        set times(_) {
          // It stays as it is.
        },
      };
      proxy.rules = [
        { on: "DELETE /storagezone/*", status: 204, applied: false, times: Infinity },
        Object.defineProperties({ on: "GET /storagezone/*", ...answer }, Object.getOwnPropertyDescriptors(after)),
      ];
      const account = { url: proxy.url, accessKey: emulator.accessKey };
      const { code, stderr } = await inProcess(account, ["verify", "--yes"]);
      await proxy.close();
      assert.equal(code, 1, stderr);
      assert.match(stderr, /These could not be deleted:\n {2}storage zone verify-/);
    }
  });

  it("finds a zone whose creation got no answer in a later list", async () => {
    emulator.setFaults([
      { method: "POST", path: "/storagezone", nth: 1, fault: { kind: "status", status: 502, applied: true } },
      { method: "GET", path: "/storagezone", times: 1, fault: { kind: "status", status: 200, body: [] } },
    ]);
    const { stdout, stderr } = await verify();
    assert.deepEqual(zones(), [], stdout + stderr);
  });

  it("deletes what it created when Ctrl-C ends it", async () => {
    emulator.setFaults([{ method: "GET", path: "/storagezone/*", times: 1, fault: { kind: "hang" } }]);
    const env = { ...process.env, CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
    const child = spawn(process.execPath, [main, "verify", "--yes"], { env, stdio: "ignore" });
    const closed = once(child, "close");
    while (created() === 0 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGINT");
    assert.deepEqual(await closed, [1, null]);
    assert.deepEqual(zones(), []);
  });
});
