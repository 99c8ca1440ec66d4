import type { CallOptions, CdnClient } from "../../api/client";
import { InvalidInputError, NotFoundError } from "../../api/errors";
import { shown, zoneId } from "../../api/input";
import type { GetStorageZoneResult } from "../../types/storageZone";
import { findByName } from "./read";

/** The zone with the id or the name, for the function getStorageZone. */
export async function lookUpStorageZone(
  client: CdnClient,
  by: { readonly id?: number | string; readonly name?: string },
  options: CallOptions = {},
): Promise<GetStorageZoneResult> {
  const zone = await find(client, by, options);
  if (zone.deleted) throw notFound(`Storage zone ${String(zone.id)} was deleted`, String(zone.id));
  return zone;
}

async function find(
  client: CdnClient,
  { id, name }: { readonly id?: number | string; readonly name?: string },
  options: CallOptions,
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
