import type { Kind } from "../kinds";
import { nameIn } from "../kinds";
import { asciiName, isSameName } from "../wire/dnsName";

/** Fields of every object that has its own id. */
export interface ServiceObject {
  readonly id: number;
  readonly userId?: string;
  readonly deleted?: boolean;
}

/**
 * Returns the objects with that name in this account. There can be several only if names of the kind are not unique.
 *
 * @param list lists the objects whose names contain a text
 */
export async function findNamed<Live extends ServiceObject>(
  kind: Kind,
  name: string,
  list: (search: string) => Promise<Live[]>,
): Promise<Live[]> {
  // The service stores a domain in its ASCII form, and other names unchanged.
  const isHost = kind.settings.some((field) => field.name === kind.nameField && field.host === true);
  const objects = await list(isHost ? asciiName(name) : name);
  return objects.filter((object) => object.deleted !== true && isSameName(nameIn(kind, object), name));
}
