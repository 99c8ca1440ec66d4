import type { Table } from "../wire/fields";

/** Where the service has one kind of zones, and how one of them is decoded. */
export interface ZoneEndpoint<T extends Table = Table> {
  readonly noun: string;
  readonly path: string;
  readonly table: T;
  /** The filters of its list. */
  readonly filters: Readonly<Record<string, "string" | "boolean">>;
  /** Assumption: the service lists them. */
  readonly listIsAssumed?: true;
  /** Whether other resources are parts of a zone, as hostnames are. */
  readonly hasParts?: true;
  /** Drops what the table does not need from a zone of a list that is kept. */
  readonly trim?: (wire: unknown) => void;
}
