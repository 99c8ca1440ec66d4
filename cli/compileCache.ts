import { lstatSync, realpathSync } from "node:fs";
import module from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { openPrivateFolder } from "../provider/run/privateFolder";

/**
 * Lets Node keep compiled code for the next run, which it can since version 22.1. By default, Node keeps the code in the shared temporary folder,
 * where another user can plant code that runs with this user's access key. Here it is kept in a folder that only this user can write to, or nowhere.
 */
export function keepCompiledCode(): void {
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache === undefined) return;
  const cache = process.env["XDG_CACHE_HOME"] ?? "";
  const parent = path.join(path.isAbsolute(cache) ? cache : path.join(homedir(), ".cache"), "pulumi-cdn-zones");
  try {
    openPrivateFolder(parent);
    const folder = openPrivateFolder(path.join(parent, "compiled"));
    if (!isReplaceable(realpathSync(parent))) enableCompileCache.call(module, folder);
  } catch {
    // Without a private folder, the command only starts some milliseconds later.
  }
}

/** Whether another user can replace a folder, by the owners and modes of the folders around it. A sticky folder protects what is in it. */
function isReplaceable(folder: string): boolean {
  const user = process.getuid?.();
  if (user === undefined) return false;
  for (let above = path.dirname(folder); ; above = path.dirname(above)) {
    const { uid, mode } = lstatSync(above);
    const isOpen = (mode & 0o022) !== 0 && (mode & 0o1000) === 0;
    if (isOpen || (uid !== user && uid !== 0)) return true;
    if (above === path.dirname(above)) return false;
  }
}
