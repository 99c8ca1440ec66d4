import type { CdnClient, EdgeRuleBody } from "../../api/client";
import type { Release } from "../../files/releases";
import { releaseInFolder } from "../../files/releases";
import type { EdgeRule, EdgeRuleAction, GetPullZoneResult } from "../../types/pullZone";
import type { LinkedStorageZone } from "../../types/storageZone";
import { edgeRuleActionTypes } from "../../wire/edgeRuleConstants";

/** An edge rule that names a release: it decides what visitors of its pull zone get. */
export interface Pointer {
  readonly rule: EdgeRule;
  /** The rule itself, or one of its extra actions. */
  readonly action: EdgeRuleAction;
  /** ID and name of the storage zone, as the rule has them. */
  readonly storageZone: readonly [id: string, name: string];
  readonly prefix: string;
  readonly release: string;
}

/** The pointers among the rules of a pull zone. */
export function pointersIn({ edgeRules }: Pick<GetPullZoneResult, "edgeRules">): Pointer[] {
  return edgeRules.flatMap((rule) =>
    [rule, ...rule.extraActions].flatMap((action): Pointer[] => {
      if (action.actionType !== edgeRuleActionTypes.OriginStorage) return [];
      const { actionParameter1: id = "", actionParameter2: name = "", actionParameter3: folder = "" } = action;
      const named = releaseInFolder(folder);
      return named === undefined
        ? []
        : [{ rule, action, storageZone: [id, name], prefix: named.prefix, release: named.id }];
    }),
  );
}

/**
 * The releases of a folder that edge rules of any pull zone name, also rules that are disabled. A list may leave out the rules of a pull zone,
 * so those that are linked to the storage zone are read by themselves if they seem to have none.
 */
export async function releasesNamed(
  client: Pick<CdnClient, "list" | "read">,
  zone: Pick<LinkedStorageZone, "id" | "name" | "pullZones">,
  prefix: string,
): Promise<ReadonlySet<string>> {
  const listed = await client.list("PullZone");
  const linked = new Set(zone.pullZones?.map(({ id }) => id));
  const zones: Pick<GetPullZoneResult, "edgeRules">[] = [];
  for (const one of listed) {
    const seemsEmpty = linked.has(one.id) && one.edgeRules.length === 0;
    zones.push(seemsEmpty ? await client.read("PullZone", one.id) : one);
  }
  const isOurs = ({ storageZone: [id, name], prefix: named }: Pointer): boolean =>
    named === prefix && (id === String(zone.id) || name === zone.name);
  return new Set(
    zones
      .flatMap(pointersIn)
      .filter(isOurs)
      .map(({ release }) => release),
  );
}

/** A rule that names another folder, as it is sent. */
export function movedTo({ rule, action }: Pointer, folder: string): EdgeRuleBody & { readonly guid: string } {
  const moved = (one: EdgeRuleAction): EdgeRuleAction => (one === action ? { ...one, actionParameter3: folder } : one);
  const body = { ...rule, ...moved(rule), extraActions: rule.extraActions.map(moved) };
  return { ...(body as EdgeRuleBody), guid: rule.guid };
}

/** For so long, an upload that another run has begun may still go on, in milliseconds. */
const uploadMs = 60 * 60 * 1000;

/**
 * The releases to delete.
 *
 * @param releases the newest first
 * @param named those that edge rules name
 * @param stays one that stays besides, such as the one that was just sent
 */
export function outdated(
  releases: readonly Release[],
  {
    keep,
    named,
    stays,
  }: { readonly keep: number; readonly named: ReadonlySet<string>; readonly stays: ReadonlySet<string> },
): string[] {
  const whole = releases.filter(({ isWhole }) => isWhole);
  // The one that was live before is what a rollback goes back to.
  const before = whole.filter((_, index) => named.has(whole[index - 1]?.id ?? ""));
  const kept = new Set([...whole.slice(0, keep), ...before].map(({ id }) => id));
  const newest = releases[0]?.date ?? 0;
  const isUnderWay = ({ isWhole, date }: Release): boolean => !isWhole && date > newest - uploadMs;
  return releases
    .filter((release) => !isUnderWay(release) && ![kept, named, stays].some((ids) => ids.has(release.id)))
    .map(({ id }) => id);
}
