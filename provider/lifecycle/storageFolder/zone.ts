import { UnexpectedResponseError } from "../../api/errors";
import { partId } from "../../api/ids";
import type { Reads } from "../../api/reads";
import type { StorageFiles } from "../../api/storageFiles";
import { FolderSync } from "../../files/sync";
import { storageFolder } from "../../kinds/storageFolder";
import type { LinkedStorageZone } from "../../types/storageZone";
import { belowParent, find, has } from "../locate";
import type { Properties } from "../../declared/properties";
import { requestOf } from "../../api/messages";
import { isRecent } from "../../api/waits";

/** Returns the id of a folder: `4711/docs/`, or `4711/` for the root. */
export function idOf(inputs: Properties): string {
  return storageFolder.claim(inputs);
}

/** Splits the id of a storage folder into storage zone and folder: `4711/docs/`, or `4711/` for the root. @throws {InvalidInputError} */
export function folderId(id: string): { readonly storageZoneId: number; readonly prefix: string } {
  const { zoneId: storageZoneId, part: prefix } = partId(storageFolder, id);
  return { storageZoneId, prefix };
}

/** Location of folders. A folder exists if its zone does. */
const locate = belowParent<object, "StorageZone">(
  storageFolder,
  () => "",
  () => () => ({}),
);

/**
 * Returns the storage zone of a folder; undefined if there is none.
 *
 * @throws {CdnError} if it is not the zone in the state, or only seems to be gone
 */
export async function findZone(
  reader: Reads,
  id: string,
  state: Properties,
  step: "read" | "updated" | "deleted",
): Promise<LinkedStorageZone | undefined> {
  return (await find(locate, reader, id, state, step))?.whole;
}

/** Whether this account has the storage zone of a folder. */
export function hasZone(reader: Reads, id: string, state: Properties): Promise<boolean> {
  return has(locate, reader, id, state);
}

/** Opens a folder of a zone on its storage host. Access takes the zone's password, which a list may omit. */
export async function openFolder(reader: Reads, zone: LinkedStorageZone, id: string): Promise<FolderSync> {
  return new FolderSync(await openStorage(reader, zone), folderId(id).prefix);
}

/** Opens the files of a zone on its storage host. */
export async function openStorage(reader: Reads, listed: LinkedStorageZone): Promise<StorageFiles> {
  const isWhole = Boolean(listed.password && listed.storageHostname);
  const zone = isWhole ? listed : await reader.read("StorageZone", listed.id, { singly: true });
  const { id, name, storageHostname: hostname, password } = zone;
  if (!name || !hostname || !password) {
    throw new UnexpectedResponseError(
      `The service does not return the name, the storage hostname and the password of storage zone ${String(id)}, so its files can't be reached`,
      { request: requestOf("get", "StorageZone", id) },
    );
  }
  const advice = "Run the same command again if the password was just reset";
  return reader.storageFiles({ zone: name, hostname, password, advice, isNew: isRecent(zone.dateModified, reader) });
}
