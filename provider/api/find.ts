import type { CdnClient } from "./client";
import type { Kind } from "../kinds";
import { nameIn } from "../kinds";
import { asciiName, isSameName } from "../wire/dnsName";

/** What every object with an id of its own has. */
export interface Zone {
  readonly id: number;
  readonly userId?: string;
  readonly deleted?: boolean;
}

/** How the zones of a kind are listed. */
interface Listed<Live> {
  readonly kind: Kind;
  readonly list: (client: CdnClient, search: string) => Promise<Live[]>;
}

/** The zone of that name in this account, if there is one. */
export async function findByName<Live extends Zone>(
  listed: Listed<Live>,
  client: CdnClient,
  name: string,
): Promise<Live | undefined> {
  return (await findAllByName(listed, client, name))[0];
}

/** The zones of that name in this account: several for a kind whose names need not be unique. */
export async function findAllByName<Live extends Zone>(
  { kind, list }: Listed<Live>,
  client: CdnClient,
  name: string,
): Promise<Live[]> {
  // A service knows a domain by its ASCII form, and other names as they are.
  const isHost = kind.settings.some((field) => field.name === kind.nameField && field.host === true);
  const zones = await list(client, isHost ? asciiName(name) : name);
  return zones.filter((zone) => zone.deleted !== true && isSameName(nameIn(kind, zone), name));
}
