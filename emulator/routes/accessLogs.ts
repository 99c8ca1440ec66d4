import { json } from "../http/answer";
import type { Answer } from "../http/answer";
import type { Route, ServiceRequest } from "../http/route";
import { anonymizationOf, shownAddress } from "../logs/address";
import type { KeptEntry } from "../logs/entry";
import type { LogEntry } from "../types/logEntry";
import { countedFilter, laterFilter } from "../logs/match";
import { readLogQuery } from "../logs/query";
import { logError } from "../logs/refusal";
import type { Service } from "../service";
import type { PullZone } from "../types/pullZone";

/** The access log operation: query those of one pull zone. */
export const accessLogRoutes: readonly Route[] = [
  {
    operation: "queryAccessLogs",
    method: "GET",
    path: "/v2/pullzones/:pullZoneId/logs",
    unauthorized: logError("unauthorized", "The access key is missing or not valid."),
    handle: queryAccessLogs,
  },
];

function queryAccessLogs(service: Service, request: ServiceRequest): Answer {
  const { accessLogs, logRateLimits, pullZones, settings } = service;
  const idText = request.params["pullZoneId"] ?? "";
  if (!/^\d{1,19}$/.test(idText)) return logError("invalid_request", "pullZoneId must be an int64.");
  const pullZoneId = Number(idText);
  const waitMs = logRateLimits.admit(pullZoneId);
  if (waitMs > 0) {
    const seconds = String(Math.ceil(waitMs / 1000));
    return logError("rate_limited", "Too many queries of this pull zone.", { "retry-after": seconds });
  }
  const zone = pullZones.get(pullZoneId);
  if (zone === undefined) return logError("not_found", "There is no such pull zone.");
  if (!zone.EnableLogging) return logError("logging_disabled", "Logging is disabled for this pull zone.");
  const query = readLogQuery(request.query, settings.now());
  const { from, to, order, limit, offset } = query;
  const [counted, later] = [countedFilter(query, zone), laterFilter(query, zone)];
  const isCounted = settings.logPostFilter ? counted : (kept: KeptEntry) => counted(kept) && later(kept);
  const { page, hasMore } = pageOf(accessLogs.within(pullZoneId, from, to, order), isCounted, offset, limit);
  const data = page.filter(later).map(({ entry }) => shownEntry(entry, zone));
  const answer = json(200, {
    data,
    pagination: { offset, limit, returned: data.length, hasMore },
    query: { pullZoneId, from: new Date(from).toISOString(), to: new Date(to).toISOString(), order },
  });
  // What lies within retention depends on the service's clock: whoever asks learns of it, also where it is moved.
  return { ...answer, headers: { ...answer.headers, date: new Date(settings.now()).toUTCString() } };
}

function pageOf(
  entries: Iterable<KeptEntry>,
  isCounted: (kept: KeptEntry) => boolean,
  offset: number,
  limit: number,
): { readonly page: readonly KeptEntry[]; readonly hasMore: boolean } {
  const page: KeptEntry[] = [];
  let count = 0;
  for (const kept of entries) {
    if (!isCounted(kept)) continue;
    count += 1;
    if (count > offset + limit) return { page, hasMore: true };
    if (count > offset) page.push(kept);
  }
  return { page, hasMore: false };
}

function shownEntry(entry: LogEntry, zone: PullZone): LogEntry {
  return { ...entry, remoteIp: shownAddress(entry.remoteIp, anonymizationOf(zone)) };
}
