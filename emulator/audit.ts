import type { Answer, Incoming } from "./http";
import { json } from "./http";
import type { Route, Service, ServiceRequest } from "./router";
import { assumed } from "./router";

/** An entry of the account's audit log. Assumption: the values of Product, ResourceType and Action. */
export interface AuditEntry {
  /** ISO 8601, UTC. */
  readonly Timestamp: string;
  readonly Product: string;
  readonly ResourceType: string;
  readonly ResourceId: string;
  readonly ResourceOwner: string;
  readonly Action: string;
  readonly ActorId: string;
  readonly ActorType: string;
  readonly Diff: string | null;
}

/** The maximum number of entries. Older ones are dropped, so that an emulator can run for days. */
const maxEntries = 10_000;

/** The audit log: changes of zones by requests. */
export class AuditLog {
  #entries: AuditEntry[] = [];

  constructor(private readonly now: () => number) {}

  /** Adds an entry. Omitted fields describe an update of a pull zone by the access key, now. */
  add(entry: Partial<AuditEntry>): void {
    this.#entries.push({
      ...{ Timestamp: new Date(this.now()).toISOString(), Product: "CDN", ResourceType: "PullZone", ResourceId: "0" },
      ...{ ResourceOwner: "account", Action: "Update", ActorId: "access-key", ActorType: "ApiKey", Diff: null },
      ...entry,
    });
    if (this.#entries.length > maxEntries) this.#entries = this.#entries.slice(-maxEntries * 0.9);
  }

  list(): readonly AuditEntry[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }
}

const products: Readonly<Record<string, readonly [product: string, type: string]>> = {
  storagezone: ["Storage", "StorageZone"],
  pullzone: ["CDN", "PullZone"],
  dnszone: ["DNS", "DnsZone"],
};

/** Returns the entry for a request that changed a zone or a part of it; undefined for other requests. */
export function auditEntryOf({ method, path }: Incoming, { status, body }: Answer): Partial<AuditEntry> | undefined {
  const [, first = "", id, ...rest] = path.split("/");
  const [Product, ResourceType] = products[first] ?? [];
  if (method === "GET" || status >= 300 || Product === undefined || ResourceType === undefined) return undefined;
  const made = id === undefined ? (JSON.parse(String(body ?? "{}")) as { Id?: unknown }).Id : id;
  const Action = id === undefined ? "Create" : method === "DELETE" && rest.length === 0 ? "Delete" : "Update";
  return /^\d+$/.test(String(made)) ? { Product, ResourceType, ResourceId: String(made), Action } : undefined;
}

/** The operation on the audit log. */
export const auditRoutes: readonly Route[] = [assumed("getAuditLog", "GET", "/user/audit/:date", auditLog)];

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
