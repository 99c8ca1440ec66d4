import { CommandError } from "../command";

/** A release to go back to. */
interface Earlier {
  readonly id: string;
  /** Whether all of its files were sent. @default true */
  readonly isWhole?: boolean;
}

/**
 * The release to go back to: the wanted one, or by default the one before the live one.
 *
 * @param releases the newest first
 * @param live the id of the live one; undefined if there is none
 * @param messages what is said where there is no default, and which command lists the releases
 * @throws {CommandError} if there is no such release
 */
export function targetIn<Release extends Earlier>(
  releases: readonly Release[],
  live: string | undefined,
  wanted: string | undefined,
  { notLive, advice }: { readonly notLive: string; readonly advice: string },
): Release {
  const isWhole = (release: Release): boolean => release.isWhole !== false;
  if (wanted !== undefined) {
    const found = releases.find(({ id }) => id === wanted);
    if (found === undefined) throw new CommandError(`There is no release ${wanted}. ${advice}`);
    if (!isWhole(found)) throw new CommandError(`Not all files of release ${wanted} were sent. ${advice}`);
    return found;
  }
  const place = releases.findIndex(({ id }) => id === live);
  if (live === undefined || place < 0) throw new CommandError(`${notLive}, so name one. ${advice}`);
  const before = releases.slice(place + 1).find(isWhole);
  if (before === undefined) throw new CommandError(`There is no release before ${live}. ${advice}`);
  return before;
}
