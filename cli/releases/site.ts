import type { CdnClient } from "../../provider/api/client";
import type { OwnedSettings } from "../../provider/api/settings";
import { StorageFiles } from "../../provider/api/storageFiles";
import { isRecent } from "../../provider/api/waits";
import { folderInRule } from "../../provider/files/releasePaths";
import type { ReleaseMessage } from "../../provider/files/releaseMessage";
import { shownMessage } from "../../provider/files/releaseMessage";
import { ReleaseMessages } from "../../provider/files/releaseMessages";
import { Releases } from "../../provider/files/releases";
import type { Pointer } from "../../provider/files/pointers";
import { rivalsText } from "../../provider/files/origins";
import { pointersIn } from "../../provider/files/pointers";
import type { GetPullZoneResult } from "../../provider/types/pullZone";
import type { LinkedStorageZone } from "../../provider/types/storageZone";
import { kindCalled, readZone } from "../accountZones";
import { CommandError, UsageError } from "../command";

/** A pull zone whose edge rule decides which release visitors get. */
export interface Site {
  readonly pullZone: GetPullZoneResult;
  readonly pointer: Pointer;
  readonly zone: LinkedStorageZone;
  readonly storage: StorageFiles;
  /** Folder that contains the releases, with a trailing slash, or "" for the root. */
  readonly prefix: string;
  readonly releases: Releases;
  readonly messages: ReleaseMessages;
}

/**
 * Returns the site of a pull zone, which is given by its id or name.
 *
 * @throws {CommandError} unless exactly one enabled edge rule names a release
 */
export async function siteOf(client: CdnClient, settings: OwnedSettings, given: string): Promise<Site> {
  // A list may show former edge rules, or none.
  const pullZone = await readZone(client, "PullZone", given);
  const pointer = pointerOf(pullZone);
  if (pointer === undefined) {
    throw new CommandError(
      `No edge rule of pull zone ${nameOf(pullZone)} names a release: none is an OriginStorage rule whose third parameter is a folder such as /releases/3f9c1a2b4d5e/. ` +
        `A Website with releases has such a rule; without Pulumi, npx pulumi-cdn-zones deploy … --release --purge ${nameOf(pullZone)} creates it`,
    );
  }
  const zone = await readZone(client, "StorageZone", pointer.storageZone[0]);
  const storage = storageOf(client, settings, zone);
  const prefix = await folderWithReleases(storage, pointer.prefix);
  const releases = new Releases(storage, prefix);
  return { pullZone, pointer, zone, storage, prefix, releases, messages: new ReleaseMessages(storage, prefix) };
}

/** Returns the folder that a rule's prefix names: the folder with exactly this name, unless only the percent-decoded one has releases. */
async function folderWithReleases(storage: StorageFiles, prefix: string): Promise<string> {
  const decodedPrefix = folderInRule(prefix);
  if (decodedPrefix === prefix || (await new Releases(storage, prefix).listed()).size > 0) return prefix;
  return decodedPrefix;
}

/** An object that has releases: the pull zone of a site, or an edge script. */
export interface Given {
  readonly kind: "PullZone" | "EdgeScript";
  /** The id or name. */
  readonly name: string;
}

/** Parses `pull-zone:NAME` or `edge-script:NAME`. The kind can have any spelling; without a kind, it is a pull zone. */
export function givenIn(text: string): Given {
  const [, word = "pull-zone", name = text] = /^([\w-]+):(.+)$/.exec(text) ?? [];
  const kind = kindCalled(word);
  if (kind === "PullZone" || kind === "EdgeScript") return { kind, name };
  const advice = "pull-zone:NAME, pull-zone:ID, edge-script:NAME or edge-script:ID";
  throw new UsageError(`the object must be ${advice}, but got: ${text}`);
}

/** Returns access to the files of a storage zone. @throws {CommandError} if the service does not show host and password */
export function storageOf(client: CdnClient, settings: OwnedSettings, zone: LinkedStorageZone): StorageFiles {
  const { id, name, password, storageHostname: hostname } = zone;
  if (!name || !hostname || !password) {
    throw new CommandError(
      `The service does not return the name, storage hostname and password of storage zone ${String(id)}`,
    );
  }
  return new StorageFiles(settings, {
    zone: name,
    hostname,
    password,
    advice: "If the password was just changed, run this command again",
    isNew: isRecent(zone.dateModified, client),
  });
}

/**
 * Returns the enabled edge rule that names a release; undefined if no rule names one.
 *
 * @throws {CommandError} if several enabled rules name a release, or only a disabled one
 */
export function pointerOf(pullZone: GetPullZoneResult): Pointer | undefined {
  const pointers = pointersIn(pullZone);
  const enabled = pointers.filter(({ rule }) => rule.enabled);
  if (enabled.length > 1) {
    const names = enabled.map(({ rule, prefix, release }) => `${rule.guid} (/${prefix}releases/${release}/)`);
    throw new CommandError(
      `Several edge rules of pull zone ${nameOf(pullZone)} name a release, so the live release is ambiguous: ${names.join(", ")}. Delete or disable all but one of them, and run the same command again`,
    );
  }
  const rivals = rivalsText(pullZone);
  if (rivals !== undefined)
    throw new CommandError(`${rivals}. Delete or disable all but one of them, and run the same command again`);
  const [disabled] = pointers;
  if (enabled.length === 0 && disabled !== undefined) {
    throw new CommandError(
      `Edge rule ${disabled.rule.guid} of pull zone ${nameOf(pullZone)}, which names release ${disabled.release}, is disabled, so visitors don't get any release. Enable or delete the rule, and run the same command again`,
    );
  }
  return enabled[0];
}

export function nameOf({ id, name }: Pick<GetPullZoneResult, "id" | "name">): string {
  return name ?? String(id);
}

/** Returns the fields of a message in JSON. */
export function messageFields({ message = null, commit = null }: Partial<Record<keyof ReleaseMessage, string | null>>) {
  return { message, commit };
}

/** Returns a message after the date of a release in a sentence: ` (abc1234 Fix the header)`. */
export function inSentence(message: ReleaseMessage): string {
  const shown = shownMessage(message);
  return shown === "" ? "" : ` (${shown})`;
}

/** Returns a time for a table, in UTC. */
export function dateText(date: number): string {
  return date === 0 ? "-" : `${new Date(date).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
