import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { ReleaseMessage } from "../../provider/files/releaseMessage";
import { commitIn, messageIn } from "../../provider/files/releaseMessage";
import type { CommandIo } from "../command";
import { childEnvironment } from "../environment";

/** Maximum time for which git may run, in milliseconds. */
const gitWithinMs = 5_000;

/**
 * Returns the commit that a source was built from, with its subject as the message: from the variables of the CI job, or else from git. It is empty
 * if nothing is known.
 *
 * @param folder folder of the source
 */
export async function commitOf(folder: string, io: Pick<CommandIo, "env">): Promise<ReleaseMessage> {
  const { env } = io;
  const [title = "", sha = ""] = [env["CI_COMMIT_TITLE"], env["CI_COMMIT_SHA"]];
  const commit = found(title, sha);
  if (commit.message !== undefined) return commit;
  const ofEvent = await commitOfEvent(env["GITHUB_EVENT_PATH"] ?? "");
  if (ofEvent.message !== undefined) return ofEvent;
  const ofGit = await commitOfGit(folder, io);
  if (ofGit.commit !== undefined) return ofGit;
  return found("", sha || (env["GITHUB_SHA"] ?? ""));
}

function found(message: unknown, commit: unknown): ReleaseMessage {
  const [line, hash] = [
    typeof message === "string" ? messageIn(message) : undefined,
    typeof commit === "string" ? commitIn(commit) : undefined,
  ];
  return { ...(line !== undefined && { message: line }), ...(hash !== undefined && { commit: hash }) };
}

/** Returns the commit of the event that started a workflow of GitHub: the last one pushed, or the title and last commit of a pull request. */
async function commitOfEvent(file: string): Promise<ReleaseMessage> {
  if (file === "") return {};
  try {
    const event = JSON.parse(await readFile(file, "utf8")) as {
      readonly head_commit?: { readonly message?: unknown; readonly id?: unknown } | null;
      readonly pull_request?: { readonly title?: unknown; readonly head?: { readonly sha?: unknown } } | null;
    };
    const { head_commit: head, pull_request: request } = event;
    return request ? found(request.title, request.head?.sha) : found(head?.message, head?.id);
  } catch {
    return {};
  }
}

/** Returns the current commit of the repository that a folder is in. */
async function commitOfGit(folder: string, io: Pick<CommandIo, "env">): Promise<ReleaseMessage> {
  // The folder may be somebody else's: these settings of a repository would start programs.
  const settings = ["-c", "log.showSignature=false", "-c", "safe.bareRepository=explicit"];
  const log = ["log", "-1", "--no-patch", "--encoding=UTF-8", "--format=%H%n%s"];
  try {
    const { stdout } = await promisify(execFile)("git", [...settings, "-C", folder, ...log], {
      env: childEnvironment(io),
      timeout: gitWithinMs,
    });
    const [hash = "", subject = ""] = stdout.split("\n");
    return found(subject, hash);
  } catch {
    // Without git or a repository, the release has no message.
    return {};
  }
}
