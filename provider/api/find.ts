import type { CdnClient } from "./client";
import type { Kind } from "../kinds";
import { nameIn } from "../kinds";
import { asciiName, isSameName } from "../wire/dnsName";

/** Fields of every object that has its own id. */
export interface Zone {
  readonly id: number;
  readonly userId?: string;
  readonly deleted?: boolean;
}

/** A kind and its list. */
interface Listed<Live> {
  readonly kind: Kind;
  readonly list: (client: CdnClient, search: string) => Promise<Live[]>;
}

/** Returns the zone with that name in this account, if there is one. */
export async function findByName<Live extends Zone>(
  listed: Listed<Live>,
  client: CdnClient,
  name: string,
): Promise<Live | undefined> {
  return (await findAllByName(listed, client, name))[0];
}

/** Returns the zones with that name in this account. There can be several if names of the kind are not unique. */
export async function findAllByName<Live extends Zone>(
  { kind, list }: Listed<Live>,
  client: CdnClient,
  name: string,
): Promise<Live[]> {
  // The service stores a domain in its ASCII form, and other names unchanged.
  const isHost = kind.settings.some((field) => field.name === kind.nameField && field.host === true);
  const zones = await list(client, isHost ? asciiName(name) : name);
  return zones.filter((zone) => zone.deleted !== true && isSameName(nameIn(kind, zone), name));
}
