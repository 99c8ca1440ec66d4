import type { CdnClient } from "../../provider/api/client";
import { confirmed } from "../../provider/api/confirm";
import { folderInRule, folderOfRelease } from "../../provider/files/releasePaths";
import { namesOf, originsOfAll } from "../../provider/files/origins";
import type { Pointer } from "../../provider/files/pointers";
import { movePointer, pointersIn } from "../../provider/files/pointers";
import type { GetPullZoneResult } from "../../provider/types/pullZone";
import type { LinkedStorageZone } from "../../provider/types/storageZone";
import { edgeRuleActionTypes, edgeRuleTriggerTypes } from "../../provider/wire/edgeRuleConstants";
import { hasOtherOrigin } from "../../provider/wire/pullZoneDefaults";
import { oneMoreText } from "../../provider/wire/pullZoneLimits";
import { sentence } from "../../provider/wire/words";
import { shell } from "../../terminal/shell";
import { CommandError } from "../command";
import { nameOf, pointerOf } from "../releases/site";
import type { Account, Cache } from "./target";

/** A pull zone to switch to another release. */
export interface Move {
  readonly cache: Cache;
  /** The edge rule that names a release; undefined if the pull zone has no such rule yet. */
  readonly pointer: Pointer | undefined;
  /** The name of the pull zone. */
  readonly web: string;
  /** The number of its edge rules. */
  readonly rules: number;
}

/**
 * Reads the edge rules that name releases of a folder.
 *
 * @throws {CommandError} if a pull zone has several, only a disabled one, one for another folder, or none although a new one would take from its
 *   visitors what they get now: the files of another origin or rule, or those outside of the folder
 */
export async function readMoves(
  { client, zone }: Account,
  prefix: string,
  caches: readonly Cache[],
): Promise<readonly Move[]> {
  const moves: Move[] = [];
  for (const cache of caches) {
    const pullZone = await client.reads.read("PullZone", cache.id);
    const pointer = pointerOf(pullZone);
    const web = nameOf(pullZone);
    // The service may keep a former storage zone in addition to another origin.
    if (pointer === undefined && (hasOtherOrigin(pullZone) || pullZone.storageZoneId !== zone.id)) {
      const site = zone.name ?? String(zone.id);
      throw new CommandError(
        `Storage zone ${site} is not the origin of pull zone ${web}, and none of its edge rules names a release. A new rule would replace the content of ${web} with the release. Omit --purge ${cache.pullZone}; to empty only its cache, use: npx pulumi-cdn-zones purge ${cache.pullZone}`,
      );
    }
    const served = originsOfAll(pullZone.edgeRules);
    if (pointer === undefined && served.length > 0) {
      throw new CommandError(
        `Pull zone ${web} already has a rule that chooses the files of every address, and it names no release: ${namesOf(served)}. A new rule would replace what visitors of ${web} get, or have no effect. Delete or disable that rule, or omit --purge ${web}`,
      );
    }
    if (pointer === undefined && prefix !== "" && cache.isNew !== true) {
      throw new CommandError(
        `No edge rule of pull zone ${web} names a release, and a new rule would give every address of ${web} the files of ${prefix}. Omit --release, or make a pull zone for ${prefix} with --create --purge NEW-NAME. If ${web} is that pull zone and has no visitors yet, delete it, and add --create`,
      );
    }
    if (
      pointer !== undefined &&
      (pointer.storageZone[0] !== String(zone.id) || folderInRule(pointer.prefix) !== folderInRule(prefix))
    ) {
      throw new CommandError(
        `Edge rule ${pointer.rule.guid} of pull zone ${web} names a release in another place: ${pointer.prefix || "the root"} of storage zone ${pointer.storageZone.join(" ")}. Deploy to that place, or omit --purge ${web}`,
      );
    }
    moves.push({ cache, pointer, web, rules: pullZone.edgeRules?.length ?? 0 });
  }
  return moves;
}

/** Returns a warning for each pull zone that gets a rule beyond the number that the service allows by default. */
export function ruleLimitNotices(moves: readonly Move[]): string[] {
  const growing = moves.filter(({ pointer }) => pointer === undefined);
  return growing.flatMap(({ cache, rules }) => oneMoreText("rules", rules, cache.pullZone) ?? []);
}

/** Returns a notice for each existing pull zone that gets its first rule: the rule takes everything else from its visitors. */
export function newRuleNotices({ zone }: Account, moves: readonly Move[]): string[] {
  const adopted = moves.filter(({ cache, pointer }) => pointer === undefined && cache.isNew !== true);
  return adopted.map(
    ({ web }) =>
      `The first edge rule for releases of pull zone ${web} applies to every address: visitors then get only files of the release, and no other file of storage zone ${zone.name ?? String(zone.id)}`,
  );
}

/** Maximum time to read a pull zone for a notice, in milliseconds. */
const noticeWithinMs = 5_000;

/**
 * Returns notices that name the edge rules because of which visitors don't get plain files. Without `caches`, only files beside the releases count:
 * other files may have another purpose.
 *
 * @param pullZones see {@link readForNotice}
 */
