import { readdirSync, readFileSync } from "node:fs";

/** What the operating system shows of a process: its arguments, and the environment that it was started with. */
export interface Seen {
  readonly args: string;
  readonly environment: string;
}

/** Records the descendants of this process, from /proc on Linux. */
export function watchProcesses(): { seen(): Seen[]; stop(): void } {
  const seen = new Map<string, Seen>();
  const look = (): void => {
    for (const { pid, started } of descendants()) {
      const args = argumentsOf(pid);
      const environment = read(pid, "environ");
      // A process that calls exec is recorded again; one that does so at this moment is recorded next time.
      if (args === "" || argumentsOf(pid) !== args) continue;
      seen.set(JSON.stringify([pid, started, args, environment]), { args, environment });
    }
  };
  const timer = setInterval(look, 40);
  return { seen: () => [...seen.values()], stop: () => clearInterval(timer) };
}

interface Running {
  readonly pid: string;
  readonly parent: string;
  /** Start time in clock ticks since boot, since process ids are reused. */
  readonly started: string;
}

function descendants(): Running[] {
  const running = new Map<string, Running>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const stat = read(pid, "stat");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    running.set(pid, { pid, parent: fields[1] ?? "", started: fields[19] ?? "" });
  }
  const isOurs = ({ parent }: Running): boolean => {
    const above = running.get(parent);
    return parent === String(process.pid) || (above !== undefined && isOurs(above));
  };
  return [...running.values()].filter(isOurs);
}

const argumentsOf = (pid: string): string => read(pid, "cmdline").replaceAll("\0", " ");

/** Empty if the process has exited meanwhile. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
