import assert from "node:assert/strict";
import type { AccessLogEntry, CdnClient } from "../../provider/client";
import { serve } from "../api/support";
import { all, clientFor, requestIdOf, secondsApart, withLogs } from "./support";

const pathsOf = (entries: readonly AccessLogEntry[]): (string | undefined)[] => entries.map(({ path }) => path);
const range = (from: number, to: number): string[] =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => `/${String(from < to ? from + at : from - at)}`);

const query = { pullZoneId: 7, from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", order: "desc" };

/** Runs a test with a local server that answers with the given pages. */
async function withPages(
  page: (asked: URLSearchParams) => object,
  test: (client: CdnClient) => Promise<void>,
): Promise<void> {
  const service = await serve((request, response) => {
    response.end(JSON.stringify(page(new URL(request.url, "http://localhost").searchParams)));
  });
  try {
    await test(clientFor({ url: service.url, accessKey: "k" }));
  } finally {
    await service.close();
  }
}

describe("accessLogs", () => {
  it("yields 30,000 entries once each, in order, while new ones arrive", async () => {
    await withLogs({ logEntries: 30_000, logRateLimit: { requests: 30, perSeconds: 10 } }, async (emulator, client) => {
      const expected = emulator.accessLogs.list(7).reverse();
      const args = { pullZoneId: 7, from: "24h", includeOriginShield: true };
      let seen = 0;
      let arrived = 0;
      for await (const entry of client.accessLogs(args)) {
        if (entry.requestId !== expected[seen]?.requestId) assert.fail(`entry ${String(seen)} is another one`);
        seen += 1;
        // Not before the first page has said what now is.
        if (seen % 100 === 0) {
          emulator.accessLogs.add(7, { path: "/late" });
          arrived += 1;
        }
      }
      assert.deepEqual([seen, arrived], [30_000, 300]);
      // Most slices are of 40 minutes with 2,900 entries.
      assert.ok(emulator.journal.length < 40, String(emulator.journal.length));
      assert.equal(emulator.journal[0]?.query["to"], undefined);
      assert.ok(emulator.journal.every(({ query, status }) => query["offset"] === "0" && status === 200));
    });
  });

  it("yields an entry once if others are logged late, within the time window", async () => {
    await withLogs({ seed: { accessLogs: secondsApart(30) } }, async (emulator, client) => {
      const seen: (string | undefined)[] = [];
      for await (const { path } of client.accessLogs({ pullZoneId: 7 }, { pageSize: 10 })) {
        seen.push(path);
        if (seen.length === 5) {
          const timestamp = new Date(Date.now() - 2_500).toISOString();
          emulator.accessLogs.add(7, { timestamp, path: "/late", requestId: requestIdOf(99) });
        }
      }
      assert.deepEqual(seen, range(29, 0));
    });
  });

  it("yields the oldest entry first with order asc", async () => {
    await withLogs({ seed: { accessLogs: secondsApart(25) } }, async (_, client) => {
      const args = { pullZoneId: 7, order: "asc" as const };
      assert.deepEqual(pathsOf(await all(client.accessLogs(args, { pageSize: 10 }))), range(0, 24));
      assert.deepEqual(pathsOf(await all(client.accessLogs({ ...args, offset: 20 }, { pageSize: 2 }))), range(20, 24));
    });
  });

  it("continues through short and empty pages until hasMore is false", async () => {
    const entries = secondsApart(100, (index) => ({ countryCode: index % 40 === 3 ? "FR" : "DE" }));
    await withLogs({ seed: { accessLogs: entries } }, async (emulator, client) => {
      const found = await all(client.accessLogs({ pullZoneId: 7, country: "FR", from: "5m" }, { pageSize: 10 }));
      assert.deepEqual(pathsOf(found), ["/83", "/43", "/3"]);
      assert.equal(emulator.journal.length, 10);
      emulator.reset();
      assert.deepEqual(await all(client.accessLogs({ pullZoneId: 7, country: "US" })), []);
    });
  });

  it("skips nothing if the service returns smaller pages than requested", async () => {
    const entries = secondsApart(35);
    const page = (asked: URLSearchParams): object => {
      const [offset, limit] = [Number(asked.get("offset")), 10];
      const [from, to] = [asked.get("from") ?? "", asked.get("to") ?? new Date().toISOString()];
      const within = entries.filter(({ timestamp }) => String(timestamp) >= from && String(timestamp) < to).reverse();
      const data = within.slice(offset, offset + limit);
      const pagination = { offset, limit, returned: data.length, hasMore: offset + limit < within.length };
      return { data, pagination, query: { ...query, from, to } };
    };
    await withPages(page, async (client) =>
      assert.deepEqual(pathsOf(await all(client.accessLogs({ pullZoneId: 7 }, { pageSize: 20 }))), range(34, 0)),
    );
  });

  it("fails if the service does not advance its pages", async () => {
    const page = (): object => ({ data: [], pagination: { offset: 0, limit: 10, returned: 0, hasMore: true }, query });
    await withPages(page, (client) =>
      assert.rejects(all(client.accessLogs({ pullZoneId: 7 }, { pageSize: 10 })), {
        name: "UnexpectedResponseError",
        message: /pagination\.offset .*10, as requested.* 0/,
      }),
    );
  });

  it("fails after 1,000 empty pages in a row, as getAccessLogs does", async () => {
    let pages = 0;
    const page = (asked: URLSearchParams): object => {
      const offset = Number(asked.get("offset"));
      const data = ++pages === 500 ? [{ path: "/late" }] : [];
      return { data, pagination: { offset, limit: 10, returned: data.length, hasMore: true }, query };
    };
    await withPages(page, async (client) => {
      const rate = { requests: 10_000, perSeconds: 1 };
      const expected = { name: "UnexpectedResponseError", message: /1000 pages in a row had no entries, although/ };
      await assert.rejects(all(client.accessLogs({ pullZoneId: 7 }, { pageSize: 10, rate })), expected);
      assert.equal(pages, 1_500);
      await assert.rejects(client.getAccessLogs({ pullZoneId: 7 }, { rate }), expected);
    });
  });

  it("requests nothing more after a break", async () => {
    await withLogs({ seed: { accessLogs: secondsApart(30) } }, async (emulator, client) => {
      for await (const { path } of client.accessLogs({ pullZoneId: 7 }, { pageSize: 10 })) if (path === "/25") break;
      assert.equal(emulator.journal.length, 1);
    });
  });

  describe("with an AbortSignal", () => {
    it("ends between two entries with the signal's reason", async () => {
      await withLogs({ seed: { accessLogs: secondsApart(30) } }, async (emulator, client) => {
        const control = new AbortController();
        const seen: unknown[] = [];
        const reason = new Error("enough");
        const run = async () => {
          for await (const { path } of client.accessLogs({ pullZoneId: 7 }, { signal: control.signal, pageSize: 10 })) {
            seen.push(path);
            if (seen.length === 3) control.abort(reason);
          }
        };
        await assert.rejects(run(), (error) => error === reason);
        assert.deepEqual([seen.length, emulator.journal.length], [3, 1]);
      });
    });

    it("ends during a request", async () => {
      await withLogs({ latencyMs: 20_000 }, async (_, client) => {
        const began = Date.now();
        await assert.rejects(client.accessLogs({ pullZoneId: 7 }, { signal: AbortSignal.timeout(50) }).next(), {
          name: "TimeoutError",
        });
        assert.ok(Date.now() - began < 5_000);
      });
    });

    it("ends while waiting for the rate limit", async () => {
      await withLogs({ seed: { accessLogs: secondsApart(30) } }, async (emulator, client) => {
        const options = { pageSize: 10, rate: { requests: 1, perSeconds: 60 } };
        const waiting = client.accessLogs({ pullZoneId: 7 }, { ...options, signal: AbortSignal.timeout(200) });
        const behind = client.accessLogs({ pullZoneId: 7 }, { ...options, signal: AbortSignal.timeout(300) });
        const began = Date.now();
        await Promise.all([waiting, behind].map((one) => assert.rejects(all(one), { name: "TimeoutError" })));
        assert.ok(Date.now() - began < 5_000);
        assert.equal(emulator.journal.length, 1);
      });
    });
  });

  describe("at the edge of the retention period", () => {
    it("reads three days although the oldest entries expire meanwhile", async () => {
      let shift = 0;
      const everyHalfMinute = secondsApart(100, (index) => ({
        timestamp: new Date(Date.now() - 72 * 3_600_000 + 62_000 + index * 30_000).toISOString(),
      }));
      await withLogs(
        { seed: { accessLogs: everyHalfMinute }, now: () => Date.now() + shift },
        async (emulator, client) => {
          const seen: (string | undefined)[] = [];
          for await (const { path } of client.accessLogs({ pullZoneId: 7, from: "3d" }, { pageSize: 10 })) {
            seen.push(path);
            // Fifty seconds for each page: soon the edge has passed the start of the first one.
            if (seen.length % 10 === 5) shift += 50_000;
          }
          assert.deepEqual(seen, range(99, 100 - seen.length));
          assert.ok(seen.length >= 80 && seen.length <= 90, `all but those that left, not ${String(seen.length)}`);
          assert.ok(emulator.journal.every(({ status }) => status === 200));
        },
      );
    });
  });

  describe("with a rate limit", () => {
    it("sends at most that many requests per pull zone", async () => {
      const pullZones = [7, 8].map((Id) => ({ Id, EnableLogging: true }));
      const accessLogs = [7, 8].flatMap((pullZoneId) => secondsApart(12, () => ({ pullZoneId })));
      const seed = { pullZones, accessLogs };
      await withLogs({ seed, logRateLimit: { requests: 3, perSeconds: 1 } }, async (emulator, client) => {
        const rate = { requests: 3, perSeconds: 1 };
        const read = (pullZoneId: number) => all(client.accessLogs({ pullZoneId, from: "1m" }, { pageSize: 2, rate }));
        const lists = await Promise.all([read(7), read(8)]);
        assert.deepEqual(
          lists.map((list) => list.length),
          [12, 12],
        );
        assert.ok(
          emulator.journal.every(({ status }) => status === 200),
          "nothing was refused",
        );
        for (const zone of ["/7/", "/8/"]) {
          const times = emulator.journal.filter(({ path }) => path.includes(zone)).map(({ when }) => Date.parse(when));
          assert.equal(times.length, 6);
          times.forEach((time, at) => assert.ok(at < 3 || time - (times[at - 3] ?? 0) >= 1000, "too soon"));
        }
      });
    });

    it("sends 30 requests in 10 s by default", async () => {
      await withLogs({ seed: { accessLogs: secondsApart(40) }, logRateLimit: "none" }, async (emulator, client) => {
        const options = { pageSize: 1, signal: AbortSignal.timeout(3_000) };
        await assert.rejects(all(client.accessLogs({ pullZoneId: 7 }, options)), { name: "TimeoutError" });
        assert.equal(emulator.journal.length, 30);
      });
    });

    it("waits for Retry-After, and loses nothing", async () => {
      const options = { logRateLimit: { requests: 2, perSeconds: 1 }, seed: { accessLogs: secondsApart(5) } };
      await withLogs(options, async (emulator) => {
        const client = clientFor(emulator);
        const read = client.accessLogs({ pullZoneId: 7, from: "1m" }, { pageSize: 1 });
        assert.deepEqual(pathsOf(await all(read)), range(4, 0));
        const refused = emulator.journal.filter(({ status }) => status === 429);
        assert.ok(refused.length > 0 && client.counters.retries === refused.length);
      });
    });
  });
});
