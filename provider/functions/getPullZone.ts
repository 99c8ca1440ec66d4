import type * as pulumi from "@pulumi/pulumi";
import { lookUpPullZone } from "../lifecycle/lookUp";
import type { AsInputs, DataSourceOptions, DataSourceOutputOptions } from "./dataSource";
import { call, outputForm } from "./dataSource";
import type { GetPullZoneArgs } from "../types/functions";
import type { GetPullZoneResult } from "../types/pullZone";
import { fieldNames } from "../wire/fields";
import { pullZoneTable } from "../wire/pullZone";
import { propertyHoldsSecret } from "../wire/secrets";

/** {@link GetPullZoneArgs} as Inputs. */
export type GetPullZoneOutputArgs = AsInputs<GetPullZoneArgs>;

/**
 * Gets all fields of a pull zone, volatile and secret ones included, as plain values.
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
  return outputForm(
    args as pulumi.Input<GetPullZoneArgs>,
    options,
    [...fieldNames(pullZoneTable), "extraFields"],
    getPullZone,
    (property, value) => propertyHoldsSecret(pullZoneTable, property, value),
  );
}
