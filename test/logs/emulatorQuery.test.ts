import assert from "node:assert/strict";
import type { Emulator, PartialLogEntry } from "../../emulator";
import { parseSeed } from "../../emulator";
import { call, withEmulator } from "../emulator/call";
import { secondsApart, withLogs } from "./support";
import {
  invalidQuery,
  loggingDisabled,
  notAccessible,
  refusalBody,
  tooMany,
  withoutKey,
} from "../fixtures/recorded/accessLogs";

const hour = 3_600_000;
const day = 24 * hour;
const iso = (at: number): string => new Date(at).toISOString();

interface Body {
  data: Record<string, unknown>[] | null;
  pagination: Record<string, unknown>;
  query: { from: string; to: string };
}

async function query(emulator: Emulator, parameters: Record<string, string> = {}, zone = "7") {
  const search = new URLSearchParams(parameters).toString();
  const { status, json, headers } = await call(emulator, "GET", `/v2/pullzones/${zone}/logs?${search}`);
  return { status, headers, json, body: json as Body, error: (json as { error?: { code?: string } }).error };
}

async function pathsOf(emulator: Emulator, parameters: Record<string, string>): Promise<unknown[]> {
  const { status, body } = await query(emulator, parameters);
  assert.equal(status, 200);
  return (body.data ?? []).map(({ path }) => path);
}

