import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../../types/args";
import type { PullZoneEdgeRuleInputs } from "../../types/pullZoneEdgeRule";
import type { WebsiteArgs } from "../../types/website";
import { asciiName, nameKey } from "../../wire/dnsName";
import { edgeRuleActionTypes, edgeRuleMatchings, edgeRuleTriggerTypes } from "../../wire/edgeRuleConstants";
import { pullZoneLimits, inParts } from "../../wire/pullZoneLimits";

/** An edge rule of a website, without its pull zone and position. */
export interface WebsiteRule {
  /** The end of the name of its resource. */
  readonly name: string;
  /** Other names that the resource may have in a state. */
  readonly otherNames?: readonly string[];
  /** Whether the rule leads visitors to a hostname, which must have its certificate first. */
  readonly needsHostnames?: true;
  /** The description is FROZEN: `adopt` finds the rule by it, and no two rules of a website have the same. */
  readonly args: Omit<Args<PullZoneEdgeRuleInputs>, "pullZoneId" | "orderIndex">;
}

/** Extensions of files that browsers cache for the longer time. HTML is not included, because an address that ends in a slash has no extension. */
const assetExtensions = [
  ...["css", "js", "mjs", "wasm", "woff", "woff2", "ttf", "otf", "eot"],
  ...["svg", "png", "jpg", "jpeg", "gif", "webp", "avif", "ico"],
  ...["mp4", "webm", "mp3", "ogg", "wav", "pdf", "zip"],
];

const aDay = 24 * 3600;

/**
 * Returns the rules of a website in order. The first matching redirect takes precedence over all later rules. Pull zones can have few rules, so
 * a rule has as many redirects or headers as the service accepts.
 *
 * @param pageForMissing error page for missing files; "" for none
 * @param pointer the rule that selects the release for visitors
 */
export function rulesOf(
  args: WebsiteArgs,
  pageForMissing: pulumi.Output<string>,
  pointer?: WebsiteRule,
): WebsiteRule[] {
  const { redirects, headers, cache = {} } = args;
  return [
    ...canonicalRules(args),
    ...redirectRules(redirects ?? []),
    ...(pointer === undefined ? [] : [pointer]),
    ...headerRules(headers ?? {}),
    ...cacheRules(cache.assets, [
      pageForMissing.apply((page) => `404: ${page}`),
      `singlePageApp: ${String(args.singlePageApp ?? false)}`,
      `cache.html: ${String(cache.html ?? 0)}`,
    ]),
  ];
}

/**
 * Returns the rules for the cache times in browsers that the pull zone does not set.
 *
 * @param assets cache time of assets, in seconds
 * @param purgeTriggers settings of the zones that change responses
 */
export function cacheRules(assets: number = aDay, purgeTriggers: readonly pulumi.Input<string>[] = []): WebsiteRule[] {
  return [
    {
      // Documented: of several rules with this action, the first that matches counts. So this one precedes that of assets.
      name: "cache-missing",
      args: {
        description: "browsers do not cache missing files",
        actionType: edgeRuleActionTypes.OverrideBrowserCacheTime,
        actionParameter1: "0",
        ...onAny(edgeRuleTriggerTypes.StatusCode, ["404"]),
        purgeOnChange: true,
        // A zone does not empty the cache, and this rule is sent after the zones.
        purgeTriggers: [...purgeTriggers],
      },
    },
    {
      name: "cache-assets",
      args: {
        description: "how long browsers cache assets",
        actionType: edgeRuleActionTypes.OverrideBrowserCacheTime,
        actionParameter1: String(assets),
        ...onAny(edgeRuleTriggerTypes.UrlExtension, assetExtensions),
        purgeOnChange: true,
      },
    },
  ];
}

/** Returns the settings of the pull zone of a site. @param html cache time of pages in browsers, in seconds */
export function pullZoneSettings(html = 0) {
  return {
    cacheControlMaxAgeOverride: thirtyDays,
    cacheControlPublicMaxAgeOverride: html,
    loggingIPAnonymizationEnabled: true,
  };
}

const thirtyDays = 30 * aDay;

/** Returns the rules that redirect the other hostnames. Wildcards may stand for names that are not part of the site. */
function canonicalRules({ hostnames = [], canonicalHostname }: WebsiteArgs): WebsiteRule[] {
  if (canonicalHostname === undefined) return [];
  const isOther = (name: string): boolean => !name.startsWith("*") && nameKey(name) !== nameKey(canonicalHostname);
  return inParts(hostnames.filter(isOther), maxPatterns).map((others, index) => ({
    name: index === 0 ? "canonical" : `canonical-${String(index + 1)}`,
    needsHostnames: true,
    args: {
      description: `redirect to ${canonicalHostname}${index === 0 ? "" : ` (${String(index + 1)})`}`,
      actionType: edgeRuleActionTypes.Redirect,
      // The variable contains the path and the query.
      actionParameter1: `https://${asciiName(canonicalHostname)}%{Request.Path}`,
      actionParameter2: "301",
      ...onAny(
        edgeRuleTriggerTypes.Url,
        // Browsers send hostnames in lower case, and a pattern may distinguish cases.
        others.map((name) => `*://${nameKey(name)}/*`),
      ),
    },
  }));
}

