import assert from "node:assert/strict";
import { Pace, Progress } from "../../provider/api/accessLogs/slices";
import type { CdnClient } from "../../provider/client";
import { json, serve } from "../api/support";
import { all, clientFor, secondsApart, withLogs } from "./support";

const minute = 60_000;
const start = Date.parse("2026-03-10T00:00:00Z");
const at = (minutes: number): string => new Date(start + minutes * minute).toISOString();
const unlimited = { rate: { requests: 100_000, perSeconds: 1 } };

/** How a service understands the ends of a window; the contract's way is the first one. */
const bounds = {
  "with its start and without its end": [true, false],
  "with both": [true, true],
  "with neither": [false, false],
  "without its start and with its end": [false, true],
} as const;

interface Asked {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  readonly answered: number;
}

/** Runs a test with a service whose entries are counted by moment: nothing in them tells those of one moment apart. */
async function withMoments(
  moments: readonly (readonly [moment: number, count: number])[],
  [hasStart, hasEnd]: readonly [boolean, boolean],
  test: (client: CdnClient, asked: readonly Asked[]) => Promise<void>,
  shown = (moment: number): string => new Date(moment).toISOString().replace("Z", "+00:00"),
): Promise<void> {
  const asked: Asked[] = [];
  const service = await serve(({ url }, response) => {
    const query = new URL(url, "http://localhost").searchParams;
    const [from = "", to = "", order = ""] = ["from", "to", "order"].map((name) => query.get(name) ?? "");
    const [offset = 0, limit = 0] = ["offset", "limit"].map((name) => Number(query.get(name)));
    const [first, last] = [Date.parse(from), Date.parse(to)];
    const within = moments.filter(
      ([moment]) => (hasStart ? moment >= first : moment > first) && (hasEnd ? moment <= last : moment < last),
    );
    if (order === "desc") within.reverse();
    const data: object[] = [];
    let passed = 0;
    for (const [moment, count] of within) {
      const [begin, end] = [Math.max(passed, offset), Math.min(passed + count, offset + limit)];
      for (let nth = begin; nth < end; nth++) data.push({ timestamp: shown(moment), requestId: "0".repeat(32) });
      passed += count;
    }
    asked.push({ from: first, to: last, offset, answered: data.length });
    const pagination = { offset, limit, returned: data.length, hasMore: passed > offset + limit };
    json(response, 200, { data, pagination, query: { pullZoneId: 7, from, to, order } });
  });
  try {
    await test(clientFor({ url: service.url, accessKey: "k" }), asked);
  } finally {
    await service.close();
  }
}

/** How many entries came of each moment, in the order in which they came. */
async function counted(entries: AsyncIterable<{ readonly timestamp?: string }>): Promise<[number, number][]> {
  const counts: [number, number][] = [];
  for await (const { timestamp = "" } of entries) {
    const moment = Date.parse(timestamp);
    const last = counts.at(-1);
    if (last?.[0] === moment) last[1] += 1;
    else counts.push([moment, 1]);
  }
  return counts;
}

