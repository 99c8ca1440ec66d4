import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { CdnClient } from "../../provider/api/client";
import type { GetEdgeScriptResult } from "../../provider/types/edgeScript";
import { shownMessage } from "../../provider/files/releaseMessage";
import type { Release } from "../../provider/files/releases";
import { readZone } from "../accountZones";
import { clientWith } from "../client";
import type { CommandIo } from "../command";
import { CommandError, print, reasonOf, tell, UsageError, warn } from "../command";
import { stackSettings } from "../stack";
import { noteText, scriptOf, type Script } from "./script";
import { dateText, givenIn, messageFields, siteOf, type Site } from "./site";

export interface ReleasesOptions {
  readonly format: "table" | "json";
  /** The file to write the live code of an edge script to, instead of a list. */
  readonly code?: string;
}

/** A release in both formats. */
interface Shown {
  readonly json: { readonly release: string; readonly date: string | null; readonly live: boolean };
  readonly line: string;
}

/** Prints the releases of a site or an edge script. */
export async function printReleases(text: string, { format, code }: ReleasesOptions, io: CommandIo): Promise<void> {
  const { kind, name } = givenIn(text);
  if (code !== undefined && kind !== "EdgeScript") throw new UsageError("--code works only for an edge script");
  const settings = await stackSettings(io);
  const client = clientWith(settings, io);
  if (code !== undefined) {
    await writeLiveCode(client, await readZone(client, "EdgeScript", name), code, io);
    return;
  }
  const shown =
    kind === "EdgeScript"
      ? ofScript(await scriptOf(client, name), io)
      : await ofSite(await siteOf(client, settings, name), io);
  const listed = shown.map(({ json }) => json);
  if (format === "json") print(io, `${JSON.stringify(listed, undefined, 2)}\n`);
  else print(io, shown.map(({ line }) => `${line}\n`).join(""));
}

async function ofSite({ pointer, releases, messages }: Site, io: CommandIo): Promise<Shown[]> {
  const listed = await releases.list();
  const messagesById = await messages.readAll(listed);
  const isLive = (id: string): boolean => id === pointer.release;
  if (!listed.some(({ id }) => isLive(id))) {
    warn(io, `The edge rule names release ${pointer.release}, which is not in the list`);
  }
  const stateOf = ({ id, isWhole }: Release): string => (isLive(id) ? "  live" : isWhole ? "" : "  incomplete");
  const width = Math.max(0, ...listed.map((release) => stateOf(release).length));
  return listed.map((release) => {
    const { id, date, isWhole } = release;
    const { json, line } = shownAs(id, date, isLive(id));
    const message = messagesById.get(id) ?? {};
    // The message is the last column, so that it can't be taken for another one.
    const shown = `${line}${stateOf(release).padEnd(width)}  ${shownMessage(message) || "-"}`;
    return { json: { ...json, complete: isWhole, ...messageFields(message) }, line: shown };
  });
}

/** Writes the code that visitors get to a file, byte for byte. A source that is the same file then equals the live code. */
async function writeLiveCode(
  client: CdnClient,
  script: GetEdgeScriptResult,
  file: string,
  io: CommandIo,
): Promise<void> {
  const { id, name = String(id) } = script;
  const { code = "", uuid = "" } = (await client.reads.details("EdgeScript", id, "release")) ?? {};
  if (code === "") throw new CommandError(`Edge script ${name} has no live release with code`);
  await writeFile(resolve(io.cwd(), file), code).catch((error: unknown) => {
    throw new CommandError(`${file} can't be written: ${reasonOf(error)}`);
  });
  print(io, `Wrote the code of release ${uuid} to ${file}\n`);
}

function ofScript({ name, releases, live }: Script, io: CommandIo): Shown[] {
  if (live === undefined) tell(io, `Edge script ${name} has no live release, so it runs the code that was saved last`);
  return releases.map((release) => {
    const { json, line } = shownAs(release.id, release.date, release.isLive);
    const mark = release.isLive ? "  live" : "";
    return { json: { ...json, note: release.note ?? null }, line: line + mark + noteText(release) };
  });
}

function shownAs(id: string, date: number, live: boolean): Shown {
  const json = { release: id, date: date === 0 ? null : new Date(date).toISOString(), live };
  return { json, line: `${live ? "*" : " "} ${id}  ${dateText(date)}` };
}
