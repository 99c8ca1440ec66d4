import type { CdnClient } from "../../provider/api/client";
import { eventually } from "../../provider/api/waits";
import { shell } from "../../drift/terminal/shell";
import type { CommandIo } from "../command";
import { CommandError, print } from "../command";
import { confirm } from "../confirm";
import type { Script, ScriptRelease } from "../releases/script";
import { noteText } from "../releases/script";
import { dateText } from "../releases/site";
import { targetIn } from "./target";

interface Options {
  readonly yes: boolean;
  readonly format: "text" | "json";
}

/** Publishes an earlier release of an edge script. The service makes no new release of it, and keeps its note. */
export async function rollBackScript(
  client: CdnClient,
  script: Script,
  wanted: string | undefined,
  { yes, format }: Options,
  io: CommandIo,
): Promise<void> {
  const { id, name, live, releases } = script;
  const target = targetIn(releases, live?.id, wanted, {
    notLive: `Edge script ${name} has no live release`,
    advice: `${shell`npx pulumi-cdn-zones releases ${`edge-script:${name}`}`} lists what there is`,
  });
  const shown = `release ${target.id} of ${dateText(target.date)}${noteText(target)}`;
  const before = live === undefined ? "" : ` instead of ${live.id}`;
  if (!yes) await confirm(`Edge script ${name} will run ${shown}${before}`, "Nothing was changed", io);
  // Published again, it would be no other one.
  if (!target.isLive) await publish(client, script, target);
  const result = { edgeScriptId: id, release: target.id, before: live?.id ?? null };
  const lines = [
    `Edge script ${name} runs ${shown}${before}`,
    "Variables and secrets stay as they are. A cache may still have answers of the former release: npx pulumi-cdn-zones purge empties it",
    "If a program declares the script: pulumi preview --refresh shows the difference, and pulumi up --refresh, or the next change of the code, publishes the program's code again. To stay with this release, let the program go back to it as well",
  ];
  print(io, `${format === "json" ? JSON.stringify(result, undefined, 2) : lines.join("\n")}\n`);
}

async function publish(client: CdnClient, { id, name }: Script, target: ScriptRelease): Promise<void> {
  await client.rollBackEdgeScript(id, target.id);
  const look = async (): Promise<string | undefined> => (await client.getLiveEdgeScriptRelease(id))?.uuid;
  // It may show late.
  if ((await eventually(look, (release) => release === target.id)) === target.id) return;
  throw new CommandError(
    `Release ${target.id} of edge script ${name} was published, but the service still shows another live release. Run the same command again`,
  );
}
