import type * as pulumi from "@pulumi/pulumi";
import type { ListStorageZonesArgs } from "../api/client";
import type { DataSourceOptions, DataSourceOutputOptions } from "./dataSource";
import { call, outputForm } from "./dataSource";
import type { GetStorageZoneResult } from "../types/storageZone";

/** Which storage zones to get. */
export type GetStorageZonesArgs = ListStorageZonesArgs;

/** {@link GetStorageZonesArgs} as Inputs. */
export interface GetStorageZonesOutputArgs {
  /** A term that filters the zones; which of their fields it is looked for in, the contract does not say. @default all */
  search?: pulumi.Input<string | null | undefined>;
  /** Deleted zones too. @default false */
  includeDeleted?: pulumi.Input<boolean | undefined>;
}

/** The storage zones of an account. */
export interface GetStorageZonesResult {
  /** Their ids. */
  ids: number[];
  /** Their names, in the same order; empty where a zone has none. */
  names: string[];
  /** The zones whole, volatile and secret fields and their pull zones too. */
  zones: GetStorageZoneResult[];
}

/** Gets the storage zones of the account, over as many pages as there are, as plain values. Source: contract. */
export function getStorageZones(
  args: GetStorageZonesArgs = {},
  options: DataSourceOptions = {},
): Promise<GetStorageZonesResult> {
  return call(options, async (client) => {
    const zones = await client.listStorageZones(args, options);
    return { ids: zones.map((zone) => zone.id), names: zones.map((zone) => zone.name ?? ""), zones };
  });
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
    // A zone without a single secret is not worth looking for.
    (property, value) => property === "zones" && (value as GetStorageZoneResult[]).length > 0,
  );
}
