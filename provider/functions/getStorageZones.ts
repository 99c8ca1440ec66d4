import type * as pulumi from "@pulumi/pulumi";
import type { ListStorageZonesArgs } from "../types/functions";
import type { AsInputs, DataSourceOptions, DataSourceOutputOptions } from "./dataSource";
import { call, outputForm } from "./dataSource";
import { lookUpStorageZones } from "../lifecycle/lookUp";
import type { GetStorageZoneResult } from "../types/storageZone";

/** Which storage zones to get. */
export type GetStorageZonesArgs = ListStorageZonesArgs;

/** {@link GetStorageZonesArgs} as Inputs. */
export type GetStorageZonesOutputArgs = AsInputs<GetStorageZonesArgs>;

/** The storage zones of an account. */
export interface GetStorageZonesResult {
  /** Their ids. */
  ids: number[];
  /** Their names, in the same order; `""` for a zone without one. */
  names: string[];
  /** All fields of the zones and of their pull zones, volatile and secret ones included. */
  zones: GetStorageZoneResult[];
}

/**
 * Gets all storage zones of the account as plain values.
 *
 * @example
 * ```ts
 * const { zones } = await cdn.getStorageZones({ search: "acme" });
 * const bytes = zones.reduce((sum, zone) => sum + zone.storageUsed, 0);
 * ```
 */
export function getStorageZones(
  args: GetStorageZonesArgs = {},
  options: DataSourceOptions = {},
): Promise<GetStorageZonesResult> {
  return call(options, (client) => lookUpStorageZones(client, args, options));
}

/** {@link getStorageZones} in its Output form: `zones` is secret, `ids` and `names` are not. */
export function getStorageZonesOutput(
  args: GetStorageZonesOutputArgs = {},
  options: DataSourceOutputOptions = {},
): pulumi.Output<GetStorageZonesResult> {
  return outputForm(
    args as pulumi.Input<GetStorageZonesArgs>,
    options,
    ["ids", "names", "zones"],
    getStorageZones,
    // Practically every zone has a password, so there is no need to look.
    (property, value) => property === "zones" && (value as GetStorageZoneResult[]).length > 0,
  );
}
