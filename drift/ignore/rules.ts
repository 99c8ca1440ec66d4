import { inMessage } from "../../provider/wire/words";
import { startsWithValidDay } from "../../provider/wire/utcTime";
import { DriftError } from "../errors";
import type { Ignored, RuleReport } from "../model";

/** Rule for differences that do not count, with the reason. */
export interface IgnoreRule {
  /**
   * Glob over the URN of the resource or its name in the program; for an unmanaged object, over its name or its kind and name, such as
   * `PullZone::acme-old`. `*` matches any characters, `?` one character.
   */
  readonly resource: string;
  /**
   * Path of the property, such as `replicationRegions` or `hostnames[*].forceSSL`. The rule covers everything inside the property.
   *
   * @default the whole resource: all properties, and the findings that it is missing or unmanaged
   */
  readonly property?: string;
  /** Reason, shown in every report. */
  readonly reason: string;
  /** Last day of the rule (`2026-12-31`, UTC) or the time when it expires (`2026-12-31T12:00:00Z`). @default never */
  readonly expires?: string;
}

/** A finding that a rule may match. */
export interface Subject {
  /** URN; kind and name of an unmanaged object. */
  readonly urn: string;
  readonly name: string;
}

interface Entry {
  readonly rule: IgnoreRule;
  readonly number: number;
  readonly expired: boolean;
  matches: number;
}

/** Rules of a check, with the number of matches of each. */
export class IgnoreRules {
  readonly #entries: readonly Entry[];

  /** @throws {DriftError} if `expires` of a rule is invalid */
  constructor(rules: readonly IgnoreRule[], now: Date) {
    this.#entries = rules.map((rule, index) => {
      const end = rule.expires === undefined ? Infinity : endOf(rule.expires);
      if (Number.isNaN(end))
        throw new DriftError(`Ignore rule ${String(index + 1)}: expires ${expiresFault(rule.expires)}`);
      return { rule, number: index + 1, expired: now.getTime() >= end, matches: 0 };
    });
  }

  /**
   * Returns the reason why a finding does not count; undefined if it counts.
   *
   * @param property undefined for the whole resource, for example if it is missing
   */
  ignored(subject: Subject, property?: string): Ignored | undefined {
    const matching = this.#entries.filter((entry) => matches(entry, subject) && covers(entry.rule, property));
    for (const entry of matching) entry.matches++;
    const entry = matching.find(({ expired }) => !expired);
    if (entry === undefined) return undefined;
    const { reason, expires } = entry.rule;
    return { by: "rule", reason, rule: entry.number, ...(expires === undefined ? {} : { expires }) };
  }

  /**
   * Reports on each rule. A rule without a match may still be needed, for something that could not be read.
   *
   * @param unread resources that could not be read
   * @param wasRead whether every state and every list that was asked for could be read
   * @param wantsUnmanaged whether unmanaged objects were asked for
   */
  report(unread: readonly Subject[], wasRead: boolean, wantsUnmanaged: boolean): RuleReport[] {
    return this.#entries.map((entry) => {
      const { rule, number, expired, matches: count } = entry;
      const isForUnmanaged = /^\w+::/.test(rule.resource);
      const mayMatch =
        !wasRead || (isForUnmanaged && !wantsUnmanaged) || unread.some((subject) => matches(entry, subject));
      const status = expired ? "expired" : count > 0 ? "matched" : mayMatch ? "unknown" : "unmatched";
      return { rule: number, ...rule, status, matches: count };
    });
  }
}

/** Returns the time when a rule expires, in milliseconds since the epoch; NaN if the text is invalid. */
export function endOf(expires: string): number {
  if (!startsWithValidDay(expires)) return NaN;
  if (/^\d{4}-\d\d-\d\d$/.test(expires)) return Date.parse(`${expires}T00:00:00Z`) + 24 * 60 * 60 * 1000;
  return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(expires) ? Date.parse(expires) : NaN;
}

/** Describes why {@link endOf} can't parse a time. */
export function expiresFault(given: unknown): string {
  return `must be a day (2026-12-31) or a time (2026-12-31T12:00:00Z), but got: ${inMessage(given)}`;
}

function matches({ rule }: Entry, { urn, name }: Subject): boolean {
  return matchesGlob(rule.resource, name) || matchesGlob(rule.resource, urn);
}

/**
 * Matches a glob: `*` matches any characters, `?` one; the rest is literal, because names may have brackets. A regular expression could take
 * very long for many stars.
 */
export function matchesGlob(glob: string, text: string): boolean {
  let at = 0;
  /** The last star so far, and the end of its match in the text. */
  let star = -1;
  let starEnd = 0;
  for (let index = 0; index < text.length;) {
    if (glob[at] === "*") {
      star = at++;
      starEnd = index;
    } else if (glob[at] === "?" || glob[at] === text[index]) {
      at++;
      index++;
    } else if (star >= 0) {
      // After a mismatch, the star matches one more character, and the rest is tried again.
      at = star + 1;
      index = ++starEnd;
    } else return false;
  }
  return /^\**$/.test(glob.slice(at));
}

/** Whether the rule's path is the property or contains it. `*` matches any name, `[*]` any element. */
function covers({ property: path }: IgnoreRule, property: string | undefined): boolean {
  if (path === undefined) return true;
  if (property === undefined) return false;
  const [wanted, steps] = [stepsOf(path), stepsOf(property)];
  return wanted.every((want, index) => {
    const step = steps[index];
    return step !== undefined && (want === step || want === (step.startsWith("[") ? "[*]" : "*"));
  });
}

/** Splits a path into steps: `hostnames`, `[id=2]` and `forceSSL` for `hostnames[id=2].forceSSL`. A quoted key may contain brackets. */
function stepsOf(path: string): string[] {
  return path.match(/\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\]|[^.[\]]+/g) ?? [];
}
