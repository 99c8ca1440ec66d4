import { Random } from "../random";
import type { KeptEntry } from "./entry";

/** Short of a day, so that for an hour after the start a query without a window still finds them all. */
const spreadMs = 23 * 60 * 60_000;

const cacheStatuses = ["HIT", "HIT", "HIT", "HIT", "HIT", "MISS", "MISS", "EXPIRED", "STALE", "REVALIDATED", "-"];
const statusCodes = [200, 200, 200, 200, 200, 200, 206, 301, 304, 304, 403, 404, 404, 500, 502, 503];
const places = ["DE FRA", "DE FRA", "US NY1", "US LA1", "FR PAR", "GB LON", "SG SG1", "BR SAO", "JP TYO"].map((place) =>
  place.split(" "),
);
const agents = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "curl/8.14.1",
  null,
];
const referers = [null, null, "https://www.example.com/", "https://search.example.net/?q=cdn"];
const networks = ["Example Telecom", "Example Hosting, Inc.", "Université d'Exemple", null];

/**
 * Makes entries as a busy zone would have them: few paths take most requests, and times ascend over the 23 hours before
 * `now`. The same seed makes the same entries, but for their times, which follow `now`.
 */
export function generateEntries(pullZoneId: number, count: number, now: number, seed: number): KeptEntry[] {
  const random = new Random(seed ^ Math.imul(pullZoneId, 0x9e3779b1));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)] as T;
  const start = now - spreadMs;
  return Array.from({ length: count }, (_, index) => {
    const at = Math.floor(start + ((index + random.next()) * spreadMs) / count);
    const [countryCode = "", edgeLocation = ""] = pick(places);
    const host = random.next() < 0.9 ? "cdn.example.com" : "img.example.com";
    const path = pathOf(Math.floor(random.next() ** 3 * 500));
    const bodyBytesSent = Math.floor(random.next() ** 4 * 2_000_000);
    const statusCode = pick(statusCodes);
    const scheme = random.next() < 0.95 ? "https" : "http";
    const entry = {
      timestamp: new Date(at).toISOString(),
      pullZoneId,
      requestId: requestId(random),
      cacheStatus: pick(cacheStatuses),
      statusCode,
      bytesSent: bodyBytesSent + 400,
      edgeLocation,
      scheme,
      host,
      path,
      url: `${scheme}://${host}${path}`,
      remoteIp: addressOf(random),
      countryCode,
      userAgent: pick(agents),
      referer: pick(referers),
      bodyBytesSent,
      contentRange: statusCode === 206 ? `bytes 0-${String(bodyBytesSent)}/*` : null,
      authorizationHeader: random.next() < 0.01 ? "Basic ZXhhbXBsZTpleGFtcGxl" : null,
      ja4Fingerprint: random.next() < 0.8 ? "t13d1516h2_8daaf6152771_02713d6af862" : null,
      asn: 64_496 + Math.floor(random.next() * 16),
      asnOrganization: pick(networks),
    };
    return { at, originShield: random.next() < 0.05, entry };
  });
}

function pathOf(rank: number): string {
  const folder = ["/", "/images/", "/Assets/js/", "/video/", "/api/v1/"][rank % 5] ?? "/";
  return rank === 0 ? "/" : `${folder}file-${String(rank)}.${["png", "js", "mp4", "html"][rank % 4] ?? "txt"}`;
}

/** Assumption: an id comes as a UUID or, now and then, as 32 hexadecimal digits. */
function requestId(random: Random): string {
  const hex = random.hex(32);
  if (random.next() < 0.1) return hex;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** An address of the ranges that are set aside for documentation. */
function addressOf(random: Random): string {
  const last = Math.floor(random.next() * 256);
  if (random.next() < 0.7) return `203.0.113.${String(last)}`;
  return `2001:db8:${Math.floor(random.next() * 16).toString(16)}:1::${last.toString(16)}`;
}
