import type * as pulumi from "@pulumi/pulumi";
import type { ListPullZonesArgs } from "../types/functions";
import type { AsInputs, DataSourceOptions, DataSourceOutputOptions } from "./dataSource";
import { call, outputForm } from "./dataSource";
import { lookUpPullZones } from "../lifecycle/lookUp";
import type { GetPullZoneResult } from "../types/pullZone";

/** Which pull zones to get. */
export type GetPullZonesArgs = ListPullZonesArgs;

/** {@link GetPullZonesArgs} as Inputs. */
export type GetPullZonesOutputArgs = AsInputs<GetPullZonesArgs>;

/** The pull zones of an account. */
export interface GetPullZonesResult {
  /** Their ids. */
  ids: number[];
  /** Their names, in the same order; `""` for a zone without one. */
  names: string[];
  /** All fields of the zones, volatile and secret ones included; hostnames without their certificates. */
  zones: GetPullZoneResult[];
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
  return outputForm(
    args as pulumi.Input<GetPullZonesArgs>,
    options,
    ["ids", "names", "zones"],
    getPullZones,
    // Practically every zone has a security key, so there is no need to look.
    (property, value) => property === "zones" && (value as GetPullZoneResult[]).length > 0,
  );
}
