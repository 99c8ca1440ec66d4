import { CdnClient } from "../../provider/api/client";
import { ConfigurationError } from "../../provider/api/errors";
import type { SettingSpec, Settings } from "../../provider/api/settings";
import { readSettings, sameVariablesError, settingSpecs, variableOf } from "../../provider/api/settings";
import { matchesGlob } from "../ignore/rules";
import type { ProviderResource, StackState } from "../state/parse";
import { PlainSecret, Sealed } from "../state/secrets";
import { AccountReader } from "./reader";

/** Names the account of some providers, and so its variables, if the provider's own name is not enough. */
export interface AccountRule {
  /** Its name: "shop" for `CDN_ACCESS_KEY_SHOP`. */
  readonly account: string;
  /** Glob over `project/stack`: `*` matches any characters, `?` one. @default every stack */
  readonly stack?: string;
  /** Glob over the provider's name, "default" for the default one. @default every provider */
  readonly provider?: string;
  /** Glob over the base URL in the state. @default every address */
  readonly baseUrl?: string;
}

/** Where settings come from besides the state. */
interface Sources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The stack's configuration. */
  readonly config?: ((key: string) => unknown) | undefined;
  /** Whether `pulumi config set` would add a missing key to it. */
  readonly canSetConfig: boolean;
  /** The first rule that matches counts. */
  readonly rules: readonly AccountRule[];
}

/** An account of the service. */
export class Account {
  /** The providers that use it: "default", or the names of explicit ones. */
  readonly providers = new Set<string>();
  /** Ids of its storage zones in the states. */
  readonly storageZones = new Set<string>();
  #reader: AccountReader | undefined;

  /**
   * @param settings or why they are incomplete
   * @param name of the rule that names it
   */
  constructor(
    private readonly settings: Settings | ConfigurationError,
    private readonly name: string | undefined,
  ) {}

  /** Its name in a report. */
  get label(): string {
    return [[...this.providers].join(", "), this.name === undefined ? "" : `account ${this.name}`]
      .filter(Boolean)
      .join(", ");
  }

  /** Its base URL, if known. */
  get service(): string | undefined {
    return this.settings instanceof Error ? undefined : this.settings.baseUrl;
  }

  /** Announces reads, so that its list can be requested at once. */
  expect(storageZones: number): void {
    if (storageZones > 0 && !(this.settings instanceof Error)) this.reader().expect(storageZones);
  }

  /** @throws {ConfigurationError} */
  reader(): AccountReader {
    if (this.settings instanceof Error) throw this.settings;
    return (this.#reader ??= new AccountReader(new CdnClient(this.settings)));
  }

  get counters(): { readonly requests: number; readonly retries: number } {
    return this.#reader?.counters ?? { requests: 0, retries: 0 };
  }
}

/** The account of a stack's provider. */
export interface StackAccount {
  readonly account: Account;
  /** The provider's name. */
  readonly provider: string;
}

/** The accounts of a check. Stacks and providers with the same address and key share one, so that it is listed once. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  /** The names of all explicit providers so far. */
  readonly #names = new Set<string>();
  /** The base URL that the key in a variable is sent to, and the first stack that needs it. */
  readonly #addresses = new Map<string, { readonly baseUrl: string; readonly stack: string }>();

  /** @param all whether whole accounts are listed */
  constructor(
    private readonly sources: Sources,
    private readonly all: boolean,
  ) {}

