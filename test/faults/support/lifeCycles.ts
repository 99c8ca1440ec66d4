import assert from "node:assert/strict";
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { Emulator } from "../../../emulator";
import { dynamicProvider } from "../../../provider/serve/dynamic/dynamicProvider";
import type { Properties } from "./live";

/** A zone as a state would have it. */
export interface Recorded {
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

/** What happened besides success. */
export interface Tally {
  /** Zones that a message named for a take-over, and that were taken over as it says. */
  adopted: number;
  /** Zones that were recorded half done and finished by the next run. */
  incomplete: number;
  /** Operations that failed and had to be run again. */
  repeated: number;
}

/**
 * The life cycles as the provider's process serves them, with a state in memory: what an engine does with each zone,
 * without its processes. A zone that fails is seen to in a next run, as a user would: up to so many times.
 */
export class LifeCycles {
  readonly state = new Map<string, Recorded>();
  readonly tally: Tally = { adopted: 0, incomplete: 0, repeated: 0 };
  readonly #config: Readonly<Record<string, string>>;
  #provider: ResourceProvider<Properties, Properties>;

  constructor(emulator: Emulator, settings: Readonly<Record<string, string>> = {}) {
    this.#config = { "cdn:baseUrl": emulator.url, "cdn:accessKey": emulator.accessKey, ...settings };
    this.#provider = this.#newRun();
  }

  /** Each run of an engine has a provider of its own. */
  #newRun(): ResourceProvider<Properties, Properties> {
    const get = (key: string): string | undefined => this.#config[key];
    this.#provider = dynamicProvider("StorageZone");
    void this.#provider.configure?.({ config: { get, require: (key) => get(key) ?? assert.fail(key) } });
    return this.#provider;
  }

  async up(declared: readonly Properties[], parallel: number): Promise<void> {
    this.#newRun();
    await eachOf(declared, parallel, (inputs) => this.#settled(() => this.#one(inputs)));
  }

  async refresh(parallel: number): Promise<void> {
    this.#newRun();
    await eachOf([...this.state], parallel, ([name, { id, inputs, outputs }]) =>
      this.#settled(async () => {
        const read = await this.#provider.read?.(id, this.#plain(outputs));
        assert.equal(read?.id, id, `a refresh takes ${name} for gone`);
        this.state.set(name, { id, inputs: read?.inputs ?? inputs, outputs: read?.props ?? {} });
      }),
    );
  }

  async destroy(parallel: number): Promise<void> {
    this.#newRun();
    await eachOf([...this.state], parallel, ([name, { id, outputs }]) =>
      this.#settled(async () => {
        await this.#provider.delete?.(id, this.#plain(outputs));
        this.state.delete(name);
      }),
    );
  }

  async #one(given: Properties): Promise<void> {
    const name = String(given["name"]);
    const known = this.state.get(name);
    const checked = await this.#provider.check?.(known?.inputs ?? {}, given);
    assert.deepEqual(checked?.failures ?? [], []);
    const inputs = checked?.inputs ?? given;
    try {
      if (known === undefined) {
        const { id, outs = {} } = await this.#provider.create(inputs);
        this.state.set(name, { id, inputs, outputs: outs });
      } else {
        const updated = await this.#provider.update?.(known.id, this.#plain(known.outputs), inputs);
        this.state.set(name, { ...known, inputs, outputs: updated?.outs ?? {} });
      }
    } catch (error) {
      this.#learn(name, inputs, error);
      if (error instanceof Error && /adopt: true/.test(error.message) && inputs["adopt"] !== true) {
        this.tally.adopted++;
        return this.#one({ ...given, adopt: true });
      }
      throw error;
    }
  }

  /** A failure that carries an id is kept in the state, as an engine does. */
  #learn(name: string, inputs: Properties, error: unknown): void {
    const { id, properties } = error as { id?: unknown; properties?: Properties };
    if (typeof id !== "string") return;
    this.tally.incomplete++;
    this.state.set(name, { id, inputs, outputs: properties ?? {} });
  }

  async #settled(act: () => Promise<void>): Promise<void> {
    for (let run = 1; ; run++) {
      try {
        return await act();
      } catch (error) {
        if (run === 4 || error instanceof assert.AssertionError) throw error;
        this.tally.repeated++;
      }
    }
  }

  /** The server hands a provider plain values: this one accepts no secrets. */
  #plain(outputs: Properties): Properties {
    return Object.fromEntries(
      Object.entries(outputs).map(([key, value]) => {
        const isSecret = typeof value === "object" && value !== null && !Array.isArray(value) && "value" in value;
        return [key, isSecret ? value.value : value];
      }),
    );
  }
}

/** Runs a task for each item, so many at a time; all of them, also where one fails. */
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
