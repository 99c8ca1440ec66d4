import type { CdnClient } from "../../provider/api/client";
import type { StorageFiles } from "../../provider/api/storageFiles";
import type { Selection } from "../../provider/files/globs";
import { globFault, matcher } from "../../provider/files/globs";
import { blockedText } from "../../provider/files/plan";
import { folderOfRelease, releasesFolder } from "../../provider/files/releases";
import type { SourceFile } from "../../provider/files/source";
import { unmatchedNotice } from "../../provider/files/source";
import type { Progress } from "../../provider/files/sync";
import { FolderSync } from "../../provider/files/sync";
import { purgeTwice } from "../../provider/lifecycle/pullZoneEdgeRule/purge";
import { movedTo, pointersIn } from "../../provider/lifecycle/storageFolder/pointers";
import {
  defaultKeep,
  deleteOutdated,
  namedOrUnknown,
  planRelease,
  sendRelease,
} from "../../provider/lifecycle/storageFolder/releases";
import type { GetPullZoneResult } from "../../provider/types/pullZone";
import type { LinkedStorageZone } from "../../provider/types/storageZone";
import { edgeRuleActionTypes, edgeRuleTriggerTypes } from "../../provider/wire/edgeRuleConstants";
import type { CommandIo } from "../command";
import { CommandError, print, tell, UsageError } from "../command";
import { nameOf, severalPointersError } from "../releases/site";
import { jsonOf, showProgress, textOf } from "./report";
import type { Account, DeployOptions, Target } from "./target";

/** What is deployed: files of a folder. */
interface Deployed {
  /** As it was given. */
  readonly folder: string;
  readonly files: readonly SourceFile[];
  readonly selection: Selection;
}

/** Uploads a release and its root files, lets the edge rules name it, and deletes old ones. */
export async function deployRelease(
  { folder, files, selection }: Deployed,
  prefix: string,
  { files: storage, account, caches = [] }: Target,
  { keep = defaultKeep, rootFile: globs = defaultRootFiles(files), dryRun, format }: DeployOptions,
  begun: number,
  io: CommandIo,
): Promise<void> {
  const say = (message: string): void => tell(io, message);
  const isRootFile = rootFilesBy(globs, files);
  const unused = globs.filter((glob) => !files.some(({ path }) => matcher([glob])(path)));
  const unmatched = [...selection.unmatched, ...unused.map((glob) => `root-file ${JSON.stringify(glob)}`)];
  for (const notice of unmatchedNotice(folder, unmatched)) say(notice);
  const toSend = { files, typeOf: () => undefined, isRootFile };
  const plan = await planRelease({ storage, prefix }, toSend);
  const { id: release } = plan;
  const root = new FolderSync(storage, prefix);
  const rootPlan = await root.plan(files.filter(({ path }) => isRootFile(path)));
  if (rootPlan.blocked.length > 0) throw new CommandError(blockedText(rootPlan.blocked));
  let deleted = 0;
  if (!dryRun) {
    const progress: Progress = { uploaded: 0, deleted: 0, bytes: 0 };
    const shown = showProgress(plan, progress, io);
    const zone = account?.zone ?? { replicationRegions: [] };
    try {
      await sendRelease({ zone, storage, prefix, tell: say }, { ...toSend, progress }, plan);
    } catch (error) {
      shown.end();
      say(`Visitors get what they got before. The next run sends only what is missing of release ${release}`);
      throw error;
    }
    shown.end();
    // The purges that follow the rule also cover these files, so the replicas must have them by then.
    const replicas = zone.replicationRegions ?? [];
    await root.carryOut(rootPlan, { replicas, tell: say, purge: () => Promise.resolve() });
    const ids = caches.map(({ id }) => id);
    if (account !== undefined) {
      const before = ids.length === 0 ? [] : await pointTo(account, prefix, release, ids);
      const stays = new Set([release, ...before]);
      if (plan.uploads.length > 0) deleted = await deleteOldReleases(account, storage, { prefix, keep, stays }, say);
    }
  }
  const seconds = (performance.now() - begun) / 1000;
  const rootFiles = rootPlan.uploads.map(({ path }) => path).sort();
  const result = { plan, dryRun: dryRun ?? false, caches, seconds, release, rootFiles, deletedReleases: deleted };
  print(io, format === "json" ? jsonOf(result) : textOf(result));
}

