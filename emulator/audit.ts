import type { Answer, Incoming } from "./http";

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
