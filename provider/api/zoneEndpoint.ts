import type { Kind } from "../kinds";
import type { Table } from "../wire/fields";

/** Where the service has one kind of zones, and how one of them is decoded. */
export type ZoneEndpoint<T extends object = object> = Pick<Kind, "noun" | "nameField" | "listIsAssumed" | "parts"> &
  Required<Pick<Kind, "path" | "filters">> & { readonly table: Table<T> };
