import { isIP } from "node:net";
import type { Settings } from "../types/settings";
import type { ArgumentSpec, ArgumentTable } from "../wire/functions";
import { ConfigurationError } from "./errors";

/** One setting: where it is read from and what it must be. */
export interface SettingSpec<T = unknown> extends Pick<ArgumentSpec, "type" | "fraction" | "doc"> {
  readonly name: keyof Settings;
  /** The key in the stack configuration. */
  readonly configKey: string;
  /** The environment variable, which wins over the configuration. */
  readonly variable: string;
  readonly secret?: true;
  /** An example for messages. */
  readonly example: string;
  /** The rule in words: "must be …". */
  readonly rule: string;
  readonly fallback?: T;
  /** What stands in for it, in words: then it may be absent. */
  readonly fallbackDoc?: string;
  /** @returns undefined where the text breaks the rule */
  readonly parse: (text: string) => T | undefined;
}

/** All settings. Messages and the reference documentation follow from this list. */
export const settingSpecs = {
  baseUrl: {
    name: "baseUrl",
    type: "string",
    doc: "Base URL of the API, such as `https://api.example.com`.",
    configKey: "cdn:baseUrl",
    variable: "CDN_BASE_URL",
    example: "https://api.bunny.net",
    rule: "an absolute http(s) URL without credentials, query or fragment",
    parse: (text: string) => baseUrlOf(text),
  },
  logsBaseUrl: {
    name: "logsBaseUrl",
    type: "string",
    doc: "Base URL of the access logs, if they have a host of their own.",
    configKey: "cdn:logsBaseUrl",
    variable: "CDN_LOGS_BASE_URL",
    example: "https://logs.example.com",
    rule: "an absolute http(s) URL without credentials, query or fragment",
    fallback: "",
    fallbackDoc: "the base URL",
    parse: (text: string) => baseUrlOf(text),
  },
  accessKey: {
    name: "accessKey",
    type: "string",
    doc: "The API access key. Secret: it is in no message.",
    configKey: "cdn:accessKey",
    variable: "CDN_ACCESS_KEY",
    secret: true,
    example: "YOUR-KEY",
    rule: "a key of visible ASCII characters",
    parse: (text: string) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
  },
  timeoutSeconds: {
    name: "timeoutSeconds",
    type: "number",
    fraction: true,
    doc: "Time limit of one request, in seconds; queries of access logs have twice as long.",
    configKey: "cdn:timeoutSeconds",
    variable: "CDN_TIMEOUT_SECONDS",
    example: "30",
    rule: "a number of seconds above 0, at most 3600",
    fallback: 30,
    parse: (text: string) => numberOf(text, (n) => n > 0 && n <= 3600),
  },
  maxRetries: {
    name: "maxRetries",
    type: "number",
    doc: "Maximum number of retries of a request.",
    configKey: "cdn:maxRetries",
    variable: "CDN_MAX_RETRIES",
    example: "8",
    rule: "an integer from 0 to 100",
    fallback: 8,
    parse: (text: string) => numberOf(text, (n) => Number.isInteger(n) && n >= 0 && n <= 100),
  },
  extraRegions: {
    name: "extraRegions",
    type: "readonly string[]",
    doc: "Region codes accepted in addition to the contract's, for main and replication regions.",
    configKey: "cdn:extraRegions",
    variable: "CDN_EXTRA_REGIONS",
    example: "BR,SE",
    rule: "region codes, separated by commas or as a JSON array",
    fallback: [],
    parse: (text: string) => regionsOf(text),
  },
  allowInsecure: {
    name: "allowInsecure",
    type: "boolean",
    doc: "Whether to allow plain `http:` to other machines.",
    configKey: "cdn:allowInsecure",
    variable: "CDN_ALLOW_INSECURE",
    example: "true",
    rule: "true or false",
    fallback: false,
    parse: booleanOf,
  },
  checkDelegation: {
    name: "checkDelegation",
    type: "boolean",
    doc: "Whether a free certificate may lead to DNS queries that tell whether the domain is delegated to its DNS zone.",
    configKey: "cdn:checkDelegation",
    variable: "CDN_CHECK_DELEGATION",
    example: "false",
    rule: "true or false",
    fallback: true,
    fallbackDoc: "true",
    parse: booleanOf,
  },
  resolver: {
    name: "resolver",
    type: "string",
    doc: "Address of the DNS resolver for these queries. If the base URL is on this machine, there are none without it.",
    configKey: "cdn:resolver",
    variable: "CDN_RESOLVER",
    example: "192.0.2.53",
    rule: "an IP address, or one with a port such as 127.0.0.1:5353 or [::1]:5353",
    fallback: "",
    fallbackDoc: "the machine's",
    parse: resolverOf,
  },
} as const satisfies { [Name in keyof Settings]-?: SettingSpec<Settings[Name]> };

