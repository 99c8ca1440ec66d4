import type { KindName, WholeKind } from "../../provider/kinds";
import { listedKinds, readAs } from "../../provider/kinds";
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
  /** The providers that use it: "default", or the names of explicit ones. */
  readonly providers = new Set<string>();
  /** Its objects in the states: kind and id. */
  readonly #known = new Set<string>();
  #client: CdnClient | undefined;
  #reader: Reads | undefined;
  #auditLog: AuditLog | undefined;

  /**
   * @param settings its settings, or why they are incomplete: then each read fails with that error
   * @param name its name in the account rules, if a rule gave it
   */
  constructor(
    private readonly settings: OwnedSettings | ConfigurationError,
    private readonly name: string | undefined,
  ) {}

  /** Its name in a report. */
  get label(): string {
    const providers = [...this.providers].join(", ");
    return this.name === undefined ? providers : `${providers}, account ${this.name}`;
  }

  /** Its base URL, if known. */
  get service(): string | undefined {
    return this.settings instanceof Error ? undefined : this.settings.baseUrl;
  }

  /** Notes that a state has the object. */
  note(kind: KindName, id: string): void {
    this.#known.add(`${kind} ${idKey(id)}`);
  }

  knows(kind: string, id: string): boolean {
    return this.#known.has(`${kind} ${idKey(id)}`);
  }

  /** Announces reads of objects of a listed kind: the list is requested as soon as it is cheaper. */
  expect(kind: WholeKind, reads: number): void {
    if (!(this.settings instanceof Error)) this.reader().expect(kind, reads);
  }

  /** @throws {ConfigurationError} */
  reader(): Reads {
    if (this.settings instanceof Error) throw this.settings;
    this.#client ??= new CdnClient(this.settings);
    return (this.#reader ??= reportReads(this.#client));
  }

  /** Its audit log. Its refusals say nothing about other reads. @throws {ConfigurationError} */
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

/** The accounts of a check. Stacks and providers with the same address and key share one, so that it is listed once. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  readonly #explicitNames = new Set<string>();
  /** By variable: the base URL that the key in it is sent to, and the first stack that needs it. */
  readonly #addresses = new Map<string, { readonly baseUrl: string; readonly stack: string }>();

  /**
   * @param rules the first one that matches counts
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

  /** Adds the account that the environment alone gives to the default provider. */
  addFromEnvironment(): void {
    this.#accountOf("", defaultProvider);
  }

  /** Finds the accounts of a stack and announces the reads of its resources. @returns the account of a resource */
  ofStack(state: StackState): (resource: StateResource) => StackAccount {
    const providers = providersIn(state);
    // All names first: a variable that two providers of a stack share is refused to both.
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
      // The parts of an object are read with it.
      const [kind, id] = readAs(one.kind, one.id);
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
    // Providers of one name whose settings fail with the same message share an account, too.
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

  /** @param account the account that a rule names */
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

  /** A variable that two providers share may hold the key of either. */
  #refuseSharedVariables(name: string | undefined): void {
    if (name === undefined) return;
    const variable = (of: string): string => variableOf(settingSpecs.accessKey, of);
    for (const other of this.#explicitNames) {
      if (other !== name && variable(other) === variable(name)) throw sameVariablesError(name, other);
    }
  }

  /** The states of many stacks may name several services: a key of one must not reach another. */
  #refuseOtherAddress(variable: string, { baseUrl }: OwnedSettings, stack: string): void {
    const known = this.#addresses.get(variable) ?? { baseUrl, stack };
    this.#addresses.set(variable, known);
    if (known.baseUrl === baseUrl) return;
    throw new ConfigurationError(
      `${variable} is sent to ${known.baseUrl} for the stack ${known.stack}, and the stack ${stack} is at ${baseUrl}. Name an account for one of the two: see accounts in .cdn-drift.yaml`,
    );
  }
}

/**
 * The providers of a state, by reference: those of its resources, and those with settings of ours, whose account `--unmanaged` lists
 * even if none of its objects is in the state. Others serve other packages.
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