/** Which files are uploaded to the prefix as well. @throws {UsageError} for a glob that can't be used, or files in the folder of releases */
function rootFilesBy(globs: readonly string[], files: readonly SourceFile[]): (path: string) => boolean {
  for (const glob of globs) {
    const fault = globFault(glob);
    if (fault !== undefined)
      throw new UsageError(`--root-file: the glob ${JSON.stringify(glob.slice(0, 100))} ${fault}`);
  }
  const isRootFile = matcher(globs);
  if (files.some(({ path }) => isRootFile(path) && path.startsWith(releasesFolder))) {
    throw new UsageError(`--root-file must not name files in ${releasesFolder}, which holds the releases`);
  }
  return isRootFile;
}

/** As of a website: the page for what is missing, which a setting of the storage zone names by a fixed path. */
function defaultRootFiles(files: readonly SourceFile[]): readonly string[] {
  return files.some(({ path }) => path === "404.html") ? ["404.html"] : [];
}

/**
 * Makes the edge rules of pull zones name a release, and empties their caches: at once, and again 3 s later, as an edge may learn of a rule
 * late. A pull zone without such a rule gets one.
 *
 * @returns the releases that they named before
 */
export async function pointTo(
  { client, zone, purge }: Account,
  prefix: string,
  release: string,
  pullZoneIds: readonly number[],
): Promise<Set<string>> {
  const folder = `/${folderOfRelease(prefix, release)}`;
  const zones: GetPullZoneResult[] = [];
  for (const id of pullZoneIds) zones.push(await client.read("PullZone", id));
  const before = new Set<string>();
  const moves = zones.map((pullZone) => {
    const pointers = pointersIn(pullZone);
    const [pointer, ...more] = pointers;
    if (more.length > 0) throw severalPointersError(pullZone, pointers);
    if (pointer !== undefined && (pointer.storageZone[0] !== String(zone.id) || pointer.prefix !== prefix)) {
      throw new CommandError(
        `Edge rule ${pointer.rule.guid} of pull zone ${nameOf(pullZone)} names a release elsewhere, in ${pointer.prefix || "the root"} of storage zone ${pointer.storageZone.join(" ")}. Nothing was changed`,
      );
    }
    if (pointer !== undefined) before.add(pointer.release);
    return { pullZone, pointer };
  });
  for (const { pullZone, pointer } of moves) {
    if (pointer === undefined) await client.addEdgeRule(pullZone.id, newPointer(zone, folder));
    else if (pointer.release !== release) await client.updateEdgeRule(pullZone.id, movedTo(pointer, folder));
  }
  await purgeTwice(async () => {
    for (const id of pullZoneIds) await purge(id);
  });
  return before;
}

function newPointer({ id, name = "" }: LinkedStorageZone, folder: string): Parameters<CdnClient["addEdgeRule"]>[1] {
  return {
    description: "Release",
    enabled: true,
    actionType: edgeRuleActionTypes.OriginStorage,
    actionParameter1: String(id),
    actionParameter2: name,
    actionParameter3: folder,
    triggers: [{ type: edgeRuleTriggerTypes.Url, patternMatches: ["*"], patternMatchingType: 0 }],
    triggerMatchingType: 0,
    extraActions: [],
  };
}

/** Deletes old releases, but for the newest, those that an edge rule names, and those that one named before. */
export async function deleteOldReleases(
  { client, zone }: Account,
  storage: StorageFiles,
  { prefix, keep, stays }: { readonly prefix: string; readonly keep: number; readonly stays: ReadonlySet<string> },
  tell: (message: string) => void,
): Promise<number> {
  const named = (await namedOrUnknown({ client, zone, storage, prefix, tell }))?.named;
  if (named === undefined) return 0;
  if (named.size === 0) {
    tell("No old release is deleted, because no edge rule names a release. --purge gives a pull zone one");
    return 0;
  }
  const { deleted } = await deleteOutdated({ storage, prefix, tell }, { keep, named, stays });
  return deleted;
}
