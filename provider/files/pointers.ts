import type { CdnClient, EdgeRuleBody } from "../api/client";
import type { Reads } from "../api/reads";
import { confirmed } from "../api/confirm";
import { UnexpectedResponseError } from "../api/errors";
import { requestOf } from "../api/messages";
import { decoded, folderInRule, folderOfRelease, releaseAround, releaseInFolder, releasesFolder } from "./releasePaths";
import type { Release } from "./releases";
import { releaseBefore } from "./releases";
import type { Purges } from "../run/purges";
import type { EdgeRule, EdgeRuleAction, GetPullZoneResult } from "../types/pullZone";
import type { LinkedStorageZone } from "../types/storageZone";
import { plainOrigins } from "../wire/pullZoneDefaults";
import { edgeRuleActionTypes } from "../wire/edgeRuleConstants";
import { isForEveryAddress } from "./origins";

/** Edge rule that names a release, which visitors of its pull zone then get. */
export interface Pointer {
  readonly rule: EdgeRule;
  /** Action of the rule itself, or one of its extra actions. */
  readonly action: EdgeRuleAction;
  /** ID and name of the storage zone in the rule. */
  readonly storageZone: readonly [id: string, name: string];
  /** Prefix as the rule spells it, with a trailing slash and without needless slashes. */
  readonly prefix: string;
  readonly release: string;
}

/** Returns the pointers among the rules of a pull zone. @param releaseIn returns the release of a folder */
export function pointersIn(
  { edgeRules }: Pick<GetPullZoneResult, "edgeRules">,
  releaseIn = releaseInFolder,
): Pointer[] {
  return edgeRules.flatMap((rule) =>
    actionsOf(rule).flatMap((action): Pointer[] => {
      if (action.actionType !== edgeRuleActionTypes.OriginStorage) return [];
      const { actionParameter1: id = "", actionParameter2: name = "", actionParameter3: folder = "" } = action;
      const named = releaseIn(folder);
      return named === undefined
        ? []
        : [{ rule, action, storageZone: [id, name], prefix: named.prefix, release: named.id }];
    }),
  );
}

function actionsOf(rule: EdgeRule): readonly EdgeRuleAction[] {
  return [rule, ...rule.extraActions];
}

/** Releases of a folder in the edge rules of all pull zones. */
export interface NamedReleases {
  /** Ids of all pull zones. */
  readonly pullZones: ReadonlySet<number>;
  /** Releases that a rule names, including disabled rules and rules that name a folder inside a release. */
  readonly named: ReadonlySet<string>;
  /** Releases that visitors get, because an enabled rule names their folder. */
  readonly liveIds: ReadonlySet<string>;
  /**
   * Whether each pull zone that is linked to the storage zone has an enabled rule that names a release for every address, so that none serves
   * the prefix itself.
   */
  readonly isServedByAll: boolean;
  /**
   * Whether an edge rule or the origin of any pull zone contains the id of a release, in whatever path. Such a release may be live although no rule
   * is recognized as naming it, so it is never deleted. Rules that certainly name another place don't count: equal files have the same id there.
   */
  readonly mentions: (id: string) => boolean;
}

/**
 * Reads which releases of a folder edge rules name. A list may omit pull zones or their rules. Pull zones that the storage zone names, or that had
 * a rule in an earlier look, are then read singly, and so is each pull zone if no list shows rules.
 *
 * @param before an earlier look of the same run, which counts as the first of the two lists that a deletion takes. What it mentions stays
 * @param lists 1 if nothing is deleted because of the result
 */
export async function releasesNamed(
  reads: Pick<Reads, "everyone">,
  zone: Pick<LinkedStorageZone, "id" | "name" | "pullZones">,
  prefix: string,
  { before, lists = before === undefined ? 2 : 1 }: { readonly before?: NamedReleases; readonly lists?: 1 | 2 } = {},
): Promise<NamedReleases> {
  const linked = new Set(zone.pullZones?.map(({ id }) => id));
  const pullZones = await reads.everyone("PullZone", {
    named: [...linked, ...(before?.pullZones ?? [])],
    lists,
    isWhole: ({ id, edgeRules }, _, list) =>
      edgeRules.length > 0 || (!linked.has(id) && list.some((other) => other.edgeRules.length > 0)),
  });
  for (const { id, originType, storageZoneId } of pullZones) {
    // The service may keep a former storage zone in addition to another origin.
    if (storageZoneId === zone.id && originType === plainOrigins["storageZoneId"]) linked.add(id);
  }
  const existing = new Set(pullZones.map(({ id }) => id));
  // One that does not exist was deleted since the storage zone was read, as in a destroy of the whole site.
  const unserved = new Set([...linked].filter((id) => existing.has(id)));
  const folder = folderInRule(prefix);
  const isOurs = ({ storageZone: [id, name], prefix: named }: Pointer): boolean =>
    folderInRule(named) === folder && (id === String(zone.id) || name === zone.name);
  const named = new Set<string>();
  const liveIds = new Set<string>();
  const texts: string[] = [];
  for (const one of pullZones) {
    for (const { release } of pointersIn(one, releaseAround).filter(isOurs)) named.add(release);
    texts.push(...textsIn(one, (action) => isElsewhere(action, zone, folder)));
    const served = pointersIn(one).filter((pointer) => isOurs(pointer) && pointer.rule.enabled);
    for (const { release } of served) liveIds.add(release);
    if (served.some(({ rule }) => isForEveryAddress(rule))) unserved.delete(one.id);
  }
  // The response may omit which pull zones are linked.
  const isServedByAll = zone.pullZones !== undefined && unserved.size === 0;
  const mentions = (id: string): boolean => texts.some((text) => text.includes(id)) || before?.mentions(id) === true;
  return { pullZones: existing, named, liveIds, isServedByAll, mentions };
}

