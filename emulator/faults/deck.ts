import { Random } from "../random";
import type { Fault, FaultOf, FaultRule } from "./rules";

/** What a rule looks at. */
export interface FaultTarget {
  readonly method: string;
  readonly path: string;
  /** The parsed JSON body, where there was one. */
  readonly body: unknown;
}

/** What happens to one request: at most one fault, and any latencies in addition. */
export interface Strike {
  readonly latencyMs: number;
  readonly fault: Exclude<Fault, { kind: "latency" }> | undefined;
  /** The kinds of the faults, for the journal. */
  readonly kinds: readonly string[];
  /** The indexes of their rules. */
  readonly rules: readonly number[];
}

interface Armed {
  readonly rule: FaultRule;
  readonly paths: readonly RegExp[];
  readonly random: Random;
  seen: number;
  struck: number;
}

/** The rules in force. Deterministic: the same rules, seed and order of requests cause the same faults. */
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

  /** Replaces all rules; their counts start again. */
  set(rules: readonly FaultRule[]): void {
    this.#armed = rules.map((rule, index) => ({
      rule,
      paths: pathsOf(rule),
      // A generator for each rule: what one draws does not shift the others.
      random: new Random(Math.imul(this.#seed, 0x9e3779b1) + index),
      seen: 0,
      struck: 0,
    }));
  }

  /** Decides what happens to a request. Of several faults the first in the list wins; the others are not used up. */
  strike(target: FaultTarget): Strike {
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

function pathsOf({ path, pathPattern }: FaultRule): RegExp[] {
  const paths: RegExp[] = [];
  if (typeof path === "string") paths.push(globToRegExp(path));
  // Without the flags g and y, which would make a test depend on the one before it.
  else if (path !== undefined) paths.push(new RegExp(path.source, path.flags.replace(/[gy]/g, "")));
  if (pathPattern !== undefined) paths.push(new RegExp(pathPattern));
  return paths;
}

/** `*` is anything within a segment, `**` anything at all, `?` one character of a segment; the rest is literal. */
function globToRegExp(glob: string): RegExp {
  const source = glob.replace(/\*\*|[*?]|[\\^$.|+()[\]{}]/g, (token) => {
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    return token === "?" ? "[^/]" : `\\${token}`;
  });
  return new RegExp(`^${source}$`);
}

function matches({ rule, paths }: Armed, { method, path, body }: FaultTarget): boolean {
  if (rule.method !== undefined && ![rule.method].flat().some((name) => name.toUpperCase() === method)) return false;
  if (!paths.every((pattern) => pattern.test(path))) return false;
  if (rule.body === undefined) return true;
  if (typeof body !== "object" || body === null) return false;
  const fields = new Map<string, unknown>(Object.entries(body));
  return Object.entries(rule.body).every(([name, value]) => fields.get(name) === value);
}

function isDue({ rule, seen, struck, random }: Armed): boolean {
  // Drawn first and always, so that the other conditions do not shift the sequence.
  const isDrawn = rule.probability === undefined || random.next() < rule.probability;
  const { nth, skip = 0, every = 1, times = Infinity } = rule;
  const isChosen = nth === undefined || [nth].flat().includes(seen);
  return isDrawn && isChosen && seen > skip && (seen - skip) % every === 0 && struck < times;
}

function latencyOf({ ms, medianMs = 0, sigma = 0.5 }: FaultOf<"latency">, random: Random): number {
  return ms ?? medianMs * Math.exp(sigma * random.normal());
}