describe("accessLogs, slice by slice", () => {
  // The contract's log is kept for three days, and these moments are of no day: the service here keeps everything.
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000;
  const window = { pullZoneId: 7, from: new Date(today), to: new Date(today + 1440 * minute) };
  const shared = Array.from({ length: 12 }, (_, nth) => [today + nth * 30 * minute, 1_000] as const);

  for (const [what, included] of Object.entries(bounds)) {
    for (const order of ["asc", "desc"] as const) {
      it(`yield 12,000 entries that share timestamps once each, from a service that takes a window ${what}, ${order}`, async () => {
        await withMoments(shared, included, async (client) => {
          const expected = shared.filter(([moment]) => included[0] || moment > today).map((one) => [...one]);
          const counts = await counted(client.accessLogs({ ...window, order }, unlimited));
          assert.deepEqual(order === "asc" ? counts : counts.reverse(), expected);
        });
      });
    }
  }

  it("yield 12,000 entries of one moment among others once each, with offsets beyond 10,000 only in its second", async () => {
    const [before, moment] = [today + 100 * minute, today + 101 * minute + 250];
    const moments = [
      [before, 7],
      [moment, 12_000],
      [moment + 1, 5],
      [moment + 700, 5_000],
      [moment + 5_000, 9],
    ] as const;
    for (const order of ["asc", "desc"] as const) {
      await withMoments(moments, [true, false], async (client, asked) => {
        const counts = await counted(client.accessLogs({ ...window, order }, unlimited));
        assert.deepEqual(
          order === "asc" ? counts : counts.reverse(),
          moments.map((one) => [...one]),
        );
        for (const { from, to, offset } of asked)
          assert.ok(offset < 10_000 || to - from <= 1_001, `${order} ${String(offset)}`);
      });
    }
  });

  it("lose nothing to a service that shows whole seconds", async () => {
    const moments = Array.from({ length: 12_000 }, (_, nth) => [today + nth * 137, 1] as const);
    const wholeSecond = (moment: number): string => new Date(moment).toISOString().slice(0, 19);
    for (const order of ["asc", "desc"] as const) {
      const read = async (client: CdnClient): Promise<void> => {
        const counts = await counted(client.accessLogs({ ...window, order }, unlimited));
        assert.equal(
          counts.reduce((sum, [, count]) => sum + count, 0),
          12_000,
        );
      };
      await withMoments(moments, [true, false], read, wholeSecond);
    }
  });

  it("skip the entries that offset says", async () => {
    await withMoments(shared, [true, false], async (client) => {
      const counts = await counted(client.accessLogs({ ...window, order: "asc", offset: 10_500 }, unlimited));
      assert.deepEqual(counts, [
        [today + 300 * minute, 500],
        [today + 330 * minute, 1_000],
      ]);
    });
  });

  it("ask for ten minutes at first, and for longer where there is nearly nothing", async () => {
    await withMoments([], [true, false], async (client, asked) => {
      assert.deepEqual(await all(client.accessLogs({ ...window, order: "desc" })), []);
      const minutes = asked.map(({ from, to }) => Math.round((to - from) / minute));
      assert.deepEqual(minutes, [10, 20, 40, 80, 160, 320, 640, 170]);
    });
  });
});

