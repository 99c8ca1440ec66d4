import type { Answer } from "../http";
import { json, Refusal } from "../http";
import { anonymizationOf, shownAddress } from "../logs/address";
import { logError, readLogQuery } from "../logs/query";
import { profileOf } from "../profiles";
import type { StoredEntry } from "../state/objects";
import type { Route, Service, ServiceRequest } from "../router";

/** The access log operation, a query of the log of one pull zone. */
export const accessLogRoutes: readonly Route[] = [
  {
    source: "contract",
    operation: "queryAccessLogs",
    method: "GET",
    path: "/v2/pullzones/:pullZoneId/logs",
    unauthorized: ({ settings }, hasKey) => profileOf(settings).logs.unauthorized(hasKey),
    refuse: (_, message) => new Refusal(logError("contract", "invalid_request", message)),
    handle: (service, request) => dated(service, () => queryAccessLogs(service, request)),
  },
];

/** Adds the date of the emulator's clock, because time windows depend on it and tests can set another clock. */
function dated({ settings }: Service, answer: () => Answer): Answer {
  const withDate = ({ headers, ...rest }: Answer): Answer => ({
    ...rest,
    headers: { ...headers, date: new Date(settings.now()).toUTCString() },
  });
  try {
    return withDate(answer());
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(withDate(error.answer)) : error;
  }
}

function queryAccessLogs(service: Service, request: ServiceRequest): Answer {
  const { accessLogs, logRateLimiter, pullZones, settings } = service;
  const pullZoneId = request.path.id("pullZoneId");
  const waitSeconds = logRateLimiter.admit(pullZoneId);
  if (waitSeconds > 0) {
    return logError("R11.5", "rate_limited", "Too many queries of this pull zone.", {
      "retry-after": String(waitSeconds),
    });
  }
  const zone = pullZones.stored(pullZoneId)?.object;
  if (zone === undefined) return profileOf(settings).logs.unknownZone;
  if (!zone.EnableLogging) return logError("R11.4", "logging_disabled", "Logging is disabled for this pull zone.");
  const { from, to, order, limit, offset, matches, matchesOnPage } = readLogQuery(request.query, zone, settings.now());
  const isCounted = (stored: StoredEntry): boolean =>
    matches(stored) && (settings.logPostFilter || matchesOnPage(stored));
  const page: StoredEntry[] = [];
  let count = 0;
  for (const stored of accessLogs.within(pullZoneId, from, to, order)) {
    if (!isCounted(stored)) continue;
    count += 1;
    if (count > offset + limit) break;
    if (count > offset) page.push(stored);
  }
  const anonymization = anonymizationOf(zone);
  const data = page
    .filter(matchesOnPage)
    .map(({ entry }) => ({ ...entry, remoteIp: shownAddress(entry.remoteIp, anonymization) }))
    .map((entry) => profileOf(settings).logs.entry(entry, anonymization === "full"));
  const answer = {
    data,
    pagination: { offset, limit, returned: data.length, hasMore: count > offset + limit },
    query: { pullZoneId, from: new Date(from).toISOString(), to: new Date(to).toISOString(), order },
  };
  return json(200, answer);
}
