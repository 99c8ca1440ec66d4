import type { Field, Table } from "./fields";

/** One field of a plan. */
export interface Step extends Field {
  /** Whether the blank has it. */
  inBlank: boolean;
}

/** Up to so many, properties are added one by one: to take out what is absent would cost more than a blank saves. */
const fewFields = 64;

/**
 * How the objects of one table are read fast.
 *
 * To add 160 properties to an object one by one costs more than to check their values. So a typed object begins as a copy
 * of a blank that has every property seen so far, and loses what it turns out not to have.
 */
export class Plan {
  /** By every name under which the service may answer a field: the contract's, and publicly known aliases. */
  readonly steps: ReadonlyMap<string, Step>;
  readonly #arrays: readonly string[];
  #blank: Readonly<Record<string, undefined>> = {};
  #blankSize = 0;

  private constructor(fields: readonly Field[]) {
    const steps = fields.map((field): Step => ({ ...field, inBlank: false }));
    this.steps = new Map([
      ...steps.map((step) => [step.wire, step] as const),
      ...steps.flatMap((step) => (step.alias === undefined ? [] : [[step.alias, step] as const])),
    ]);
    this.#arrays = steps.filter((step) => step.array).map((step) => step.name);
  }

  static readonly #plans = new WeakMap<Table, Plan>();

  /** The plan of a table, made when it is first read by. */
  static of(table: Table): Plan {
    let plan = Plan.#plans.get(table);
    if (plan === undefined) Plan.#plans.set(table, (plan = new Plan(table.fields)));
    return plan;
  }

  /** What of an object the table knows: cheaper than to walk over a hundred fields for two of them. */
  pick(wire: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const known: Record<string, unknown> = {};
    for (const name of this.steps.keys()) if (Object.hasOwn(wire, name)) known[name] = wire[name];
    return known;
  }

  /** A typed object to be filled. */
  begin(): Record<string, unknown> {
    return { ...this.#blank };
  }

  /**
   * Fills in the arrays that did not come, and takes out what else did not.
   *
   * @param filled how many properties of the blank were given a value
   * @param grown whether properties were added besides
   */
  finish(typed: Record<string, unknown>, filled: number, grown: boolean): void {
    for (const array of this.#arrays) typed[array] ??= [];
    if (filled < this.#blankSize) {
      for (const name of Object.keys(typed)) if (typed[name] === undefined) delete typed[name];
    }
    if (grown && this.steps.size > fewFields) this.#learn(typed);
  }

  #learn(typed: Readonly<Record<string, unknown>>): void {
    for (const step of this.steps.values()) step.inBlank ||= Object.hasOwn(typed, step.name);
    const names = [...new Set(this.steps.values())].filter((step) => step.inBlank).map((step) => step.name);
    // A copy of what was put together piece by piece is compact, and so are the copies of that.
    this.#blank = { ...Object.fromEntries(names.map((name) => [name, undefined])) };
    this.#blankSize = names.length;
  }
}
