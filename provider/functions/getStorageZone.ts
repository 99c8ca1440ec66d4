import type * as pulumi from "@pulumi/pulumi";
import type { AsInputs, DataSourceOptions, DataSourceOutputOptions } from "./dataSource";
import { call, outputForm } from "./dataSource";
import { lookUpStorageZone } from "../lifecycle/lookUp";
import type { GetStorageZoneArgs } from "../types/functions";
import type { GetStorageZoneResult } from "../types/storageZone";
import { fieldNames } from "../wire/fields";
import { propertyHoldsSecret } from "../wire/secrets";
import { storageZoneTable } from "../wire/storageZone";

/** {@link GetStorageZoneArgs} as Inputs. */
export type GetStorageZoneOutputArgs = AsInputs<GetStorageZoneArgs>;

/**
 * Gets all fields of a storage zone and of its pull zones, volatile and secret ones included, as plain values.
 *
 * @example
 * ```ts
 * const { filesStored, pullZones } = await cdn.getStorageZone({ name: "acme-assets" });
 * ```
 *
 * @throws {InvalidInputError} unless exactly one of id and name is given
 * @throws {NotFoundError} if there is no such zone, or it was deleted
 */
export function getStorageZone(
  args: GetStorageZoneArgs,
  options: DataSourceOptions = {},
): Promise<GetStorageZoneResult> {
  return call(options, (client) => lookUpStorageZone(client, args, options));
}

/** {@link getStorageZone} in its Output form: secret fields are secret Outputs. */
export function getStorageZoneOutput(
  args: GetStorageZoneOutputArgs,
  options: DataSourceOutputOptions = {},
): pulumi.Output<GetStorageZoneResult> {
  return outputForm(
    args as pulumi.Input<GetStorageZoneArgs>,
    options,
    [...fieldNames(storageZoneTable), "extraFields"],
    getStorageZone,
    (property, value) => propertyHoldsSecret(storageZoneTable, property, value),
  );
}
