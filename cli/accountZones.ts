import type { CdnClient } from "../provider/api/client";
import { UnsupportedError } from "../provider/api/errors";
import type { WholeKind } from "../provider/kinds";
import { kinds } from "../provider/kinds";
import { findByName } from "../provider/lifecycle/zones/find";
import type { GetPullZoneResult } from "../provider/types/pullZone";
import type { GetStorageZoneResult } from "../provider/types/storageZone";
import type { CommandIo } from "./command";
import { CommandError } from "./command";

/** The zones of each kind, as their lists have them. */
export interface Listed {
  readonly StorageZone: GetStorageZoneResult;
  readonly PullZone: GetPullZoneResult;
}

type List<Kind extends WholeKind> = (client: CdnClient, search?: string) => Promise<Listed[Kind][]>;

const lists: { readonly [Kind in WholeKind]: List<Kind> } = {
  StorageZone: (client, search) => client.listStorageZones(search === undefined ? {} : { search }),
  PullZone: (client, search) => client.listPullZones(search === undefined ? {} : { search }),
};

/** The zones of a kind that are not deleted; undefined if the service has no list of them, which standard error then says. */
export async function listZones<Kind extends WholeKind>(
  client: CdnClient,
  kind: Kind,
  io: CommandIo,
): Promise<Listed[Kind][] | undefined> {
  try {
    const zones = await lists[kind](client);
    return zones.filter((zone) => !("deleted" in zone && zone.deleted));
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    io.stderr.write(`${error.message}, so they are left out\n`);
    return undefined;
  }
}

/** The zone of that name. @throws {CommandError} if there is none, or the service has no list */
export async function zoneNamed<Kind extends WholeKind>(
  client: CdnClient,
  kind: Kind,
  name: string,
): Promise<Listed[Kind]> {
  const list = (_client: CdnClient, search: string): Promise<Listed[Kind][]> => lists[kind](client, search);
  const zone = await findByName({ list }, client, name).catch((error: unknown) => {
    if (error instanceof UnsupportedError) throw new CommandError(`${error.message}: give its id instead of its name`);
    throw error;
  });
  if (zone !== undefined) return zone;
  throw new CommandError(`There is no ${kinds[kind].noun} named ${JSON.stringify(name)} in this account`);
}