/** Path of plain names, which has only one meaning: no name is `.` or `..`, and none needs encoding. */
const plainPath = /^(\/[\w-][\w.-]*)+\/?$/;

/** Whether an action certainly names a release in another storage zone, or at another prefix of this one. */
function isElsewhere(
  { actionType, actionParameter1: id = "", actionParameter2: name = "", actionParameter3: path = "" }: EdgeRuleAction,
  zone: Pick<LinkedStorageZone, "id" | "name">,
  folder: string,
): boolean {
  if (actionType !== edgeRuleActionTypes.OriginStorage || !/^\d+$/.test(id) || name === "") return false;
  if (Number(id) !== zone.id && name !== zone.name) return true;
  const named = plainPath.test(path) ? releaseAround(path) : undefined;
  // A release can contain a folder `releases` of its own.
  return named !== undefined && named.prefix !== folder && !named.prefix.startsWith(folder + releasesFolder);
}

/** Returns the texts of a pull zone that can decide which files its visitors get, without those of some actions. */
function textsIn(
  { originUrl, edgeRules }: GetPullZoneResult,
  isLeftOut: (action: EdgeRuleAction) => boolean,
): string[] {
  const parameters = edgeRules
    .flatMap(actionsOf)
    .flatMap((one) => (isLeftOut(one) ? [] : [one.actionParameter1, one.actionParameter2, one.actionParameter3]));
  return [originUrl, ...parameters].flatMap((text) => (text === undefined ? [] : [text, decoded(text)]));
}

/** Returns the body of a request that makes a rule name another release. The path keeps its spelling. */
function movedTo(pointer: Pointer, release: string): EdgeRuleBody & { readonly guid: string } {
  const { rule, action } = pointer;
  const actionParameter3 = renamed(action.actionParameter3 ?? "", pointer, release);
  const moved = (one: EdgeRuleAction): EdgeRuleAction => (one === action ? { ...one, actionParameter3 } : one);
  const body = { ...rule, ...moved(rule), extraActions: rule.extraActions.map(moved) };
  return { ...(body as EdgeRuleBody), guid: rule.guid };
}

/**
 * Makes a rule name another release, and returns once the service shows that it does.
 *
 * @throws {UnexpectedResponseError} if the service still shows another release: then visitors get that one
 */
export async function movePointer(
  client: Pick<CdnClient, "updateEdgeRule" | "reads">,
  pullZone: Pick<GetPullZoneResult, "id">,
  pointer: Pointer,
  release: string,
): Promise<void> {
  const { guid } = pointer.rule;
  const update = async (): Promise<EdgeRule[] | undefined> => {
    const answered = await client.updateEdgeRule(pullZone.id, movedTo(pointer, release));
    return answered && [answered];
  };
  const namesIt = (rules: readonly EdgeRule[]): boolean => {
    const own = rules.filter((rule) => rule.guid.toLowerCase() === guid.toLowerCase());
    return pointersIn({ edgeRules: own }).some((one) => one.rule.enabled && one.release === release);
  };
  const look = async (): Promise<EdgeRule[] | undefined> =>
    (await client.reads.find("PullZone", pullZone.id))?.edgeRules;
  const shown = await confirmed(update, look, namesIt);
  if (shown !== undefined && namesIt(shown)) return;
  throw new UnexpectedResponseError(
    `Edge rule ${guid} of pull zone ${String(pullZone.id)} does not name release ${release}, although the service answered that it was changed, so visitors may still get release ${pointer.release}. Run the same command again`,
    { request: requestOf("get", "PullZone", pullZone.id), status: 200 },
  );
}

/**
 * Empties the caches of pull zones whose pointers were moved. Call {@link Purges.again} once everything else that visitors get is in place: an
 * edge that learned late of the rule has cached the former release again.
 *
 * @throws the first failure, after the other caches were emptied
 */
export async function purgeMoved(
  purges: Pick<Purges, "noteRuleChange" | "nowAll">,
  pullZoneIds: readonly number[],
  show?: (pullZoneId: number) => void,
): Promise<void> {
  for (const id of pullZoneIds) purges.noteRuleChange(id);
  await purges.nowAll(pullZoneIds, show);
}

function renamed(path: string, { prefix, release: before }: Pointer, release: string): string {
  const at = path.lastIndexOf(before);
  // The id itself is percent-encoded.
  if (at < 0) return `/${folderOfRelease(prefix, release)}`;
  return path.slice(0, at) + release + path.slice(at + before.length);
}

/** Maximum time for which an upload of another run may still be running, in milliseconds. */
const uploadMs = 60 * 60 * 1000;

/**
 * Returns the releases to delete.
 *
 * @param releases all releases, the newest first
 * @param mentions whether an edge rule may name a release
 * @param stays another release that stays, such as the one that was just sent
 */
export function outdated(
  releases: readonly Release[],
  {
    keep,
    mentions,
    stays,
  }: { readonly keep: number; readonly stays: ReadonlySet<string> } & Pick<NamedReleases, "mentions">,
): string[] {
  const whole = releases.filter(({ isWhole }) => isWhole);
  const named = releases.filter(({ id }) => mentions(id));
  const before = named.flatMap(({ id }) => releaseBefore(releases, id) ?? []);
  const kept = new Set([...whole.slice(0, keep), ...named, ...before].map(({ id }) => id));
  const newest = releases[0]?.date ?? 0;
  const isUnderWay = ({ isWhole, date }: Release): boolean => !isWhole && date > newest - uploadMs;
  return releases
    .filter((release) => !isUnderWay(release) && ![kept, stays].some((ids) => ids.has(release.id)))
    .map(({ id }) => id);
}
