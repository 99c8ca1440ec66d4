import type * as pulumi from "@pulumi/pulumi";
import type { CdnClient } from "../api/client";
import { InvalidInputError, NotFoundError } from "../api/errors";
import { shown, zoneId } from "../api/input";
import type { DataSourceOptions, DataSourceOutputOptions } from "./dataSource";
import { call, outputForm } from "./dataSource";
import { findByName } from "../lifecycle/storageZone/read";
import { holdsSecret } from "./holdsSecret";
import type { GetStorageZoneResult } from "../types/storageZone";
import { fieldNames } from "../wire/fields";
import { storageZoneTable } from "../wire/storageZone";

/** Which storage zone to get: by id or by name. */
export interface GetStorageZoneArgs {
  /** ID of the zone: a positive integer, as a number or string. */
  id?: number | string;
  /** The exact name of the zone. */
  name?: string;
}

/** {@link GetStorageZoneArgs} as Inputs. */
export interface GetStorageZoneOutputArgs {
  /** ID of the zone: a positive integer, as a number or string. */
  id?: pulumi.Input<number | string | undefined>;
  /** The exact name of the zone. */
  name?: pulumi.Input<string | undefined>;
}

/**
 * Gets all fields of a storage zone and of its pull zones, volatile and secret ones included, as plain values. Source: contract.
 *
 * @throws {InvalidInputError} unless exactly one of id and name is given
 * @throws {NotFoundError} if there is no such zone, or it was deleted
 */
export function getStorageZone(
  args: GetStorageZoneArgs,
  options: DataSourceOptions = {},
): Promise<GetStorageZoneResult> {
  return call(options, async (client) => {
    const zone = await find(client, args, options);
    if (zone.deleted) throw notFound(`Storage zone ${String(zone.id)} was deleted`, String(zone.id));
    return zone;
  });
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
    (property, value) => holdsSecret(storageZoneTable, property, value),
  );
}

async function find(
  client: CdnClient,
  { id, name }: GetStorageZoneArgs,
  options: DataSourceOptions,
): Promise<GetStorageZoneResult> {
  if ((id === undefined) === (name === undefined)) {
    throw new InvalidInputError(
      `getStorageZone takes an id or a name, and exactly one of them, but got: ${shown({ id, name })}`,
      id === undefined ? "id" : "name",
    );
  }
  if (id !== undefined) return client.getStorageZone(zoneId("storage zone", id), options);
  if (typeof name !== "string" || name === "") {
    throw new InvalidInputError(`The name must be a non-empty string, but got: ${shown(name)}`, "name");
  }
  const zone = await findByName(client, name, options);
  if (zone === undefined) throw notFound(`There is no storage zone named ${shown(name)} in this account`, "");
  return zone;
}

function notFound(fact: string, id: string): NotFoundError {
  return new NotFoundError(`${fact}. Check it, and that cdn:accessKey belongs to the account that owns the zone`, {
    request: { operation: "get storage zone", method: "GET", path: `/storagezone/${id}` },
  });
}
