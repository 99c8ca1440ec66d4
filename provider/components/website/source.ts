import { readdirSync } from "node:fs";
import type { WebsiteArgs } from "../../types/website";
import { websiteError } from "./check";

/**
 * Refuses a source that can't be read before anything is created: otherwise the run would fail with a site without files. In a preview the folder of
 * files warns. A source that is an Output may be built by the run, and `transform.folder` may name another one.
 *
 * @throws {InvalidInputError}
 */
export function refuseMissingSource(name: string, { source, transform }: WebsiteArgs): void {
  if (typeof source !== "string" || transform?.folder !== undefined) return;
  const fault = faultOf(source);
  if (fault === undefined) return;
  throw websiteError(
    name,
    `The source ${source} ${fault}. Nothing of the website was changed. Build the site first, or correct the path`,
  );
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
