import { lstatSync, mkdirSync } from "node:fs";

/**
 * Creates a folder that only this user can read and write, unless it exists.
 *
 * @throws {Error} with the reason if the folder can't be created, or if others can read it, write to it or replace it
 */
export function openPrivateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fault = privacyFault(folder);
  if (fault !== undefined) throw new Error(fault);
  return folder;
}

/** Whether a folder exists that only this user can read and write. */
export function isPrivateFolder(folder: string): boolean {
  try {
    return privacyFault(folder) === undefined;
  } catch {
    return false;
  }
}

/** Returns why a folder is not private. Windows keeps each user's temporary folder private, and has no such modes. */
function privacyFault(folder: string): string | undefined {
  const entry = lstatSync(folder);
  if (!entry.isDirectory()) return `${folder} is not a folder`;
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (entry.uid !== user) return `${folder} belongs to another user`;
  return (entry.mode & 0o077) === 0 ? undefined : `${folder} is open to other users`;
}