export function hiddenNotices(
  account: Account,
  prefix: string,
  caches: readonly Cache[],
  pullZones: readonly GetPullZoneResult[],
): string[] {
  const place = folderInRule(prefix);
  return pullZones.flatMap((pullZone): string[] => {
    const web = nameOf(pullZone);
    const isBeside = (root: string): boolean => folderInRule(root) === place;
    const hides = ({ rule, storageZone, prefix: root, release }: Pointer): boolean =>
      rule.enabled &&
      storageZone[0] === String(account.zone.id) &&
      !place.startsWith(folderInRule(folderOfRelease(root, release))) &&
      (caches.length > 0 || isBeside(root));
    return pointersIn(pullZone)
      .filter(hides)
      .map(({ rule, release, prefix: root }) => {
        const fact = `Where edge rule ${rule.guid} of pull zone ${web} applies, visitors get release ${release}, not the files of this deployment`;
        return isBeside(root) ? `${fact}. To give them these files, deploy with --release --purge ${web}` : fact;
      });
  });
}

/**
 * Reads the pull zones that notices are about: those whose caches are emptied or, without any, the storage zone's only one. What can't be read, or
 * not soon, must not prevent or delay a deployment.
 */
export async function readForNotice(
  { client, zone }: Account,
  caches: readonly Pick<Cache, "id">[],
): Promise<GetPullZoneResult[]> {
  const linked = zone.pullZones ?? [];
  const read = caches.length > 0 ? caches : linked.length === 1 ? linked : [];
  const signal = AbortSignal.timeout(noticeWithinMs);
  const found = read.map(({ id }) => client.getPullZone(id, {}, { signal }).catch(() => undefined));
  return (await Promise.all(found)).flatMap((pullZone) => pullZone ?? []);
}

/** The pull zones that name the new release, and those that may name it. All others are unchanged. */
export type Reached = Map<Cache, "named" | "uncertain">;

/**
 * Points the edge rules of pull zones to a release, and empties their caches. A pull zone without such a rule gets one. If a pull zone fails, the caches of the pull zones before it are emptied anyway.
 *
 * @returns the releases that the rules named before, by pull zone
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
    /** Filled while the rules are changed, so that it is right after an error. */
    readonly reached: Reached;
    /** Empties caches after a change of their rules. */
    readonly purge: (caches: readonly Cache[]) => Promise<void>;
  },
): Promise<ReadonlyMap<string, string>> {
  const { client } = account;
  // The rule is read again: the upload may have taken minutes, and sending the old rule would undo changes made since.
  const moves = await readMoves(account, prefix, caches);
  try {
    for (const { cache, pointer } of moves) {
      reached.set(cache, "uncertain");
      if (pointer === undefined) await addPointer(account, cache, prefix, release);
      else if (pointer.release !== release) await movePointer(client, cache, pointer, release);
      reached.set(cache, "named");
    }
  } catch (error) {
    // The first failure is reported. The next run empties these caches again.
    await purge([...reached.keys()]).catch(() => undefined);
    throw error;
  }
  await purge(caches);
  return new Map(
    moves.flatMap(({ cache, pointer }) => (pointer === undefined ? [] : [[cache.pullZone, pointer.release]])),
  );
}

/** Returns how to go back if the pull zones had different releases: `rollback` alone knows only one release before the new one. */
export function goBackNotice(release: string, before: ReadonlyMap<string, string>): string[] {
  const others = [...before].filter(([, id]) => id !== release);
  if (new Set(others.map(([, id]) => id)).size < 2) return [];
  const commands = others.map(([name, id]) => shell`npx pulumi-cdn-zones rollback ${`pull-zone:${name}`} ${id}`);
  return [`The pull zones had different releases. To go back, run: ${commands.join("; ")}`];
}

/** Describes how far a deployment came after its release was uploaded. */
export function reachedText(release: string, caches: readonly Cache[], reached: Reached): string {
  const parts = [
    ["Pull zones that name it, whose caches may still have files of the previous release", "named"],
    ["Pull zones that may name it", "uncertain"],
    ["Pull zones that are unchanged", undefined],
  ] as const;
  const lines = parts.flatMap(([what, outcome]) => {
    const names = caches.filter((cache) => reached.get(cache) === outcome).map(({ pullZone }) => pullZone);
    return names.length === 0 ? [] : [`${what}: ${names.join(", ")}`];
  });
  return [`Release ${release} was uploaded, but the deployment did not finish`, ...lines].join(". ");
}

/** Returns what the next run needs if this one made pull zones and failed before their first rule: see {@link readMoves}. */
export function deleteFirstText(prefix: string, caches: readonly Cache[]): string {
  const made = prefix === "" ? [] : caches.filter(({ isNew }) => isNew === true).map(({ pullZone }) => pullZone);
  if (made.length === 0) return "";
  return `. First delete pull zone ${sentence(made)}, which this run made and which names no release yet: the next run makes it again`;
}

/** Adds a rule that names a release, and returns once the service shows it. A second read must confirm that the pull zone has no such rule. */
async function addPointer({ client, zone }: Account, cache: Cache, prefix: string, release: string): Promise<void> {
  const look = async (): Promise<Pointer | undefined> => pointerOf(await client.reads.read("PullZone", cache.id));
  if ((await look()) !== undefined) {
    throw new CommandError(
      `Pull zone ${cache.pullZone} has a rule that names a release, although it had none a moment ago. Run the same command again`,
    );
  }
  const add = async (): Promise<undefined> => {
    await client.addEdgeRule(cache.id, newPointer(zone, `/${folderOfRelease(prefix, release)}`));
  };
  const isDone = (pointer: Pointer): boolean => pointer.release === release;
  const added = await confirmed(add, look, isDone);
  if (added !== undefined && isDone(added)) return;
  throw new CommandError(
    `Pull zone ${cache.pullZone} shows no edge rule that names release ${release}, although the service answered that the rule was added. Run the same command again`,
  );
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
