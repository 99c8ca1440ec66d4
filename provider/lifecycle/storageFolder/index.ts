import { isDeepStrictEqual } from "node:util";
import { InvalidInputError, NotFoundError } from "../../api/errors";
import type { Reads } from "../../api/reads";
import type { Listing } from "../../files/listing";
import { foldersOf } from "../../files/listing";
import { blockedText, emptyPlan, shortList } from "../../files/plan";
import { releaseOfManifest, releaseOfPath, releasesFolder } from "../../files/releasePaths";
import { FolderSync } from "../../files/sync";
import { storageFolder } from "../../kinds/storageFolder";
import type { LinkedStorageZone } from "../../types/storageZone";
import type { ListedFile } from "../../wire/storageFile";
import { wholeRecord } from "../locate";
import { isManaged, lastDeclaredNames, managed } from "../../declared/state";
import type {
  CreateResult,
  DiffResult,
  ImportContext,
  ImportResult,
  LifeCycle,
  LifeCycleContext,
  ReadResult,
} from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { goneError, noZoneError, requestOf } from "../../api/messages";
import { isUnknown, picked } from "../../declared/properties";
import { check, computed, folderInputs, overlapping } from "./check";
import { Delivery, importedInRun, optionNames } from "./deliver";
import { liveFiles } from "./live";
import { filesIn, filesProperty, heldByOthers, isAtPrefix, noteDeclared, sentToPrefix } from "./manifest";
import { deleteReleases, noReleases, releasesToDelete } from "../../files/sendRelease";
import { findZone, folderId, hasZone, idOf, openFolder, openStorage } from "./zone";
import { about, warning } from "../../wire/words";
import { declaredKey, formerReleasesKey, markKey, purgeIsDueKey } from "../../wire/stateKeys";

/**
 * Life cycle of the files of a local folder in a folder of a storage zone. It changes only files that it sent in this or an earlier run. Files that
 * an import finds count as sent, but only a later run deletes them, after its preview has shown them.
 */
export const storageFolderLifeCycle: LifeCycle = {
  check,
  computed,
  diff,
  isSameObject: async ({ reader }, id, state) => !isManaged(state) || hasZone(reader, id, state),
  create,
  read,
  import: importFolder,
  // A zone does not show which of its folders are storage folders, or their sources.
  importable: () => [],
  withDetails: (_, live) => Promise.resolve(live),
  update,
  delete: remove,
  deletesShare: true,
  lookAhead,
};

/** Returns the changes that need a replacement. It sends the new files before the old ones are deleted, so that files that both have stay. */
function diff(state: Properties, news: Properties): DiffResult {
  const isOther = (key: string): boolean => isUnknown(news[key]) || (state[key] ?? "") !== (news[key] ?? "");
  const replaces = ["storageZoneId", "prefix"].filter((key) => state[key] !== news[key] && isOther(key));
  const result = { replaces, deleteBeforeReplace: false };
  const isDue = state[purgeIsDueKey] === true && (folderInputs(news).purgePullZoneIds ?? []).length > 0;
  const missing = replaces.length > 0 ? [] : missingRootFiles(state, news);
  if (missing.length === 0 && !isDue) return result;
  const notice =
    missing.length === 0
      ? "has changed since the caches were emptied: pulumi up empties them"
      : `lacks files at ${placeOf(state)}: pulumi up delivers ${shortList(missing)}`;
  return { ...result, settles: true, notice };
}

/**
 * Returns unchanged root files that are not at the prefix yet: versions before 0.5.0 did not deliver error pages there. The engine compares inputs,
 * so it can't see them.
 */
function missingRootFiles(state: Properties, news: Properties): string[] {
  if (state["release"] === undefined || !isDeepStrictEqual(state["rootFiles"], news["rootFiles"])) return [];
  const [sent, before] = [sentToPrefix(state), filesIn(state)];
  const isRootFile = isAtPrefix(news);
  const declared = news["releases"] === undefined ? [] : [...filesIn(news)];
  return declared.flatMap(([path, checksum]) =>
    isRootFile(path) && !sent.has(path) && before.get(path) === checksum ? [path] : [],
  );
}

function placeOf({ prefix = "" }: Properties): string {
  return prefix === "" ? "the root of the storage zone" : `the prefix ${String(prefix)}`;
}

/**
 * Reports copies at the prefix that a new release leaves behind, and files that can't replace a folder because it contains files of others. Only
 * folders that become files are listed.
 */