describe("Access logs of a service that is slow in wide or deep windows", () => {
  const slow = [{ fault: { kind: "slowLogs" as const, perHourMs: 600, perThousandMs: 25 } }];
  /** Half a second of patience: 50 minutes, or an offset of 20,000. */
  const settings = { timeoutSeconds: 0.25, maxRetries: 8 };
  const busy = { logEntries: 30_000, logRateLimit: "none" as const, faults: slow };

  for (const order of ["asc", "desc"] as const) {
    it(`are read whole, once each, ${order}`, async () => {
      await withLogs(busy, async (emulator) => {
        const client = clientFor(emulator, settings);
        const args = { pullZoneId: 7, from: "5h", order, includeOriginShield: true };
        const seen = await all(client.accessLogs(args, unlimited));
        const expected = emulator.accessLogs.list(7).slice(-seen.length);
        assert.ok(seen.length > 6_000);
        if (order === "desc") expected.reverse();
        assert.deepEqual(
          seen.map(({ requestId }) => requestId),
          expected.map(({ requestId }) => requestId),
        );
        assert.ok(client.counters.retries === 0, "a narrower query follows a timeout, not the same one");
      });
    });
  }

  it("are read by getAccessLogs, with and without an offset", async () => {
    await withLogs(busy, async (emulator) => {
      const client = clientFor(emulator, settings);
      const newest = emulator.accessLogs.list(7).reverse();
      for (const offset of [0, 3_000]) {
        const args = { pullZoneId: 7, limit: 2_000, offset, includeOriginShield: true };
        const { entries, pagination, query } = await client.getAccessLogs(args, unlimited);
        const expected = newest.slice(offset, offset + 2_000);
        assert.deepEqual(
          entries.map(({ requestId }) => requestId),
          expected.map(({ requestId }) => requestId),
        );
        assert.deepEqual(pagination, { offset, limit: 2_000, returned: 2_000, hasMore: true });
        assert.ok(Math.abs(Date.parse(query.to) - Date.parse(query.from) - 1440 * minute) < minute);
      }
    });
  });

  it("are read by getAccessLogs if a gateway cuts the connection instead of waiting, and once more if it only broke", async () => {
    const [end, window] = [Date.now(), 60 * minute];
    const cutting = await serve(({ url }, response, nth) => {
      const query = new URL(url, "http://localhost").searchParams;
      const to = Date.parse(query.get("to") ?? new Date(end).toISOString());
      const from = Date.parse(query.get("from") ?? new Date(to - 1440 * minute).toISOString());
      if (nth === 1 || to - from > window) return void response.socket?.destroy();
      const times = Array.from({ length: 1440 }, (_, nthMinute) => end - nthMinute * minute - 500);
      const within = times.filter((time) => time >= from && time < to);
      const [offset, limit] = [Number(query.get("offset")), Number(query.get("limit"))];
      const data = within.slice(offset, offset + limit).map((time) => ({ timestamp: new Date(time).toISOString() }));
      const pagination = { offset, limit, returned: data.length, hasMore: within.length > offset + limit };
      const echo = { pullZoneId: 7, from: new Date(from).toISOString(), to: new Date(to).toISOString(), order: "desc" };
      json(response, 200, { data, pagination, query: echo });
    });
    try {
      const client = clientFor({ url: cutting.url, accessKey: "k" }, { maxRetries: 8 });
      const { entries } = await client.getAccessLogs({ pullZoneId: 7, limit: 9_000 }, unlimited);
      assert.ok(entries.length >= 1_438 && entries.length <= 1_440, String(entries.length));
      const wide = cutting.received.findIndex(({ url }) => /[?&]from=/.test(url));
      assert.equal(wide, 2, "the whole window is asked for twice");
    } finally {
      await cutting.close();
    }
  });

  it("fail with the host's name if every connection is cut", async () => {
    const cutting = await serve((_, response) => void response.socket?.destroy());
    try {
      const client = clientFor({ url: cutting.url, accessKey: "k" }, { maxRetries: 8 });
      await assert.rejects(client.getAccessLogs({ pullZoneId: 7, limit: 9_000 }, unlimited), {
        name: "UnavailableError",
        message: /GET http:\/\/127\.0\.0\.1.* got no response to the last of 2 attempts/,
      });
      assert.ok(cutting.received.length <= 12);
    } finally {
      await cutting.close();
    }
  });

  it("fail if even less than a minute takes too long", async () => {
    await withLogs({ ...busy, faults: [{ fault: { kind: "hang" } }] }, async (emulator) => {
      const client = clientFor(emulator, { timeoutSeconds: 0.05 });
      await assert.rejects(all(client.accessLogs({ pullZoneId: 7 }, unlimited)), {
        name: "UnavailableError",
        message: /got no response \(response incomplete after 0\.1 s\)/,
      });
      assert.equal(emulator.journal.length, 5);
    });
  });

  it("have twice the time of other requests", async () => {
    await withLogs({ latencyMs: 400 }, async (emulator) => {
      const client = clientFor(emulator, { timeoutSeconds: 0.3, maxRetries: 0 });
      await assert.rejects(client.getPullZone(7), { name: "UnavailableError" });
      assert.deepEqual((await client.getAccessLogs({ pullZoneId: 7 })).entries, []);
    });
  });
});

describe("A clock that is not the service's", () => {
  it("does not matter to accessLogs without a window", async () => {
    for (const lead of [-5 * 60, -3 * 24 * 60, 40, 2 * 24 * 60]) {
      const now = (): number => Date.now() + lead * minute;
      const accessLogs = secondsApart(3).map((entry) => ({
        ...entry,
        timestamp: new Date(now() - minute).toISOString(),
      }));
      await withLogs({ now, seed: { accessLogs } }, async (emulator) => {
        const entries = await all(clientFor(emulator).accessLogs({ pullZoneId: 7 }, unlimited));
        assert.equal(entries.length, 3, String(lead));
      });
    }
  });
});

