import { CdnClient } from "../../provider/api/client";
import { ConfigurationError } from "../../provider/api/errors";
import type { SettingSpec, Settings } from "../../provider/api/settings";
import { readSettings, sameVariablesError, settingSpecs, variableOf } from "../../provider/api/settings";
import type { ProviderResource } from "../state/parse";
import { PlainSecret, Sealed } from "../state/secrets";
import { AccountReader } from "./reader";

/** Where settings come from besides the state. */
interface Sources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The stack's configuration. */
  readonly config?: (key: string) => unknown;
}

/** An account of the service. */
export class Account {
  /** The providers that use it: "default", or the names of explicit ones. */
  readonly providers = new Set<string>();
  /** Ids of the storage zones to be read; collected before the first read. */
  readonly storageZones = new Set<string>();
  #reader: AccountReader | undefined;

  /** @param settings or why they are incomplete */
  constructor(
    private readonly settings: Settings | ConfigurationError,
    private readonly all: boolean,
  ) {}

  /** Its base URL, if known. */
  get service(): string | undefined {
    return this.settings instanceof Error ? undefined : this.settings.baseUrl;
  }

  /** @throws {ConfigurationError} */
  reader(): AccountReader {
    if (this.settings instanceof Error) throw this.settings;
    return (this.#reader ??= new AccountReader(
      new CdnClient(this.settings),
      this.all ? Infinity : this.storageZones.size,
    ));
  }

  get counters(): { readonly requests: number; readonly retries: number } {
    return this.#reader?.counters ?? { requests: 0, retries: 0 };
  }
}

/** The accounts of a check. Providers with the same settings share one, so that it is read once. */
export class Accounts {
  readonly #bySettings = new Map<string, Account>();
  readonly #byProvider = new Map<ProviderResource, Account>();

  /**
   * @param all whether whole accounts are listed
   * @param providers all of the check
   */
  constructor(
    private readonly sources: Sources,
    private readonly all: boolean,
    private readonly providers: readonly ProviderResource[],
  ) {}

  /** The account of a provider, with the base URL from the state and the key from the environment. */
  of(provider: ProviderResource): Account {
    const found = this.#byProvider.get(provider);
    if (found !== undefined) return found;
    const settings = this.#settingsOf(provider);
    const key = JSON.stringify(settings instanceof Error ? [providerName(provider), settings.message] : settings);
    const account = this.#bySettings.get(key) ?? new Account(settings, this.all);
    this.#bySettings.set(key, account);
    this.#byProvider.set(provider, account);
    account.providers.add(providerName(provider));
    return account;
  }

  get list(): readonly Account[] {
    return [...this.#bySettings.values()];
  }

  #settingsOf(provider: ProviderResource): Settings | ConfigurationError {
    try {
      this.#refuseSharedVariables(provider);
      return settingsOf(provider, this.sources);
    } catch (error) {
      if (error instanceof ConfigurationError) return error;
      throw error;
    }
  }

  /** A variable that two providers share may hold the key of either. */
  #refuseSharedVariables({ name }: ProviderResource): void {
    if (name === undefined) return;
    const variable = (of: string): string => variableOf(settingSpecs.accessKey, of);
    for (const { name: other } of this.providers) {
      if (other !== undefined && other !== name && variable(other) === variable(name))
        throw sameVariablesError(name, other);
    }
  }
}

/** The default provider's name in a report. */
export const defaultName = "default";

/** A provider's name in a report. */
export function providerName({ name }: ProviderResource): string {
  return name ?? defaultName;
}

/** @throws {ConfigurationError} which says everything that is missing */
function settingsOf({ name, inputs }: ProviderResource, { env, config: stackConfig }: Sources): Settings {
  const who = name === undefined ? "the default provider" : `the provider ${JSON.stringify(name)}`;
  // The stack's configuration is for the default provider only.
  const configured = (key: string): unknown => (name === undefined ? stackConfig?.(key) : undefined);
  const isSet = (spec: SettingSpec): boolean =>
    (env[variableOf(spec, name)] ?? "") !== "" || (configured(spec.configKey) ?? "") !== "";
  const missing = Object.values<SettingSpec>(settingSpecs).flatMap((spec) => {
    const [variable, inState] = [variableOf(spec, name), inputs[spec.configKey] ?? ""];
    if (isSet(spec)) return [];
    if (spec.name === "accessKey") {
      return `Set ${variable} to the access key of ${who}: keys are not taken from a state`;
    }
    if (inState instanceof Sealed) return `Set ${variable}: ${spec.configKey} of ${who} is encrypted in the state`;
    if (spec.name !== "baseUrl" || inState !== "") return [];
    return `Set ${variable} to the base URL of the API: the state has none for ${who}`;
  });
  if (missing.length > 0) throw new ConfigurationError(missing.join(". "));
  const config = (key: string): unknown => {
    const value = key === settingSpecs.accessKey.configKey ? undefined : inputs[key];
    if (value === undefined || value instanceof Sealed) return configured(key);
    return value instanceof PlainSecret ? value.value : value;
  };
  return readSettings({ config, env, ...(name === undefined ? {} : { providerName: name }) });
}
