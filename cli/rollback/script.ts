import type { CdnClient } from "../../provider/api/client";
import { isRefusal } from "../../provider/api/errors";
import { eventually } from "../../provider/api/waits";
import { shell } from "../../terminal/shell";
import type { CommandIo } from "../command";
import { CommandError, print, tell } from "../command";
import { confirm } from "../confirm";
import type { Script, ScriptRelease } from "../releases/script";
import { noteText, scriptOf } from "../releases/script";
import { dateText } from "../releases/site";
import { changedError, newerNotice, targetIn } from "./target";

interface Options {
  readonly yes: boolean;
  readonly format: "text" | "json";
}

/**
 * Returns the script with the id or name, to go back by one release.
 *
 * @throws {CommandError} if the service shows two live releases: either may show late, and the rollback would go back too far
 */
export async function scriptToGoBack(client: CdnClient, given: string): Promise<Script> {
  let doubt = "";
  const look = async (): Promise<Script | undefined> => {
    const script = await scriptOf(client, given, 2);
    const { id, name, live } = script;
    if (live === undefined || (await client.getLiveEdgeScriptRelease(id))?.uuid === live.id) return script;
    doubt = `Nothing was changed: the service shows as the live release of edge script ${name} both ${live.id} and another one, or none. Give the release to go back to. ${shell`npx pulumi-cdn-zones releases ${`edge-script:${name}`}`} lists the releases`;
    return undefined;
  };
  const script = await eventually(look);
  if (script === undefined) throw new CommandError(doubt);
  return script;
}

/** Publishes an earlier release of an edge script. The service creates no new release for that, and keeps the note. */
export async function rollBackScript(
  client: CdnClient,
  script: Script,
  wanted: string | undefined,
  { yes, format }: Options,
  io: CommandIo,
): Promise<void> {
  const { id, name, live, releases } = script;
  const isLiveCode = ({ codeSha256 }: ScriptRelease): boolean =>
    codeSha256 !== undefined && codeSha256 === live?.codeSha256;
  // A release with the live code changes nothing for visitors: pulumi up may have published that code again.
  const candidates = wanted === undefined ? releases.filter((one) => one.isLive || !isLiveCode(one)) : releases;
  const target = targetIn(candidates, live?.id, wanted, {
    notLive: `Edge script ${name} has no live release`,
    what: "release with other code",
    advice: `${shell`npx pulumi-cdn-zones releases ${`edge-script:${name}`}`} lists the releases`,
  });
  for (const notice of newerNotice(candidates, live?.id, wanted, `edge-script:${name}`)) tell(io, notice);
  const shown = `release ${target.id} of ${dateText(target.date)}${noteText(target)}`;
  const before = live === undefined ? "" : ` instead of ${live.id}`;
  if (live !== undefined && !target.isLive && isLiveCode(target))
    tell(io, `Release ${target.id} has the same code as the live release ${live.id}: nothing changes for visitors`);
  if (!yes && !target.isLive) {
    await confirm(`Edge script ${name} will run ${shown}${before}`, "Nothing was changed", io);
    await requireUnchanged(client, script);
  }
  // A release that is live already is not published again.
  if (!target.isLive) await publish(client, script, target, io);
  const result = { edgeScriptId: id, release: target.id, before: live?.id ?? null };
  const lines = [
    target.isLive ? `Edge script ${name} already runs ${shown}` : `Edge script ${name} runs ${shown}${before}`,
    "Variables and secrets are unchanged. A cache may still have responses of the previous release: npx pulumi-cdn-zones purge empties it",
    "If a program declares the script: pulumi preview --refresh shows the difference, and pulumi up --refresh, or the next change of the code, publishes the program's code again. To keep this release, go back to it in the program as well",
  ];
  print(io, `${format === "json" ? JSON.stringify(result, undefined, 2) : lines.join("\n")}\n`);
}

/** Reads the script again: another release may have been published before the user confirmed. @throws {CommandError} if it runs another one */
async function requireUnchanged(client: CdnClient, { id, name, live, currentReleaseId }: Script): Promise<void> {
  // The list may lack the live release, so the numbers are compared.
  if ((await client.reads.read("EdgeScript", id)).currentReleaseId === currentReleaseId) return;
  throw changedError(`Edge script ${name} runs`, (await client.getLiveEdgeScriptRelease(id))?.uuid, live?.id);
}

/** Publishes a release, and makes sure that it is live. If that fails, it names the release: the same command again could go back by another one. */
async function publish(client: CdnClient, { id, name }: Script, target: ScriptRelease, io: CommandIo): Promise<void> {
  const look = async (): Promise<string | undefined> => (await client.getLiveEdgeScriptRelease(id))?.uuid;
  let failure: unknown = new CommandError(
    `Release ${target.id} of edge script ${name} was published, but the service still shows another live release`,
  );
  try {
    await client.rollBackEdgeScript(id, target.id);
  } catch (error) {
    if (isRefusal(error)) throw error;
    failure = error;
  }
  try {
    // The service may show the new live release late.
    if ((await eventually(look, (release) => release === target.id)) === target.id) return;
    throw failure;
  } catch (error) {
    const again = shell`npx pulumi-cdn-zones rollback ${`edge-script:${name}`} ${target.id} --yes`;
    tell(io, `The rollback did not finish. To finish it, run: ${again}`);
    throw error;
  }
}