describe("Pace", () => {
  const paceAfter = (act: (pace: Pace) => void): number => {
    const pace = new Pace(60_000);
    act(pace);
    return pace.widthMs / minute;
  };

  it("doubles after a slice that was quick and nearly empty, and after no other", () => {
    assert.equal(
      paceAfter(() => undefined),
      10,
    );
    assert.equal(
      paceAfter((pace) => pace.completed(2_499, 4_999, 5_000)),
      20,
    );
    assert.equal(
      paceAfter((pace) => pace.completed(2_500, 10, 5_000)),
      10,
    );
    assert.equal(
      paceAfter((pace) => pace.completed(0, 5_000, 5_000)),
      10,
    );
  });

  it("halves after more than 10,000 entries, and goes down to a second if one moment has as many", () => {
    assert.equal(
      paceAfter((pace) => pace.overflowed(1)),
      5,
    );
    assert.equal(
      paceAfter((pace) => pace.overflowed(10_000)),
      1 / 60,
    );
    const pace = new Pace(60_000);
    assert.deepEqual([pace.mustNarrowAfter(9_999), pace.mustNarrowAfter(10_000)], [false, true]);
    pace.overflowed(10_000);
    assert.equal(pace.mustNarrowAfter(1_000_000), false);
  });

  it("halves after a timeout, to ten minutes at most, and gives up after five in a row", () => {
    const pace = new Pace(60_000);
    for (let slice = 0; slice < 6; slice++) pace.completed(0, 0, 5_000);
    assert.equal(pace.widthMs, 640 * minute);
    const widths = [];
    while (pace.mayNarrowAfterTimeout) {
      pace.timedOut();
      widths.push(pace.widthMs / minute);
    }
    assert.deepEqual(widths, [10, 5, 2.5, 1.25]);
    pace.completed(5_000, 0, 5_000);
    assert.ok(pace.mayNarrowAfterTimeout);
  });
});

describe("Progress", () => {
  const window = { from: at(0), to: at(100) };

  it("makes slices that meet at whole seconds, and asks for a little more", () => {
    const ascending = new Progress("asc");
    const odd = { from: "2026-03-10T00:00:00.1234Z", to: at(25) };
    assert.deepEqual(ascending.nextSlice(odd, 10 * minute, 0)?.window, { from: odd.from, to: at(10) });
    ascending.complete();
    const second = ascending.nextSlice(odd, 10 * minute, 0);
    assert.deepEqual(second?.window, { from: new Date(start + 10 * minute - 1).toISOString(), to: at(20) });
    ascending.complete();
    const last = ascending.nextSlice(odd, 10 * minute, 0);
    assert.deepEqual([last?.window.to, last?.next, ascending.complete()], [at(25), undefined, true]);
  });

  it("goes on after the last entry of a slice that was left, without those that it had of that moment", () => {
    for (const [order, times] of [
      ["asc", [1, 2, 2, 2, 3]],
      ["desc", [3, 2, 2, 2, 1]],
    ] as const) {
      const progress = new Progress(order);
      progress.nextSlice(window, Infinity, 0);
      assert.deepEqual(
        times.slice(0, 3).map((minutes) => progress.takes(at(minutes))),
        [true, true, true],
      );
      const rest = progress.nextSlice(window, 10 * minute, 0);
      assert.equal(rest?.begin, start + 2 * minute);
      assert.deepEqual(
        times.map((minutes) => progress.takes(at(minutes))),
        [false, false, false, true, true],
      );
    }
  });

  it("can't go on after entries without a time", () => {
    const progress = new Progress("asc");
    progress.nextSlice(window, Infinity, 0);
    assert.ok(progress.takes(undefined) && !progress.canResume);
  });

  it("leaves out what expires before it is reached", () => {
    const progress = new Progress("desc");
    progress.nextSlice(window, 10 * minute, 0);
    progress.complete();
    assert.equal(progress.nextSlice({ ...window, from: at(95) }, 10 * minute, 0), undefined);
  });
});
