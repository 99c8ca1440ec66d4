import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { follow } from "../../cli/logs/follow";
import type { AccessLogsArgs } from "../../provider/types/functions";
import type { CdnClient } from "../../provider/api/client";
import type { Emulator, FaultRule } from "../../emulator";
import { clientFor, requestIdOf, secondsApart, withLogs } from "../logs/support";
import { inProcess } from "./inProcess";

/** Collects the paths of entries until there are as many as expected, and a moment longer, so that a repeated one shows. */
async function followed(
  client: CdnClient,
  args: Partial<AccessLogsArgs>,
  expected: number,
  {
    onEntry = () => undefined,
    onOutage = () => undefined,
  }: { onEntry?: (count: number) => void; onOutage?: () => void },
): Promise<(string | undefined)[]> {
  const end = new AbortController();
  const paths: (string | undefined)[] = [];
  try {
    const options = { signal: end.signal, onOutage, intervalMs: 60, overlapMs: 5_000 };
    for await (const entry of follow(client, { pullZoneId: 7, ...args }, options)) {
      paths.push(entry.path);
      onEntry(paths.length);
      if (paths.length === expected) setTimeout(() => end.abort(), 200);
    }
  } catch (error) {
    if (!end.signal.aborted) throw error;
  }
  return paths;
}

const add = (emulator: Emulator, index: number, agoMs = 0) =>
  emulator.accessLogs.add(7, {
    path: `/new/${String(index)}`,
    requestId: requestIdOf(index),
    timestamp: new Date(Date.now() - agoMs).toISOString(),
  });

describe("following an access log", () => {
  it("yields what there is, oldest first, and then what arrives, also late, and nothing twice", async () => {
    await withLogs({ seed: { accessLogs: secondsApart(3) } }, async (emulator, client) => {
      const onEntry = (count: number): void => {
        if (count < 3 || count > 8) return;
        // Every other one is logged four seconds late.
        setTimeout(() => add(emulator, count, count % 2 === 0 ? 4_000 : 0), 30);
      };
      assert.deepEqual(await followed(client, {}, 9, { onEntry }), [
        "/0",
        "/1",
        "/2",
        "/new/3",
        "/new/4",
        "/new/5",
        "/new/6",
        "/new/7",
        "/new/8",
      ]);
    });
  });

  it("yields a log of several pages, with more entries of one moment than a page has, once each", async () => {
    const timestamp = new Date(Date.now() - 60_000).toISOString();
    const accessLogs = secondsApart(7_000, (index) => (index < 6_000 ? { timestamp } : {})).map((entry, index) =>
      index < 6_000 ? entry : { ...entry, timestamp: new Date(Date.now() - 7_000 + index).toISOString() },
    );
    await withLogs({ seed: { accessLogs } }, async (_, client) => {
      const paths = await followed(client, { from: "5m" }, 7_000, {});
      assert.deepEqual([paths.length, new Set(paths).size], [7_000, 7_000]);
    });
  });

  it("yields entries that are equal in every field, each of them once", async () => {
    const timestamp = new Date(Date.now() - 3_000).toISOString();
    const accessLogs = Array.from({ length: 5_003 }, () => ({ pullZoneId: 7, timestamp, path: "/same" }));
    await withLogs({ seed: { accessLogs } }, async (emulator, client) => {
      const onEntry = (count: number): void => {
        if (count === 5_003) emulator.accessLogs.add(7, { timestamp, path: "/same" });
      };
      assert.equal((await followed(client, {}, 5_004, { onEntry })).length, 5_004);
    });
  });

  it("catches up with a day of a busy zone whose queries are slow, and goes on in the middle after an outage", async () => {
    const faults: FaultRule[] = [{ fault: { kind: "slowLogs", perHourMs: 400, perThousandMs: 20 } }];
    await withLogs({ logEntries: 60_000, logRateLimit: "none", faults }, async (emulator) => {
      const client = clientFor(emulator, { timeoutSeconds: 0.25, maxRetries: 0 });
      const outages: string[] = [];
      const onOutage = (): void => void outages.push("outage");
      const onEntry = (count: number): void => {
        if (count === 7_000) emulator.setFaults([{ times: 1, fault: { kind: "status", status: 503 } }, ...faults]);
      };
      const expected = emulator.accessLogs
        .list(7)
        .slice(-13_000)
        .map(({ path: of }) => of);
      const from = emulator.accessLogs.list(7).at(-13_000)?.timestamp ?? "";
      const seen = await followed(client, { from, includeOriginShield: true }, 13_000, { onEntry, onOutage });
      assert.deepEqual([seen.length, outages.length], [13_000, 1]);
      assert.deepEqual(seen, expected);
    });
  });

  it("goes on after an outage and a 429, and loses nothing", async () => {
    await withLogs({ seed: { accessLogs: secondsApart(1) } }, async (emulator) => {
      const outages: string[] = [];
      const onEntry = (count: number): void => {
        if (count > 1) return;
        emulator.setFaults([
          { times: 1, fault: { kind: "status", status: 503 } },
          { times: 1, fault: { kind: "status", status: 429 } },
          { times: 1, fault: { kind: "reset", when: "before" } },
        ]);
        add(emulator, 1);
      };
      const onOutage = (): void => void outages.push("outage");
      const client = clientFor(emulator, { maxRetries: 0 });
      assert.deepEqual(await followed(client, {}, 2, { onEntry, onOutage }), ["/0", "/new/1"]);
      // A cut connection is no outage: a shorter slice may be answered, so it is asked for.
      assert.equal(outages.length, 2);
    });
  });

  it("fails at once where the first query does, and later where it is refused", async () => {
    await withLogs({ seed: { accessLogs: secondsApart(1) } }, async (emulator, client) => {
      await assert.rejects(followed(client, { pullZoneId: 8 }, 1, {}), /no such pull zone/);
      const onEntry = (): void => void emulator.pullZones.change(7, { EnableLogging: false });
      await assert.rejects(followed(client, {}, 2, { onEntry }), /Logging is disabled/);
    });
  });
});

