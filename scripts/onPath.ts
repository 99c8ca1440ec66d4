import { existsSync } from "node:fs";
import path from "node:path";

/** Returns the file of a command on the PATH; undefined if there is none. */
export function findOnPath(command: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  return folders.map((folder) => path.join(folder, command)).find((file) => existsSync(file));
}

export function isOnPath(command: string): boolean {
  return findOnPath(command) !== undefined;
}
