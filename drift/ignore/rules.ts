import { beginsWithDay } from "../../provider/wire/utcTime";
import type { Ignored, RuleReport } from "../report/model";
import type { Pattern } from "./glob";
import { globPattern } from "./glob";
import { coversProperty } from "./path";

/** A difference that nobody wants to hear of, and why. */
export interface IgnoreRule {
  /**
   * The resource: a glob over its URN or its name in the program, for an unmanaged zone over the zone's name. `*` stands for
   * any characters, `?` for one.
   */
  readonly resource: string;
  /**
   * The property's path, such as `replicationRegions`, `hostnames[*].forceSSL`; it covers what is in the property too.
   *
   * @default the whole resource: each of its properties, and that it is missing or unmanaged
   */
  readonly property?: string;
  /** Why; it stands in every report. */
  readonly reason: string;
  /** The last day (`2026-12-31`, UTC) or the moment (`2026-12-31T12:00:00Z`) of the rule. @default never */
  readonly expires?: string;
}

/** What a rule may speak of. */
export interface Subject {
  /** Absent for an unmanaged zone. */
  readonly urn?: string;
  readonly name: string;
}

interface Entry {
  readonly rule: IgnoreRule;
  readonly number: number;
  readonly pattern: Pattern;
  readonly expired: boolean;
  matches: number;
}

/** The rules of one check, and what they have matched so far. */
export class IgnoreRules {
  readonly #entries: readonly Entry[];

  constructor(rules: readonly IgnoreRule[], now: Date) {
    this.#entries = rules.map((rule, index) => ({
      rule,
      number: index + 1,
      pattern: globPattern(rule.resource),
      expired: rule.expires !== undefined && now.getTime() >= endOf(rule.expires),
      matches: 0,
    }));
  }

  /**
   * Why something does not count; undefined where it does.
   *
   * @param property undefined where the whole resource is meant, such as one that is missing
   */
  ignored(subject: Subject, property?: string): Ignored | undefined {
    const matching = this.#entries.filter((entry) => speaksOf(entry, subject) && covers(entry.rule, property));
    for (const entry of matching) entry.matches++;
    const entry = matching.find(({ expired }) => !expired);
    if (entry === undefined) return undefined;
    const { reason, expires } = entry.rule;
    return { by: "rule", reason, rule: entry.number, ...(expires === undefined ? {} : { expires }) };
  }

  /** @param unread what could not be read: of that, a rule that matched nothing may well have spoken */
  report(unread: readonly Subject[]): RuleReport[] {
    return this.#entries.map((entry) => {
      const { rule, number, expired, matches } = entry;
      const untold = matches === 0 && unread.some((subject) => speaksOf(entry, subject));
      const status = expired ? "expired" : matches > 0 ? "matched" : untold ? "untold" : "unmatched";
      return { rule: number, ...rule, status, matches };
    });
  }
}

/** The end of a rule's time, in milliseconds since the epoch; NaN where the text is neither a day nor a moment. */
export function endOf(expires: string): number {
  if (/^\d{4}-\d\d-\d\d$/.test(expires)) {
    return beginsWithDay(expires) ? Date.parse(`${expires}T00:00:00Z`) + 24 * 60 * 60 * 1000 : NaN;
  }
  return /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(expires) ? Date.parse(expires) : NaN;
}

function speaksOf({ pattern }: Entry, { urn, name }: Subject): boolean {
  return pattern.test(name) || (urn !== undefined && pattern.test(urn));
}

function covers(rule: IgnoreRule, property: string | undefined): boolean {
  if (rule.property === undefined) return true;
  return property !== undefined && coversProperty(rule.property, property);
}
