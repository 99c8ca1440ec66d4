import assert from "node:assert/strict";
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { Emulator } from "../../../emulator";
import type { KindName } from "../../../provider/kinds";
import { kindNames } from "../../../provider/kinds";
import { DynamicRun, dynamicProvider } from "../../../provider/serve/dynamic/dynamicProvider";
import type { Declared, Properties } from "./declared";

/** An object in the state. */
export interface Recorded {
  readonly kind: KindName;
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

/** What happened apart from success. */
export interface Tally {
  /** Objects that an error suggested to adopt, and that were adopted. */
  adopted: number;
  /** Objects that were recorded as incomplete and finished by the next run. */
  incomplete: number;
  /** Operations that failed and had to be run again. */
  repeated: number;
}

/**
 * Does with each object what an engine does, in this process and with a state in memory. A failed operation is run again up to
 * three times, as a user would.
 */
export class LifeCycles {
  readonly state = new Map<string, Recorded>();
  readonly tally: Tally = { adopted: 0, incomplete: 0, repeated: 0 };
  readonly #config: Readonly<Record<string, string>>;
  #run = new Map<KindName, ResourceProvider<Properties, Properties>>();

  constructor(emulator: Emulator, settings: Readonly<Record<string, string>> = {}) {
    this.#config = { "cdn:baseUrl": emulator.url, "cdn:accessKey": emulator.accessKey, ...settings };
  }

  /** Each run of an engine has its own providers. */
  #newRun(): void {
    const get = (key: string): string | undefined => this.#config[key];
    const run = new DynamicRun();
    this.#run = new Map(kindNames.map((kind) => [kind, dynamicProvider(kind, run)]));
    for (const provider of this.#run.values()) {
      void provider.configure?.({ config: { get, require: (key) => get(key) ?? assert.fail(key) } });
    }
  }

  #of(kind: KindName): ResourceProvider<Properties, Properties> {
    return this.#run.get(kind) ?? assert.fail(kind);
  }

  async up(declared: readonly Declared[], parallel: number): Promise<void> {
    this.#newRun();
    await eachOf(declared, parallel, async (whole) => {
      const { parts = [], name } = whole;
      // Parts need the id of their zone; once that is known, all are changed at the same time.
      const groups = this.state.has(name) ? [[whole, ...parts]] : [[whole], parts];
      for (const group of groups) {
        await eachOf(group, group.length, (one) =>
          this.#retried(() => this.#apply(one, one === whole ? {} : { pullZoneId: Number(this.state.get(name)?.id) })),
        );
      }
    });
  }

  async refresh(parallel: number): Promise<void> {
    this.#newRun();
    await eachOf([...this.state], parallel, ([name, { kind, id, inputs, outputs }]) =>
      this.#retried(async () => {
        const read = await this.#of(kind).read?.(id, unwrapped(outputs));
        assert.equal(read?.id, id, `a refresh treats ${name} as deleted`);
        this.state.set(name, { kind, id, inputs: read?.inputs ?? inputs, outputs: read?.props ?? {} });
      }),
    );
  }

  async destroy(parallel: number): Promise<void> {
    this.#newRun();
    const isPart = ([, { id }]: [string, Recorded]): boolean => id.includes("/");
    for (const group of [[...this.state].filter(isPart), [...this.state].filter((one) => !isPart(one))]) {
      await eachOf(group, parallel, ([name, { kind, id, outputs }]) =>
        this.#retried(async () => {
          await this.#of(kind).delete?.(id, unwrapped(outputs));
          this.state.delete(name);
        }),
      );
    }
  }

  async #apply({ kind, name, inputs: declared }: Declared, more: Properties): Promise<void> {
    const given = { ...declared, ...more };
    const provider = this.#of(kind);
    const known = this.state.get(name);
    const checked = await provider.check?.(known?.inputs ?? {}, given);
    assert.deepEqual(checked?.failures ?? [], []);
    const inputs = checked?.inputs ?? given;
    try {
      if (known === undefined) {
        const { id, outs = {} } = await provider.create(inputs);
        this.state.set(name, { kind, id, inputs, outputs: outs });
      } else {
        const updated = await provider.update?.(known.id, unwrapped(known.outputs), inputs);
        this.state.set(name, { ...known, inputs, outputs: updated?.outs ?? {} });
      }
    } catch (error) {
      this.#recordIncomplete(kind, name, inputs, error);
      if (error instanceof Error && /adopt: true/.test(error.message) && inputs["adopt"] !== true) {
        this.tally.adopted++;
        return this.#apply({ kind, name, inputs: given }, { adopt: true });
      }
      throw error;
    }
  }

  /** Keeps an object in the state if the error has its id, as an engine does. */
  #recordIncomplete(kind: KindName, name: string, inputs: Properties, error: unknown): void {
    const { id, properties } = error as { id?: unknown; properties?: Properties };
    if (typeof id !== "string") return;
    this.tally.incomplete++;
    this.state.set(name, { kind, id, inputs, outputs: properties ?? {} });
  }

  async #retried(act: () => Promise<void>): Promise<void> {
    for (let run = 1; ; run++) {
      try {
        return await act();
      } catch (error) {
        if (run === 4 || error instanceof assert.AssertionError) throw error;
        this.tally.repeated++;
      }
    }
  }
}

const secretKey = "4dabf18193072939515e22adb298388d";

/** Outputs with their secrets unwrapped, as the server passes them to a provider that does not accept secrets. */
export function unwrapped(outputs: Properties): Properties {
  const isSecret = (value: unknown): value is { readonly value: unknown } =>
    typeof value === "object" && value !== null && secretKey in value;
  return Object.fromEntries(
    Object.entries(outputs).map(([key, value]) => [key, isSecret(value) ? value.value : value]),
  );
}

/** Runs a task for each item with limited parallelism, and throws all failures at the end. */
export async function eachOf<T>(
  items: readonly T[],
  parallel: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await task(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).slice(0, 5).join("\n"));
}
