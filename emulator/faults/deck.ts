import { Random } from "../random";
import type { Fault, FaultOf } from "../types/fault";
import { pathMatcher } from "./glob";
import type { FaultRule } from "../types/faultRule";

/** What a rule looks at. */
export interface FaultTarget {
  readonly method: string;
  readonly path: string;
  /** The parsed JSON body, where there was one. */
  readonly body: unknown;
}

/** What strikes one request: at most one fault, and any latencies on top. */
export interface Strike {
  readonly latencyMs: number;
  readonly fault: Exclude<Fault, { kind: "latency" }> | undefined;
  /** The kinds that struck, for the journal. */
  readonly kinds: readonly string[];
  /** The places of their rules in the list, from 0. */
  readonly rules: readonly number[];
}

interface Armed {
  readonly rule: FaultRule;
  readonly matchesPath: (path: string) => boolean;
  readonly random: Random;
  seen: number;
  struck: number;
}

const nothing: Strike = { latencyMs: 0, fault: undefined, kinds: [], rules: [] };

/** The rules in force. Deterministic: the same rules, seed and order of requests make the same faults. */
export class FaultDeck {
  #armed: readonly Armed[] = [];
  readonly #seed: number;

  constructor(rules: readonly FaultRule[], seed: number) {
    this.#seed = seed;
    this.set(rules);
  }

  get rules(): readonly FaultRule[] {
    return this.#armed.map(({ rule }) => rule);
  }

  /** Replaces all rules; their counts begin anew. */
  set(rules: readonly FaultRule[]): void {
    this.#armed = rules.map((rule, index) => ({
      rule,
      matchesPath: pathMatcher(rule),
      // A generator for each rule: what one draws does not shift the others.
      random: new Random(Math.imul(this.#seed, 0x9e3779b1) + index),
      seen: 0,
      struck: 0,
    }));
  }

  /** Decides what strikes a request. Of several faults the first in the list wins; the others are not used up. */
  strike(target: FaultTarget): Strike {
    if (this.#armed.length === 0) return nothing;
    let latencyMs = 0;
    let chosen: Strike["fault"];
    const kinds: string[] = [];
    const rules: number[] = [];
    for (const [index, armed] of this.#armed.entries()) {
      if (!matches(armed, target)) continue;
      armed.seen += 1;
      const { fault } = armed.rule;
      if (!isDue(armed) || (fault.kind !== "latency" && chosen !== undefined)) continue;
      armed.struck += 1;
      kinds.push(fault.kind);
      rules.push(index);
      if (fault.kind === "latency") latencyMs += latencyOf(fault, armed.random);
      else chosen = fault;
    }
    return { latencyMs, fault: chosen, kinds, rules };
  }
}

function matches({ rule, matchesPath }: Armed, target: FaultTarget): boolean {
  if (rule.method !== undefined && ![rule.method].flat().some((method) => method.toUpperCase() === target.method)) {
    return false;
  }
  return matchesPath(target.path) && (rule.body === undefined || bodyHas(target.body, rule.body));
}

function bodyHas(body: unknown, expected: Readonly<Record<string, unknown>>): boolean {
  if (typeof body !== "object" || body === null) return false;
  const fields = new Map(Object.entries(body));
  return Object.entries(expected).every(([name, value]) => fields.get(name) === value);
}

function isDue(armed: Armed): boolean {
  const { rule, seen } = armed;
  // Drawn first and always, so that the other conditions do not shift the sequence.
  const drawn = rule.probability === undefined || armed.random.next() < rule.probability;
  return (
    drawn &&
    (rule.times === undefined || armed.struck < rule.times) &&
    (rule.nth === undefined || [rule.nth].flat().includes(seen)) &&
    seen > (rule.skip ?? 0) &&
    (rule.every === undefined || (seen - (rule.skip ?? 0)) % rule.every === 0)
  );
}

function latencyOf(fault: FaultOf<"latency">, random: Random): number {
  return fault.ms ?? (fault.medianMs ?? 0) * Math.exp((fault.sigma ?? 0.5) * random.normal());
}
