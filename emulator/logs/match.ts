import type { PullZone } from "../types/pullZone";
import { anonymizationOf, sameAddress } from "./address";
import type { KeptEntry } from "./entry";
import type { LogEntry } from "../types/logEntry";
import type { LogQuery } from "./query";

/** Whether an entry matches. */
export type Matches = (kept: KeptEntry) => boolean;

/** The filters that are applied before a page is counted out; the window is not among them. */
export function countedFilter(query: LogQuery, zone: PullZone): Matches {
  const { cacheStatus, edgeLocation, remoteIp, requestId, status, includeOriginShield } = query;
  const anonymization = anonymizationOf(zone);
  return ({ entry, originShield }) =>
    (includeOriginShield || !originShield) &&
    (status === undefined || status.some((wanted) => hasStatus(entry.statusCode, wanted))) &&
    (cacheStatus === undefined || cacheStatus.includes(entry.cacheStatus ?? "")) &&
    (edgeLocation === undefined || entry.edgeLocation === edgeLocation) &&
    (remoteIp === undefined || sameAddress(entry.remoteIp, remoteIp, anonymization)) &&
    (query.urlContains === undefined || urlOf(entry).includes(query.urlContains)) &&
    contains(entry.userAgent, query.userAgentContains) &&
    contains(entry.referer, query.refererContains) &&
    (requestId === undefined || entry.requestId?.replaceAll("-", "").toLowerCase() === requestId);
}

/** The filters that publicly are applied only to the entries of a page (assumption). */
export function laterFilter({ country, tokens }: LogQuery, zone: PullZone): Matches {
  return ({ entry }) =>
    (country === undefined || country.includes(entry.countryCode?.toUpperCase() ?? "")) &&
    (tokens === undefined || searched(entry, zone).some((column) => tokens.some((token) => column.includes(token))));
}

/** The columns that free text is searched in: neither remote IP, nor country code, nor authorization header. */
function searched(entry: LogEntry, zone: PullZone): string[] {
  const { cacheStatus, requestId, edgeLocation, host, path, userAgent, referer, contentRange } = entry;
  const columns = [cacheStatus, requestId, edgeLocation, host, path, userAgent, referer];
  if (zone.EnableExtendedLogging) columns.push(contentRange);
  return columns.map((column) => column?.toLowerCase() ?? "");
}

function hasStatus(code: number | null | undefined, wanted: string): boolean {
  const text = String(code ?? "");
  return /xx$/i.test(wanted) ? text.length === 3 && text.startsWith(wanted.charAt(0)) : text === wanted;
}

function urlOf({ host, path }: LogEntry): string {
  return `${host ?? ""}${path ?? ""}`.toLowerCase();
}

function contains(text: string | null | undefined, part: string | undefined): boolean {
  return part === undefined || (text?.toLowerCase().includes(part) ?? false);
}
