/** End of all deletions that ran at the same time. */
export interface DeletionsEnd {
  /** When the last one ended, by `performance.now()`. */
  readonly at: number;
  /** Number of the deletions. */
  readonly size: number;
}

interface Running {
  running: number;
  size: number;
  readonly ended: Promise<DeletionsEnd>;
  readonly end: (end: DeletionsEnd) => void;
}

/** Deletions that run at the same time. One look after the last of them then shows what all of them have done. */
export class Deletions {
  readonly #groups = new Map<string, Running>();

  /** Runs a deletion. @param group key of what one look shows @returns its result once no other deletion of the group is running */
  async run<Result>(group: string, act: () => Promise<Result>): Promise<{ result: Result; end: DeletionsEnd }> {
    const running = this.#groups.get(group) ?? newGroup();
    this.#groups.set(group, running);
    running.running++;
    running.size++;
    let result: Result;
    try {
      result = await act();
    } finally {
      if (--running.running === 0) {
        this.#groups.delete(group);
        running.end({ at: performance.now(), size: running.size });
      }
    }
    return { result, end: await running.ended };
  }
}

function newGroup(): Running {
  let end: Running["end"] = () => undefined;
  const ended = new Promise<DeletionsEnd>((resolve) => (end = resolve));
  return { running: 0, size: 0, ended, end };
}