async function lookAhead(context: LifeCycleContext, id: string, state: Properties, news: Properties): Promise<void> {
  const isDeclared = isAtPrefix(news);
  const sent = sentToPrefix(state);
  tellOfCopies(context, id, state, news);
  const declared = new Map([...filesIn(news)].filter(([path]) => isDeclared(path)));
  const folders = new Set([...sent.keys()].flatMap((path) => foldersOf(path)).map((folder) => folder.slice(0, -1)));
  const taken = [...declared.keys()].filter((path) => folders.has(path));
  const zone = taken.length === 0 ? undefined : await findZone(context.client.reads, id, state, "read");
  if (zone === undefined) return;
  const sync = await openFolder(context.client.reads, zone, id);
  const keeps = folderInputs(news).removed === "keep";
  const isDeleted = (path: string): boolean => sent.has(path) && !declared.has(path) && !keeps;
  const looks = taken.map(async (path) => ({ path, by: await sync.filesInPlaceOf(path, isDeleted) }));
  const blocked = (await Promise.all(looks)).filter(({ by }) => by.length > 0);
  if (blocked.length > 0)
    context.tell(warning(`Storage folder ${id}: ${blockedText(blocked)}. pulumi up uploads the rest, and fails`));
}

/** Reports files of the source whose copies at the prefix are no longer declared. The next run that uploads a release deletes them. */
function tellOfCopies({ tell }: LifeCycleContext, id: string, state: Properties, news: Properties): void {
  const [before, now] = [state["release"], news["release"]];
  if (before === undefined || typeof now !== "string" || isUnknown(now) || before === now) return;
  const [files, isDeclared] = [filesIn(news), isAtPrefix(news)];
  const copies = [...sentToPrefix(state).keys()].filter((path) => files.has(path) && !isDeclared(path)).sort();
  if (copies.length === 0 || folderInputs(news).removed === "keep") return;
  tell(
    `Storage folder ${id}: pulumi up deletes these files at ${placeOf(state)}, because rootFiles does not match them: ${shortList(copies)}. Releases keep them`,
  );
}

/** Creates a folder. Equal files that already exist become its own, so an existing folder needs no adoption. */
async function create(context: LifeCycleContext, inputs: Properties, existingId?: string): Promise<CreateResult> {
  const { memory } = context;
  const id = idOf(inputs);
  if (existingId !== undefined && existingId !== id) {
    throw new InvalidInputError(
      `The resource option import must be the declared storage zone and prefix: ${id}, but got: ${existingId}`,
    );
  }
  const taken = (): InvalidInputError =>
    new InvalidInputError(
      `Nothing was uploaded: another storage folder of this program has the same folder as ${id}, or one that contains it or is inside it. Give them separate folders`,
    );
  if (overlapping(id, memory.claims) !== undefined) throw taken();
  const send = async (): Promise<CreateResult> => {
    const zone = await findZone(context.client.reads, id, {}, "updated");
    if (zone === undefined) throw noZoneError("StorageZone", String(folderId(id).storageZoneId));
    const prior: Properties = { [markKey]: memory.entries.takeOver(id), ...wholeRecord("StorageZone", zone) };
    return { id, state: await new Delivery(context, id, zone, prior, inputs).run() };
  };
  return memory.claimed(id, taken, () => {
    noteDeclared(memory, id, inputs);
    return memory.entries.inTurn(id, () => inTurn(context, id, send));
  });
}

async function update(
  context: LifeCycleContext,
  id: string,
  state: Properties,
  inputs: Properties,
): Promise<Properties> {
  context.memory.claims.add(id);
  return inTurn(context, id, async () => {
    const zone = await findZone(context.client.reads, id, state, "updated");
    if (zone !== undefined) return new Delivery(context, id, zone, state, inputs).run();
    const { storageZoneId } = folderId(id);
    const fact = `Storage zone ${String(storageZoneId)} no longer exists, so no files were sent to it`;
    throw goneError(fact, requestOf("get", "StorageZone", storageZoneId));
  });
}

/** Runs actions on folders of one zone in turn, because the storage host allows few parallel requests. */
function inTurn<Result>({ turns }: LifeCycleContext, id: string, act: () => Promise<Result>): Promise<Result> {
  return turns.inTurn(`files of ${String(folderId(id).storageZoneId)}`, act);
}

/** Reads the files of the state, which shows files that were changed or deleted outside. Only folders of these files are listed. */
async function read(
  { reader }: { readonly reader: Reads },
  id: string,
  prior: Properties,
  lastInputs?: Properties,
): Promise<ReadResult | undefined> {
  const zone = await findZone(reader, id, prior, "read");
  if (zone === undefined) {
    if (prior["storageZoneId"] !== undefined) return undefined;
    throw noZoneError("StorageZone", String(folderId(id).storageZoneId));
  }
  if (!isManaged(prior)) return { state: externalState(id, await allFiles(reader, zone, id)) };
  const storage = await openStorage(reader, zone);
  const found = await liveFiles(storage, folderId(id).prefix, prior);
  const declaredNames = lastDeclaredNames(storageFolder, prior, lastInputs);
  const inputs = { ...picked(prior, declaredNames), files: found.files };
  const state = managed(
    storageFolder,
    { ...picked(prior, keptNames), ...wholeRecord("StorageZone", zone), ...found.state },
    inputs,
    prior,
  );
  // A killed run may have sent these files without emptying the caches.
  const isStale = found.hasChanged && (folderInputs(prior).purgePullZoneIds ?? []).length > 0;
  const { foreign } = found;
  return {
    state: { ...state, [declaredKey]: declaredNames, ...(isStale && { [purgeIsDueKey]: true }) },
    inputs,
    foreign,
  };
}

