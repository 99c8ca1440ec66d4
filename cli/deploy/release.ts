import { resolve } from "node:path";
import type { StorageFiles } from "../../provider/api/storageFiles";
import { globFault, rootMatcher } from "../../provider/files/globs";
import { blockedText, shortList } from "../../provider/files/plan";
import type { ReleaseMessage } from "../../provider/files/releaseMessage";
import { shownMessage } from "../../provider/files/releaseMessage";
import { ReleaseMessages } from "../../provider/files/releaseMessages";
import { releasesFolder } from "../../provider/files/releasePaths";
import { releasesIn } from "../../provider/files/releases";
import { replicaPatience } from "../../provider/files/replicas";
import { rootFilesBy } from "../../provider/files/rootFiles";
import type { SourceFile } from "../../provider/files/source";
import { unmatchedNotice } from "../../provider/files/source";
import { FolderSync } from "../../provider/files/sync";
import type { ReleasePlan, ReleaseTarget } from "../../provider/files/sendRelease";
import {
  defaultKeep,
  deleteOutdated,
  namedOrUnknown,
  planRelease,
  sendRelease,
} from "../../provider/files/sendRelease";
import { purgeCommand } from "../../provider/run/purges";
import type { CommandIo } from "../command";
import { CommandError, print, tell, UsageError, warn } from "../command";
import { newMessage } from "./message";
import type { Move, Reached } from "./pointers";
import { warning } from "../../provider/wire/words";
import {
  deleteFirstText,
  goBackNotice,
  newRuleNotices,
  pointTo,
  reachedText,
  readMoves,
  ruleLimitNotices,
} from "./pointers";
import { jsonOf, textOf } from "./report";
import type { Account, Cache, Deployment } from "./target";
import { purgeEverywhere } from "./target";

/** Uploads a release and its root files, points the edge rules to it, and deletes old releases. */
export async function deployRelease(
  { folder, source: { files }, selection, prefix, target, options, begun, progress }: Deployment,
  io: CommandIo,
): Promise<void> {
  const { files: storage, account, caches } = target;
  const { keep = defaultKeep, rootFile: globs = defaultRootFiles(files), dryRun, format } = options;
  const say = (message: string): void => tell(io, message);
  const isRootFile = rootFilesOf(globs, prefix, files);
  const paths = files.map(({ path }) => path);
  const unused = globs.filter((glob) => !paths.some(rootMatcher([glob])));
  const unmatched = [...selection.unmatched, ...unused.map((glob) => `root-file ${JSON.stringify(glob)}`)];
  for (const notice of unmatchedNotice(folder, unmatched)) warn(io, notice);
  const toSend = { files, typeOf: () => undefined, isRootFile } as const;
  const plan = await planRelease({ storage, prefix }, toSend);
  const { id: release } = plan;
  const given = await newMessage(resolve(io.cwd(), folder), options, target.secrets, io);
  const message = (await keptMessage({ storage, prefix }, plan)) ?? given;
  if (options.message !== undefined && message.message !== options.message) {
    say(`Release ${release} has the same files, and keeps its first message: ${shownMessage(message)}`);
  }
  const root = new FolderSync(storage, prefix);
  // Without --purge visitors still get another release, so its root files stay unless --root-file names some.
  const isMoved = caches.length > 0 || target.made?.some(({ kind }) => kind === "PullZone") === true;
  const bringsRootFiles = isMoved || options.rootFile !== undefined;
  const rootPlan = await root.plan(bringsRootFiles ? files.filter(({ path }) => isRootFile(path)) : []);
  if (rootPlan.blocked.length > 0) throw new CommandError(blockedText(rootPlan.blocked));
  const rootFiles = rootPlan.uploads.map(({ path }) => path).sort();
  // The rules are read first, so that one that can't name the release fails before anything changes, even in a dry run.
  const currentMoves = async (): Promise<readonly Move[]> =>
    account === undefined ? [] : readMoves(account, prefix, caches);
  const moves = await currentMoves();
  for (const notice of ruleLimitNotices(moves)) warn(io, notice);
  for (const notice of account === undefined ? [] : newRuleNotices(account, moves)) say(notice);
  const isNamed = moves.every(({ pointer }) => pointer?.release === release);
  // They are read again after the upload, during which a rollback may change one.
  const previous = async (): Promise<string | undefined> =>
    (await currentMoves()).find(({ pointer }) => pointer !== undefined)?.pointer?.release;
  let deleted = 0;
  const patience = replicaPatience();
  if (!dryRun) {
    progress.planned(plan);
    const zone = account?.zone ?? { replicationRegions: [] };
    try {
      await sendRelease(
        { zone, storage, prefix, patience, tell: say },
        { ...toSend, isNamed, message, progress, previous },
        plan,
      );
    } catch (error) {
      progress.end();
      say(
        `Nothing has changed for visitors. The next run sends only the missing files of release ${release}${deleteFirstText(prefix, caches)}`,
      );
      throw error;
    }
    let before: ReadonlyMap<string, string> = new Map();
    const reached: Reached = new Map();
    try {
      // Root files are uploaded before the purges, which cover them, so the replicas must have them by then.
      const replicas = zone.replicationRegions ?? [];
      const blocked = await root.carryOut(rootPlan, {
        replicas,
        awaits: "fresh",
        patience,
        purgeCommands: () => Promise.resolve(caches.map(({ pullZone }) => purgeCommand(pullZone))),
        tell: say,
        purge: () => Promise.resolve(),
        // Root files must be those of the release.
        exact: true,
      });
      // Somebody uploaded other files since the plan was made.
      if (blocked.length > 0) throw new CommandError(blockedText(blocked));
      if (account !== undefined && caches.length > 0) {
        progress.phase = `moving ${caches.map(({ pullZone }) => pullZone).join(", ")} to release ${release}`;
        const purge = (some: readonly Cache[]): Promise<void> => purgeEverywhere(account, some, progress);
        before = await pointTo(account, { prefix, release, caches, reached, purge });
      }
    } catch (error) {
      progress.end();
      const atRoot = rootFiles.length === 0 ? "" : `. These root files may already be new: ${shortList(rootFiles)}`;
      const without = caches.filter((cache) => reached.get(cache) === undefined);
      const first = deleteFirstText(prefix, without);
      say(`${reachedText(release, caches, reached)}${atRoot}. Run the same command again to finish it${first}`);
      throw error;
    }
    for (const { pullZone } of caches) for (const text of account?.purges.lateEdgeTexts(pullZone) ?? []) say(text);
    for (const notice of goBackNotice(release, before)) say(notice);
    progress.phase = "deleting old releases";
    if (account !== undefined && plan.uploads.length > 0) {
      const stays = new Set([release, ...before.values()]);
      const linked = [...(account.zone.pullZones ?? []), ...caches.map(({ id }) => ({ id }))];
      const zone = { ...account.zone, pullZones: linked };
      deleted = await deleteOldReleases({ ...account, zone }, storage, { prefix, keep, stays }, say);
    }
  }
  progress.end();
  const seconds = (performance.now() - begun) / 1000;
  const result = {
    plan,
    dryRun: dryRun ?? false,
    caches,
    seconds,
    release,
    message,
    rootFiles,
    deletedReleases: deleted,
    ...(target.made && { made: target.made }),
  };
  print(io, format === "json" ? jsonOf(result) : textOf(result));
}

