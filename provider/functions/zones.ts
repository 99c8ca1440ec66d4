import type * as pulumi from "@pulumi/pulumi";
import { lookUpPullZone, lookUpPullZones, lookUpStorageZone, lookUpStorageZones } from "../api/lookUp";
import type { GetPullZoneArgs, GetStorageZoneArgs, ListPullZonesArgs, ListStorageZonesArgs } from "../types/functions";
import type { GetPullZoneResult } from "../types/pullZone";
import type { GetStorageZoneResult } from "../types/storageZone";
import { fieldNames, type Table } from "../wire/fields";
import { pullZoneTable } from "../wire/pullZone";
import { propertyHoldsSecret } from "../wire/secrets";
import { storageZoneTable } from "../wire/storageZone";
import type { AsInputs, DataSourceOptions, DataSourceOutputOptions, ResultProperties } from "./dataSource";
import { call, outputForm } from "./dataSource";

/** {@link GetStorageZoneArgs} as Inputs. */
export type GetStorageZoneOutputArgs = AsInputs<GetStorageZoneArgs>;

/** Storage zones to get. */
export type GetStorageZonesArgs = ListStorageZonesArgs;

/** {@link GetStorageZonesArgs} as Inputs. */
export type GetStorageZonesOutputArgs = AsInputs<GetStorageZonesArgs>;

/** Storage zones of an account. */
export interface GetStorageZonesResult {
  /** IDs of the zones. */
  ids: number[];
  /** Names of the zones, in the same order; `""` for a zone without a name. */
  names: string[];
  /** All fields of the zones and of their pull zones, including secret fields. */
  zones: GetStorageZoneResult[];
}

/** {@link GetPullZoneArgs} as Inputs. */
export type GetPullZoneOutputArgs = AsInputs<GetPullZoneArgs>;

/** Pull zones to get. */
export type GetPullZonesArgs = ListPullZonesArgs;

/** {@link GetPullZonesArgs} as Inputs. */
export type GetPullZonesOutputArgs = AsInputs<GetPullZonesArgs>;

/** Pull zones of an account. */
export interface GetPullZonesResult {
  /** IDs of the zones. */
  ids: number[];
  /** Names of the zones, in the same order; `""` for a zone without a name. */
  names: string[];
  /** All fields of the zones, including secret fields, but without the certificates of hostnames. */
  zones: GetPullZoneResult[];
}

/**
 * Gets all fields of a storage zone and of its pull zones, including volatile and secret fields, as plain values.
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
  return outputForm(getStorageZone, args, options, propertiesOf(storageZoneTable));
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
  return outputForm(getStorageZones, args, options, listedZones);
}

/**
 * Gets all fields of a pull zone, including volatile and secret fields, as plain values.
 *
 * @example
 * ```ts
 * const { originUrl, hostnames } = await cdn.getPullZone({ name: "acme-website" });
 * ```
 *
 * @throws {InvalidInputError} unless exactly one of id and name is given
 * @throws {NotFoundError} if there is no such zone
 */
export function getPullZone(args: GetPullZoneArgs, options: DataSourceOptions = {}): Promise<GetPullZoneResult> {
  return call(options, (client) => lookUpPullZone(client, args, options));
}

/** {@link getPullZone} in its Output form: secret fields are secret Outputs. */
export function getPullZoneOutput(
  args: GetPullZoneOutputArgs,
  options: DataSourceOutputOptions = {},
): pulumi.Output<GetPullZoneResult> {
  return outputForm(getPullZone, args, options, propertiesOf(pullZoneTable));
}

/**
 * Gets all pull zones of the account as plain values. Assumption: the service lists them.
 *
 * @example
 * ```ts
 * const { zones } = await cdn.getPullZones({ search: "acme" });
 * const origins = zones.map((zone) => zone.originUrl);
 * ```
 *
 * @throws {UnexpectedResponseError} if the service has no operation that lists pull zones
 */
export function getPullZones(
  args: GetPullZonesArgs = {},
  options: DataSourceOptions = {},
): Promise<GetPullZonesResult> {
  return call(options, (client) => lookUpPullZones(client, args, options));
}

/** {@link getPullZones} in its Output form: `zones` is secret, `ids` and `names` are not. */
export function getPullZonesOutput(
  args: GetPullZonesOutputArgs = {},
  options: DataSourceOutputOptions = {},
): pulumi.Output<GetPullZonesResult> {
  return outputForm(getPullZones, args, options, listedZones);
}

function propertiesOf(table: Table): ResultProperties {
  return {
    names: [...fieldNames(table), "extraFields"],
    isSecret: (property, value) => propertyHoldsSecret(table, property, value),
  };
}

/** Properties of a list of zones. Practically every zone has a password or a security key, so every non-empty list counts as secret. */
const listedZones: ResultProperties = {
  names: ["ids", "names", "zones"],
  isSecret: (property, value) => property === "zones" && (value as readonly unknown[]).length > 0,
};
