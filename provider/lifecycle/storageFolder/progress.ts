import { initialProgress, type Progress } from "../../files/sync";
import type { LifeCycleContext } from "../lifeCycle";

/** Interval of the status, in milliseconds: without a terminal, each status is a line. A shorter upload shows none. */
const intervalMs = 2000;

/** Shows the number of sent files during an upload: "Storage folder 7/: 12 of 41 files". */
export async function withProgress<Result>(
  { status }: Pick<LifeCycleContext, "status">,
  id: string,
  total: number,
  upload: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  const progress = { ...initialProgress };
  let shown = 0;
  const show = (): void => {
    if (progress.uploaded === shown) return;
    shown = progress.uploaded;
    status?.(`Storage folder ${id}: ${String(shown)} of ${String(total)} files`);
  };
  const timer = setInterval(show, intervalMs);
  try {
    return await upload(progress);
  } finally {
    clearInterval(timer);
  }
}
