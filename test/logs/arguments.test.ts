import assert from "node:assert/strict";
import type { AccessLogsOptions } from "../../provider/api/accessLogs/args";
import { checkedQuery } from "../../provider/api/accessLogs/check";
import { readTime } from "../../provider/api/accessLogs/window";
import { InvalidInputError } from "../../provider/client";
import { argumentsOf, functionTables } from "../../provider/wire/functions";
import { withLogs } from "./support";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const at = (ms: number): string => new Date(now + ms).toISOString();
const hour = 3_600_000;
const day = 24 * hour;

/** The faults that the error lists. */
function faultsOf(args: Record<string, unknown>, options: AccessLogsOptions = {}): string[] {
  try {
    checkedQuery({ pullZoneId: 7, ...args }, options, now, true);
    return [];
  } catch (error) {
    assert.ok(error instanceof InvalidInputError, String(error));
    return error.message.split("\n- ").slice(1);
  }
}

describe("Arguments of an access log query", () => {
  it("have a message each that says what is wrong and what is valid", () => {
    for (const [args, message] of [
      [
        { pullZoneId: "my-zone" },
        /^pullZoneId must be a positive integer below 2\^53, but got: "my-zone"\. It is in the zone/,
      ],
      [{ from: "yesterday" }, /^from must be a date and time in ISO 8601, or a duration such as 2h, but got: "y/],
      [{ to: 1_700_000_000 }, /^to must be a date and time .* but got: 1700000000\./],
      [
        { from: "4d" },
        /^from must be at or after 2026-03-07T12:00:00\.000Z, because logs are kept for 3 days, but got/,
      ],
      [{ to: "3d" }, /^to must be after 2026-03-07T12:00:00\.000Z, because logs are kept for 3 days, but got/],
      [{ from: "1h", to: "2h" }, /^from must be before `to` \(2026-03-10T10:00:00\.000Z\), but got: "2026-03-10T11/],
      [{ from: at(hour) }, /^from must be before `to` \(2026-03-10T12:00:00\.000Z, now\), but got: "2026-03-10T13/],
      [{ from: "3d", to: at(1) }, /^to must be at most 3 days after `from` \(2026-03-07T12:00:00\.000Z\), but got/],
      [{ to: at(2 * day) }, /^to must be less than a day ahead if `from` is omitted, but got: "2026-03-12/],
      [
        { status: ["6xx", 404, "4x"] },
        /^status must be status codes from 100 to 599 or classes .* got: \["6xx","4x"\]/,
      ],
      [{ status: [] }, /^status must be .* but got: \[\]\./],
      [{ cacheStatus: ["HIT", ""] }, /^cacheStatus must be .* but got: ""\./],
      [{ country: ["DE", "GER"] }, /^country must be ISO 3166 alpha-2 codes of two letters, but got: "GER"\./],
      [{ edgeLocation: "" }, /^edgeLocation must be .* but got: ""\./],
      [{ remoteIp: "203.0.113.0/24" }, /^remoteIp must be an IPv4 or IPv6 address, but got: "203\.0\.113\.0\/24"\./],
      [{ remoteIp: "fe80::1%eth0" }, /^remoteIp must be an IPv4 or IPv6 address/],
      [{ urlContains: "" }, /^urlContains must be/],
      [{ userAgentContains: 5 }, /^userAgentContains must be .* but got: 5\./],
      [{ refererContains: "" }, /^refererContains must be/],
      [{ search: " " }, /^search must be one or more words, but got: " "\./],
      [{ search: ["a", 1] }, /^search must be one or more words, but got: \["a",1\]\./],
      [{ requestId: "abc" }, /^requestId must be a UUID or 32 hexadecimal digits, but got: "abc"\./],
      [{ includeOriginShield: "yes" }, /^includeOriginShield must be true or false, but got: "yes"/],
      [{ order: "newest" }, /^order must be "asc" or "desc", but got: "newest"/],
      [{ limit: 1.5 }, /^limit must be an integer from 1 to 10000, but got: 1\.5\./],
      [{ offset: -1 }, /^offset must be an integer of at least 0, but got: -1\./],
      [{ statuses: [404] }, /^statuses is not a known argument\. The arguments are: pullZoneId, from, .*, status, /],
    ] as [Record<string, unknown>, RegExp][]) {
      const faults = faultsOf(args);
      assert.equal(faults.length, 1, JSON.stringify(args));
      assert.match(faults[0] ?? "", message);
    }
    assert.match(faultsOf({}, { pageSize: 0 })[0] ?? "", /^pageSize must be an integer from 1 to 10000, but got: 0\./);
    assert.match(
      faultsOf({}, { rate: { requests: 0, perSeconds: 10 } })[0] ?? "",
      /^rate must be at least one request/,
    );
  });

  it("have exact limits", () => {
    const words = (count: number, length = 1): string[] => Array.from({ length: count }, () => "w".repeat(length));
    for (const [accepted, refused] of [
      [{ pullZoneId: 1 }, { pullZoneId: 0 }],
      [{ limit: 1 }, { limit: 0 }],
      [{ limit: 10_000 }, { limit: 10_001 }],
      [{ offset: 2 ** 53 - 1 }, { offset: 2 ** 53 }],
      [{ from: at(-3 * day) }, { from: at(-3 * day - 1) }],
      [{ to: at(-3 * day + 1) }, { to: at(-3 * day) }],
      [
        { from: at(-3 * day + 10), to: at(10) },
        { from: at(-3 * day + 10), to: at(11) },
      ],
      [
        { from: at(-1), to: at(0) },
        { from: at(0), to: at(0) },
      ],
      [{ from: at(-1) }, { from: at(0) }],
      [{ to: at(day - 1) }, { to: at(day) }],
      [{ search: words(16, 128) }, { search: words(1, 129) }],
      [{ search: words(16).join("  ") }, { search: words(17).join(" ") }],
      // Characters, not code units.
      [{ search: "🦊".repeat(128) }, { search: "🦊".repeat(129) }],
      [{ status: 100 }, { status: 99 }],
      [{ status: "599" }, { status: "600" }],
      [{ status: "5XX" }, { status: "6xx" }],
      [{ requestId: "0".repeat(32) }, { requestId: "0".repeat(33) }],
    ] as [Record<string, unknown>, Record<string, unknown>][]) {
      assert.deepEqual(faultsOf(accepted), []);
      assert.equal(faultsOf(refused).length, 1, JSON.stringify(refused));
    }
  });

  it("are documented with the formats of from and status, all of which are accepted", () => {
    const specs = argumentsOf(functionTables.getAccessLogs);
    const examples = (name: string): string[] =>
      [...(specs[name]?.doc.matchAll(/`"([^`]+)"`/g) ?? [])].map(([, example = ""]) => example);
    assert.deepEqual(
      examples("from")
        .map((from) => readTime(from, now))
        .filter(Number.isNaN),
      [],
    );
    assert.deepEqual(
      examples("status").flatMap((status) => faultsOf({ status })),
      [],
    );
    assert.deepEqual([examples("from").length, examples("status").length], [6, 3]);
  });

  it("are all checked before a request is sent", async () => {
    await withLogs({}, async (emulator, client) => {
      const args = { pullZoneId: -7, from: "5d", status: "9xx", country: "X", search: "", limit: 0, offset: -1 };
      await assert.rejects(client.getAccessLogs(args), (error: Error) => {
        assert.ok(error instanceof InvalidInputError);
        assert.equal(error.property, "pullZoneId");
        assert.match(error.message, /^Access logs were not queried: 7 arguments are invalid\.\n- /);
        assert.deepEqual(
          error.message
            .split("\n- ")
            .slice(1)
            .map((line) => line.split(" ")[0]),
          ["pullZoneId", "from", "status", "country", "search", "limit", "offset"],
        );
        return true;
      });
      await assert.rejects(client.accessLogs({ pullZoneId: 7, order: "up" as "asc" }).next(), /order must be/);
      const limited = { pullZoneId: 7, limit: 5 };
      await assert.rejects(client.accessLogs(limited).next(), (error: Error) => {
        assert.ok(error instanceof InvalidInputError);
        assert.equal(error.property, "limit");
        assert.match(error.message, /not queried: one argument is invalid.*\n- limit is not a known argument/);
        return true;
      });
      assert.equal(emulator.journal.length, 0);
    });
  });

  it("are sent in the contract's form", async () => {
    await withLogs({}, async (emulator, client) => {
      await client.getAccessLogs({
        ...{
          pullZoneId: "7",
          from: new Date(Date.now() - hour),
          status: [404, "5XX"] as const,
          cacheStatus: ["hit", "-"],
        },
        ...{ country: ["de", "FR"], edgeLocation: "FRA", remoteIp: "2001:DB8::1", urlContains: "/a b", limit: 5 },
        ...{ userAgentContains: "bot", refererContains: "x", search: ["googlebot", "/robots.txt"], offset: 3 },
        ...{ requestId: "0".repeat(32), includeOriginShield: true, order: "asc" as const },
      });
      const { from, ...query } = emulator.journal[0]?.query ?? {};
      assert.match(from ?? "", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
      assert.deepEqual(query, {
        ...{ status: "404,5xx", cacheStatus: "HIT,-", country: "DE,FR", edgeLocation: "FRA", remoteIp: "2001:DB8::1" },
        ...{ urlContains: "/a b", userAgentContains: "bot", refererContains: "x", search: "googlebot /robots.txt" },
        ...{ requestId: "0".repeat(32), includeOriginShield: "true", order: "asc", limit: "5", offset: "3" },
      });
      assert.equal(emulator.journal[0]?.path, "/v2/pullzones/7/logs");
    });
  });
});
