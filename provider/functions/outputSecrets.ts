import * as pulumi from "@pulumi/pulumi";
import type { Table } from "../wire/fields";

/** A property of a typed object with its secret values, at any depth, as secret Outputs. */
export function withSecretOutputs(table: Table, property: string, value: unknown): unknown {
  if (value === undefined) return undefined;
  // Nothing is known of a field that the contract does not know.
  if (property === "extraFields") return pulumi.secret(value);
  const field = table.fields.find(({ name }) => name === property);
  if (field?.secret === true) return pulumi.secret(value);
  const inner = field?.of;
  if (inner === undefined || !Array.isArray(value)) return value;
  return value.map((element) => withAllSecretOutputs(inner, element as object));
}

/** A typed object with its secret values, at any depth, as secret Outputs. */
export function withAllSecretOutputs(table: Table, typed: object): unknown {
  return Object.fromEntries(
    Object.entries(typed).map(([property, value]) => [property, withSecretOutputs(table, property, value)]),
  );
}
