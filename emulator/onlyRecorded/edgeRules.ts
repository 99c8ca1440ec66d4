import {
  edgeRuleActionTypes as actions,
  edgeRuleMatchings as matchings,
  edgeRuleTriggerTypes as triggers,
} from "../../provider/wire/edgeRuleConstants";
import type { Source } from "../sources";
import type { Found, Json } from "./found";
import { unknownNames } from "./found";

/** The forms of patterns of URL triggers, and the rows in which somebody describes that the service accepts them. */
const urlForms = {
  all: /^\*$/,
  // Such as */deploys/* of every path.
  folder: /^\*\/[^*]+(\/\*)?$/,
  // Such as https://www.example.com/* or *://*/about.
  address: /^(\*|https?):\/\/[^/]+\//,
  lua: /^pattern:\^https\?:\/\/\[\^\/\]\+\/.*\$$/,
} as const;

type UrlForm = keyof typeof urlForms;

/** What others described for an action: the forms of URL triggers by matching, and other triggers. */
interface Recorded {
  readonly any: readonly UrlForm[];
  readonly none?: readonly UrlForm[];
  readonly extensions?: true;
  /** The action that can follow in `ExtraActions`, and how often. */
  readonly extra?: { readonly action: number; readonly max: number };
}

/** The actions of edge rules that the service was seen to accept (R6.6 to R6.15). */
const recordedActions: Readonly<Record<number, Recorded>> = {
  [actions.OriginStorage]: {
    any: [],
    none: ["folder", "lua"],
    extra: { action: actions.SetResponseHeader, max: 1 },
  },
  [actions.BlockRequest]: { any: ["folder", "address", "lua"] },
  [actions.Redirect]: { any: ["address", "lua"] },
  [actions.SetResponseHeader]: {
    any: ["all", "folder", "address", "lua"],
    extra: { action: actions.SetResponseHeader, max: 6 },
  },
  [actions.OverrideBrowserCacheTime]: { any: ["folder", "address", "lua"], extensions: true },
};

/** The variables in the target of a redirect. */
const recordedVariables = /%\{(?!(Url\.Hostname|Request\.Path|Path\.\d+-?)\})[^}]*\}/;

const ruleNames = [
  ...["Guid", "ActionType", "ActionParameter1", "ActionParameter2", "ActionParameter3", "ExtraActions"],
  ...["TriggerMatchingType", "Triggers", "Description", "Enabled", "OrderIndex"],
];
const actionNames = ["ActionType", "ActionParameter1", "ActionParameter2", "ActionParameter3"];
const triggerNames = ["Type", "PatternMatches", "PatternMatchingType", "Parameter1", "Parameter2"];

/** Yields what no source recorded in an edge rule. */
export function* inEdgeRule(rule: Json): Generator<Found> {
  yield* unknownNames(rule, ruleNames);
  const { ActionType, ExtraActions, Triggers, TriggerMatchingType } = rule;
  const recorded = recordedActions[Number(ActionType)];
  if (recorded === undefined) {
    yield { field: "ActionType", what: `an edge rule with the action ${String(ActionType)}` };
    return;
  }
  if (Number(TriggerMatchingType ?? 0) !== matchings.MatchAny) {
    yield { field: "TriggerMatchingType", what: `the matching ${String(TriggerMatchingType)} of triggers` };
  }
  yield* inExtraActions(listOf(ExtraActions), recorded);
  for (const [index, trigger] of listOf(Triggers).entries()) {
    for (const found of inTrigger(trigger, Number(ActionType), recorded)) {
      yield { ...found, field: `Triggers[${String(index)}].${found.field}` };
    }
  }
  if (ActionType === actions.Redirect) yield* inRedirect(rule);
}

function* inExtraActions(extra: readonly Json[], { extra: recorded }: Recorded): Generator<Found> {
  for (const action of extra) yield* unknownNames(action, actionNames);
  const others = extra.filter(({ ActionType }) => ActionType !== recorded?.action);
  if (extra.length > (recorded?.max ?? 0) || others.length > 0) {
    yield { field: "ExtraActions", what: `these ${String(extra.length)} further actions after that action` };
  }
}

function* inTrigger(trigger: Json, action: number, { any, none, extensions }: Recorded): Generator<Found> {
  yield* unknownNames(trigger, triggerNames);
  const { Type, PatternMatches, PatternMatchingType, Parameter1, Parameter2 } = trigger;
  if (Parameter1 || Parameter2) yield { field: "Parameter1", what: "a parameter of such a trigger" };
  const matching = Number(PatternMatchingType ?? 0);
  if (Type === triggers.UrlExtension) {
    if (extensions !== true || matching !== matchings.MatchAny)
      yield { field: "Type", what: "an extension trigger of that action" };
    return;
  }
  if (Type === triggers.StatusCode && action === actions.OverrideBrowserCacheTime) {
    yield { field: "Type", what: "a status trigger of that action", row: "R12.5" };
    return;
  }
  if (Type !== triggers.Url) {
    yield { field: "Type", what: `a trigger of the type ${String(Type)}` };
    return;
  }
  const forms = matching === matchings.MatchAny ? any : matching === matchings.MatchNone ? (none ?? []) : [];
  for (const pattern of (PatternMatches as unknown[] | undefined) ?? []) {
    if (forms.some((form) => urlForms[form].test(String(pattern)))) continue;
    yield {
      field: "PatternMatches",
      what: `the pattern ${JSON.stringify(pattern)} of that action`,
      ...rowOf(action, String(pattern)),
    };
  }
}

/** Returns the row of a pattern that a page names as an assumption. */
function rowOf(action: number, pattern: string): { readonly row?: Source } {
  if (action === actions.OriginStorage && pattern === "*") return { row: "R12.1" };
  return pattern.startsWith("/") ? { row: "R12.2" } : {};
}

function* inRedirect({ ActionParameter1, ActionParameter2 }: Json): Generator<Found> {
  const variable = recordedVariables.exec(String(ActionParameter1))?.[0];
  if (variable !== undefined) yield { field: "ActionParameter1", what: `the variable ${variable} in a redirect` };
  if (!["301", "302", "307", "308"].includes(String(ActionParameter2))) {
    yield { field: "ActionParameter2", what: `a redirect with the status ${String(ActionParameter2)}` };
  }
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}
