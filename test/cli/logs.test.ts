import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Emulator } from "../../emulator";
import { inProcess, type Surroundings } from "./inProcess";
import { secondsApart, withLogs } from "../logs/support";

const secret = "Basic c2VjcmV0";
const accessLogs = secondsApart(4, (index) => ({
  ...{ statusCode: [200, 404, 503, 200][index] ?? 0, cacheStatus: index % 2 === 0 ? "HIT" : "-", countryCode: "DE" },
  ...{ host: "cdn.example.com", scheme: "https", bytesSent: 1000 * (index + 1), edgeLocation: "FRA" },
  ...(index === 3 ? { userAgent: '=cmd|"x"', referer: "a\u001b[2Jb", authorizationHeader: secret } : {}),
}));

const logs = (emulator: Emulator, argv: readonly string[], surroundings?: Surroundings) =>
  inProcess(emulator, ["logs", ...argv], surroundings);

describe("the command logs", () => {
  const test = (act: (emulator: Emulator) => Promise<void>) =>
    withLogs({ seed: { accessLogs }, logRateLimit: "none" }, act);

  it("prints a table, the newest entry first", async () => {
    await test(async (emulator) => {
      const { code, stdout, stderr } = await logs(emulator, ["7"]);
      assert.deepEqual([code, stderr], [0, ""]);
      const lines = stdout.split("\n");
      assert.equal(lines[0], "TIME                      STATUS  CACHE            SIZE  FROM  EDGE  URL");
      assert.match(
        lines[1] ?? "",
        /^2\S+Z     200  -              4.0 kB  DE    FRA   https:\/\/cdn\.example\.com\/3$/,
      );
      assert.equal(lines.length, 6);
    });
  });

  it("colours a status by its class where colours are asked for", async () => {
    await test(async (emulator) => {
      const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey, FORCE_COLOR: "1" };
      const { stdout } = await logs(emulator, ["7"], { env });
      assert.deepEqual(
        [...stdout.matchAll(/\u001b\[(\d+)m +(\d{3})\u001b/g)].map(([, color, status]) => [color, status]),
        [
          ["32", "200"],
          ["31", "503"],
          ["33", "404"],
          ["32", "200"],
        ],
      );
      assert.match((await logs(emulator, ["7", "--summary"], { env })).stdout, /\u001b\[33m█+ +\u001b\[39m  1  4xx/);
    });
  });

  it("prints JSON and lines of JSON, with control characters and secrets out of sight", async () => {
    await test(async (emulator) => {
      const { stdout } = await logs(emulator, ["7", "--format", "json"]);
      const entries = JSON.parse(stdout) as Record<string, unknown>[];
      assert.deepEqual(
        entries.map((entry) => entry["path"]),
        ["/3", "/2", "/1", "/0"],
      );
      assert.deepEqual([entries[0]?.["referer"], entries[0]?.["authorizationHeader"]], ["a\u001b[2Jb", "[secret]"]);
      assert.ok(!stdout.includes("\u001b"));
      const lines = (await logs(emulator, ["7", "--format", "ndjson"])).stdout.trimEnd().split("\n");
      assert.deepEqual(
        lines.map((line) => JSON.parse(line) as unknown),
        entries,
      );
    });
  });

  it("prints CSV, quoted, and without what a terminal or a spreadsheet would run", async () => {
    await test(async (emulator) => {
      const [head, first, second] = (await logs(emulator, ["7", "--format", "csv"])).stdout.split("\n");
      assert.ok(head?.startsWith("timestamp,pullZoneId,requestId,cacheStatus,statusCode,"));
      assert.match(first ?? "", /,-,200,4000,.*,DE,"'=cmd\|""x""",a\\u001b\[2Jb,/);
      assert.match(first ?? "", /,\[secret\],,,$/);
      assert.equal(second?.split(",").length, 21);
    });
  });

  it("shows secrets only where that is asked for", async () => {
    await test(async (emulator) => {
      for (const format of ["table", "json", "ndjson", "csv"]) {
        assert.ok(!(await logs(emulator, ["7", "--format", format])).stdout.includes(secret), format);
      }
      assert.ok((await logs(emulator, ["7", "--format", "csv", "--show-secrets"])).stdout.includes(secret));
    });
  });

  it("passes filters on, and stops at the limit", async () => {
    await test(async (emulator) => {
      const paths = async (...argv: string[]) => {
        const { stdout } = await logs(emulator, ["7", "--format", "ndjson", ...argv]);
        return stdout.split("\n").flatMap((line) => (line === "" ? [] : [(JSON.parse(line) as { path: string }).path]));
      };
      assert.deepEqual(await paths("--status", "404", "--status", "5xx", "--order", "asc"), ["/1", "/2"]);
      assert.deepEqual(await paths("--status=404,5xx", "--cache-status", "HIT"), ["/2"]);
      assert.deepEqual(await paths("--search", "/3", "--search", "/1"), ["/3", "/1"]);
      assert.deepEqual(await paths("--limit", "2", "--offset", "1", "--from", "1h"), ["/2", "/1"]);
      assert.deepEqual(await paths("--country", "FR"), []);
      assert.equal(emulator.journal.filter(({ query }) => query["limit"] === "2").length, 1);
    });
  });

  it("takes the name of a zone, in any case", async () => {
    const seed = { pullZones: [{ Id: 7, Name: "acme-web", EnableLogging: true }], accessLogs };
    await withLogs({ seed }, async (emulator) => {
      assert.equal((await logs(emulator, ["ACME-web"])).stdout, (await logs(emulator, ["7"])).stdout);
      const unknown = await logs(emulator, ["nobody"]);
      assert.deepEqual([unknown.code, unknown.stdout], [1, ""]);
      assert.match(
        unknown.stderr,
        /: There is no pull zone named "nobody" in this account\. List what it has with: npx pulumi-cdn-zones zones\n$/,
      );
    });
  });

  it("prints the newest 100 entries on a terminal, and says so, unless more are asked for", async () => {
    await withLogs({ seed: { accessLogs: secondsApart(130) } }, async (emulator) => {
      const lines = async (...argv: string[]): Promise<[number, string]> => {
        const { stdout, stderr } = await logs(emulator, ["7", ...argv], { stdout: true });
        return [stdout.split("\n").length - 1, stderr];
      };
      const note =
        "Only the newest 100 entries are shown. --limit all prints all entries, and --summary counts them.\n";
      assert.deepEqual(await lines(), [101, note]);
      assert.deepEqual(await lines("--limit", "all"), [131, ""]);
      assert.deepEqual(await lines("--limit", "110"), [111, ""]);
      assert.deepEqual(await lines("--format", "ndjson"), [130, ""]);
      assert.deepEqual(await lines("--offset", "30"), [101, ""]);
    });
  });

  it("says in which window nothing matches", async () => {
    await test(async (emulator) => {
      const window = /^No entries match between (\S+)Z and (\S+)Z\.\n$/;
      for (const [format, output] of [
        ["table", /^$/],
        ["json", /^\[\]\n$/],
        ["ndjson", /^$/],
        ["csv", /^timestamp,[^\n]*\n$/],
      ] as const) {
        const { code, stdout, stderr } = await logs(emulator, ["7", "--country=FR", "--format", format]);
        assert.equal(code, 0);
        assert.match(stdout, output);
        assert.match(stderr, window);
      }
      const { stdout, stderr } = await logs(emulator, ["7", "--country=FR", "--summary", "--from=2h", "--to=1h"]);
      const [, from = "", to = ""] = window.exec(stderr) ?? [];
      assert.deepEqual([stdout, Date.parse(to) - Date.parse(from)], ["", 3_600_000]);
    });
  });

  it("sums up: status classes, cache hit ratio, paths, countries, a histogram", async () => {
    await test(async (emulator) => {
      const { stdout } = await logs(emulator, ["7", "--summary"]);
      assert.match(
        stdout,
        /^4 entries between \S+Z and \S+Z, 10.0 kB sent\nCache hit ratio 50\.00 %, server errors \(5xx\) 25\.00 %\n/,
      );
      assert.match(stdout, /Status classes\n {3}50\.00 % {2}█{10} {10} {2}2 {2}2xx\n/);
      assert.match(
        stdout,
        /Top paths\n[^]*\/0\n[^]*Countries\n {2}100\.00 % {2}█{20} {2}4 {2}DE\n\nEntries per second\n/,
      );
      const summary = JSON.parse((await logs(emulator, ["7", "--summary", "--format", "json"])).stdout) as object;
      const { entries, statusClasses, histogram } = summary as Record<string, object>;
      assert.deepEqual([entries, statusClasses], [4, { "2xx": 2, "4xx": 1, "5xx": 1 }]);
      assert.equal((histogram as { buckets: unknown[] }).buckets.length, 4);
    });
  });

  it("shows progress only on a terminal that entries do not scroll over", async () => {
    await withLogs({ logEntries: 2_000, logRateLimit: "none" }, async (emulator) => {
      const at = (stdout: boolean, stderr: boolean, ...argv: string[]) =>
        logs(emulator, ["7", ...argv], { stdout, stderr }).then((result) => result.stderr);
      assert.equal(await at(false, false), "");
      assert.equal(await at(true, true, "--limit", "all"), "");
      assert.match(await at(false, true), /^\r\u001b\[KEntries read: \d+[^]*\r\u001b\[K$/);
      assert.match(await at(true, true, "--summary"), /Entries read: /);
    });
  });

  for (const [argv, message] of [
    [[], /missing required argument 'zone'/],
    [["7", "8"], /too many arguments/],
    [["7", "--format", "xml"], /'xml' is invalid\. Allowed choices are table, json, ndjson, csv/],
    [["7", "--format", "csv", "--summary"], /--summary can't be used with --format csv/],
    [["7", "--limit", "0"], /--limit.* '0' is invalid\. It must be an integer of at least 1, or all/],
    [["7", "--from", "yesterday"], /logs: --from must be a date and time in ISO 8601, or .* but got: "yesterday"/],
    [
      ["7", "--from", "1h", "--to", "2h"],
      /logs: --from must be before --to \(.*\. Give an earlier --from, or a later --to\n/,
    ],
    [["7", "--statuses", "404"], /unknown option '--statuses'\n\(Did you mean --status\?\)/],
    [["acme-web", "--url-contains="], /logs: --url-contains must/],
    [
      ["0", "--url-contains=", "--from", "4d"],
      /invalid options\n- the id of the pull zone must be[^]*\n- --from must be[^]*\n- --url-contains must/,
    ],
  ] as [string[], RegExp][]) {
    it(`refuses '${argv.join(" ")}' as wrong usage and says why`, async () => {
      await test(async (emulator) => {
        const { code, stdout, stderr } = await logs(emulator, argv);
        assert.deepEqual([code, stdout, emulator.journal.length], [64, "", 0]);
        assert.match(stderr, message);
        assert.match(stderr, /\nSee pulumi-cdn-zones logs --help\n$/);
      });
    });
  }

  it("fails with 1 where the service refuses", async () => {
    await test(async (emulator) => {
      const { code, stderr } = await logs(emulator, ["8"]);
      assert.equal(code, 1);
      assert.match(stderr, /^pulumi-cdn-zones logs: Query access logs .*no such pull zone/);
      emulator.pullZones.change(7, { EnableLogging: false });
      assert.match((await logs(emulator, ["7"])).stderr, /Logging is disabled on this pull zone/);
    });
  });

  it("ends at once, quietly and with 0 where the pipe is closed early", async () => {
    await withLogs({ logEntries: 30_000 }, async (emulator) => {
      const env = { ...process.env, CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
      const main = path.resolve(__dirname, "../../dist/cli/main.js");
      const child = spawn(process.execPath, [main, "logs", "7"], { env });
      let stderr = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
      await once(child.stdout, "data");
      child.stdout.destroy();
      assert.deepEqual(await once(child, "close"), [0, null]);
      assert.equal(stderr, "");
      assert.ok(emulator.journal.length < 6, `${String(emulator.journal.length)} of 6 pages were read`);
    });
  });
});
