import { readdirSync } from "node:fs";
import { messageOf } from "../../api/errors";
import { websiteError } from "./check";

/**
 * Returns the error for a source that can't be read. The zones have it as an input, so that they are neither created nor changed without files: the
 * program can't know whether the run changes the website at all, as it does in `up` for other targets, `refresh --run-program` and
 * `destroy --run-program`. In a preview the folder of files warns. A source that is an Output may be built by the run.
 *
 * @param name of the website
 * @param source declared source of the folder of files
 * @returns undefined if the source can be read
 */
export function sourceFault(name: string, source: unknown): string | undefined {
  if (typeof source !== "string") return undefined;
  const fault = faultOf(source);
  if (fault === undefined) return undefined;
  const text = `The source ${source} ${fault}. Nothing of the website was changed. Build the site first, or correct the path`;
  return messageOf(websiteError(name, text));
}

function faultOf(source: string): string | undefined {
  try {
    return readdirSync(source).length === 0 ? "is empty" : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return "does not exist";
    return code === "ENOTDIR" ? "is not a folder" : `can't be read (${String(code)})`;
  }
}
