import { execFileSync } from "node:child_process";

/** The child of a process whose command line has that word: the engine's program (`cmd/run`) or provider. */
export function childOf(parent: number, word: string): number | undefined {
  const table = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  for (const line of table.split("\n")) {
    const [, pid, ppid, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (Number(ppid) === parent && args.includes(word)) return Number(pid);
  }
  return undefined;
}
