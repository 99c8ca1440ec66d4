import type { AuditEntry } from "../audit";
import type { Answer } from "../http";
import { json } from "../http";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";

/** The operation on the audit log. */
export const auditRoutes: readonly Route[] = [route("R1.8", "getAuditLog", "GET", "/user/audit/:date", auditLog)];

/** Returns the entries of a day, oldest first. Assumption: the token is the position of the next page. */
function auditLog({ audit }: Service, { path, query }: ServiceRequest): Answer {
  const day = path.matching("date", /^\d{4}-\d{2}-\d{2}$/, "a date") ?? "";
  const limit = query.integer("Limit", 1, 10_000) ?? 1_000;
  const start = Number(query.matching("ContinuationToken", /^\d{1,9}$/, "a token") ?? 0);
  const id = query.text("ResourceId");
  const type = query.text("ResourceType");
  const isWanted = ({ Timestamp, ResourceId, ResourceType }: AuditEntry): boolean =>
    Timestamp.startsWith(day) && (id ?? ResourceId) === ResourceId && (type ?? ResourceType) === ResourceType;
  const all = audit.list().filter(isWanted);
  const HasMoreData = all.length > start + limit;
  const ContinuationToken = HasMoreData ? String(start + limit) : "";
  return json(200, {
    Logs: all.slice(start, start + limit),
    HasMoreData,
    ContinuationToken,
    StartToken: String(start),
  });
}
