import assert from "node:assert/strict";
import fc from "fast-check";
import { Histogram, TopCounts } from "../../cli/logs/counts";
import { type Summary, summaryPrinter } from "../../cli/logs/summary";
import { painter } from "../../terminal/text";
import type { AccessLogEntry } from "../../provider/types/accessLog";

describe("the counts of values", () => {
  it("keep the frequent ones among ever new ones, and say how wrong they may be", () => {
    const counts = new TopCounts(100);
    for (let index = 0; index < 100_000; index++) {
      counts.add(`/rare/${String(index)}`);
      if (index % 10 === 0) counts.add("/frequent");
    }
    const [first] = counts.top(1);
    assert.equal(first?.value, "/frequent");
    assert.ok(first.count <= 10_000 && first.count + counts.missed >= 10_000);
    assert.ok(counts.top(1_000_000).length <= 200);
  });

  it("cut long values off", () => {
    const counts = new TopCounts();
    counts.add("x".repeat(10_000));
    assert.equal(counts.top(1)[0]?.value.length, 201);
  });
});

describe("the histogram", () => {
  it("loses nothing, in at most 24 buckets, whatever the times and their order", () => {
    const start = Date.parse("2026-03-10T12:34:56.789Z");
    const times = fc.array(fc.record({ at: fc.nat(3 * 86_400_000), error: fc.boolean() }), { minLength: 1 });
    fc.assert(
      fc.property(times, (events) => {
        const histogram = new Histogram();
        for (const { at, error } of events) histogram.add(start + at, error);
        const buckets = histogram.buckets();
        assert.ok(buckets.length <= 24);
        const widthMs = histogram.bucketSeconds * 1000;
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
});

describe("a summary", () => {
  function summaryOf(entries: readonly AccessLogEntry[], format: "table" | "json"): string {
    const printer = summaryPrinter(format, "between A and B", painter(false));
    for (const entry of entries) printer.entry(entry);
    return printer.end();
  }

  it("counts entries without any field, and odd statuses", () => {
    const entries = [{}, { statusCode: 999 }];
    const summary = JSON.parse(summaryOf(entries, "json")) as Summary;
    assert.deepEqual([summary.entries, summary.statusClasses, summary.cacheHitRatio], [2, { other: 2 }, 0]);
    assert.deepEqual(summary.topPaths, [{ value: "(none)", count: 2 }]);
    assert.match(summaryOf(entries, "table"), /^2 entries between A and B, 0 B sent/);
    assert.match(summaryOf([{}], "table"), /^1 entry between/);
  });

  it("prints no control characters of a path, and says when counts are not exact", () => {
    const entries = Array.from({ length: 2_001 }, (_, index) => ({ path: `/\u001b]0;${String(index)}` }));
    const text = summaryOf(entries, "table");
    assert.ok(!text.includes("\u001b") && text.includes("\\u001b]0;"));
    assert.match(text, /Counts of values may be low by up to 1\.\n/);
  });
});