describe("Access logs of the emulator", () => {
  // A fixed clock gives each limit an exact edge.
  const now = Date.parse("2026-03-10T12:00:00.000Z");
  const still = { now: () => now, logRateLimit: "none" as const };

  it("enforce the contract's limits", async () => {
    await withLogs(still, async (emulator) => {
      for (const [accepted, refused] of [
        [{ from: iso(now - 3 * day) }, { from: iso(now - 3 * day - 1) }],
        [
          { from: iso(now - 2 * day), to: iso(now + day) },
          { from: iso(now - 2 * day), to: iso(now + day + 1) },
        ],
        [{ from: iso(now - 1) }, { from: iso(now) }],
        [{ to: iso(now - 2 * day) }, { to: iso(now - 2 * day - 1) }],
        [{ from: iso(now - hour) }, { from: "an hour ago" }],
        // As clients in Go and PHP write it.
        [{ from: iso(now - hour).slice(0, 19) + "+00:00" }, { from: "10:00" }],
        [{ limit: "1" }, { limit: "0" }],
        [{ offset: "0" }, { offset: "-1" }],
        [{ search: Array(16).fill("w").join(" ") }, { search: Array(17).fill("w").join(" ") }],
        [{ search: "w".repeat(128) }, { search: "w".repeat(129) }],
        [{ status: "200,5XX" }, { status: "6xx" }],
        [{ status: "404" }, { status: "404," }],
        [{ country: "DE,fr" }, { country: "DEU" }],
        [{ remoteIp: "::ffff:203.0.113.7" }, { remoteIp: "203.0.113" }],
        [{ remoteIp: "fe80::1" }, { remoteIp: "fe80::1%eth0" }],
        [{ requestId: "f".repeat(32) }, { requestId: "f".repeat(31) }],
        [{ order: "asc" }, { order: "up" }],
        [{ includeOriginShield: "True" }, { includeOriginShield: "1" }],
      ] as [Record<string, string>, Record<string, string>][]) {
        assert.equal((await query(emulator, accepted)).status, 200, JSON.stringify(accepted));
        const { status, error } = await query(emulator, refused);
        assert.deepEqual([status, error?.code], [400, "invalid_request"], JSON.stringify(refused));
      }
    });
  });

  it("apply each filter as the contract says", async () => {
    const accessLogs = (
      [
        { path: "/a", host: "IMG.example.com", statusCode: 200, cacheStatus: "HIT", countryCode: "DE" },
        { path: "/b", userAgent: "Googlebot/2.1", statusCode: 404, cacheStatus: "hit", edgeLocation: "FRA" },
        { path: "/c", referer: "https://www.Example.com/", statusCode: 499, countryCode: "FR", edgeLocation: "fra" },
        { path: "/d", originShield: true, contentRange: "bytes 0-99/1000", requestId: "a".repeat(32) },
      ] satisfies PartialLogEntry[]
    ).map((entry, at) => ({ ...entry, pullZoneId: 7, timestamp: iso(now - 10 + at) }));
    await withLogs({ ...still, seed: { accessLogs } }, async (emulator) => {
      for (const [parameters, paths] of [
        [{}, ["/c", "/b", "/a"]],
        [{ order: "asc" }, ["/a", "/b", "/c"]],
        [{ includeOriginShield: "true" }, ["/d", "/c", "/b", "/a"]],
        [{ status: "404,2xx" }, ["/b", "/a"]],
        [{ cacheStatus: "HIT" }, ["/a"]],
        [{ country: "de,FR" }, ["/c", "/a"]],
        [{ edgeLocation: "FRA" }, ["/b"]],
        [{ urlContains: "img.EXAMPLE.com/A" }, ["/a"]],
        [{ userAgentContains: "googlebot" }, ["/b"]],
        [{ refererContains: "example" }, ["/c"]],
        [{ search: "googlebot IMG" }, ["/b", "/a"]],
        [{ search: "hit", status: "404" }, ["/b"]],
        [{ requestId: "AAAAAAAA-aaaa-aaaa-aaaa-aaaaaaaaaaaa", includeOriginShield: "true" }, ["/d"]],
        [{ from: iso(now - 10), to: iso(now - 8) }, ["/b", "/a"]],
      ] as [Record<string, string>, string[]][]) {
        assert.deepEqual(await pathsOf(emulator, parameters), paths, JSON.stringify(parameters));
      }
      const range = { search: "0-99", includeOriginShield: "true" };
      assert.deepEqual(await pathsOf(emulator, range), []);
      emulator.pullZones.change(7, { EnableExtendedLogging: true });
      assert.deepEqual(await pathsOf(emulator, range), ["/d"]);
    });
  });

  for (const [logPostFilter, pages] of [
    [true, [1, 0, 1]],
    [false, [2]],
  ] as const) {
    it(`apply country and search ${logPostFilter ? "after" : "before"} paging`, async () => {
      const accessLogs = secondsApart(6, (index) => ({ countryCode: index % 4 === 0 ? "FR" : "DE" }));
      await withLogs({ logPostFilter, logRateLimit: "none", seed: { accessLogs } }, async (emulator) => {
        const sizes: number[] = [];
        for (let offset = 0, hasMore: unknown = true; hasMore === true; offset += 2) {
          const { body } = await query(emulator, { country: "FR", offset: String(offset), limit: "2" });
          sizes.push(body.data?.length ?? 0);
          hasMore = body.pagination["hasMore"];
        }
        assert.deepEqual(sizes, pages);
      });
    });
  }

  it("use the contract's defaults, and an empty list for no entries", async () => {
    await withLogs(still, async (emulator) => {
      assert.deepEqual((await query(emulator)).json, {
        data: [],
        pagination: { offset: 0, limit: 100, returned: 0, hasMore: false },
        query: { pullZoneId: 7, from: iso(now - day), to: iso(now), order: "desc" },
      });
      assert.equal((await query(emulator, { limit: "10001" })).body.pagination["limit"], 10_000);
    });
  });

  it("anonymize addresses as the pull zone is configured to, and match anonymized", async () => {
    const addresses = ["203.0.113.7", "203.0.113.200", "203.0.114.7", "2001:db8:1:2:3::4", "2001:DB8:1:2::9", null];
    const accessLogs = secondsApart(6, (index) => ({ remoteIp: addresses[index] ?? null }));
    await withLogs({ logRateLimit: "none", seed: { accessLogs } }, async (emulator) => {
      const found = async (remoteIp?: string) =>
        (await query(emulator, { order: "asc", ...(remoteIp === undefined ? {} : { remoteIp }) })).body.data?.map(
          (entry) => entry["remoteIp"],
        );
      assert.deepEqual(await found(), addresses);
      assert.deepEqual(await found("2001:db8:1:2:0:0:0:9"), ["2001:DB8:1:2::9"]);
      assert.deepEqual(await found("203.0.113.7"), ["203.0.113.7"]);
      emulator.pullZones.change(7, { LoggingIPAnonymizationEnabled: true, LogAnonymizationType: 0 });
      const shown = ["203.0.113.0", "203.0.113.0", "203.0.114.0", "2001:db8:1:2::", "2001:db8:1:2::", null];
      assert.deepEqual(await found(), shown);
      assert.deepEqual(await found("203.0.113.99"), ["203.0.113.0", "203.0.113.0"]);
      assert.deepEqual(await found("2001:db8:1:2:ffff::"), ["2001:db8:1:2::", "2001:db8:1:2::"]);
      emulator.pullZones.change(7, { LogAnonymizationType: 1 });
      assert.deepEqual(await found("198.51.100.1"), Array(6).fill(null));
    });
  });

  it("have their own errors: no key, a wrong key, no such zone, no logging, too many requests", async () => {
    const pullZones = [
      { Id: 7, EnableLogging: true },
      { Id: 8, EnableLogging: false },
    ];
    const options = { seed: { pullZones }, logRateLimit: { requests: 1, perSeconds: 10 } };
    await withEmulator({ ...options, contract: false }, async (emulator) => {
      const codes = async (zone: string) => {
        const { status, error } = await query(emulator, {}, zone);
        return [status, error?.code];
      };
      for (const [zone, { status, code }] of [
        ["8", loggingDisabled],
        ["9", notAccessible],
        ["x", invalidQuery],
      ] as const) {
        assert.deepEqual(await codes(zone), [status, code]);
      }
      assert.equal((await query(emulator)).status, 200);
      const { status, error, headers } = await query(emulator);
      assert.deepEqual([status, error?.code, headers.get("retry-after")], [tooMany.status, tooMany.code, "10"]);
      const stranger = { url: emulator.url, accessKey: "wrong" } as Emulator;
      assert.deepEqual({ error: (await query(stranger)).error }, refusalBody(notAccessible));
      const anonymous = await fetch(`${emulator.url}/v2/pullzones/7/logs`);
      assert.deepEqual(
        [anonymous.status, ((await anonymous.json()) as { error: { code: string } }).error.code],
        [withoutKey.status, withoutKey.code],
      );
    });
    await withEmulator(options, async (emulator) => {
      assert.equal((await query(emulator, {}, "9")).error?.code, "not_found");
      const stranger = { url: emulator.url, accessKey: "wrong" } as Emulator;
      assert.equal((await query(stranger)).error?.code, "unauthorized");
    });
  });

  it("can be generated, reproducibly, in order and within 23 hours", async () => {
    const made = async (randomSeed: number) => {
      let entries: readonly object[] = [];
      await withEmulator({ ...still, logEntries: 1_000, randomSeed }, async (emulator) => {
        const list = emulator.accessLogs.list(1);
        const times = list.map(({ timestamp }) => Date.parse(timestamp ?? ""));
        assert.ok(times.every((time, at) => time >= (times[at - 1] ?? now - 23 * hour) && time < now));
        assert.equal(new Set(list.map(({ requestId }) => requestId)).size, 1_000);
        entries = list;
      });
      return entries;
    };
    assert.deepEqual(await made(1), await made(1));
    assert.notDeepEqual(await made(1), await made(2));
  });

  it("insert a late entry by its time, and return to the seed on reset", async () => {
    await withLogs({ seed: { accessLogs: secondsApart(2) } }, async (emulator) => {
      emulator.accessLogs.add(7, { timestamp: iso(Date.now() - 1_500), host: "h", path: "/p", scheme: "http" });
      const { body } = await query(emulator);
      assert.deepEqual(await pathsOf(emulator, {}), ["/1", "/p", "/0"]);
      assert.equal(body.data?.[1]?.["url"], "http://h/p");
      emulator.reset();
      assert.equal(emulator.accessLogs.list(7).length, 2);
    });
  });

  it("are validated when added and in a seed", async () => {
    const wrong = { pullZoneId: 7, statusCode: "200" as never };
    await withLogs({}, async (emulator) => {
      assert.throws(() => emulator.accessLogs.add(7, wrong), /statusCode/);
    });
    assert.throws(() => parseSeed({ accessLogs: [wrong] }), /accessLogs\[0\]\.statusCode/);
    assert.throws(() => parseSeed({ accessLogs: [{ path: "/" }] }), /accessLogs\[0\]\.pullZoneId/);
  });
});
