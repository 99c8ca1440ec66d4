import assert from "node:assert/strict";
import fc from "fast-check";
import { type Summary, summaryPrinter } from "../../cli/logs/summary";
import { painter } from "../../terminal/text";
import type { AccessLogEntry } from "../../provider/types/accessLog";

describe("a summary", () => {
  function textOf(entries: Iterable<AccessLogEntry>, format: "table" | "json"): string {
    const printer = summaryPrinter(format, "between A and B", painter(false));
    for (const entry of entries) printer.entry(entry);
    return printer.end();
  }
  const summaryOf = (entries: Iterable<AccessLogEntry>): Summary => JSON.parse(textOf(entries, "json")) as Summary;

  it("counts the frequent values among ever new ones, and says how wrong the counts may be", () => {
    const paths = Array.from({ length: 110_000 }, (_, index) =>
      index % 11 === 0 ? "/frequent" : `/rare/${String(index)}`,
    );
    const { topPaths, countsMayMiss } = summaryOf(paths.map((path) => ({ path })));
    const [first] = topPaths;
    assert.equal(first?.value, "/frequent");
    assert.ok(first.count <= 10_000 && first.count + countsMayMiss >= 10_000);
  });

  it("cuts long values off", () => {
    assert.equal(summaryOf([{ path: "x".repeat(10_000) }]).topPaths[0]?.value.length, 201);
  });

  it("has a histogram that loses nothing, in at most 24 buckets, whatever the times and their order", () => {
    const start = Date.parse("2026-03-10T12:34:56.789Z");
    const times = fc.array(fc.record({ at: fc.nat(3 * 86_400_000), error: fc.boolean() }), { minLength: 1 });
    fc.assert(
      fc.property(times, (events) => {
        const entries = events.map(({ at, error }) => ({
          timestamp: new Date(start + at).toISOString(),
          statusCode: error ? 500 : 200,
        }));
        const { buckets, bucketSeconds } = summaryOf(entries).histogram;
        assert.ok(buckets.length <= 24);
        const widthMs = bucketSeconds * 1000;
        for (const [index, { start: begin, count, errors }] of buckets.entries()) {
          const from = Date.parse(begin);
          const within = events.filter(({ at }) => start + at >= from && start + at < from + widthMs);
          assert.deepEqual([count, errors], [within.length, within.filter(({ error }) => error).length]);
          if (index > 0) assert.equal(from - Date.parse(buckets[index - 1]?.start ?? ""), widthMs);
        }
        assert.equal(
          buckets.reduce((sum, { count }) => sum + count, 0),
          events.length,
        );
      }),
      { seed: 5 },
    );
  });

  it("counts entries without any field, and odd statuses", () => {
    const entries = [{}, { statusCode: 999 }];
    const summary = summaryOf(entries);
    assert.deepEqual([summary.entries, summary.statusClasses, summary.cacheHitRatio], [2, { other: 2 }, 0]);
    assert.deepEqual(summary.topPaths, [{ value: "(none)", count: 2 }]);
    assert.match(textOf(entries, "table"), /^2 entries between A and B, 0 B sent/);
    assert.match(textOf([{}], "table"), /^1 entry between/);
  });

  it("prints no control characters of a path, and says when counts are not exact", () => {
    const entries = Array.from({ length: 2_001 }, (_, index) => ({ path: `/\u001b]0;${String(index)}` }));
    const text = textOf(entries, "table");
    assert.ok(!text.includes("\u001b") && text.includes("\\u001b]0;"));
    assert.match(text, /Counts of values may be up to 1 too low\.\n/);
  });
});
