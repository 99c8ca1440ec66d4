import assert from "node:assert/strict";
import fc from "fast-check";
import type { Emulator, LogEntry, PartialLogEntry } from "../../emulator";
import { call } from "../emulator/call";
import type { ZoneLogging } from "./naive";
import { matchesNaively } from "./naive";
import { secondsApart, withLogs } from "./support";

const hosts = ["cdn.example.com", "IMG.example.com", null];
const paths = ["/", "/Images/Logo.png", "/api/v1/items", "/images/hit.gif", null];
const agents = ["curl/8.14", "Mozilla/5.0 (compatible; Googlebot/2.1)", null];
const referers = ["https://www.Example.com/", "https://other.example/hit", null];
const statuses = ["HIT", "MISS", "-", "hit", null];
const codes = [200, 204, 206, 301, 404, 499, 500, 503, null];
const countries = ["DE", "US", "FR", null];
const edges = ["FRA", "fra", "NY1", null];
const addresses = [
  "203.0.113.7",
  "203.0.113.9",
  "203.0.114.7",
  "2001:db8:1:2:0:0:0:1",
  "2001:db8:1:2:0:0:0:2",
  "2001:db8:1:3:0:0:0:1",
  null,
];
const ranges = ["bytes 0-99/1000", null];

/** 300 entries over the values above, each step another combination. */
const entries = secondsApart(300, (index): PartialLogEntry => {
  const pick = <T>(from: readonly T[], stride: number): T => from[Math.floor(index / stride) % from.length] as T;
  return {
    host: pick(hosts, 1),
    path: pick(paths, 2),
    userAgent: pick(agents, 5),
    referer: pick(referers, 3),
    cacheStatus: pick(statuses, 1),
    statusCode: pick(codes, 1),
    countryCode: pick(countries, 1),
    edgeLocation: pick(edges, 7),
    remoteIp: pick(addresses, 1),
    contentRange: pick(ranges, 4),
    originShield: index % 11 === 0,
    // Both spellings of an id are known.
    ...(index % 5 === 0 ? { requestId: String(index).padStart(32, "a") } : {}),
  };
});

const some = <T>(values: readonly (T | null)[]): fc.Arbitrary<T> =>
  fc.constantFrom(...values.filter((value) => value !== null));
const several = (values: readonly (string | null)[]): fc.Arbitrary<string> =>
  fc.uniqueArray(some(values), { minLength: 1, maxLength: 3 }).map((list) => list.join(","));
const part = (values: readonly (string | null)[]): fc.Arbitrary<string> =>
  fc.tuple(some(values), fc.nat(5), fc.integer({ min: 1, max: 6 }), fc.boolean()).map(([text, from, length, upper]) => {
    const cut = text
      .slice(Math.min(from, text.length - 1))
      .slice(0, length)
      .replaceAll(" ", "");
    return (upper ? cut.toUpperCase() : cut) || text.slice(0, 1);
  });
const token = part([
  ...hosts,
  ...paths,
  ...agents,
  ...referers,
  ...statuses,
  ...edges,
  ...ranges,
  "aaaa",
  "0000-40",
  "de",
]);

const parameterNames = [
  ...(["status", "cacheStatus", "country", "edgeLocation", "remoteIp", "urlContains", "userAgentContains"] as const),
  ...(["refererContains", "search", "requestId", "includeOriginShield", "order"] as const),
];
const everyParameter = fc.record({
  status: fc
    .uniqueArray(fc.constantFrom("200", "404", "499", "2xx", "3xx", "5xx"), { minLength: 1, maxLength: 3 })
    .map((list) => list.join(",")),
  cacheStatus: several(statuses),
  country: several(countries),
  edgeLocation: some(edges),
  remoteIp: some(addresses),
  urlContains: fc.oneof(part(paths), fc.constant("example.com/")),
  userAgentContains: part(agents),
  refererContains: part(referers),
  search: fc.array(token, { minLength: 1, maxLength: 3 }).map((tokens) => tokens.join(" ")),
  requestId: fc.nat(299).map((index) => entries[index]?.requestId ?? ""),
  includeOriginShield: fc.constantFrom("true", "false"),
  order: fc.constantFrom("asc", "desc"),
});
// Few at a time: all together match nothing.
const parameters = fc
  .tuple(everyParameter, fc.subarray(parameterNames, { maxLength: 3 }))
  .map(([every, names]) => Object.fromEntries(names.map((name) => [name, every[name]])) as Record<string, string>);
