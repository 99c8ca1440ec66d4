import assert from "node:assert/strict";
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { Emulator } from "../../../emulator";
import { dynamicProvider } from "../../../provider/serve/dynamic/dynamicProvider";

export type Properties = Record<string, unknown>;

/** A zone in the state. */
export interface Recorded {
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

/** What happened apart from success. */
export interface Tally {
  /** Zones that an error suggested to adopt, and that were adopted. */
  adopted: number;
  /** Zones that were recorded as incomplete and finished by the next run. */
  incomplete: number;
  /** Operations that failed and had to be run again. */
  repeated: number;
}

/**
 * Does with each zone what an engine does, in this process and with a state in memory. A failed operation is run again up to
 * three times, as a user would.
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

  /** Each run of an engine has its own provider. */
  #newRun(): ResourceProvider<Properties, Properties> {
    const get = (key: string): string | undefined => this.#config[key];
    this.#provider = dynamicProvider("StorageZone");
    void this.#provider.configure?.({ config: { get, require: (key) => get(key) ?? assert.fail(key) } });
    return this.#provider;
  }

  async up(declared: readonly Properties[], parallel: number): Promise<void> {
    this.#newRun();
    await eachOf(declared, parallel, (inputs) => this.#retried(() => this.#apply(inputs)));
  }

  async refresh(parallel: number): Promise<void> {
    this.#newRun();
    await eachOf([...this.state], parallel, ([name, { id, inputs, outputs }]) =>
      this.#retried(async () => {
        const read = await this.#provider.read?.(id, unwrapped(outputs));
        assert.equal(read?.id, id, `a refresh treats ${name} as deleted`);
        this.state.set(name, { id, inputs: read?.inputs ?? inputs, outputs: read?.props ?? {} });
      }),
    );
  }

  async destroy(parallel: number): Promise<void> {
    this.#newRun();
    await eachOf([...this.state], parallel, ([name, { id, outputs }]) =>
      this.#retried(async () => {
        await this.#provider.delete?.(id, unwrapped(outputs));
        this.state.delete(name);
      }),
    );
  }

  async #apply(given: Properties): Promise<void> {
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
        const updated = await this.#provider.update?.(known.id, unwrapped(known.outputs), inputs);
        this.state.set(name, { ...known, inputs, outputs: updated?.outs ?? {} });
      }
    } catch (error) {
      this.#recordIncomplete(name, inputs, error);
      if (error instanceof Error && /adopt: true/.test(error.message) && inputs["adopt"] !== true) {
        this.tally.adopted++;
        return this.#apply({ ...given, adopt: true });
      }
      throw error;
    }
  }

  /** Keeps a zone in the state if the error has its id, as an engine does. */
  #recordIncomplete(name: string, inputs: Properties, error: unknown): void {
    const { id, properties } = error as { id?: unknown; properties?: Properties };
    if (typeof id !== "string") return;
    this.tally.incomplete++;
    this.state.set(name, { id, inputs, outputs: properties ?? {} });
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
