import type { CdnClient, ListedEdgeScriptRelease } from "../../provider/api/client";
import type { GetEdgeScriptResult } from "../../provider/types/edgeScript";
import { utcTime } from "../../provider/wire/utcTime";
import { printableName } from "../../terminal/text";
import { readZone } from "../accountZones";

/** A release of an edge script. */
export interface ScriptRelease {
  /** The service's id of the release: 8 characters. */
  readonly id: string;
  /** The time of the first publication, in milliseconds since the epoch; 0 if the service does not report it. */
  readonly date: number;
  readonly note: string | undefined;
  readonly isLive: boolean;
  /** SHA-256 of the code, if the service reports the code. */
  readonly codeSha256: string | undefined;
}

/** An edge script with its releases. */
export interface Script {
  readonly id: number;
  readonly name: string;
  /** The releases, newest first, by the date of first publication. A rollback does not change the order, so the next rollback goes further back. */
  readonly releases: readonly ScriptRelease[];
  readonly live: ScriptRelease | undefined;
  /** Number of the live release, even if the list lacks it; 0 if there is none. */
  readonly currentReleaseId: number;
}

/**
 * Returns the script with the id or name.
 *
 * @param lists number of lists of its releases. With 2, a release that one list lacks is not missing, so that a rollback does not go back too far
 * @throws {CommandError} if there is none, or if several have the name
 */
export async function scriptOf(client: CdnClient, given: string, lists: 1 | 2 = 1): Promise<Script> {
  const script = await readZone(client, "EdgeScript", given);
  const listed = new Map<number, ListedEdgeScriptRelease>();
  for (let list = 0; list < lists; list++) {
    for (const one of await client.listEdgeScriptReleases(script.id, { withCode: false })) listed.set(one.id, one);
  }
  const releases = [...listed.values()].flatMap((one) => releaseOf(script, one)).sort((a, b) => b.date - a.date);
  const { id, name, currentReleaseId } = script;
  return { id, name: name ?? String(id), currentReleaseId, releases, live: releases.find((one) => one.isLive) };
}

function releaseOf({ currentReleaseId }: GetEdgeScriptResult, release: ListedEdgeScriptRelease): ScriptRelease[] {
  const { id, uuid, deleted, note, dateReleased, datePublished, codeSha256 } = release;
  if (uuid === undefined || uuid === "" || deleted) return [];
  const date = utcTime(dateReleased ?? datePublished ?? "");
  return [{ id: uuid, date: Number.isNaN(date) ? 0 : date, note, isLive: id === currentReleaseId, codeSha256 }];
}

/** Returns the note of a release for a table. */
export function noteText({ note = "" }: ScriptRelease): string {
  return note === "" ? "" : `  ${printableName(note)}`;
}
