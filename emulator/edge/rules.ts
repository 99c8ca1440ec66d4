import { edgeRuleActionTypes, edgeRuleMatchings, edgeRuleTriggerTypes } from "../../provider/wire/edgeRuleConstants";
import type { Answer } from "../http";
import { matcherOf } from "./patterns";
import type { EdgeRule, EdgeRuleAction, EdgeRuleTrigger } from "../state/objects";

/** The request of a visitor to a pull zone. */
export interface Asked {
  readonly method: string;
  readonly hostname: string;
  /** Percent-encoded, with a slash at its start. */
  readonly path: string;
  /** The query without the question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/**
 * Returns the actions of the matching rules, in order. Only the first action of each type counts, except that all headers are set.
 *
 * @param found the response so far; without it, triggers on the response do not match
 */
export function actionsFor(rules: readonly EdgeRule[] | null, asked: Asked, found?: Answer): EdgeRuleAction[] {
  const actions = [...(rules ?? [])]
    .sort((a, b) => a.OrderIndex - b.OrderIndex)
    .filter((rule) => rule.Enabled && isMatching(rule, asked, found))
    .flatMap((rule) => [rule, ...(rule.ExtraActions ?? [])]);
  const isFirst = ({ ActionType }: EdgeRuleAction, index: number): boolean =>
    actions.findIndex((other) => other.ActionType === ActionType) === index;
  const { SetResponseHeader } = edgeRuleActionTypes;
  return actions.filter((action, index) => action.ActionType === SetResponseHeader || isFirst(action, index));
}

function isMatching({ Triggers, TriggerMatchingType }: EdgeRule, asked: Asked, found: Answer | undefined): boolean {
  return combined(TriggerMatchingType, Triggers ?? [], (trigger) => {
    const values = triggerValues[trigger.Type ?? -1]?.(asked, found, trigger).filter((one) => one !== undefined) ?? [];
    return combined(trigger.PatternMatchingType, trigger.PatternMatches ?? [], (pattern) => {
      const matches = matcherOf(pattern);
      return values.some(matches);
    });
  });
}

function combined<T>(matching: number | null | undefined, parts: readonly T[], holds: (part: T) => boolean): boolean {
  if (matching === edgeRuleMatchings.MatchAll) return parts.every(holds);
  return parts.some(holds) !== (matching === edgeRuleMatchings.MatchNone);
}

/** The values that the patterns of a trigger are compared with. Other triggers, such as countries, never match here. */
const triggerValues: Readonly<
  Record<number, (asked: Asked, found: Answer | undefined, trigger: EdgeRuleTrigger) => (string | undefined)[]>
> = {
  // The public site has this scheme.
  [edgeRuleTriggerTypes.Url]: ({ hostname, path }) => [`https://${hostname}${path}`, path],
  [edgeRuleTriggerTypes.RequestHeader]: ({ headers }, _, { Parameter1 }) =>
    [headers[(Parameter1 ?? "").toLowerCase()]].flat(),
  [edgeRuleTriggerTypes.ResponseHeader]: (_, found, { Parameter1 }) => [
    found?.headers?.[(Parameter1 ?? "").toLowerCase()],
  ],
  [edgeRuleTriggerTypes.UrlExtension]: ({ path }) => [extensionOf(path)],
  [edgeRuleTriggerTypes.UrlQueryString]: ({ query }) => [query],
  [edgeRuleTriggerTypes.StatusCode]: (_, found) => [found === undefined ? undefined : String(found.status)],
  [edgeRuleTriggerTypes.RequestMethod]: ({ method }) => [method],
};

/** Returns the extension of a path's last segment, without the dot. */
export function extensionOf(path: string): string | undefined {
  return /\.([^./]+)$/.exec(path)?.[1];
}

/** Replaces the variables in a parameter. Unknown variables stay. */
export function expanded(parameter: string | null, { hostname, path, query, method }: Asked): string {
  const variables: Readonly<Record<string, string>> = {
    "Url.Scheme": "https",
    "Url.Hostname": hostname,
    "Url.Path": path,
    "Url.Directory": path.replace(/[^/]*$/, ""),
    "Request.Method": method,
    "Request.Path": query === "" ? path : `${path}?${query}`,
    "Request.QueryString": query,
  };
  const segments = path.split("/").filter((segment) => segment !== "");
  return (parameter ?? "").replace(
    /%\{(?:Path\.(\d+)(-?)|([\w.]+))\}/g,
    (whole, from: string | undefined, andMore: string, name: string) => {
      if (from === undefined) return variables[name] ?? whole;
      // Recorded: no slash at the end, even if the path has one.
      return segments.slice(Number(from), andMore === "" ? Number(from) + 1 : undefined).join("/");
    },
  );
}
