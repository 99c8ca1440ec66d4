import type { CdnClient } from "../../provider/api/client";
import { folderOfRelease } from "../../provider/files/releases";
import type { StorageFiles } from "../../provider/api/storageFiles";
import { purgeTwice } from "../../provider/lifecycle/pullZoneEdgeRule/purge";
import { movedTo, pointersIn } from "../../provider/lifecycle/storageFolder/pointers";
import { deleteOutdated, namedOrUnknown } from "../../provider/lifecycle/storageFolder/releases";
import type { GetPullZoneResult } from "../../provider/types/pullZone";
import type { LinkedStorageZone } from "../../provider/types/storageZone";
import { edgeRuleActionTypes, edgeRuleTriggerTypes } from "../../provider/wire/edgeRuleConstants";
import { CommandError } from "../command";
import { nameOf, severalPointersError } from "../releases/site";

/** The account of a deployment: it has the edge rules. */
export interface Account {
  readonly client: CdnClient;
  readonly zone: LinkedStorageZone;
}

/** The cache of a pull zone. */
export interface Cache {
  readonly id: number;
  /** As it was given. */
  readonly pullZone: string;
}

/**
 * Makes the edge rules of pull zones name a release, and empties their caches: at once, and again 3 s later, as an edge may learn of a rule
 * late. A pull zone without such a rule gets one.
 *
 * @returns the releases that they named before
 */
export async function pointTo(
  { client, zone }: Account,
  {
    prefix,
    release,
    caches,
    purge,
  }: {
    readonly prefix: string;
    readonly release: string;
    readonly caches: readonly Cache[];
    /** Empties all of them. */
    readonly purge: () => Promise<void>;
  },
): Promise<Set<string>> {
  const folder = `/${folderOfRelease(prefix, release)}`;
  const zones: GetPullZoneResult[] = [];
  for (const { id } of caches) zones.push(await client.read("PullZone", id));
  const before = new Set<string>();
  const moves = zones.map((pullZone) => {
    const pointers = pointersIn(pullZone);
    const [pointer, ...more] = pointers;
    if (more.length > 0) throw severalPointersError(pullZone, pointers);
    if (pointer !== undefined && (pointer.storageZone[0] !== String(zone.id) || pointer.prefix !== prefix)) {
      throw new CommandError(
        `Edge rule ${pointer.rule.guid} of pull zone ${nameOf(pullZone)} names a release elsewhere, in ${pointer.prefix || "the root"} of storage zone ${pointer.storageZone.join(" ")}. Nothing was changed`,
      );
    }
    if (pointer !== undefined) before.add(pointer.release);
    return { pullZone, pointer };
  });
  for (const { pullZone, pointer } of moves) {
    if (pointer === undefined) await client.addEdgeRule(pullZone.id, newPointer(zone, folder));
    else if (pointer.release !== release) await client.updateEdgeRule(pullZone.id, movedTo(pointer, folder));
  }
  await purgeTwice(purge);
  return before;
}

function newPointer({ id, name = "" }: LinkedStorageZone, folder: string): Parameters<CdnClient["addEdgeRule"]>[1] {
  return {
    description: "Release",
    enabled: true,
    actionType: edgeRuleActionTypes.OriginStorage,
    actionParameter1: String(id),
    actionParameter2: name,
    actionParameter3: folder,
    triggers: [{ type: edgeRuleTriggerTypes.Url, patternMatches: ["*"], patternMatchingType: 0 }],
    triggerMatchingType: 0,
    extraActions: [],
  };
}

/** Deletes old releases, but for the newest, those that an edge rule names, and those that one named before. */
export async function deleteOldReleases(
  { client, zone }: Account,
  storage: StorageFiles,
  { prefix, keep, stays }: { readonly prefix: string; readonly keep: number; readonly stays: ReadonlySet<string> },
  tell: (message: string) => void,
): Promise<number> {
  const named = (await namedOrUnknown({ client, zone, storage, prefix, tell }))?.named;
  if (named === undefined) return 0;
  if (named.size === 0) {
    tell("No old release is deleted, because no edge rule names a release. --purge gives a pull zone one");
    return 0;
  }
  const { deleted } = await deleteOutdated({ storage, prefix, tell }, { keep, named, stays });
  return deleted;
}
