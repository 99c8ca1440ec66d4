import { CdnClient } from "../../provider/api/client";
import { ConfigurationError } from "../../provider/api/errors";
import type { SettingSpec, Settings } from "../../provider/api/settings";
import { readSettings, sameVariables, settingSpecs, variableOf } from "../../provider/api/settings";
import type { DriftOptions } from "../options";
import { PlainSecret, Sealed } from "../state/secrets";
import type { ProviderResource } from "../state/state";
import { AccountReader } from "./accountReader";
import type { LiveReader, Wanted } from "./reader";

/** Where settings come from besides the state. */
type Sources = Pick<DriftOptions, "config"> & { readonly env: Readonly<Record<string, string | undefined>> };

/** An account of the service, or why it can't be reached. */
export interface Account {
  /** The providers that stand for it: "default", or the names of explicit ones. */
  readonly providers: Set<string>;
  /** What is to be read of it; collected before the first read. */
  readonly wanted: Wanted & { readonly storageZones: Set<string> };
  /** Its address; undefined where even that is not known. */
  readonly service: string | undefined;
  readonly fault?: string;
  /** @throws {Error} with the fault */
  reader(): LiveReader;
}

/** The accounts of a check. Providers with the same address and key share one, so that it is read once. */
export class Accounts {
  readonly #bySettings = new Map<string, Account>();
  readonly #byProvider = new Map<ProviderResource, Account>();

  constructor(
    private readonly sources: Sources,
    /** Whether whole accounts are to be listed. */
    private readonly all: boolean,
    /** All providers of the check. */
    private readonly providers: readonly ProviderResource[],
  ) {}

  /** The account of a provider, made with its own address from the state and its own key from the environment. */
  of(provider: ProviderResource): Account {
    let account = this.#byProvider.get(provider);
    if (account === undefined) {
      account = this.#find(provider);
      this.#byProvider.set(provider, account);
    }
    account.providers.add(shownName(provider));
    return account;
  }

  get list(): readonly Account[] {
    return [...this.#bySettings.values()];
  }

  #find(provider: ProviderResource): Account {
    const settings = this.#sharedVariables(provider) ?? settingsOf(provider, this.sources);
    const key = JSON.stringify(typeof settings === "string" ? [shownName(provider), settings] : settings);
    let account = this.#bySettings.get(key);
    if (account === undefined) {
      account = accountOf(settings, this.all);
      this.#bySettings.set(key, account);
    }
    return account;
  }

  /** Says so where another provider has the same variables: nobody knows whose key is in them. */
  #sharedVariables({ name }: ProviderResource): string | undefined {
    if (name === undefined) return undefined;
    const variable = variableOf(settingSpecs.accessKey, name);
    const other = this.providers.find(
      (provider) =>
        provider.name !== undefined &&
        provider.name !== name &&
        variableOf(settingSpecs.accessKey, provider.name) === variable,
    );
    return other?.name === undefined ? undefined : sameVariables(name, other.name).message;
  }
}

/** The default provider's name as a report has it. */
export const defaultName = "default";

/** A provider's name as a report has it. */
export function shownName({ name }: ProviderResource): string {
  return name ?? defaultName;
}

function accountOf(settings: Settings | string, all: boolean): Account {
  const wanted = { storageZones: new Set<string>(), all };
  if (typeof settings === "string") {
    const reader = (): never => {
      throw new ConfigurationError(settings);
    };
    return { providers: new Set(), wanted, service: undefined, fault: settings, reader };
  }
  let reader: LiveReader | undefined;
  return {
    providers: new Set(),
    wanted,
    service: settings.baseUrl,
    reader: () => (reader ??= new AccountReader(new CdnClient(settings), wanted)),
  };
}

/** @returns what is missing or malformed, in words, instead of settings */
function settingsOf({ name, inputs }: ProviderResource, { env, config: stackConfig }: Sources): Settings | string {
  const who = name === undefined ? "the default provider" : `the provider ${JSON.stringify(name)}`;
  // The stack's configuration is the default provider's alone.
  const configured = (key: string): unknown => (name === undefined ? stackConfig?.(key) : undefined);
  const isSet = (spec: SettingSpec): boolean =>
    (env[variableOf(spec, name)] ?? "") !== "" || (configured(spec.configKey) ?? "") !== "";
  const faults: string[] = [];
  const { accessKey, baseUrl } = settingSpecs;
  if (!isSet(accessKey)) {
    faults.push(`Set ${variableOf(accessKey, name)} to the access key of ${who}: keys are not taken from a state`);
  }
  if (!isSet(baseUrl) && (inputs[baseUrl.configKey] ?? "") === "") {
    faults.push(`Set ${variableOf(baseUrl, name)} to the address of the API: the state has none for ${who}`);
  }
  const sealed = Object.values<SettingSpec>(settingSpecs).filter(
    (spec) => spec.name !== "accessKey" && inputs[spec.configKey] instanceof Sealed && !isSet(spec),
  );
  for (const spec of sealed) {
    faults.push(`Set ${variableOf(spec, name)}: ${spec.configKey} of ${who} is encrypted in the state`);
  }
  if (faults.length > 0) return faults.join(". ");
  const config = (key: string): unknown => {
    const value = key === accessKey.configKey ? undefined : inputs[key];
    if (value === undefined || value instanceof Sealed) return configured(key);
    return value instanceof PlainSecret ? value.value : value;
  };
  try {
    return readSettings({ config, env, ...(name === undefined ? {} : { providerName: name }) });
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}