/** The settings as arguments of a provider. */
export const settingTable: ArgumentTable = {
  type: "Settings",
  doc: "How to reach the service.",
  specs: Object.fromEntries(
    Object.values<SettingSpec>(settingSpecs).map(({ name, type, fraction, doc, fallback, fallbackDoc }) => {
      const words = fallbackDoc ?? (fallback === undefined ? undefined : JSON.stringify(fallback));
      const required = fallbackDoc === undefined;
      return [name, { type, doc, required, ...(fraction && { fraction }), ...(words && { fallback: words }) }];
    }),
  ),
};

/** Whose settings they are: messages name what can be changed there. */
export interface SettingsOwner {
  /** What its variables end in: the name of an explicit provider, or of an account. */
  readonly providerName?: string;
  /** A setting in messages. */
  name(spec: SettingSpec): string;
  /** What to do about a setting that is missing or wrong. */
  cure(spec: SettingSpec): string;
  /** What to do about an access key that was refused. */
  readonly keyCure: string;
}

/** The default provider. */
export const defaultOwner: SettingsOwner = {
  name: ({ configKey }) => configKey,
  cure: ({ secret, configKey, example, variable }) =>
    `Set it with: pulumi config set ${secret === true ? "--secret " : ""}${configKey} ${example} (or the variable ${variable})`,
  keyCure: providerKeyCure(settingSpecs.accessKey.variable, "with: pulumi config set --secret cdn:accessKey YOUR-KEY"),
};

/** A provider: an explicit one has a name. */
export function providerOwner(name: string | undefined): SettingsOwner {
  if (name === undefined) return defaultOwner;
  const provider = `the provider ${JSON.stringify(name)}`;
  return {
    providerName: name,
    name: (spec) => `${spec.name} of ${provider}`,
    cure: (spec) => `Pass it as an argument (or set the variable ${variableOf(spec, name)})`,
    keyCure: providerKeyCure(variableOf(settingSpecs.accessKey, name), `as the argument accessKey of ${provider}`),
  };
}

function providerKeyCure(variable: string, otherwise: string): string {
  return `Set a valid one in the variable ${variable} if that is set, otherwise ${otherwise}. If it was just changed, run pulumi up first, or set the variable: a refresh or destroy uses the one in the state`;
}

/** The options of `createClient`. */
export const optionsOwner: SettingsOwner = {
  name: ({ name }) => name,
  cure: ({ name }) => `Pass it as the option ${name}`,
  keyCure: "Pass a valid one as the option accessKey",
};

/** One of our commands, which also run without a stack configuration or a program. */
export function commandOwner(providerName?: string): SettingsOwner {
  // The key can only come from the configuration of a stack for the default provider.
  const otherwise =
    providerName === undefined
      ? ", or if that is not set, for the stack: pulumi config set --secret cdn:accessKey YOUR-KEY"
      : "";
  return {
    ...(providerName === undefined ? {} : { providerName }),
    name: ({ configKey }) => configKey,
    cure: (spec) =>
      `Set the variable ${variableOf(spec, providerName)}, for example to ${spec.example}` +
      (spec.secret && providerName === undefined ? otherwise : ""),
    keyCure: `Set a valid one in the variable ${variableOf(settingSpecs.accessKey, providerName)}${otherwise}`,
  };
}

