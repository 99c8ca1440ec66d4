import type { CdnClient } from "../../api/client";
import { ConflictError } from "../../api/errors";
import { shown } from "../../api/input";

/** What the creations of one client have made, and are making: no zone may become two resources of one program. */
interface Creations {
  readonly names: Set<string>;
  readonly ids: Set<number>;
}

const creations = new WeakMap<CdnClient, Creations>();

function of(client: CdnClient): Creations {
  const known = creations.get(client) ?? { names: new Set(), ids: new Set() };
  creations.set(client, known);
  return known;
}

/**
 * Creates a zone while nobody else creates one of that name.
 *
 * @throws {ConflictError} where somebody does: two resources declare the same zone
 */
export async function alone<T>(client: CdnClient, name: string, act: () => Promise<T>): Promise<T> {
  const { names } = of(client);
  const key = name.toLowerCase();
  if (names.has(key)) {
    throw new ConflictError(
      `Two resources of this program declare a storage zone named ${shown(name)}, and the other one is being created. Names are unique: declare it once`,
      { request: { operation: "add storage zone", method: "POST", path: "/storagezone" } },
    );
  }
  names.add(key);
  try {
    return await act();
  } finally {
    names.delete(key);
  }
}

/** Records that a creation of this client made a zone; false where an earlier one did. */
export function claim(client: CdnClient, id: number): boolean {
  const { ids } = of(client);
  if (ids.has(id)) return false;
  ids.add(id);
  return true;
}
