import { Random } from "../random";
import type { EmulatorSettings } from "../settings";
import type { StoredEntry } from "../state/objects";

/** The period of the entries. It is less than a day, so that for an hour after the start a query without a time range finds all entries. */
const spreadMs = 23 * 60 * 60_000;

const cacheStatuses = ["HIT", "HIT", "HIT", "HIT", "HIT", "MISS", "MISS", "EXPIRED", "STALE", "REVALIDATED", "-"];
const statusCodes = [200, 200, 200, 200, 200, 200, 206, 301, 304, 304, 403, 404, 404];
const serverErrors = [500, 502, 503];
/** The share of server errors, low enough for the check of examples/access-logs to pass. */
const serverErrorRate = 0.002;
const places = ["DE FRA", "DE FRA", "US NY1", "US LA1", "FR PAR", "GB LON", "SG SG1", "BR SAO", "JP TYO"];
const agents = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "curl/8.14.1",
  null,
];
const referers = [null, null, "https://www.example.com/", "https://search.example.net/?q=cdn"];
const networks = ["Example Telecom", "Example Hosting, Inc.", "Université d'Exemple", null];
const folders = ["/", "/images/", "/Assets/js/", "/video/", "/api/v1/"];
const extensions = ["png", "js", "mp4", "html"];

/**
 * Generates the entries of a busy zone: a few paths get most requests, and times ascend over the 23 hours before `now`. The same seed
 * generates the same entries, except for their times.
 */
export function generateEntries(
  pullZoneId: number,
  { logEntries: count, randomSeed: seed, contract }: Pick<EmulatorSettings, "logEntries" | "randomSeed" | "contract">,
  now: number,
): StoredEntry[] {
  const random = new Random(seed ^ Math.imul(pullZoneId, 0x9e3779b1));
  const below = (limit: number): number => Math.floor(random.next() * limit);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  return Array.from({ length: count }, (_, index) => {
    const at = Math.floor(now - spreadMs + ((index + random.next()) * spreadMs) / count);
    const [countryCode = "", edgeLocation = ""] = pick(places).split(" ");
    const host = random.next() < 0.9 ? "cdn.example.com" : "img.example.com";
    const rank = Math.floor(random.next() ** 3 * 500);
    // Recorded: a path includes the query.
    const search = contract || rank % 4 !== 1 ? "" : `?v=${String(rank % 7)}`;
    const path = `${folders[rank % 5] ?? ""}file-${String(rank)}.${extensions[rank % 4] ?? ""}${search}`;
    const bodyBytesSent = Math.floor(random.next() ** 4 * 2_000_000);
    const statusCode = pick(random.next() < serverErrorRate ? serverErrors : statusCodes);
    const scheme = random.next() < 0.95 ? "https" : "http";
    const last = below(256);
    // Recorded: 32 hexadecimal digits. The contract has UUIDs.
    const requestId = random.next() < 0.1 ? random.hex(32) : random.groups(8, 4, 4, 4, 12);
    const entry = {
      timestamp: new Date(at).toISOString(),
      pullZoneId,
      requestId: contract ? requestId : requestId.replaceAll("-", ""),
      cacheStatus: pick(cacheStatuses),
      statusCode,
      bytesSent: bodyBytesSent + 400,
      edgeLocation,
      scheme,
      host,
      path,
      url: `${scheme}://${host}${path}`,
      // These ranges are reserved for documentation.
      remoteIp:
        random.next() < 0.7
          ? `203.0.113.${String(last)}`
          : `2001:db8:${below(16).toString(16)}:1::${last.toString(16)}`,
      countryCode,
      userAgent: pick(agents),
      referer: pick(referers),
      bodyBytesSent,
      contentRange: statusCode === 206 ? `bytes 0-${String(bodyBytesSent)}/*` : null,
      authorizationHeader: random.next() < 0.01 ? "Basic ZXhhbXBsZTpleGFtcGxl" : null,
      ja4Fingerprint: random.next() < 0.8 ? "t13d1516h2_8daaf6152771_02713d6af862" : null,
      asn: 64_496 + below(16),
      asnOrganization: pick(networks),
    };
    return { at, originShield: random.next() < 0.05, entry };
  });
}
