import { type ListedRelease, releaseBefore } from "../../provider/files/releases";
import { shell } from "../../terminal/shell";
import { CommandError } from "../command";
import { dateText } from "../releases/site";

/**
 * Returns the release to go back to: the wanted one, or by default the one before the live one.
 *
 * @param releases the newest first
 * @param liveId the id of the live one; undefined if there is none
 * @param messages the error if there is no default, what the error calls the releases, and the command that lists them
 * @throws {CommandError} if there is no such release
 */
export function targetIn<Release extends ListedRelease>(
  releases: readonly Release[],
  liveId: string | undefined,
  wanted: string | undefined,
  { notLive, what = "release", advice }: { readonly notLive: string; readonly what?: string; readonly advice: string },
): Release {
  if (wanted !== undefined) {
    const found = releases.find(({ id }) => id === wanted);
    if (found === undefined) throw new CommandError(`There is no release ${wanted}. ${advice}`);
    if (found.isWhole === false)
      throw new CommandError(`Release ${wanted} is incomplete: not all of its files were uploaded. ${advice}`);
    return found;
  }
  if (liveId === undefined || !releases.some(({ id }) => id === liveId))
    throw new CommandError(`${notLive}, so give the release to go back to. ${advice}`);
  const before = releaseBefore(releases, liveId);
  if (before === undefined) throw new CommandError(`There is no ${what} before ${liveId}. ${advice}`);
  return before;
}

/** Names the newest release if the default is not to go back to it, although visitors may have got it just before the live one. @param object `pull-zone:NAME` */
export function newerNotice(
  releases: readonly ListedRelease[],
  liveId: string | undefined,
  wanted: string | undefined,
  object: string,
): string[] {
  const date = releases.find(({ id }) => id === liveId)?.date ?? Infinity;
  const newer = releases.find((release) => release.isWhole !== false && release.date > date);
  if (wanted !== undefined || newer === undefined) return [];
  const command = shell`npx pulumi-cdn-zones rollback ${object} ${newer.id}`;
  return [
    `Release ${newer.id} of ${dateText(newer.date)} is newer than the live release. To switch to it, run: ${command}`,
  ];
}

/**
 * Returns the error for a live release that changed before the user confirmed, or during a wait.
 *
 * @param subject what names the live release, with its verb
 */
export function changedError(
  subject: string,
  now: string | undefined,
  before: string | undefined,
  advice = "Run the same command again",
): CommandError {
  const text = now === undefined ? "no release" : `release ${now}`;
  return new CommandError(`${subject} ${text} by now, not ${before ?? "none"}. Nothing was changed. ${advice}`);
}
