import type { EdgeRule, GetPullZoneResult } from "../../provider/types/pullZone";
import { edgeRuleActionTypes, edgeRuleTriggerTypes } from "../../provider/wire/edgeRuleConstants";
import { nameOf } from "../releases/site";
import type { Account } from "./target";

const daySeconds = 24 * 3600;

/** Time in browsers from which a change of a page is a surprise, in seconds. It is what the service sets by default. */
const longSeconds = 30 * daySeconds;

/** Actions that can change how long browsers keep a response. */
const browserActions: ReadonlySet<number | undefined> = new Set([
  edgeRuleActionTypes.OverrideCacheTime,
  edgeRuleActionTypes.OverrideCacheTimePublic,
  edgeRuleActionTypes.OverrideBrowserCacheTime,
  edgeRuleActionTypes.OverrideBrowserCacheResponseHeader,
  edgeRuleActionTypes.RemoveBrowserCacheResponseHeader,
]);

/**
 * Returns a line about settings of a site that its owner may not expect: a page for missing files that visitors don't get, and old pages in browsers.
 *
 * @param readPullZones returns the pull zones that the notices are about
 */
export async function siteHints(
  { zone }: Account,
  readPullZones: () => Promise<readonly GetPullZoneResult[]>,
  { paths, page }: { readonly paths: readonly string[]; readonly page: string },
): Promise<string[]> {
  const hints: string[] = [];
  if (page !== "" && (zone.custom404FilePath ?? "") === "") {
    hints.push(
      `visitors don't get ${page.slice(1)} for missing files, because custom404FilePath of storage zone ${zone.name ?? String(zone.id)} is empty: set it to ${page}`,
    );
  }
  if (paths.some((path) => /\.html?$/i.test(path))) {
    for (const pullZone of await readPullZones()) {
      const seconds = browserSeconds(pullZone);
      if (seconds < longSeconds) continue;
      hints.push(
        `browsers keep the HTML of pull zone ${nameOf(pullZone)} for ${String(Math.floor(seconds / daySeconds))} days, also after a purge: set its cacheControlPublicMaxAgeOverride to 0`,
      );
    }
  }
  return hints.length === 0 ? [] : [`Note: ${hints.join("; ")}`];
}

/** Returns how long browsers keep the HTML of a storage zone; 0 if a rule may decide about it, or if the pull zone does not show it. */
function browserSeconds({
  cacheControlPublicMaxAgeOverride: inBrowsers,
  cacheControlMaxAgeOverride: inCdn,
  edgeRules,
}: Partial<GetPullZoneResult>): number {
  if (inBrowsers === undefined || inCdn === undefined || edgeRules?.some(isAboutHtml) !== false) return 0;
  if (inBrowsers >= 0) return inBrowsers;
  // Recorded: a file of a storage zone says 30 days or more, unless the pull zone says something else.
  return inCdn >= 0 ? inCdn : longSeconds;
}

function isAboutHtml({ enabled, actionType, extraActions, triggers }: EdgeRule): boolean {
  if (
    !enabled ||
    ![actionType, ...extraActions.map((action) => action.actionType)].some((type) => browserActions.has(type))
  ) {
    return false;
  }
  const isOther = ({ type, patternMatches }: EdgeRule["triggers"][number]): boolean =>
    type === edgeRuleTriggerTypes.StatusCode ||
    (type === edgeRuleTriggerTypes.UrlExtension && !patternMatches.some((extension) => /^\.?html?$/i.test(extension)));
  return triggers.some((trigger) => !isOther(trigger));
}
