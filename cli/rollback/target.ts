import { type ListedRelease, releaseBefore } from "../../provider/files/releases";
import { CommandError } from "../command";

/**
 * The release to go back to: the wanted one, or by default the one before the live one.
 *
 * @param releases the newest first
 * @param live the id of the live one; undefined if there is none
 * @param messages what is said where there is no default, and which command lists the releases
 * @throws {CommandError} if there is no such release
 */
export function targetIn<Release extends ListedRelease>(
  releases: readonly Release[],
  live: string | undefined,
  wanted: string | undefined,
  { notLive, advice }: { readonly notLive: string; readonly advice: string },
): Release {
  if (wanted !== undefined) {
    const found = releases.find(({ id }) => id === wanted);
    if (found === undefined) throw new CommandError(`There is no release ${wanted}. ${advice}`);
    if (found.isWhole === false) throw new CommandError(`Not all files of release ${wanted} were sent. ${advice}`);
    return found;
  }
  if (live === undefined || !releases.some(({ id }) => id === live))
    throw new CommandError(`${notLive}, so name one. ${advice}`);
  const before = releaseBefore(releases, live);
  if (before === undefined) throw new CommandError(`There is no release before ${live}. ${advice}`);
  return before;
}
