import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";

interface Holder {
  pid: number;
  host: string;
  since: string;
}

/** Takes a stack's lock; returns how to release it. A lock left by a process that is gone is taken over. */
export async function lockStack(file: string): Promise<() => Promise<void>> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const mine: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeFile(file, JSON.stringify(mine), { flag: "wx", mode: 0o600 });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = await readHolder(file);
    if (holder !== undefined && isAlive(holder)) throw new StackLockedError(file, holder);
    await breakLock(file);
  }
  throw new StackLockedError(file, await readHolder(file));
}

export class StackLockedError extends Error {
  override readonly name = "StackLockedError";

  constructor(file: string, holder: Holder | undefined) {
    const by =
      holder === undefined ? "another process" : `process ${holder.pid} on ${holder.host} since ${holder.since}`;
    super(`the stack is locked by ${by}; wait for it to end, or remove ${file} if it is gone`);
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

// Renaming first makes sure that of two processes only one removes the stale lock, and neither a fresh one.
async function breakLock(file: string): Promise<void> {
  const stale = `${file}.${process.pid}.stale`;
  try {
    await rename(file, stale);
  } catch {
    return;
  }
  await rm(stale, { force: true });
}
