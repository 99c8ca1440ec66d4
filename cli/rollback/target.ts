import { CommandError } from "../command";

/** A release to go back to. */
interface Earlier {
  readonly id: string;
  /** Whether all files of the release were uploaded. @default true */
  readonly isWhole?: boolean;
}

/**
 * Returns the release to go back to: the wanted one, or by default the one before the live one.
 *
 * @param releases the newest first
 * @param live the id of the live one; undefined if there is none
 * @param messages the error if there is no default, and the command that lists the releases
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
    if (!isWhole(found))
      throw new CommandError(`Release ${wanted} is incomplete: not all of its files were uploaded. ${advice}`);
    return found;
  }
  const place = releases.findIndex(({ id }) => id === live);
  if (live === undefined || place < 0)
    throw new CommandError(`${notLive}, so give the release to go back to. ${advice}`);
  const before = releases.slice(place + 1).find(isWhole);
  if (before === undefined) throw new CommandError(`There is no release before ${live}. ${advice}`);
  return before;
}
