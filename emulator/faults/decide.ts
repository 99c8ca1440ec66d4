import { Random } from "../random";
import type { Fault, FaultOf, FaultRule } from "./fault";

/** The parts of a request that rules match. */
export interface FaultTarget {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The parsed JSON body, if there is one. */
  readonly body: unknown;
}

/** The faults that only delay a response. They add up. */
type Delay = FaultOf<"latency" | "slowLogs">;

/** The decision on a request: at most one fault, and any number of latencies. */
export interface Decision {
  readonly latencyMs: number;
  readonly fault: Exclude<Fault, Delay> | undefined;
  /** The kinds of the faults, for the journal. */
  readonly kinds: readonly string[];
  /** The indexes of the rules of these faults. */
  readonly rules: readonly number[];
}

/** The decision that nothing goes wrong. */
export const noFault: Decision = { latencyMs: 0, fault: undefined, kinds: [], rules: [] };

interface ActiveRule {
  readonly rule: FaultRule;
  readonly paths: readonly RegExp[];
  readonly random: Random;
  matched: number;
  faults: number;
}

/** The rules in force. Deterministic: the same rules, seed and order of requests cause the same faults. */
export class ActiveFaults {
  #active: readonly ActiveRule[] = [];
  readonly #initial: readonly FaultRule[];
  readonly #seed: number;

  constructor(initial: readonly FaultRule[], seed: number) {
    this.#initial = initial;
    this.#seed = seed;
    this.reset();
  }

  /** Restores the initial rules. */
  reset(): void {
    this.set(this.#initial);
  }

  get rules(): readonly FaultRule[] {
    return this.#active.map(({ rule }) => rule);
  }

  /** Replaces all rules; their counts start again. */
  set(rules: readonly FaultRule[]): void {
    this.#active = rules.map((rule, index) => ({
      rule,
      paths: pathsOf(rule),
      // Each rule has its own generator, so that the numbers that a rule draws do not shift those of others.
      random: new Random(Math.imul(this.#seed, 0x9e3779b1) + index),
      matched: 0,
      faults: 0,
    }));
  }

  /** Decides what happens to a request. If several faults match, the first in the list wins; the others are not used up. */
  decide(target: FaultTarget): Decision {
    let latencyMs = 0;
    let chosen: Decision["fault"];
    const kinds: string[] = [];
    const rules: number[] = [];
    for (const [index, active] of this.#active.entries()) {
      if (!matches(active, target)) continue;
      active.matched += 1;
      const { fault } = active.rule;
      const isDelay = fault.kind === "latency" || fault.kind === "slowLogs";
      if (!isDue(active) || (!isDelay && chosen !== undefined)) continue;
      active.faults += 1;
      kinds.push(fault.kind);
      rules.push(index);
      if (fault.kind === "latency") latencyMs += latencyOf(fault, active.random);
      else if (fault.kind === "slowLogs") latencyMs += logLatencyOf(fault, target);
      else chosen = fault;
    }
    return { latencyMs, fault: chosen, kinds, rules };
  }
}

function pathsOf({ path, pathPattern }: FaultRule): RegExp[] {
  const paths: RegExp[] = [];
  if (typeof path === "string") paths.push(globToRegExp(path));
  // The flags g and y are removed, because with them a test would depend on the one before it.
  else if (path !== undefined) paths.push(new RegExp(path.source, path.flags.replace(/[gy]/g, "")));
  if (pathPattern !== undefined) paths.push(new RegExp(pathPattern));
  return paths;
}

/** Returns a RegExp for a glob: `*` matches anything within a segment, `**` anything, `?` one character of a segment. The rest is literal, unlike in picomatch. */
function globToRegExp(glob: string): RegExp {
  const source = glob.replace(/\*\*|[*?]|[\\^$.|+()[\]{}]/g, (token) => {
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    return token === "?" ? "[^/]" : `\\${token}`;
  });
  return new RegExp(`^${source}$`);
}

function matches({ rule, paths }: ActiveRule, { method, path, body }: FaultTarget): boolean {
  if (rule.method !== undefined && ![rule.method].flat().some((name) => name.toUpperCase() === method)) return false;
  if (!paths.every((pattern) => pattern.test(path))) return false;
  if (rule.body === undefined) return true;
  if (typeof body !== "object" || body === null) return false;
  const fields = new Map<string, unknown>(Object.entries(body));
  return Object.entries(rule.body).every(([name, value]) => fields.get(name) === value);
}

function isDue({ rule, matched, faults, random }: ActiveRule): boolean {
  // The number is always drawn, and first, so that the other conditions do not shift the sequence.
  const isDrawn = rule.probability === undefined || random.next() < rule.probability;
  const { nth, skip = 0, every = 1, times = Infinity } = rule;
  const isChosen = nth === undefined || [nth].flat().includes(matched);
  return isDrawn && isChosen && matched > skip && (matched - skip) % every === 0 && faults < times;
}

function latencyOf({ ms, medianMs = 0, sigma = 0.5 }: FaultOf<"latency">, random: Random): number {
  return ms ?? medianMs * Math.exp(sigma * random.normal());
}

/** Returns a delay that depends on the width of the query's window, by default a day, and on the offset. */
function logLatencyOf({ perHourMs = 0, perThousandMs = 0 }: FaultOf<"slowLogs">, { path, query }: FaultTarget): number {
  if (!path.endsWith("/logs")) return 0;
  const to = Date.parse(query.get("to") ?? "") || Date.now();
  const from = Date.parse(query.get("from") ?? "") || to - 24 * 3_600_000;
  return (perHourMs * (to - from)) / 3_600_000 + (perThousandMs * Number(query.get("offset") ?? 0)) / 1_000;
}
