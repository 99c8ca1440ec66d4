import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";

let writes = 0;

/** Writes a file so that a reader, or a crash at any moment, sees either the old content or all of the new. */
export async function writeAtomically(file: string, content: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${++writes}.tmp`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

// The rename itself is durable only once its folder is; some platforms cannot open a folder, and then it is theirs.
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
  } catch {
    return;
  }
}
