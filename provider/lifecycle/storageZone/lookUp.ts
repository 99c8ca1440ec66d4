import type { ListStorageZonesArgs } from "../../types/functions";
import type { CallOptions, CdnClient } from "../../api/client";
import type { RequestInfo } from "../../api/errors";
import { InvalidInputError, NotFoundError } from "../../api/errors";
import { shown } from "../../api/input";
import type { GetStorageZoneResult } from "../../types/storageZone";
import { isSameName } from "../sameValue";
import { listRequest, requestOf } from "../zones/requests";

/** What the function getStorageZone returns, in a program or through the plugin: the zone with the id or the name. */
export async function lookUpStorageZone(
  client: CdnClient,
  { id, name }: { readonly id?: number | string; readonly name?: string },
  options: CallOptions = {},
): Promise<GetStorageZoneResult> {
  if ((id === undefined) === (name === undefined)) {
    throw new InvalidInputError(
      `getStorageZone takes an id or a name, and exactly one of them, but got: ${shown({ id, name })}`,
      id === undefined ? "id" : "name",
    );
  }
  if (id !== undefined) {
    const zone = await client.getStorageZone(id, options);
    if (zone.deleted)
      throw notFoundError(`Storage zone ${String(zone.id)} was deleted`, requestOf("get", "StorageZone", zone.id));
    return zone;
  }
  if (typeof name !== "string" || name === "") {
    throw new InvalidInputError(`The name must be a non-empty string, but got: ${shown(name)}`, "name");
  }
  const zones = await client.listStorageZones({ search: name }, options);
  const zone = zones.find((one) => !one.deleted && isSameName(one.name, name));
  if (zone === undefined)
    throw notFoundError(`There is no storage zone named ${shown(name)} in this account`, listRequest("StorageZone"));
  return zone;
}

/** What the function getStorageZones returns, in a program or through the plugin. */
export async function lookUpStorageZones(
  client: CdnClient,
  args: ListStorageZonesArgs,
  options: CallOptions = {},
): Promise<{ ids: number[]; names: string[]; zones: GetStorageZoneResult[] }> {
  const zones = await client.listStorageZones(args, options);
  return { ids: zones.map((zone) => zone.id), names: zones.map((zone) => zone.name ?? ""), zones };
}

function notFoundError(fact: string, request: RequestInfo): NotFoundError {
  return new NotFoundError(`${fact}. Check it, and that the access key belongs to the account that owns the zone`, {
    request,
  });
}
