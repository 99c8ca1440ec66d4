import assert from "node:assert/strict";
import { readTime, readWindow, withinRetention } from "../../provider/api/accessLogs/window";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const hour = 3_600_000;
const day = 24 * hour;

describe("readTime", () => {
  it("accepts a Date, an ISO 8601 date and time, or a duration", () => {
    for (const [given, expected] of [
      ["2h", now - 2 * hour],
      ["90s", now - 90_000],
      ["1.5h", now - 1.5 * hour],
      ["1d2h30m", now - day - 2.5 * hour],
      ["0s", now],
      ["2026-03-10T10:00:00Z", now - 2 * hour],
      ["2026-03-10T11:00:00+01:00", now - 2 * hour],
      ["2026-03-10T10:00:00.5Z", now - 2 * hour + 500],
      // Without a time zone it is UTC.
      ["2026-03-10T10:00", now - 2 * hour],
      ["2026-03-10 10:00:00", now - 2 * hour],
      ["2026-03-10", now - 12 * hour],
      [new Date(now - 5), now - 5],
    ] as [string | Date, number][]) {
      assert.equal(readTime(given, now), expected, String(given));
    }
  });

  it("refuses anything else, and dates that do not exist", () => {
    for (const wrong of [
      "",
      "h",
      "2",
      "2 hours",
      "-2h",
      "2w",
      "10:00",
      "March 10",
      "2026-13-01",
      "2026-02-29T10:00Z",
    ]) {
      assert.throws(() => readTime(wrong, now), /must be a date and time in ISO 8601, or a duration such as 2h/);
    }
  });
});

describe("readWindow", () => {
  const windowOf = (from?: unknown, to?: unknown) => readWindow({ from, to }, now, []);

  it("fills in the start with the contract's default if only the end is given, within the retention period", () => {
    assert.deepEqual(windowOf(undefined, "1h"), { from: now - hour - day, to: now - hour });
    assert.deepEqual(windowOf(undefined, "60h"), { from: now - 3 * day, to: now - 60 * hour });
  });

  it("omits an end in the future, so that the service's clock decides", () => {
    assert.deepEqual(windowOf("2h", new Date(now)), { from: now - 2 * hour });
    assert.deepEqual(windowOf("2h", new Date(now + hour)), { from: now - 2 * hour });
    assert.deepEqual(windowOf(undefined, new Date(now + hour)), { from: now - 23 * hour });
  });

  it("moves the start in from the edge of the retention period, unless nothing would be left", () => {
    const at = (ms: number): string => new Date(now - 3 * day + ms).toISOString();
    assert.deepEqual(withinRetention({ from: at(0) }, now), { from: at(60_000) });
    assert.deepEqual(withinRetention({ from: at(60_000) }, now), { from: at(60_000) });
    assert.deepEqual(withinRetention({ from: at(0), to: at(60_000) }, now), { from: at(0), to: at(60_000) });
    assert.deepEqual(withinRetention({}, now), {});
  });
});
