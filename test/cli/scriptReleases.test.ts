import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { EdgeScript } from "../../emulator";
import { startEmulator, type Emulator } from "../../emulator";
import { inProcess } from "./inProcess";

const release = (number: number) => ({
  Id: number,
  Uuid: `release${String(number)}`,
  Code: `code ${String(number)}`,
  Note: number === 2 ? "the second" : null,
  Status: number === 3 ? 1 : 0,
  DateReleased: `2026-03-0${String(number)}T12:00:00Z`,
  DatePublished: `2026-03-0${String(number)}T12:00:00Z`,
});
const script = { Id: 7, Name: "acme-hello", CurrentReleaseId: 3, Code: "code 3", Releases: [1, 2, 3].map(release) };
const twice = [8, 9].map((Id) => ({ Id, Name: "twice" }));

describe("The commands for releases of an edge script", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ seed: { edgeScripts: [script, ...twice] } });
  });
  beforeEach(() => emulator.reset());
  after(() => emulator.close());

  const run = async (...argv: readonly string[]) => {
    emulator.clearJournal();
    return inProcess(emulator, argv);
  };
  const current = (): EdgeScript | undefined => emulator.edgeScripts.get(7);
  const live = () => current()?.Releases?.find(({ Status }) => Status === 1)?.Uuid;
  const writes = () => emulator.journal.flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`]));

  it("list them by date with their notes, and mark the live one", async () => {
    for (const given of ["edge-script:acme-hello", "EdgeScript:7", "edgescripts:acme-hello"]) {
      const { stdout } = await run("releases", given);
      assert.equal(
        stdout,
        "* release3  2026-03-03 12:00:00 UTC  live\n" +
          "  release2  2026-03-02 12:00:00 UTC  the second\n" +
          "  release1  2026-03-01 12:00:00 UTC\n",
      );
      assert.deepEqual(writes(), []);
    }
    const { stdout } = await run("releases", "edge-script:7", "--format", "json");
    assert.deepEqual((JSON.parse(stdout) as unknown[])[1], {
      ...{ release: "release2", date: "2026-03-02T12:00:00.000Z", live: false, note: "the second" },
    });
  });

  it("write the live code over a file, byte for byte, and nothing of a script without a release", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "live-code-"));
    const file = path.join(folder, "hello.js");
    const Code = "// ü \u001b[0m\r\nexport default 1;";
    emulator.edgeScripts.change(7, { Code: "saved only", Releases: [release(2), { ...release(3), Code }] });
    writeFileSync(file, "an older and much longer text than the code of the live release");
    const { stdout } = await run("-C", folder, "releases", "edge-script:acme-hello", "--code", "hello.js");
    assert.equal(stdout, "Wrote the code of release release3 to hello.js\n");
    const refused = await run("releases", "edge-script:8", "--code", file);
    assert.match(refused.stderr, /Edge script twice has no live release with code/);
    assert.match((await run("releases", "pull-zone:7", "--code", file)).stderr, /--code works only for an edge script/);
    assert.equal(readFileSync(file, "utf8"), Code);
    assert.deepEqual(writes(), []);
    rmSync(folder, { recursive: true });
  });

  it("list more of them than fit on one page", async () => {
    const Releases = Array.from({ length: 23 }, (_, index) => ({
      ...release(1),
      Id: index + 1,
      Uuid: `r${String(index)}`,
    }));
    emulator.edgeScripts.change(7, { Releases: Releases });
    const { stdout } = await run("releases", "edge-script:acme-hello");
    assert.equal(stdout.trim().split("\n").length, 23);
  });

  it("go back by one release at a time, and to a given one, without a new release", async () => {
    const first = await run("rollback", "edge-script:acme-hello", "--yes");
    assert.match(
      first.stdout,
      /^Edge script acme-hello runs release release2 of 2026-03-02 .* the second instead of release3\n/,
    );
    assert.match(
      first.stdout,
      /pulumi up --refresh, or the next change of the code, publishes the program's code again/,
    );
    assert.deepEqual(writes(), ["POST /compute/script/7/publish/release2"]);
    assert.equal(live(), "release2");
    assert.match((await run("releases", "edge-script:7")).stdout, /^ {2}release3 .*\n\* release2 .*live/);
    await run("rollback", "EdgeScript:acme-hello", "--yes");
    assert.equal(live(), "release1");
    assert.match(
      (await run("rollback", "edge-script:7", "--yes")).stderr,
      /There is no release with other code before release1/,
    );
    const { stdout } = await run("rollback", "edge-script:7", "release3", "--yes", "--format", "json");
    assert.deepEqual(JSON.parse(stdout), { edgeScriptId: 7, release: "release3", before: "release1" });
    assert.equal(live(), "release3");
    assert.equal(current()?.Releases?.length, 3);
    // Once more, it sends nothing.
    await run("rollback", "edge-script:7", "release3", "--yes");
    assert.deepEqual(writes(), []);
  });

  it("go back to other code by default, and say if a given release has the live code", async () => {
    // The third release has the code of the second one, as after a rollback that pulumi up reverted.
    const republished = { ...release(3), Code: "code 2" };
    emulator.edgeScripts.change(7, { Code: "code 2", Releases: [release(1), release(2), republished] });
    const given = await run("rollback", "edge-script:7", "release2", "--yes");
    assert.match(
      given.stderr,
      /Release release2 has the same code as the live release release3: nothing changes for visitors/,
    );
    assert.equal(live(), "release2");
    // Nor is the newer release with that code proposed.
    const back = await run("rollback", "edge-script:7", "--yes");
    assert.deepEqual([back.stderr, live()], ["", "release1"]);
    await run("rollback", "edge-script:7", "release3", "--yes");
    const skipped = await run("rollback", "edge-script:7", "--yes");
    assert.deepEqual([skipped.stderr, live()], ["", "release1"]);
    emulator.edgeScripts.change(7, { CurrentReleaseId: 3, Releases: [release(2), republished] });
    const { code, stderr } = await run("rollback", "edge-script:7", "--yes");
    assert.equal(code, 1);
    assert.match(stderr, /There is no release with other code before release3\. npx/);
    assert.deepEqual(writes(), []);
  });

  it("go back to the release before at a service that lists releases without their code", async () => {
    const body = [1, 2, 3].map((number) => ({ ...release(number), Code: "" }));
    const fault = { kind: "status", status: 200, body } as const;
    emulator.setFaults([{ method: "GET", path: "/compute/script/7/releases", fault }]);
    const { stderr } = await run("rollback", "edge-script:7", "--yes");
    assert.deepEqual([stderr, live()], ["", "release2"]);
  });

  it("go back no further because one list lacks the release before", async () => {
    for (const nth of [1, 2]) {
      emulator.reset();
      const body = [1, 3].map(release);
      const fault = { kind: "status", status: 200, body } as const;
      emulator.setFaults([{ method: "GET", path: "/compute/script/7/releases", nth, fault }]);
      await run("rollback", "edge-script:7", "--yes");
      assert.equal(live(), "release2");
    }
  });

  it("wait for a live release that shows late, and go on after a lost answer", async () => {
    const path = "/compute/script/7/publish/release2";
    emulator.setFaults([
      { path, times: 1, fault: { kind: "reset", when: "after" } },
      { path, fault: { kind: "lag", getRequests: 1 } },
    ]);
    assert.equal((await run("rollback", "edge-script:7", "--yes")).code, 0);
    assert.equal(live(), "release2");
  });

  it("go back by one release after a publication that can't be confirmed, with the command that they name", async () => {
    const path = "/compute/script/7/publish/release2";
    const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey, CDN_MAX_RETRIES: "0" };
    const rollback = async () => inProcess(emulator, ["rollback", "edge-script:acme-hello", "--yes"], { env });
    // No answer arrives, but the release is live.
    emulator.setFaults([{ path, fault: { kind: "status", status: 502, applied: true } }]);
    assert.deepEqual([(await rollback()).code, live()], [0, "release2"]);
    for (const fault of [
      { kind: "lag", getRequests: 6 },
      { kind: "status", status: 502 },
    ] as const) {
      emulator.reset();
      emulator.setFaults([{ path, fault }]);
      const { code, stderr } = await rollback();
      assert.equal(code, 1);
      assert.doesNotMatch(stderr, /the same command again/);
      const command = /To finish it, run: npx pulumi-cdn-zones (rollback edge-script:acme-hello release2 --yes)\n/;
      emulator.setFaults([]);
      assert.equal((await run(...(command.exec(stderr)?.[1] ?? stderr).split(" "))).code, 0);
      assert.equal(live(), "release2");
    }
    emulator.reset();
    emulator.setFaults([{ path, fault: { kind: "status", status: 404 } }]);
    assert.doesNotMatch((await rollback()).stderr, /To finish it/);
  }).timeout(30_000);

  it("go back no further because one read of the script or of its live release is late", async () => {
    const path = "/compute/script/7";
    const late = { ...emulator.edgeScripts.get(7), CurrentReleaseId: 2 };
    for (const fault of [
      { path, fault: { kind: "status", status: 200, body: late } },
      { path: `${path}/releases/active`, fault: { kind: "status", status: 200, body: release(2) } },
    ] as const) {
      emulator.reset();
      emulator.setFaults([{ method: "GET", times: 1, ...fault }]);
      assert.equal((await run("rollback", "edge-script:7", "--yes")).code, 0);
      assert.equal(live(), "release2");
      // If the two still differ after a few seconds, nothing is sent.
      emulator.reset();
      emulator.setFaults([{ method: "GET", ...fault }]);
      const { code, stderr } = await run("rollback", "edge-script:7", "--yes");
      assert.deepEqual([code, writes()], [1, []]);
      assert.match(
        stderr,
        /shows as the live release of edge script acme-hello both release\d and another one, or none/,
      );
    }
  }).timeout(30_000);

  it("go back from no other release than the one that was confirmed", async () => {
    const active = "/compute/script/7/releases/active";
    emulator.setFaults([{ method: "GET", path: active, times: 1, fault: { kind: "latency", ms: 300 } }]);
    const Releases = [1, 2, 3].map((number) => ({ ...release(number), Status: number === 2 ? 1 : 0 }));
    emulator.edgeScripts.change(7, { CurrentReleaseId: 2, Releases });
    emulator.clearJournal();
    const ended = inProcess(emulator, ["rollback", "edge-script:7"], { stdin: "yes\n", interactive: true });
    while (!emulator.journal.some(({ path }) => path === active)) await setTimeout(5);
    emulator.edgeScripts.change(7, { CurrentReleaseId: 3, Releases: script.Releases });
    const { code, stderr } = await ended;
    assert.deepEqual([code, writes()], [1, []]);
    assert.match(
      stderr,
      /Edge script acme-hello runs release release3 by now, not release2\. Nothing was changed\. Run/,
    );
    const options = { stdin: "yes\n", interactive: true };
    assert.equal((await inProcess(emulator, ["rollback", "edge-script:7"], options)).code, 0);
    assert.equal(current()?.CurrentReleaseId, 2);
  });

  it("refuse what is not there, not clear, or not confirmed", async () => {
    const refusal = async (...argv: readonly string[]): Promise<string> => {
      const { code, stderr } = await run(...argv);
      assert.notEqual(code, 0);
      assert.deepEqual(writes(), []);
      return stderr;
    };
    assert.match(
      await refusal("rollback", "edge-script:acme-hello"),
      /will run release release2 of .*There is no terminal to ask for confirmation: add --yes/s,
    );
    assert.match(
      await refusal("rollback", "edge-script:acme-hello", "nosuch", "--yes"),
      /There is no release nosuch\. npx/,
    );
    assert.match(
      await refusal("rollback", "edge-script:7", "--yes", "--wait"),
      /--wait can't be used for an edge script/,
    );
    assert.match(await refusal("rollback", "edge-script:8", "--yes"), /Edge script twice has no live release/);
    assert.match(
      await refusal("releases", "edge-script:twice"),
      /There are 2 edge scripts named "twice", with the ids 8, 9/,
    );
    assert.match(
      await refusal("releases", "edge-script:acme-helo"),
      /no edge script named .* Did you mean acme-hello\?/,
    );
  });
});