describe("the command logs --follow", () => {
  it("prints row by row, and ends by Ctrl-C as tail -f does", async () => {
    await withLogs({ seed: { accessLogs: secondsApart(2) } }, async (emulator) => {
      const env = { ...process.env, CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
      const main = path.resolve(__dirname, "../../dist/cli/main.js");
      const child = spawn(process.execPath, [main, "logs", "7", "--follow", "--format", "ndjson"], { env });
      const paths: string[] = [];
      let stderr = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
      for await (const text of child.stdout.setEncoding("utf8")) {
        for (const line of String(text).trimEnd().split("\n")) paths.push((JSON.parse(line) as { path: string }).path);
        if (paths.length === 2) add(emulator, 2);
        if (paths.length === 3) child.kill("SIGINT");
      }
      if (child.signalCode === null) await once(child, "exit");
      assert.deepEqual([child.signalCode, stderr, paths], ["SIGINT", "", ["/0", "/1", "/new/2"]]);
    });
  });

  it("says on a terminal that it waits, and for more once there was an entry", async () => {
    await withLogs({ seed: { accessLogs: secondsApart(1) } }, async (emulator) => {
      setTimeout(() => add(emulator, 1), 1_000);
      const argv = ["logs", "7", "--follow", "--limit", "2"];
      const { stdout, stderr } = await inProcess(emulator, argv, { stdout: true, stderr: true });
      assert.match(stdout, /\/0\n.*\/new\/1\n/);
      const shown = stderr.split("\r\u001b[K").filter((text) => text !== "");
      assert.deepEqual(
        [...new Set(shown)],
        ["Waiting for entries; Ctrl-C ends", "Waiting for more entries; Ctrl-C ends"],
      );
      assert.ok(stderr.endsWith("\r\u001b[K"));
    });
  });

  it("ends by itself at the limit", async () => {
    await withLogs({ seed: { accessLogs: secondsApart(3) } }, async (emulator) => {
      const { code, stdout } = await inProcess(emulator, ["logs", "7", "--follow", "--limit", "2"]);
      assert.deepEqual([code, stdout.split("\n").length], [0, 4]);
    });
  });

  for (const [argv, message] of [
    [["--summary"], /'--follow' cannot be used with option '--summary'/],
    [["--to", "1h"], /'--follow' cannot be used with option '--to <time>'/],
    [["--order", "desc"], /'--follow' cannot be used with option '--order <order>'/],
    [["--format", "json"], /--follow can't be used with --format json/],
  ] as const) {
    it(`can't be combined with ${argv.join(" ")}`, async () => {
      const { code, stderr } = await inProcess({}, ["logs", "7", "--follow", ...argv]);
      assert.equal(code, 64);
      assert.match(stderr, message);
    });
  }
});
