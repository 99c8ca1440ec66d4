import { UnexpectedResponseError } from "../api/errors";
import type { StorageFiles } from "../api/storageFiles";
import type { ListedFile } from "../wire/storageFile";
import { folderOf, listUntil } from "./listing";
import { shortList } from "./plan";

/** How long listings are repeated until they show what was uploaded or deleted, in milliseconds. */
const withinMs = 10_000;

/**
 * Requires that listings show files as they were uploaded: a successful response to an upload alone proves nothing.
 *
 * @param sent checksums by path, relative to the prefix
 * @throws {UnexpectedResponseError} if a file is missing, or has another checksum
 */
export async function requireUploaded(
  storage: StorageFiles,
  prefix: string,
  sent: ReadonlyMap<string, string>,
): Promise<void> {
  // Assumption: the service may not show the checksum of a file.
  const isSent = (path: string, listed: ListedFile | undefined): boolean =>
    listed !== undefined && (listed.checksum ?? sent.get(path)) === sent.get(path);
  const left = await listUntil(storage, prefix, sent.keys(), isSent, withinMs);
  if (left.length === 0) return;
  const text = `that files were uploaded, but does not list them as they were sent: ${shortList(left)}. Run the same command again: it sends them again`;
  throw contradictionError(storage, prefix, left, text);
}

/**
 * Requires that listings no longer show deleted files: a file that exists although its deletion was answered would be in no state.
 *
 * @param paths relative to the prefix
 * @throws {UnexpectedResponseError} if a file is still listed
 */
export async function requireDeleted(storage: StorageFiles, prefix: string, paths: Iterable<string>): Promise<void> {
  const left = await listUntil(storage, prefix, paths, (_, listed) => listed === undefined, withinMs);
  if (left.length === 0) return;
  const text = `that files were deleted, but still lists some: ${shortList(left)}. Run the same command again`;
  throw contradictionError(storage, prefix, left, text);
}

function contradictionError(
  storage: StorageFiles,
  prefix: string,
  paths: readonly string[],
  text: string,
): UnexpectedResponseError {
  const request = storage.listing(prefix + folderOf(paths[0] ?? ""));
  return new UnexpectedResponseError(`${request.setting ?? "The storage host"} answered ${text}`, {
    request,
    status: 200,
  });
}