type Redirects = NonNullable<WebsiteArgs["redirects"]>;

/** Returns the rules of redirects. Neighbours with the same target and status share a rule, so that the order of the redirects stays the same. */
function redirectRules(redirects: Redirects): WebsiteRule[] {
  const groups: { readonly first: Redirects[number]; readonly paths: string[]; readonly patterns: string[] }[] = [];
  for (const redirect of redirects) {
    const patterns = pathPatterns(redirect.from);
    const last = groups.at(-1);
    const isSame = last?.first.to === redirect.to && statusOf(last.first) === statusOf(redirect);
    if (last !== undefined && isSame && last.patterns.length + patterns.length <= maxPatterns) {
      last.paths.push(redirect.from);
      last.patterns.push(...patterns);
    } else {
      groups.push({ first: redirect, paths: [redirect.from], patterns });
    }
  }
  return groups.map(({ first: { from, to, ...first }, paths, patterns }) => ({
    name: `redirect-${from}`,
    // A path before the first one can be added, and was its own resource before version 0.5.0.
    otherNames: paths.slice(1).map((path) => `redirect-${path}`),
    args: {
      description: paths.length === 1 ? `redirect ${from}` : `redirect ${from} and ${String(paths.length - 1)} more`,
      actionType: edgeRuleActionTypes.Redirect,
      // The service requires an absolute URL and has no variable for the scheme.
      actionParameter1: to.startsWith("/") ? `https://%{Url.Hostname}${to}` : to,
      actionParameter2: String(statusOf(first)),
      ...onAny(edgeRuleTriggerTypes.Url, patterns),
    },
  }));
}

function statusOf({ status = 302 }: Pick<Redirects[number], "status">): number {
  return status;
}

/** Patterns in all triggers of a rule. */
const maxPatterns = pullZoneLimits.triggers * pullZoneLimits.patterns;

/**
 * Returns Lua patterns for a path, in which `*` stands for any characters. `*` in another pattern would also match the hostname and parts of the
 * path. Assumption: the URL that a pattern is compared with has either the query string or not, so there is a pattern for each case.
 */
function pathPatterns(path: string): string[] {
  const escaped = path.split("*").map((text) => text.replace(/[\^$()%.[\]+\-?]/g, "%$&"));
  const pattern = `pattern:^https?://[^/]+${escaped.join(".*")}`;
  return path.endsWith("*") ? [`${pattern}$`] : [`${pattern}$`, `${pattern}%?.*$`];
}

/** Returns the rules of headers, sorted by name: the order in which a program of another language lists them can differ from run to run. */
function headerRules(headers: NonNullable<WebsiteArgs["headers"]>): WebsiteRule[] {
  const sorted = Object.entries(headers).sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  return inParts(sorted, pullZoneLimits.actions).map((group, index) => {
    const names = group.map(([header]) => header);
    const [first, ...further] = group.map(([header, value]) => ({
      actionType: edgeRuleActionTypes.SetResponseHeader,
      actionParameter1: header,
      actionParameter2: value,
    }));
    return {
      name: index === 0 ? "headers" : `headers-${String(index + 1)}`,
      // Before version 0.5.0, each header had its own resource.
      otherNames: names.map((header) => `header-${header.toLowerCase()}`),
      args: {
        description: `headers ${names.join(", ")}`,
        actionType: edgeRuleActionTypes.SetResponseHeader,
        ...first,
        ...(further.length === 0 ? {} : { extraActions: further }),
        ...onAny(edgeRuleTriggerTypes.Url, ["*"]),
        // The cache stores the headers of a response, so it is emptied when the rule changes.
        purgeOnChange: true,
      },
    };
  });
}

/** Returns the rule that selects the release for visitors. */
export function pointerTo(
  releasePath: pulumi.Output<string | undefined>,
  { storageZoneId, name }: { readonly storageZoneId: pulumi.Output<number>; readonly name: pulumi.Output<string> },
): WebsiteRule {
  return {
    name: "release",
    args: {
      description: "release",
      actionType: edgeRuleActionTypes.OriginStorage,
      actionParameter1: storageZoneId.apply(String),
      actionParameter2: name,
      actionParameter3: releasePath,
      ...onAny(edgeRuleTriggerTypes.Url, ["*"]),
      purgeOnChange: true,
    },
  };
}

/** Returns the triggers of a rule that applies if any pattern matches. */
function onAny(type: number, patterns: readonly string[]) {
  const triggers = inParts(patterns, pullZoneLimits.patterns).map((patternMatches) => ({ type, patternMatches }));
  return { triggers, ...(triggers.length > 1 ? { triggerMatchingType: edgeRuleMatchings.MatchAny } : {}) };
}
