import { readdirSync, readFileSync } from "node:fs";

/** What the operating system shows of processes: their arguments, and the environment that they were started with. */
export interface Seen {
  readonly arguments: Set<string>;
  /** By what a process is: the provider, or any other. */
  readonly environments: Map<string, string>;
}

/** Watches the processes that descend from this one; Linux shows them as files. */
export function watchProcesses(): { readonly seen: Seen; stop(): void } {
  const seen: Seen = { arguments: new Set(), environments: new Map() };
  const look = (): void => {
    for (const pid of descendants()) {
      const args = read(pid, "cmdline").replaceAll("\0", " ");
      if (args === "") continue;
      seen.arguments.add(args);
      seen.environments.set(args, read(pid, "environ"));
    }
  };
  const timer = setInterval(look, 40);
  return { seen, stop: () => clearInterval(timer) };
}

function descendants(): string[] {
  const parents = new Map<string, string>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const [, parent = ""] = /\) \S (\d+)/.exec(read(pid, "stat")) ?? [];
    parents.set(pid, parent);
  }
  const isOurs = (pid: string): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === String(process.pid) || isOurs(parent));
  };
  return [...parents.keys()].filter(isOurs);
}

/** A process may end between one look and the next. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