const window = fc.record(
  { from: fc.integer({ min: -5, max: 305 }), length: fc.integer({ min: 1, max: 400 }) },
  { requiredKeys: [] },
);
const logging: fc.Arbitrary<ZoneLogging> = fc.record({
  extended: fc.boolean(),
  anonymization: fc.constantFrom("none" as const, "lastOctet" as const, "full" as const),
});

/** Reads all pages of a query; each must be as large as it says, and the last one must say that it is. */
async function paged(emulator: Emulator, query: Record<string, string>, limit: number) {
  const found: LogEntry[] = [];
  const sizes: number[] = [];
  for (let offset = 0; ; offset += limit) {
    const asked = new URLSearchParams({ ...query, limit: String(limit), offset: String(offset) });
    const { status, json } = await call(emulator, "GET", `/v2/pullzones/7/logs?${asked.toString()}`);
    assert.equal(status, 200, JSON.stringify(json));
    const { data, pagination } = json as { data: LogEntry[] | null; pagination: Record<string, unknown> };
    assert.deepEqual({ ...pagination, hasMore: false }, { offset, limit, returned: data?.length ?? 0, hasMore: false });
    found.push(...(data ?? []));
    sizes.push(data?.length ?? 0);
    if (pagination["hasMore"] === false) return { found, sizes };
  }
}

describe("the emulator's log filters", () => {
  for (const logPostFilter of [true, false]) {
    it(`answer as a plain reading of the contract does, country and search ${logPostFilter ? "after" : "before"} paging`, async function () {
      this.timeout(60_000);
      let matched = 0;
      await withLogs({ logPostFilter, logRateLimit: "none", seed: { accessLogs: entries } }, async (emulator) => {
        await fc.assert(
          fc.asyncProperty(
            parameters,
            window,
            logging,
            fc.integer({ min: 20, max: 400 }),
            async (asked, at, zone, limit) => {
              setLogging(emulator, zone);
              const query: Record<string, string> = { ...asked, ...windowOf(at) };
              const { found, sizes } = await paged(emulator, query, limit);
              const expected = naively(query, zone);
              if (expected.length > 0) matched += 1;
              assert.deepEqual(
                found.map(({ path, requestId }) => [path, requestId]),
                expected.map(({ path, requestId }) => [path, requestId]),
              );
              if (!logPostFilter) assert.ok(sizes.slice(0, -1).every((size) => size === limit));
            },
          ),
          { seed: 5, numRuns: 250 },
        );
      });
      assert.ok(matched > 100, `only ${String(matched)} of 250 queries matched anything`);
    });
  }
});

function setLogging(emulator: Emulator, { extended, anonymization }: ZoneLogging): void {
  emulator.pullZones.change(7, {
    EnableExtendedLogging: extended,
    LoggingIPAnonymizationEnabled: anonymization !== "none",
    LogAnonymizationType: anonymization === "full" ? 1 : 0,
  });
}

function windowOf({ from, length }: { from?: number; length?: number }): Record<string, string> {
  const start = Date.parse(entries[0]?.timestamp ?? "");
  const at = (index: number): string => new Date(start + index * 1000).toISOString();
  if (from === undefined) return {};
  return length === undefined ? { from: at(from - 10) } : { from: at(from), to: at(from + length) };
}

function naively(query: Record<string, string>, zone: ZoneLogging) {
  const found = entries.filter((entry) => {
    const at = Date.parse(entry.timestamp ?? "");
    if (query["from"] !== undefined && at < Date.parse(query["from"])) return false;
    if (query["to"] !== undefined && at >= Date.parse(query["to"])) return false;
    const { originShield } = entry as { originShield?: boolean };
    if (originShield === true && query["includeOriginShield"] !== "true") return false;
    return matchesNaively(entry as unknown as LogEntry, query, zone);
  });
  return query["order"] === "asc" ? found : found.reverse();
}
