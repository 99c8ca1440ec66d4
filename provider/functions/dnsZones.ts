import type * as pulumi from "@pulumi/pulumi";
import { lookUpDnsZone, lookUpDnsZones } from "../api/lookUp";
import type { GetDnsZoneResult } from "../types/dnsZone";
import type { GetDnsZoneArgs, ListDnsZonesArgs } from "../types/functions";
import { dnsZoneTable, listedDnsZoneTable } from "../wire/dnsZone";
import { fieldNames } from "../wire/fields";
import { holdsSecret, propertyHoldsSecret } from "../wire/secrets";
import type { AsInputs, DataSourceOptions, DataSourceOutputOptions } from "./dataSource";
import { call, outputForm } from "./dataSource";

/** {@link GetDnsZoneArgs} as Inputs. */
export type GetDnsZoneOutputArgs = AsInputs<GetDnsZoneArgs>;

/** DNS zones to get. */
export type GetDnsZonesArgs = ListDnsZonesArgs;

/** {@link GetDnsZonesArgs} as Inputs. */
export type GetDnsZonesOutputArgs = AsInputs<GetDnsZonesArgs>;

/** DNS zones of an account. */
export interface GetDnsZonesResult {
  /** IDs of the zones. */
  ids: number[];
  /** Domains of the zones, in the same order; `""` for a zone without a domain. */
  domains: string[];
  /** All fields of the zones, without their records. */
  zones: Omit<GetDnsZoneResult, "records">[];
}

/**
 * Gets all fields of a DNS zone and its records, including volatile and secret fields, as plain values. Assumption: the service has DNS.
 *
 * @example
 * ```ts
 * const { nameservers, records } = await cdn.getDnsZone({ domain: "acme.example" });
 * ```
 *
 * @throws {InvalidInputError} unless exactly one of id and domain is given
 * @throws {NotFoundError} if there is no such zone
 */
export function getDnsZone(args: GetDnsZoneArgs, options: DataSourceOptions = {}): Promise<GetDnsZoneResult> {
  return call(options, (client) => lookUpDnsZone(client, args, options));
}

/** {@link getDnsZone} in its Output form: secret fields are secret Outputs. */
export function getDnsZoneOutput(
  args: GetDnsZoneOutputArgs,
  options: DataSourceOutputOptions = {},
): pulumi.Output<GetDnsZoneResult> {
  return outputForm(getDnsZone, args, options, {
    names: [...fieldNames(dnsZoneTable), "extraFields"],
    isSecret: (property, value) => propertyHoldsSecret(dnsZoneTable, property, value),
  });
}

/**
 * Gets all DNS zones of the account as plain values, without their records. Assumption: the service has DNS.
 *
 * @example
 * ```ts
 * const { zones } = await cdn.getDnsZones();
 * const unsigned = zones.filter((zone) => !zone.dnsSecEnabled).map((zone) => zone.domain);
 * ```
 *
 * @throws {UnexpectedResponseError} if the service has no operation that lists DNS zones
 */
export function getDnsZones(args: GetDnsZonesArgs = {}, options: DataSourceOptions = {}): Promise<GetDnsZonesResult> {
  return call(options, (client) => lookUpDnsZones(client, args, options));
}

/** {@link getDnsZones} in its Output form. */
export function getDnsZonesOutput(
  args: GetDnsZonesOutputArgs = {},
  options: DataSourceOutputOptions = {},
): pulumi.Output<GetDnsZonesResult> {
  return outputForm(getDnsZones, args, options, {
    names: ["ids", "domains", "zones"],
    isSecret: (property, value) =>
      property === "zones" && (value as readonly object[]).some((zone) => holdsSecret(listedDnsZoneTable, zone)),
  });
}
