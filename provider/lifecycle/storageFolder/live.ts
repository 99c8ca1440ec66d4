import { isDeepStrictEqual } from "node:util";
import type { StorageFiles } from "../../api/storageFiles";
import type { Listing } from "../../files/listing";
import { releasesFolder } from "../../files/releasePaths";
import { Releases } from "../../files/releases";
import { FolderSync } from "../../files/sync";
import type { Properties } from "../../declared/properties";
import { filesIn, filesProperty, sentToPrefix } from "./manifest";
import { filesAtPrefixKey } from "../../wire/stateKeys";

/** Live files of a state. */
interface Live {
  /** Files in the form of the input, by path in the source. */
  readonly files: Record<string, string>;
  /** Properties of the state about files. */
  readonly state: Properties;
  readonly hasChanged: boolean;
  /** Files of others in the same folders, relative to the prefix. Other folders are not listed. */
  readonly foreign: readonly string[];
}

/** Reads the files of a state. With releases, a file that is also delivered at the prefix is shown as changed if it differs in either place. */
export async function liveFiles(storage: StorageFiles, prefix: string, prior: Properties): Promise<Live> {
  const { release } = prior;
  const atPrefix = await look(new FolderSync(storage, prefix), sentToPrefix(prior));
  if (typeof release !== "string") {
    const files = filesProperty(atPrefix.found);
    return { ...atPrefix, files, state: { files } };
  }
  const ofRelease = filesIn(prior);
  const inRelease = await look(new Releases(storage, prefix).sync(release), ofRelease);
  const found = new Map(inRelease.found);
  for (const [path, checksum] of sentToPrefix(prior)) {
    const live = atPrefix.found.get(path);
    if (!ofRelease.has(path) || live === checksum) continue;
    if (live === undefined) found.delete(path);
    else found.set(path, live);
  }
  const files = filesProperty(found);
  return {
    files,
    state: { files, [filesAtPrefixKey]: filesProperty(atPrefix.found) },
    hasChanged: atPrefix.hasChanged || inRelease.hasChanged,
    foreign: [...atPrefix.foreign, ...inRelease.foreign.map((path) => `${releasesFolder}${release}/${path}`)],
  };
}

async function look(
  sync: FolderSync,
  checksums: ReadonlyMap<string, string>,
): Promise<Pick<Live, "hasChanged" | "foreign"> & { readonly found: ReadonlyMap<string, string> }> {
  const { files } = checksums.size === 0 ? { files: new Map() as Listing["files"] } : await sync.listKnown(checksums);
  const found = new Map<string, string>();
  for (const [path, checksum] of checksums) {
    const live = files.get(path);
    // Assumption: the service may not show the checksum of an old file.
    if (live !== undefined) found.set(path, live.checksum ?? checksum);
  }
  const foreign = [...files.keys()].filter((path) => !checksums.has(path));
  return { found, foreign, hasChanged: !isDeepStrictEqual(found, new Map(checksums)) };
}
