import type { Settings } from "../types/settings";
import type { Sourced } from "./addressOfKey";
import { addressFault } from "./addressOfKey";
import { ConfigurationError } from "./errors";
import type { SettingsOwner } from "./settingsOwner";
import { defaultOwner, variableOf } from "./settingsOwner";
import type { SettingSpec } from "./settingSpecs";
import { publicLogsUrl, settingSpecs } from "./settingSpecs";

/** Settings with what messages need to name them. */
export interface OwnedSettings extends Settings {
  /** Owner of the settings. @default the default provider */
  readonly owner?: SettingsOwner;
  /** Source of the base URL, for messages. @default its key in the stack configuration */
  readonly baseUrlFrom?: string;
  /** Each place that sets `readOnly` to true, for messages. */
  readonly readOnlyFrom?: readonly string[];
}

/** Sources of settings. */
export interface SettingSource {
  /** Returns a value of the stack's or the provider's configuration by its full key. */
  readonly config: (key: string) => unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** @default the default provider */
  readonly owner?: SettingsOwner;
  /** Returns the source of a value of {@link config}, if it differs from that of the others. */
  readonly originOf?: (key: string) => string | undefined;
  /** Folder of the stack's configuration, for messages. @default the current folder */
  readonly folder?: string;
}

/**
 * Reads all settings.
 *
 * @throws {ConfigurationError} with every setting that is missing or malformed, and the command that sets it
 */
export function readSettings(source: SettingSource): OwnedSettings {
  const faults: string[] = [];
  const read = <T>(spec: SettingSpec<T>): T => orFault(() => readSetting(spec, source)) as T;
  const orFault = <T>(get: () => T): T | undefined => {
    try {
      return get();
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      faults.push(error.message);
      return undefined;
    }
  };
  const baseUrl = read<string>(settingSpecs.baseUrl);
  const { owner = defaultOwner } = source;
  const { isVariable = false, from = "" } = findText(settingSpecs.baseUrl, source) ?? {};
  const readOnlyFrom = orFault(() => readOnlyPlaces(source)) ?? [];
  const settings: OwnedSettings = {
    baseUrl,
    logsBaseUrl: read<string>(settingSpecs.logsBaseUrl) || logsHostOf(baseUrl),
    accessKey: read<string>(settingSpecs.accessKey),
    timeoutSeconds: read<number>(settingSpecs.timeoutSeconds),
    maxRetries: read<number>(settingSpecs.maxRetries),
    extraRegions: read<readonly string[]>(settingSpecs.extraRegions),
    allowInsecure: read<boolean>(settingSpecs.allowInsecure),
    checkDelegation: read<boolean>(settingSpecs.checkDelegation),
    resolver: read<string>(settingSpecs.resolver),
    edgeDelaySeconds: read<number>(settingSpecs.edgeDelaySeconds),
    readOnly: readOnlyFrom.length > 0,
    ...(readOnlyFrom.length > 0 && { readOnlyFrom }),
    owner,
    baseUrlFrom: isVariable ? `the variable ${from}` : from,
  };
  if (faults.length === 0) faults.push(...insecureUrlFaults(settings, source), ...addressFaults(settings, source));
  if (faults.length > 0) throw new ConfigurationError(faults.join("\n"));
  return settings;
}

/** Returns the base URL of the access logs for a base URL of the API: the public service has a separate host for them. */
function logsHostOf(baseUrl: string): string {
  return baseUrl === settingSpecs.baseUrl.example ? publicLogsUrl : baseUrl;
}

/** Returns the base URL to which queries of access logs are sent. */
export function logsUrlOf({ baseUrl, logsBaseUrl }: Pick<Settings, "baseUrl" | "logsBaseUrl">): string {
  return logsBaseUrl ?? logsHostOf(baseUrl);
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
  const got = spec.secret ? "a value with other characters" : JSON.stringify(withoutCredentials(found.text));
  // A variable overrides the configuration, so setting the latter would change nothing.
  const cure = found.isVariable
    ? `Change or unset the variable ${found.from}: it overrides ${owner.name(spec)}`
    : owner.cure(spec);
  throw new ConfigurationError(`${found.from} must be ${spec.rule}, but got: ${got}. ${cure}`);
}

