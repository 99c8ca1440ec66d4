import type { KindName, WholeKind } from "../../provider/kinds";
import { listedKinds, wholeOf } from "../../provider/kinds";
import { AuditLog } from "../../provider/api/auditLog";
import { CdnClient } from "../../provider/api/client";
import { ConfigurationError } from "../../provider/api/errors";
import type { Reads } from "../../provider/api/reads";
import type { OwnedSettings } from "../../provider/api/settings";
import { sameVariablesError, variableOf } from "../../provider/api/settingsOwner";
import { settingSpecs } from "../../provider/api/settingSpecs";
import { idKey } from "../../provider/wire/dnsName";
import { matchesGlob } from "../ignore/rules";
import type { ProviderResource, StackState, StateResource } from "../state/parse";
import { reportReads } from "./reader";
import type { SettingSources } from "./settings";
import { providerSettings } from "./settings";

/** Rule that assigns an account to providers. Their variables then end in the account's name instead of the provider's. */
export interface AccountRule {
  /** Name of the account: "shop" for `CDN_ACCESS_KEY_SHOP`. */
  readonly account: string;
  /** Glob over `project/stack`: `*` matches any characters, `?` one character. @default every stack */
  readonly stack?: string;
  /** Glob over the provider's name; the default provider is called "default". @default every provider */
  readonly provider?: string;
  /** Glob over the base URL in the state. @default every base URL */
  readonly baseUrl?: string;
}

/** An account of the service. */
export class Account {
  /** The providers that use the account: "default", or the names of explicit ones. */
  readonly providers = new Set<string>();
  /** The account's objects in the states, by kind and id. */
  readonly #known = new Set<string>();
  #client: CdnClient | undefined;
  #reader: Reads | undefined;
  #auditLog: AuditLog | undefined;

  /**
   * @param settings the account's settings, or the error with which each read fails if they are incomplete
   * @param name the account's name, if a rule assigned it
   */
  constructor(
    private readonly settings: OwnedSettings | ConfigurationError,
    private readonly name: string | undefined,
  ) {}

  /** The account's name in a report. */
  get label(): string {
    const providers = [...this.providers].join(", ");
    return this.name === undefined ? providers : `${providers}, account ${this.name}`;
  }

  /** The account's base URL, if known. */
  get service(): string | undefined {
    return this.settings instanceof Error ? undefined : this.settings.baseUrl;
  }

  /** Records that a state has the object. */
  note(kind: KindName, id: string): void {
    this.#known.add(`${kind} ${idKey(id)}`);
  }

  knows(kind: string, id: string): boolean {
    return this.#known.has(`${kind} ${idKey(id)}`);
  }

  /** Announces reads of objects of a kind, so that their list is requested as soon as that is cheaper. */
  expect(kind: WholeKind, reads: number): void {
    if (!(this.settings instanceof Error)) this.reader().expect(kind, reads);
  }

