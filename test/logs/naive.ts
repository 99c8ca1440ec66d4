import type { LogEntry } from "../../emulator";

/** A query as the contract's table has it: texts by parameter. */
export type Parameters = Readonly<Record<string, string>>;

/** What a pull zone's settings say of its log. */
export interface ZoneLogging {
  readonly extended: boolean;
  readonly anonymization: "none" | "lastOctet" | "full";
}

/**
 * The contract's filters, written down once more and as plainly as they read: whether one entry matches, the window and
 * the origin shield aside. Nothing here is shared with the emulator.
 */
export function matchesNaively(entry: LogEntry, asked: Parameters, zone: ZoneLogging): boolean {
  const lower = (text: string | null | undefined): string => (text ?? "").toLowerCase();
  if (asked["status"] !== undefined) {
    const codes = asked["status"].split(",");
    const hit = codes.some((code) => {
      const number = entry.statusCode ?? 0;
      if (code.endsWith("xx")) return number >= Number(code[0]) * 100 && number < Number(code[0]) * 100 + 100;
      return number === Number(code);
    });
    if (!hit) return false;
  }
  if (asked["cacheStatus"] !== undefined && !asked["cacheStatus"].split(",").some((one) => one === entry.cacheStatus)) {
    return false;
  }
  if (asked["country"] !== undefined && !asked["country"].split(",").some((one) => one === entry.countryCode)) {
    return false;
  }
  if (asked["edgeLocation"] !== undefined && asked["edgeLocation"] !== entry.edgeLocation) return false;
  if (asked["remoteIp"] !== undefined && !sameHost(entry.remoteIp ?? "", asked["remoteIp"], zone)) return false;
  if (!lower((entry.host ?? "") + (entry.path ?? "")).includes(lower(asked["urlContains"]))) return false;
  if (!lower(entry.userAgent).includes(lower(asked["userAgentContains"]))) return false;
  if (!lower(entry.referer).includes(lower(asked["refererContains"]))) return false;
  if (asked["requestId"] !== undefined && bare(asked["requestId"]) !== bare(entry.requestId ?? "")) return false;
  if (asked["search"] !== undefined) {
    const columns = [entry.cacheStatus, entry.requestId, entry.edgeLocation, entry.host, entry.path];
    columns.push(entry.userAgent, entry.referer);
    if (zone.extended) columns.push(entry.contentRange);
    const tokens = asked["search"].split(" ");
    if (!columns.some((column) => tokens.some((token) => token !== "" && lower(column).includes(lower(token))))) {
      return false;
    }
  }
  return true;
}

function bare(requestId: string): string {
  return requestId.replaceAll("-", "").toLowerCase();
}

// The addresses of the test's entries are all spelt alike, so their text tells the network.
function sameHost(address: string, asked: string, { anonymization }: ZoneLogging): boolean {
  if (anonymization === "full") return true;
  if (anonymization === "none") return address === asked;
  const network = (text: string): string =>
    text.includes(":") ? text.split(":").slice(0, 4).join(":") : text.split(".").slice(0, 3).join(".");
  return network(address) === network(asked);
}