/** Returns the base URL as it is set, without a check; undefined if it is not set or not known yet. */
export function baseUrlIn(source: SettingSource): string | undefined {
  return findText(settingSpecs.baseUrl, source)?.text;
}

function findText(spec: SettingSpec, source: SettingSource): Sourced | undefined {
  const { config, env, owner = defaultOwner, originOf } = source;
  const variable = variableOf(spec, owner.providerName);
  const fromEnv = env[variable];
  if (fromEnv !== undefined && fromEnv !== "")
    return { text: fromEnv.trim(), from: variable, isVariable: true, origin: "" };
  const fromConfig = config(spec.configKey);
  if (fromConfig === undefined || fromConfig === null || fromConfig === "") return undefined;
  const text = typeof fromConfig === "string" ? fromConfig : JSON.stringify(fromConfig);
  const usual = owner.providerName === undefined ? "the configuration of the stack" : "the program";
  const origin = originOf?.(spec.configKey) ?? usual;
  return { text: text.trim(), from: owner.name(spec), isVariable: false, origin };
}

/**
 * Returns each place that sets `readOnly` to true: the variable of the owner, the variable without a name, which holds for the whole process, and
 * the configuration. Elsewhere a variable overrides the configuration. Here `true` wins, because `false` must not take a protection away.
 *
 * @throws {ConfigurationError} for another value in any of them
 */
export function readOnlyPlaces(source: SettingSource): string[] {
  const spec = settingSpecs.readOnly;
  const unnamed: SettingSource = { config: () => undefined, env: source.env };
  const places = [{ ...source, config: unnamed.config }, unnamed, { ...source, env: {} }];
  const found = places.filter((place) => readSetting<boolean>(spec, place)).map((place) => findText(spec, place));
  return [...new Set(found.flatMap((one) => (one === undefined ? [] : one.from)))];
}

/** Removes credentials from a URL: they may precede the host or be in the query. */
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

/** @returns faults of addresses to which the access key must not be sent, because it comes from another source */
function addressFaults({ baseUrl, logsBaseUrl }: OwnedSettings, source: SettingSource): string[] {
  const key = findText(settingSpecs.accessKey, source);
  if (key === undefined) return [];
  const { owner = defaultOwner, folder = process.cwd() } = source;
  const confirmed = findText(settingSpecs.baseUrl, source)?.isVariable === true ? new URL(baseUrl).origin : undefined;
  const urls: [SettingSpec, string][] = [[settingSpecs.baseUrl, baseUrl]];
  if (logsBaseUrl !== undefined && logsBaseUrl !== baseUrl) urls.push([settingSpecs.logsBaseUrl, logsBaseUrl]);
  return urls.flatMap(([spec, url]) => {
    const { protocol, hostname, origin } = new URL(url);
    const isPublic = url === publicLogsUrl || (protocol === "https:" && isPublicService(url));
    const isTrusted = isPublic || isLoopback(hostname) || origin === confirmed;
    const variable = variableOf(spec, owner.providerName);
    return addressFault(key, findText(spec, source), { isTrusted, variable, folder }) ?? [];
  });
}

function isInsecure({ protocol, hostname }: URL): boolean {
  return protocol !== "https:" && !isLoopback(hostname);
}

/** Returns the time after a change of a rule after which every edge has it, in seconds. */
export function edgeDelayOf({ edgeDelaySeconds = settingSpecs.edgeDelaySeconds.fallback }: Settings): number {
  return edgeDelaySeconds;
}

/** Service in which an object was seen. */
export interface Service {
  /** Name in states: the base URL, or "localhost" for every address of this machine, because the port of an emulator changes. */
  readonly name: string;
  readonly address: string;
  /** Source of the address, for messages. */
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