/** Names of properties that a refresh does not change. */
const keptNames = [
  ...["storageZoneId", "prefix", "fileCount", "totalBytes", "release", "releasePath", ...optionNames],
  ...[purgeIsDueKey, formerReleasesKey],
];

/** Returns all files below the prefix. */
async function allFiles(reader: Reads, zone: LinkedStorageZone, id: string): Promise<Listing["files"]> {
  return (await (await openFolder(reader, zone, id)).list({ wants: () => true })).files;
}

function externalState(id: string, files: Listing["files"]): Properties {
  const { storageZoneId, prefix } = folderId(id);
  const totalBytes = [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    storageZoneId,
    ...(prefix === "" ? {} : { prefix }),
    files: filesProperty([...files].map(([path, { checksum = "" }]) => [path, checksum])),
    fileCount: files.size,
    totalBytes,
  };
}

/** Imports all existing files. The program declares the local folder from which they come. */
async function importFolder({ reader, memory }: ImportContext, id: string): Promise<ImportResult> {
  return memory.entries.inTurn(id, async () => {
    const zone = await findZone(reader, id, {}, "read");
    if (zone === undefined) throw noZoneError("StorageZone", String(folderId(id).storageZoneId));
    const found = await allFiles(reader, zone, id);
    // Releases can be verified by their manifests, and are found when they are needed.
    const releases = new Set([...found.keys()].flatMap((path) => releaseOfManifest(path) ?? []));
    const isOther = (path: string): boolean => !releases.has(releaseOfPath(path) ?? "");
    const fields = externalState(id, new Map([...found].filter(([path]) => isOther(path))));
    const inputs = picked(fields, ["storageZoneId", "prefix", "files"]);
    const prior = { [markKey]: memory.entries.takeOver(id) };
    memory.once.add(importedInRun(id));
    return {
      id,
      inputs,
      state: managed(storageFolder, { ...fields, ...wholeRecord("StorageZone", zone) }, inputs, prior),
    };
  });
}

/**
 * Deletes the files of an entry one by one, except files that other folders of the program have, such as its replacement. Files that its releases
 * have delivered go as well, if they still have that content.
 */
async function remove(context: LifeCycleContext, id: string, state: Properties): Promise<void> {
  await inTurn(context, id, async () => {
    const zone = await findZone(context.client.reads, id, state, "deleted");
    if (zone === undefined) return;
    const own = sentToPrefix(state);
    const isHeld = heldByOthers(context.memory, id);
    const left = new Map([...own].filter(([path]) => !isHeld(path)));
    if (left.size < own.size) {
      const count = String(own.size - left.size);
      context.tell(
        `Storage folder ${id}: ${count} of ${String(own.size)} files stay, because another resource of this stack has them`,
      );
    }
    const hasReleases = state["release"] !== undefined || state[formerReleasesKey] === true;
    const storage = await openStorage(context.client.reads, zone);
    const { prefix } = folderId(id);
    const tell = (message: string): void => {
      context.tell(about(`Storage folder ${id}: `, message));
    };
    const target = { reads: context.client.reads, zone, storage, prefix, tell };
    const lastIds = typeof state["release"] === "string" ? [state["release"]] : [];
    const deletesReleases = hasReleases && !isHeld(releasesFolder);
    const releases = deletesReleases ? await releasesToDelete(target, lastIds) : noReleases;
    const { rootFiles } = releases;
    const isOfReleases = (path: string, { checksum }: ListedFile): boolean =>
      state["removed"] !== "keep" &&
      !isHeld(path) &&
      checksum !== undefined &&
      rootFiles.get(path)?.has(checksum) === true;
    const sync = new FolderSync(storage, prefix);
    const delivered = [...rootFiles].flatMap(([path, checksums]) => [...checksums].map((one) => [path, one] as const));
    const { files } = await sync.listKnown(new Map([...delivered, ...left]));
    const deletions: string[] = [];
    for (const [path, file] of files) {
      if (!left.has(path) && !isOfReleases(path, file)) continue;
      if (!(await releases.isDelivered(path, file.checksum ?? left.get(path) ?? ""))) deletions.push(path);
    }
    if (left.size + deletions.length > 0) {
      await sync.carryOut(
        { ...emptyPlan, deletions: deletions.sort() },
        // The caches are emptied in any case, because an earlier run may have failed between the deletions and the purge.
        { replicas: [], mustPurge: true, tell: context.tell, purge: () => purgeLeft(context, state) },
      );
    }
    // Their notes name the files at the prefix, so they go last.
    await deleteReleases(target, releases);
  });
}

/** Empties the caches of those pull zones that still exist. */
async function purgeLeft({ purges }: LifeCycleContext, state: Properties): Promise<void> {
  for (const cache of folderInputs(state).purgePullZoneIds ?? []) {
    await purges.now(cache).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
    });
  }
}
