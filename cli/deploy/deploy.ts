import { resolve } from "node:path";
import { prefixOf } from "../../provider/files/names";
import { rootMatcher, Selection } from "../../provider/files/globs";
import { readSource, unmatchedNotice } from "../../provider/files/source";
import type { Blocked } from "../../provider/files/plan";
import { blockedText, shortList } from "../../provider/files/plan";
import { releaseOfFile } from "../../provider/files/releasePaths";
import { errorPagesNotice } from "../../provider/files/rootFiles";
import { FolderSync } from "../../provider/files/sync";
import { purgeCommand } from "../../provider/run/purges";
import type { GetPullZoneResult } from "../../provider/types/pullZone";
import type { CommandIo } from "../command";
import { CommandError, print, tell, UsageError, warn } from "../command";
import { checkMessage } from "./message";
import { siteHints } from "./hints";
import { showNewSite } from "./newSite";
import { hiddenNotices, readForNotice } from "./pointers";
import { DeployProgress } from "./progress";
import { deployRelease, rootFilesOf } from "./release";
import { jsonOf, textOf } from "./report";
import type { Deployment, DeployOptions } from "./target";
import { purgeAll, targetOf } from "./target";

/** The page for missing files, which a setting of the storage zone must name. */
const notFoundPage = "404.html";

/** Uploads a folder to a storage zone, purges, and deletes what the source lacks. */
export async function deploy(folder: string, zone: string, options: DeployOptions, io: CommandIo): Promise<void> {
  const begun = performance.now();
  for (const option of ["keep", "rootFile", "message"] as const) {
    if (options[option] === undefined || options.release === true) continue;
    throw new UsageError(`--${option === "rootFile" ? "root-file" : option} needs --release`);
  }
  checkMessage(options);
  if (options.release === true && options.delete === true) {
    throw new UsageError("--release can't be used with --delete: --keep already deletes old releases");
  }
  const prefix = prefixOf(options.prefix ?? "", "--prefix");
  const selection = new Selection(options);
  const source = await readSource(resolve(io.cwd(), folder), selection, prefix, { keepsContent: true });
  for (const notice of source.notices) warn(io, notice);
  const paths = source.files.map(({ path }) => path);
  const { rootFile: rootFiles = [] } = options;
  // Invalid globs are refused before --create makes zones.
  rootFilesOf(rootFiles, prefix, source.files);
  const named = options.release === true ? { rootFiles, argument: "--root-file" } : { rootFiles };
  for (const notice of errorPagesNotice(paths, { prefix, ...named })) warn(io, notice);
  if (source.files.length === 0 && !(options.delete && options.allowEmpty)) {
    const advice = options.delete ? ": --delete would delete everything. If you want that, add --allow-empty" : "";
    throw new UsageError(`The source ${folder} has no files${advice}`);
  }
  const page = paths.includes(notFoundPage) ? `/${prefix}${notFoundPage}` : "";
  const target = await targetOf(zone, page, options, io);
  if (target.files === undefined) {
    await showNewSite({ folder, source, prefix, target, options, begun }, io);
    return;
  }
  const { account, caches } = target;
  let shown: Promise<readonly GetPullZoneResult[]> | undefined;
  const readPullZones = (): Promise<readonly GetPullZoneResult[]> =>
    (shown ??= account === undefined ? Promise.resolve([]) : readForNotice(account, caches));
  const progress = new DeployProgress(`listing the files of ${zone}`, io);
  try {
    const deployment = { folder, source, selection, prefix, target, options, begun, progress };
    await (options.release === true ? deployRelease(deployment, io) : deployFiles(deployment, readPullZones, io));
    progress.end();
    // Zones that this run has made have these settings.
    if ((target.made ?? []).length < 2 && options.dryRun !== true && account !== undefined) {
      const isAtPrefix = options.release !== true || delivers(options, caches.length > 0);
      const sent = { paths, page: isAtPrefix ? page : "" };
      for (const hint of await siteHints(account, readPullZones, sent)) tell(io, hint);
    }
  } finally {
    progress.end();
  }
}

/** Whether a release also brings the page for missing files to the prefix. */
function delivers({ rootFile }: DeployOptions, isMoved: boolean): boolean {
  return rootFile === undefined ? isMoved : rootMatcher(rootFile)(notFoundPage);
}

/** Uploads the files that differ, purges, and deletes what the source lacks. */
async function deployFiles(
  { folder, source, selection, prefix, target, options, begun, progress }: Deployment,
  readPullZones: () => Promise<readonly GetPullZoneResult[]>,
  io: CommandIo,
): Promise<void> {
  const { account, caches } = target;
  const sync = new FolderSync(target.files, prefix);
  const releases = new Set<string>();
  const isDeleted = (path: string): boolean => {
    const release = releaseOfFile(prefix + path);
    if (release !== undefined) releases.add(release);
    return release === undefined && !selection.isExcluded(path);
  };
  const [plan, pullZones] = await Promise.all([
    sync.plan(source.files, options.delete && { deletesUnknown: true, isDeleted }),
    readPullZones(),
  ]);
  if (account !== undefined) for (const notice of hiddenNotices(account, prefix, caches, pullZones)) warn(io, notice);
  for (const notice of unmatchedNotice(folder, selection.unmatched)) warn(io, notice);
  if (releases.size > 0)
    tell(io, `Not deleted, because they are releases of a site: ${shortList([...releases].sort())}`);
  if (plan.unusable.length > 0) {
    warn(io, `Not deleted, because no request can address their names: ${shortList(plan.unusable)}`);
  }
  let { blocked }: { blocked: readonly Blocked[] } = plan;
  if (!options.dryRun) {
    progress.planned(plan);
    try {
      // Caches are emptied even if no file is sent: the previous run may have failed between the last upload and the purge.
      blocked = await sync.carryOut(plan, {
        replicas: caches.length > 0 ? (account?.zone.replicationRegions ?? []) : [],
        ...(account && caches.length > 0 && { purge: () => purgeAll(account, caches, progress) }),
        purgeCommands: () => Promise.resolve(caches.map(({ pullZone }) => purgeCommand(pullZone))),
        mustPurge: true,
        progress,
        tell: (message) => tell(io, message),
      });
    } catch (error) {
      progress.end();
      const done = `${String(progress.uploaded)} of ${String(plan.uploads.length)} files were uploaded, and ${String(progress.deleted)} deleted`;
      const purges = caches.length === 0 ? "" : ", and empties the caches";
      tell(io, `${done}. The next run sends only the missing files${purges}`);
      throw error;
    }
  }
  progress.end();
  const seconds = (performance.now() - begun) / 1000;
  const result = { plan, dryRun: options.dryRun ?? false, caches, seconds, ...(target.made && { made: target.made }) };
  print(io, options.format === "json" ? jsonOf(result) : textOf(result));
  if (blocked.length > 0) throw new CommandError(blockedText(blocked));
}
