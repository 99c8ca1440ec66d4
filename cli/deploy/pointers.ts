import type { CdnClient } from "../../provider/api/client";
import { folderOfRelease } from "../../provider/files/releasePaths";
import { purgeTwice } from "../../provider/lifecycle/pullZoneEdgeRule/purge";
import type { Pointer } from "../../provider/lifecycle/storageFolder/pointers";
import { movedTo, pointersIn } from "../../provider/lifecycle/storageFolder/pointers";
import type { LinkedStorageZone } from "../../provider/types/storageZone";
import { edgeRuleActionTypes, edgeRuleTriggerTypes } from "../../provider/wire/edgeRuleConstants";
import { CommandError } from "../command";
import { nameOf, severalPointersError } from "../releases/site";
import type { Account, Cache } from "./target";

/** A pull zone whose visitors are to get another release. */
export interface Move {
  readonly cache: Cache;
  /** The edge rule that names a release; undefined if the pull zone has none yet. */
  readonly pointer: Pointer | undefined;
}

/** Reads the edge rules that name releases of a folder. @throws {CommandError} if a pull zone has several, or one for another folder */
export async function readMoves(
  { client, zone }: Account,
  prefix: string,
  caches: readonly Cache[],
): Promise<readonly Move[]> {
  const moves: Move[] = [];
  for (const cache of caches) {
    const pullZone = await client.read("PullZone", cache.id);
    const pointers = pointersIn(pullZone);
    const [pointer, ...more] = pointers;
    if (more.length > 0) throw severalPointersError(pullZone, pointers);
    if (pointer !== undefined && (pointer.storageZone[0] !== String(zone.id) || pointer.prefix !== prefix)) {
      throw new CommandError(
        `Edge rule ${pointer.rule.guid} of pull zone ${nameOf(pullZone)} names a release elsewhere, in ${pointer.prefix || "the root"} of storage zone ${pointer.storageZone.join(" ")}. Deploy to there, or without --purge ${nameOf(pullZone)}`,
      );
    }
    moves.push({ cache, pointer });
  }
  return moves;
}

/** Which pull zones name the new release, and which may. All others are as before. */
export type Reached = Map<Cache, "named" | "uncertain">;

/**
 * Makes the edge rules of pull zones name a release, and empties their caches: at once, and again 3 s later, as an edge may learn of a rule
 * late. A pull zone without such a rule gets one. If one fails, the caches of those before it are emptied all the same.
 *
 * @returns the releases that they named before
 */
export async function pointTo(
  account: Account,
  {
    prefix,
    release,
    caches,
    reached,
    purge,
  }: {
    readonly prefix: string;
    readonly release: string;
    readonly caches: readonly Cache[];
    /** Is filled while rules are changed. */
    readonly reached: Reached;
    readonly purge: (caches: readonly Cache[]) => Promise<void>;
  },
): Promise<Set<string>> {
  const { client, zone } = account;
  const folder = `/${folderOfRelease(prefix, release)}`;
  // The upload may have taken minutes: a rule as it was then would undo what others have changed since.
  const moves = await readMoves(account, prefix, caches);
  try {
    for (const { cache, pointer } of moves) {
      reached.set(cache, "uncertain");
      if (pointer === undefined) await client.addEdgeRule(cache.id, newPointer(zone, folder));
      else if (pointer.release !== release) await client.updateEdgeRule(cache.id, movedTo(pointer, folder));
      reached.set(cache, "named");
    }
  } catch (error) {
    // The first failure is the one to report. The next run empties them again.
    await purgeTwice(() => purge([...reached.keys()])).catch(() => undefined);
    throw error;
  }
  await purgeTwice(() => purge(caches));
  return new Set(moves.flatMap(({ pointer }) => (pointer === undefined ? [] : [pointer.release])));
}

/** What a deployment reached whose release was uploaded. */
export function reachedText(release: string, caches: readonly Cache[], reached: Reached): string {
  const parts = [
    ["Pull zones that name it, whose caches may have files of the former one", "named"],
    ["Pull zones that may name it", "uncertain"],
    ["Pull zones that are as before", undefined],
  ] as const;
  const lines = parts.flatMap(([what, state]) => {
    const names = caches.filter((cache) => reached.get(cache) === state).map(({ pullZone }) => pullZone);
    return names.length === 0 ? [] : [`${what}: ${names.join(", ")}`];
  });
  return [`Release ${release} is uploaded, but the deployment is not finished`, ...lines].join(". ");
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