  get list(): readonly Account[] {
    return [...this.#accounts.values()];
  }

  /** The account of the default provider, as the environment has it. */
  ofEnvironment(): Account {
    return this.#accountOf("", defaultProvider);
  }

  /**
   * The accounts of a stack, by the reference of the provider. Lists of which more than a few zones are needed are requested at once.
   */
  ofStack({ name, providers, zones, leaving }: StackState): (reference: string) => StackAccount {
    const used = new Set([...zones, ...leaving].map(({ provider }) => provider));
    // A state may have providers of other packages, too.
    const isOurs = (reference: string, { inputs }: ProviderResource): boolean =>
      used.has(reference) || Object.keys(inputs).some((key) => key.startsWith("cdn:"));
    const ours = [...providers].filter(([reference, provider]) => isOurs(reference, provider));
    for (const [, { name: explicit }] of ours) if (explicit !== undefined) this.#names.add(explicit);
    const found = new Map<string, StackAccount>();
    const of = (reference: string, provider = defaultProvider): StackAccount => {
      const known = found.get(reference);
      if (known !== undefined) return known;
      const account = { account: this.#accountOf(name, provider), provider: providerName(provider) };
      found.set(reference, account);
      return account;
    };
    for (const [reference, provider] of ours) of(reference, provider);
    const expected = new Map<Account, number>();
    for (const { kind, provider, id } of zones) {
      const { account } = of(provider);
      if (kind !== "StorageZone") continue;
      account.storageZones.add(id);
      expected.set(account, (expected.get(account) ?? 0) + 1);
    }
    for (const { kind, provider, id } of leaving) if (kind === "StorageZone") of(provider).account.storageZones.add(id);
    for (const [account, count] of expected) account.expect(count);
    return of;
  }

  #accountOf(stack: string, provider: ProviderResource): Account {
    const rule = this.#ruleOf(stack, provider);
    const settings = this.#settingsOf(stack, rule, provider);
    const of =
      settings instanceof Error ? [providerName(provider), settings.message] : [settings.baseUrl, settings.accessKey];
    const key = JSON.stringify(of);
    let account = this.#accounts.get(key);
    if (account === undefined) {
      account = new Account(settings, rule?.account);
      this.#accounts.set(key, account);
      if (this.all) account.expect(Infinity);
    }
    account.providers.add(providerName(provider));
    return account;
  }

  #ruleOf(stack: string, provider: ProviderResource): AccountRule | undefined {
    const baseUrl = provider.inputs[settingSpecs.baseUrl.configKey];
    const matches = (glob: string | undefined, text: unknown): boolean =>
      glob === undefined || (typeof text === "string" && matchesGlob(glob, text));
    return this.sources.rules.find(
      (rule) =>
        matches(rule.stack, stack) && matches(rule.provider, providerName(provider)) && matches(rule.baseUrl, baseUrl),
    );
  }

  #settingsOf(
    stack: string,
    rule: AccountRule | undefined,
    { name, inputs }: ProviderResource,
  ): Settings | ConfigurationError {
    try {
      if (rule === undefined) this.#refuseSharedVariables(name);
      const quoted = JSON.stringify(rule?.account ?? name);
      const who = rule
        ? `the account ${quoted}`
        : name === undefined
          ? "the default provider"
          : `the provider ${quoted}`;
      const settings = settingsOf(who, rule?.account ?? name, inputs, this.sources);
      this.#refuseOtherAddress(variableOf(settingSpecs.accessKey, rule?.account ?? name), settings, stack);
      return settings;
    } catch (error) {
      if (error instanceof ConfigurationError) return error;
      throw error;
    }
  }

  /** A variable that two providers share may hold the key of either. */
  #refuseSharedVariables(name: string | undefined): void {
    if (name === undefined) return;
    const variable = (of: string): string => variableOf(settingSpecs.accessKey, of);
    for (const other of this.#names) {
      if (other !== name && variable(other) === variable(name)) throw sameVariablesError(name, other);
    }
  }

  /** The states of many stacks may name several services: a key of one must not reach another. */
  #refuseOtherAddress(variable: string, { baseUrl }: Settings, stack: string): void {
    const known = this.#addresses.get(variable) ?? { baseUrl, stack };
    this.#addresses.set(variable, known);
    if (known.baseUrl === baseUrl) return;
    throw new ConfigurationError(
      `${variable} is sent to ${known.baseUrl} for the stack ${known.stack}, and this one is at ${baseUrl}. Name an account for one of them: see accounts in .cdn-drift.yaml`,
    );
  }
}

const defaultProvider: ProviderResource = { name: undefined, inputs: {} };

/** The default provider's name in a report. */
export const defaultName = "default";

function providerName({ name }: ProviderResource): string {
  return name ?? defaultName;
}

/**
 * @param who whose settings they are, for messages
 * @param name what the variables end in; undefined for the default provider's
 * @throws {ConfigurationError} which says everything that is missing
 */
function settingsOf(
  who: string,
  name: string | undefined,
  inputs: ProviderResource["inputs"],
  { env, config: stackConfig, canSetConfig }: Sources,
): Settings {
  // The stack's configuration is for the default provider only.
  const configured = (key: string): unknown => (name === undefined ? stackConfig?.(key) : undefined);
  const isSet = (spec: SettingSpec): boolean =>
    (env[variableOf(spec, name)] ?? "") !== "" || (configured(spec.configKey) ?? "") !== "";
  const missing = Object.values<SettingSpec>(settingSpecs).flatMap((spec) => {
    const [variable, inState] = [variableOf(spec, name), inputs[spec.configKey] ?? ""];
    if (isSet(spec)) return [];
    if (spec.name === "accessKey") {
      const { configKey, example } = settingSpecs.accessKey;
      const command = `pulumi config set --secret ${configKey} ${example}`;
      const orRun = canSetConfig && name === undefined ? `, or run ${command}` : "";
      return `Set ${variable} to the access key of ${who}${orRun}: keys are not taken from a state`;
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