/** Settings with what messages say of them. */
export interface OwnedSettings extends Settings {
  /** @default the default provider */
  readonly owner?: SettingsOwner;
  /** Where the base URL was read from. @default its key in the stack configuration */
  readonly baseUrlFrom?: string;
}

/** Where settings are read from. */
export interface SettingSource {
  /** The stack's or the provider's configuration, by full key. */
  readonly config: (key: string) => unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** @default the default provider */
  readonly owner?: SettingsOwner;
}

/**
 * Reads all settings.
 *
 * @throws {ConfigurationError} naming every setting that is missing or malformed, with the command that sets it
 */
export function readSettings(source: SettingSource): OwnedSettings {
  const faults: string[] = [];
  const read = <T>(spec: SettingSpec<T>): T => {
    try {
      return readSetting(spec, source);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      faults.push(error.message);
      return undefined as T;
    }
  };
  const baseUrl = read<string>(settingSpecs.baseUrl);
  const { owner = defaultOwner } = source;
  const { isVariable = false, from = "" } = findText(settingSpecs.baseUrl, source) ?? {};
  const settings: OwnedSettings = {
    baseUrl,
    logsBaseUrl: read<string>(settingSpecs.logsBaseUrl) || baseUrl,
    accessKey: read<string>(settingSpecs.accessKey),
    timeoutSeconds: read<number>(settingSpecs.timeoutSeconds),
    maxRetries: read<number>(settingSpecs.maxRetries),
    extraRegions: read<readonly string[]>(settingSpecs.extraRegions),
    allowInsecure: read<boolean>(settingSpecs.allowInsecure),
    checkDelegation: read<boolean>(settingSpecs.checkDelegation),
    resolver: read<string>(settingSpecs.resolver),
    owner,
    baseUrlFrom: isVariable ? `the variable ${from}` : from,
  };
  if (faults.length === 0) faults.push(...insecureUrlFaults(settings, source));
  if (faults.length > 0) throw new ConfigurationError(faults.join("\n"));
  return settings;
}

/** Reads one setting; see {@link readSettings}. */
export function readSetting<T>(spec: SettingSpec<T>, source: SettingSource): T {
  const { owner = defaultOwner } = source;
  const found = findText(spec, source);
  if (found === undefined) {
    if (spec.fallback !== undefined) return spec.fallback;
    throw new ConfigurationError(`${owner.name(spec)} is not set. ${owner.cure(spec)}`);
  }
  const value = spec.parse(found.text);
  if (value !== undefined) return value;
  const got = spec.secret ? "a text with other characters" : JSON.stringify(withoutCredentials(found.text));
  // A variable overrides the configuration, so setting the latter would change nothing.
  const cure = found.isVariable
    ? `Change or unset the variable ${found.from}: it overrides ${owner.name(spec)}`
    : owner.cure(spec);
  throw new ConfigurationError(`${found.from} must be ${spec.rule}, but got: ${got}. ${cure}`);
}

/** The variable that overrides a setting of an explicit provider: `CDN_ACCESS_KEY_EU` for the one named "eu". */
export function variableOf(spec: SettingSpec, providerName?: string): string {
  if (providerName === undefined) return spec.variable;
  return `${spec.variable}_${providerName.replace(/[^A-Za-z0-9]/g, "_").toUpperCase()}`;
}

/** The name of an explicit provider; undefined for a default one, which the engine names after version and address. */
export function explicitName(name: string): string | undefined {
  return name === "" || name === "default" || /^default_(\d+_\d+_\d+|[a-z]+_\/)/.test(name) ? undefined : name;
}

/** The error for two explicit providers with the same variables: the key of one would reach the service of the other. */
export function sameVariablesError(one: string, other: string): ConfigurationError {
  return new ConfigurationError(
    `The providers ${JSON.stringify(one)} and ${JSON.stringify(other)} have the same variables, such as ${variableOf(settingSpecs.accessKey, one)}, so the key of one could reach the service of the other. Rename one of them, with the old name under aliases`,
  );
}