/** Returns the message of a release that was sent before; undefined if it has none. */
async function keptMessage(
  { storage, prefix }: Pick<ReleaseTarget, "storage" | "prefix">,
  { id, listed }: ReleasePlan,
): Promise<ReleaseMessage | undefined> {
  const sent = releasesIn(listed).find((release) => release.id === id);
  return sent?.hasMessage === true ? new ReleaseMessages(storage, prefix).read(sent) : undefined;
}

/** Returns the files to upload also to the prefix. @throws {UsageError} for an invalid glob, or one that matches files in the folder of releases */
export function rootFilesOf(
  globs: readonly string[],
  prefix: string,
  files: readonly SourceFile[],
): (path: string) => boolean {
  for (const glob of globs) {
    const fault = globFault(glob);
    if (fault !== undefined)
      throw new UsageError(`--root-file: the glob ${JSON.stringify(glob.slice(0, 100))} ${fault}`);
  }
  const isRootFile = rootFilesBy(globs, prefix);
  if (files.some(({ path }) => isRootFile(path) && path.startsWith(releasesFolder))) {
    throw new UsageError(`--root-file must not name files in ${releasesFolder}, which holds the releases`);
  }
  return isRootFile;
}

/** The error page is a root file by default, as in a website: a setting of the storage zone names its fixed path. */
export function defaultRootFiles(files: readonly SourceFile[]): readonly string[] {
  return files.some(({ path }) => path === "404.html") ? ["404.html"] : [];
}

/** Deletes old releases, except the newest ones, those that an edge rule names, and those that a rule named before. */
export async function deleteOldReleases(
  { client, zone }: Account,
  storage: StorageFiles,
  { prefix, keep, stays }: { readonly prefix: string; readonly keep: number; readonly stays: ReadonlySet<string> },
  tell: (message: string) => void,
): Promise<number> {
  const found = await namedOrUnknown({ reads: client.reads, zone, prefix, tell });
  if (found === undefined) return 0;
  const { named, mentions } = found;
  if (named.size === 0) {
    tell(
      warning(
        "No old release is deleted, because no edge rule names a release. With --purge, a pull zone gets such a rule",
      ),
    );
    return 0;
  }
  const { deleted } = await deleteOutdated({ storage, prefix, tell }, { keep, mentions, stays });
  return deleted;
}
