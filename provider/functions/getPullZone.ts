import type * as pulumi from "@pulumi/pulumi";
import { zoneId } from "../api/input";
import type { DataSourceOptions, DataSourceOutputOptions } from "./dataSource";
import { call, outputForm } from "./dataSource";
import { holdsSecret } from "./holdsSecret";
import type { GetPullZoneResult } from "../types/pullZone";
import { fieldNames } from "../wire/fields";
import { pullZoneTable } from "../wire/pullZone";

/** Which pull zone to get, and how. */
export interface GetPullZoneArgs {
  /** ID of the zone: a positive integer, as a number or in digits. */
  id: number | string;
  /** Whether the hostnames carry their certificates and (secret) private keys. Source: contract. @default false */
  includeCertificate?: boolean;
}

/** {@link GetPullZoneArgs} as Inputs. */
export interface GetPullZoneOutputArgs {
  /** ID of the zone: a positive integer, as a number or in digits. */
  id: pulumi.Input<number | string>;
  /** Whether the hostnames carry their certificates and (secret) private keys. Source: contract. @default false */
  includeCertificate?: pulumi.Input<boolean | undefined>;
}

/**
 * Gets a pull zone whole, volatile and secret fields too, as plain values. Source: contract.
 *
 * @throws {NotFoundError} where there is no such zone
 */
export function getPullZone(args: GetPullZoneArgs, options: DataSourceOptions = {}): Promise<GetPullZoneResult> {
  const { id, ...how } = args;
  return call(options, (client) => client.getPullZone(zoneId("pull zone", id), how, options));
}

/** {@link getPullZone} in its Output form: secret fields are secret. */
export function getPullZoneOutput(
  args: GetPullZoneOutputArgs,
  options: DataSourceOutputOptions = {},
): pulumi.Output<GetPullZoneResult> {
  return outputForm(
    args as pulumi.Input<GetPullZoneArgs>,
    options,
    [...fieldNames(pullZoneTable), "extraFields"],
    getPullZone,
    (property, value) => holdsSecret(pullZoneTable, property, value),
  );
}
