import * as pulumi from "@pulumi/pulumi";
import type { SettingSpec } from "../api/settingSpecs";
import { sameVariablesError, variableOf, providerNameKey } from "../api/settingsOwner";
import { settingSpecs } from "../api/settingSpecs";
import { withoutStack } from "../api/errors";

/** Settings of an explicit provider. Omitted settings come from the stack configuration. */
export interface ProviderArgs {
  /** Base URL of the API, such as `https://api.bunny.net`. @default the configuration's `cdn:baseUrl` */
  baseUrl?: pulumi.Input<string>;
  /**
   * Base URL of the access logs. @default the configuration's `cdn:logsBaseUrl` unless `baseUrl` is given, else the base URL, or
   * `https://logging.bunnycdn.com` if that is `https://api.bunny.net`
   */
  logsBaseUrl?: pulumi.Input<string>;
  /** API access key. Secret. @default the configuration's `cdn:accessKey` */
  accessKey?: pulumi.Input<string>;
  /**
   * Time limit of one request, in seconds. The limit of access log queries is twice as long. @default the configuration's
   * `cdn:timeoutSeconds`, else 30
   */
  timeoutSeconds?: pulumi.Input<number>;
  /** Maximum number of retries of a request. @default the configuration's `cdn:maxRetries`, else 8 */
  maxRetries?: pulumi.Input<number>;
  /** Region codes accepted in addition to the contract's. @default the configuration's `cdn:extraRegions`, else none */
  extraRegions?: pulumi.Input<pulumi.Input<string>[]>;
  /** Whether to allow unencrypted `http:` to other machines. @default the configuration's `cdn:allowInsecure`, else false */
  allowInsecure?: pulumi.Input<boolean>;
  /**
   * Whether to send DNS queries, for a free certificate, to find out whether the domain is delegated to its DNS zone. @default the
   * configuration's `cdn:checkDelegation`, else true
   */
  checkDelegation?: pulumi.Input<boolean>;
  /** Address of the DNS resolver for these queries. @default the configuration's `cdn:resolver`, else the machine's */
  resolver?: pulumi.Input<string>;
  /**
   * Time after a change of an edge rule after which a cache is emptied again, in seconds. With 0, a cache is emptied only once. @default
   * the configuration's `cdn:edgeDelaySeconds`, else 22
   */
  edgeDelaySeconds?: pulumi.Input<number>;
  /**
   * Whether requests that change something are refused. `false` does not override a `true` of the configuration or a variable. @default the
   * configuration's `cdn:readOnly`, else false
   */
  readOnly?: pulumi.Input<boolean>;
}

/**
 * An explicit provider, for several accounts in one stack. Resources and functions take it as the option `provider`.
 *
 * Environment variables that end in the provider's name override its settings: `CDN_ACCESS_KEY_EU` for the provider "eu". Variables
 * without a name apply only to the default provider. Two providers must not have the same variables, as "eu-1" and "eu.1" would.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const eu = new cdn.Provider("eu", { accessKey: new pulumi.Config().requireSecret("euKey") });
 *
 * new cdn.StorageZone("assets", { name: "acme-assets-eu", region: "DE" }, { provider: eu });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  /** Settings as strings by configuration key, for data sources. @internal */
  readonly settings: pulumi.Output<Readonly<Record<string, string | undefined>>>;
  /** Base URL, which is known earlier than a setting that another resource provides, and not secret. @internal */
  readonly baseUrl: pulumi.Output<string | undefined>;
  /** Name that the provider's variables end in. @internal */
  readonly variableName: string;

  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    refuseSameVariables(name);
    const settings = settingTexts(args);
    super("pulumi-nodejs", name, { ...settings, [providerNameKey]: name }, opts);
    this.settings = pulumi.output(settings);
    const baseUrl: pulumi.Input<string | undefined> = settings[settingSpecs.baseUrl.configKey];
    this.baseUrl = pulumi.unsecret(pulumi.output(baseUrl));
    this.variableName = name;
  }
}

/** Names of the providers that use a variable, by variable, for each program. */
const ownersOfVariables = new WeakMap<object, Map<string, string>>();

/** Refuses a provider whose variables another provider of the program uses. @throws {ConfigurationError} */
function refuseSameVariables(name: string): void {
  // A process may run several programs, each with its own stack resource. A unit test with mocks has none.
  const program = pulumi.runtime.getStackResource();
  if (program === undefined) return;
  const owners = ownersOfVariables.get(program) ?? new Map<string, string>();
  ownersOfVariables.set(program, owners);
  // One variable represents all, because all have the same ending.
  const variable = variableOf(settingSpecs.accessKey, name);
  const owner = owners.get(variable) ?? name;
  if (owner !== name) throw withoutStack(sameVariablesError(owner, name));
  owners.set(variable, name);
}

/** Returns the settings as strings, because a provider's inputs must be strings. Omitted settings come from the stack configuration. */
function settingTexts(args: ProviderArgs): Record<string, pulumi.Output<string> | undefined> {
  const config = new pulumi.Config("cdn");
  const texts: Record<string, pulumi.Output<string> | undefined> = {};
  for (const { name, configKey, secret } of Object.values<SettingSpec>(settingSpecs)) {
    const isReadOnly = name === "readOnly" && config.get(name) === "true";
    const given: pulumi.Input<unknown> = isReadOnly || args[name];
    // The stack's logs URL belongs to the stack's service: another service must not send its key there.
    const inherited = given === undefined && !(name === "logsBaseUrl" && args.baseUrl !== undefined);
    const value = inherited ? config.get(name) : given;
    if (value === undefined) continue;
    const text = pulumi.output(value).apply((plain) => (typeof plain === "string" ? plain : JSON.stringify(plain)));
    texts[configKey] = secret === true || (inherited && isSecretInStack(configKey)) ? pulumi.secret(text) : text;
  }
  return texts;
}

/** Whether a setting is a secret in the stack. The SDK exports the function without declaring it; without it, every setting is secret. */
function isSecretInStack(configKey: string): boolean {
  const { isConfigSecret } = pulumi.runtime as { isConfigSecret?: (key: string) => boolean };
  return isConfigSecret?.(configKey) ?? true;
}
