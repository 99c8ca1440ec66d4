import type { Core } from "../core";
import type { LogEntry, PartialLogEntry } from "../types/logEntry";

/** The access logs as the service keeps them, past its interface. What is returned is a copy. */
export interface AccessLogAccess {
  /** All entries of a pull zone, oldest first, with whole addresses. */
  list(pullZoneId: number): LogEntry[];
  /** Adds an entry; without a timestamp it is of now. */
  add(pullZoneId: number, entry?: PartialLogEntry): LogEntry;
}

export function accessLogAccess(core: Core): AccessLogAccess {
  return {
    list: (pullZoneId) => core.service.accessLogs.list(pullZoneId).map(({ entry }) => ({ ...entry })),
    add: (pullZoneId, entry = {}) => ({ ...core.service.accessLogs.add(pullZoneId, entry) }),
  };
}
