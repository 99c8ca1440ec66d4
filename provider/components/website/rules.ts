import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../../types/args";
import type { PullZoneEdgeRuleInputs } from "../../types/pullZoneEdgeRule";
import type { WebsiteArgs } from "../../types/website";
import { edgeRuleActionTypes, edgeRuleMatchings, edgeRuleTriggerTypes } from "../../wire/edgeRuleConstants";
import { edgeRuleLimits, inParts } from "../../wire/edgeRuleLimits";

/** An edge rule of a website, without its pull zone and position. */
export interface WebsiteRule {
  /** The end of the name of its resource. */
  readonly name: string;
  readonly args: Omit<Args<PullZoneEdgeRuleInputs>, "pullZoneId" | "orderIndex">;
}

/** Patterns of files that browsers cache for the longer time. HTML is not included, because an address that ends in a slash has no extension. */
const assetExtensions = [
  ...["css", "js", "mjs", "wasm", "woff", "woff2", "ttf", "otf", "eot"],
  ...["svg", "png", "jpg", "jpeg", "gif", "webp", "avif", "ico"],
  ...["mp4", "webm", "mp3", "ogg", "wav", "pdf", "zip"],
];

const aDay = 24 * 3600;

/**
 * Returns the rules of a website in order. The first matching redirect takes precedence over all later rules.
 *
 * @param pointer the rule that selects the release for visitors
 */
export function rulesOf(
  { redirects = [], headers = {}, cache = {} }: WebsiteArgs,
  pointer?: WebsiteRule,
): WebsiteRule[] {
  return [
    ...redirects.map(({ from, to, status = 302 }) => ({
      name: `redirect-${from}`,
      args: {
        description: `redirect ${from}`,
        actionType: edgeRuleActionTypes.Redirect,
        // The service requires an absolute URL and has no variable for the scheme.
        actionParameter1: to.startsWith("/") ? `https://%{Url.Hostname}${to}` : to,
        actionParameter2: String(status),
        triggers: [urlTrigger(from)],
      },
    })),
    ...(pointer === undefined ? [] : [pointer]),
    ...Object.entries(headers).map(([header, value]) => ({
      name: `header-${header.toLowerCase()}`,
      args: {
        description: `header ${header}`,
        actionType: edgeRuleActionTypes.SetResponseHeader,
        actionParameter1: header,
        actionParameter2: value,
        triggers: [urlTrigger("*")],
        // The cache stores the headers of a response, so it is emptied when the rule changes.
        purgeOnChange: true,
      },
    })),
    {
      name: "cache-assets",
      args: {
        description: "how long browsers cache assets",
        actionType: edgeRuleActionTypes.OverrideBrowserCacheTime,
        actionParameter1: String(cache.assets ?? aDay),
        triggers: inParts(assetExtensions, edgeRuleLimits.patterns).map((patternMatches) => ({
          type: edgeRuleTriggerTypes.UrlExtension,
          patternMatches,
        })),
        triggerMatchingType: edgeRuleMatchings.MatchAny,
        purgeOnChange: true,
      },
    },
  ];
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
      triggers: [urlTrigger("*")],
      purgeOnChange: true,
    },
  };
}

function urlTrigger(pattern: string): { type: number; patternMatches: pulumi.Input<string>[] } {
  return { type: edgeRuleTriggerTypes.Url, patternMatches: [pattern] };
}