function findText(spec: SettingSpec, { config, env, owner = defaultOwner }: SettingSource): FoundText | undefined {
  const variable = variableOf(spec, owner.providerName);
  const fromEnv = env[variable];
  if (fromEnv !== undefined && fromEnv !== "") return { text: fromEnv.trim(), from: variable, isVariable: true };
  const fromConfig = config(spec.configKey);
  if (fromConfig === undefined || fromConfig === null || fromConfig === "") return undefined;
  const text = typeof fromConfig === "string" ? fromConfig : JSON.stringify(fromConfig);
  return { text: text.trim(), from: owner.name(spec), isVariable: false };
}

interface FoundText {
  readonly text: string;
  /** The name of the variable, configuration key or option. */
  readonly from: string;
  readonly isVariable: boolean;
}

/** A URL may contain credentials, before its host or in its query. */
function withoutCredentials(text: string): string {
  return text
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1…@")
    .replace(/[?#].*$/s, "?…")
    .slice(0, 200);
}

function insecureUrlFaults(settings: OwnedSettings, source: SettingSource): string[] {
  const { baseUrl, logsBaseUrl, allowInsecure, owner = defaultOwner } = settings;
  if (allowInsecure) return [];
  const urls: [SettingSpec, string][] = [[settingSpecs.baseUrl, baseUrl]];
  if (logsBaseUrl !== undefined && logsBaseUrl !== baseUrl) urls.push([settingSpecs.logsBaseUrl, logsBaseUrl]);
  return urls
    .filter(([, url]) => isInsecure(new URL(url)))
    .map(
      ([spec, url]) =>
        `${findText(spec, source)?.from ?? owner.name(spec)} is plain http (${url}): the access key would cross the network unprotected. ` +
        `Use https, or allow it by ${owner.name(settingSpecs.allowInsecure)}. ${owner.cure(settingSpecs.allowInsecure)}`,
    );
}

function isInsecure({ protocol, hostname }: URL): boolean {
  return protocol !== "https:" && !isLoopback(hostname);
}

/** A service that objects are seen at. */
export interface Service {
  /** What a state records: the base URL, or "localhost" for every address of this machine, because the port of an emulator changes. */
  readonly name: string;
  readonly address: string;
  /** Where the address was read from, in words. */
  readonly from: string;
}

export function serviceOf({ baseUrl, baseUrlFrom = settingSpecs.baseUrl.configKey }: OwnedSettings): Service {
  const name = isLoopback(new URL(baseUrl).hostname) ? "localhost" : baseUrl;
  return { name, address: baseUrl, from: baseUrlFrom };
}

/** Whether a base URL is the public service's. */
export function isPublicService(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === new URL(settingSpecs.baseUrl.example).hostname;
}

/** Whether the host of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.[0-9]{1,3}){3}$/.test(hostname);
}

function baseUrlOf(text: string): string | undefined {
  // A parsed URL does not show an empty query or fragment.
  if (/[?#]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const hasCredentials = url.username !== "" || url.password !== "";
  return !hasCredentials && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, "") : undefined;
}

function numberOf(text: string, allowed: (n: number) => boolean): number | undefined {
  const number = text === "" ? NaN : Number(text);
  return Number.isFinite(number) && allowed(number) ? number : undefined;
}

function booleanOf(text: string): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}

function resolverOf(text: string): string | undefined {
  const [, bracketed, plain, port = "53"] = /^(?:\[(.*)\]|([^:]*)):(\d{1,5})$/.exec(text) ?? [];
  const version = bracketed === undefined ? isIP(plain ?? text) : isIP(bracketed) === 6 ? 6 : 0;
  return version !== 0 && Number(port) >= 1 && Number(port) <= 65_535 ? text : undefined;
}

function regionsOf(text: string): readonly string[] | undefined {
  const codes = text.startsWith("[") ? parsedArray(text) : text.split(",");
  if (codes === undefined) return undefined;
  const regions = codes.map((code) => (typeof code === "string" ? code.trim().toUpperCase() : ""));
  return regions.every((code) => /^[A-Z0-9-]{1,20}$/.test(code)) ? regions : undefined;
}

function parsedArray(text: string): readonly unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
