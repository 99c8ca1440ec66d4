import { UnexpectedResponseError } from "../api/errors";
import type { StorageFiles } from "../api/storageFiles";
import { pause } from "../api/waits";
import { folderOf, listingsAtOnce } from "./listing";
import { forEach } from "./parallel";
import { shortList } from "./plan";

/** How long listings are repeated until they show what was uploaded, in milliseconds. */
const withinMs = 10_000;

/**
 * Requires that listings show files as they were uploaded: a successful response to an upload alone proves nothing.
 *
 * @param sent checksums by path, relative to the prefix
 * @throws {UnexpectedResponseError} if a file is missing, or has another checksum
 */
export async function requireListed(
  storage: StorageFiles,
  prefix: string,
  sent: ReadonlyMap<string, string>,
): Promise<void> {
  const began = performance.now();
  let folders = new Set([...sent.keys()].map(folderOf));
  for (let delay = 250; folders.size > 0; delay = Math.min(2000, delay * 2)) {
    const missing = new Set<string>();
    await forEach(folders, listingsAtOnce, async (folder) => {
      const listed = (await storage.list(prefix + folder)) ?? [];
      const found = new Map(listed.flatMap((file) => (file.isFolder ? [] : [[folder + file.name, file]])));
      for (const [path, checksum] of sent) {
        const file = found.get(path);
        // Assumption: the service may not show the checksum of a file.
        if (folderOf(path) === folder && (file?.checksum ?? (file && checksum)) !== checksum) missing.add(path);
      }
    });
    if (missing.size === 0) return;
    const left = began + withinMs - performance.now();
    if (left <= 0) {
      const request = storage.listing(prefix + folderOf([...missing][0] ?? ""));
      throw new UnexpectedResponseError(
        `${request.setting ?? "The storage host"} answered that files were uploaded, but does not list them as they were sent: ${shortList([...missing])}. Run the same command again: it sends them again`,
        { request, status: 200 },
      );
    }
    folders = new Set([...missing].map(folderOf));
    await pause(Math.min(delay, left));
  }
}