  /** @throws {ConfigurationError} */
  reader(): Reads {
    if (this.settings instanceof Error) throw this.settings;
    this.#client ??= new CdnClient(this.settings);
    return (this.#reader ??= reportReads(this.#client));
  }

  /** The account's audit log. If it refuses the key, other reads may still work. @throws {ConfigurationError} */
  auditLog(): AuditLog {
    if (this.settings instanceof Error) throw this.settings;
    return (this.#auditLog ??= new AuditLog(this.settings));
  }

  get counters(): { readonly requests: number; readonly retries: number } {
    const all = [this.#client?.counters, this.#auditLog?.counters];
    const sum = (name: "requests" | "retries"): number => all.reduce((total, one) => total + (one?.[name] ?? 0), 0);
    return { requests: sum("requests"), retries: sum("retries") };
  }
}

/** The account of a stack's provider. */
export interface StackAccount {
  readonly account: Account;
  /** The provider's name. */
  readonly provider: string;
}

/** The accounts of a check. Stacks and providers with the same address and key share an account, so that it is listed once. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  readonly #explicitNames = new Set<string>();
  /** For each variable with a key: the base URL that the key is sent to, and the first stack that needs it. */
  readonly #addresses = new Map<string, { readonly baseUrl: string; readonly stack: string }>();

  /**
   * @param rules of which the first match counts
   * @param wantsAll whether every object of the accounts that can be listed will be read
   */
  constructor(
    private readonly sources: SettingSources,
    private readonly rules: readonly AccountRule[],
    private readonly wantsAll: boolean,
  ) {}

  get list(): readonly Account[] {
    return [...this.#accounts.values()];
  }

  /** Adds the account of the default provider that is given by the environment alone. */
  addFromEnvironment(): void {
    this.#accountOf("", defaultProvider);
  }

  /** Finds the accounts of a stack and announces the reads of its resources. @returns a function from a resource to its account */
  ofStack(state: StackState): (resource: StateResource) => StackAccount {
    const providers = providersIn(state);
    // All names are collected first, so that a variable that two providers of a stack share is refused for both.
    for (const { name } of providers.values()) if (name !== undefined) this.#explicitNames.add(name);
    const accounts = new Map<string, StackAccount>();
    for (const [reference, provider] of providers) {
      accounts.set(reference, { account: this.#accountOf(state.name, provider), provider: providerName(provider) });
    }
    const accountOf = ({ provider }: StateResource): StackAccount => accounts.get(provider) as StackAccount;
    const { resources, leaving } = state;
    for (const one of [...resources, ...leaving]) accountOf(one).account.note(one.kind, one.id);
    const announced = new Set<string>();
    for (const one of resources) {
      // Parts are not announced, because they are read with their zone.
      const [kind, id] = wholeOf(one.kind, one.id);
      const key = `${kind} ${id} ${one.provider}`;
      if (!announced.has(key)) accountOf(one).account.expect(kind, 1);
      announced.add(key);
    }
    return accountOf;
  }

  #accountOf(stack: string, provider: ProviderResource): Account {
    const name = providerName(provider);
    const rule = this.#ruleOf(stack, provider);
    const settings = this.#settingsOf(stack, rule?.account, provider);
    // Providers with the same name also share an account if their settings fail with the same message.
    const identity = settings instanceof Error ? [name, settings.message] : [settings.baseUrl, settings.accessKey];
    const key = JSON.stringify(identity);
    let account = this.#accounts.get(key);
    if (account === undefined) {
      account = new Account(settings, rule?.account);
      this.#accounts.set(key, account);
      if (this.wantsAll) for (const kind of listedKinds) account.expect(kind, Infinity);
    }
    account.providers.add(name);
    return account;
  }

  #ruleOf(stack: string, provider: ProviderResource): AccountRule | undefined {
    const baseUrl = provider.inputs[settingSpecs.baseUrl.configKey];
    const matches = (glob: string | undefined, text: unknown): boolean =>
      glob === undefined || (typeof text === "string" && matchesGlob(glob, text));
    return this.rules.find(
      (rule) =>
        matches(rule.stack, stack) && matches(rule.provider, providerName(provider)) && matches(rule.baseUrl, baseUrl),
    );
  }

  /** Returns the account with these settings. @param account the name that a rule assigns */
  #settingsOf(
    stack: string,
    account: string | undefined,
    provider: ProviderResource,
  ): OwnedSettings | ConfigurationError {
    try {
      if (account === undefined) this.#refuseSharedVariables(provider.name);
      const settings = providerSettings(provider, account, this.sources);
      this.#refuseOtherAddress(variableOf(settingSpecs.accessKey, account ?? provider.name), settings, stack);
      return settings;
    } catch (error) {
      if (error instanceof ConfigurationError) return error;
      throw error;
    }
  }

  /** Refuses a variable that two providers share, because it may hold the key of either. */
  #refuseSharedVariables(name: string | undefined): void {
    if (name === undefined) return;
    const variable = (of: string): string => variableOf(settingSpecs.accessKey, of);
    for (const other of this.#explicitNames) {
      if (other !== name && variable(other) === variable(name)) throw sameVariablesError(name, other);
    }
  }

  /** Refuses to send a key to two addresses: the states of many stacks may name several services, and a key of one must not reach another. */
  #refuseOtherAddress(variable: string, { baseUrl }: OwnedSettings, stack: string): void {
    const address = this.#addresses.get(variable) ?? { baseUrl, stack };
    this.#addresses.set(variable, address);
    if (address.baseUrl === baseUrl) return;
    throw new ConfigurationError(
      `The stack ${stack} would send the key in ${variable} to ${baseUrl}, but for the stack ${address.stack} it belongs to ${address.baseUrl}. Assign an account to one of the two stacks under accounts in .cdn-drift.yaml`,
    );
  }
}

/**
 * Returns the providers of a state, by reference: those of its resources, and those with settings of this package, whose account
 * `--unmanaged` lists even if the state has none of its objects. Other providers serve other packages.
 */
function providersIn({ providers, resources, leaving }: StackState): ReadonlyMap<string, ProviderResource> {
  const used = new Set([...resources, ...leaving].map(({ provider }) => provider));
  const hasSettings = ({ inputs }: ProviderResource): boolean =>
    Object.keys(inputs).some((key) => key.startsWith("cdn:"));
  const ours = [...providers].filter(([reference, provider]) => used.has(reference) || hasSettings(provider));
  const absent = [...used].filter((reference) => !providers.has(reference));
  return new Map([...ours, ...absent.map((reference) => [reference, defaultProvider] as const)]);
}

const defaultProvider: ProviderResource = { name: undefined, inputs: {} };

/** The default provider's name in a report. */
export const defaultName = "default";

function providerName({ name }: ProviderResource): string {
  return name ?? defaultName;
}
