import { ConfigurationError } from "../../provider/api/errors";
import type { OwnedSettings } from "../../provider/api/settings";
import type { SettingSpec } from "../../provider/api/settingSpecs";
import { readSettings } from "../../provider/api/settings";
import { commandOwner, variableOf } from "../../provider/api/settingsOwner";
import { settingSpecs } from "../../provider/api/settingSpecs";
import type { ProviderResource } from "../state/parse";
import { PlainSecret, Sealed } from "../state/secrets";

/** The sources of settings other than the state. */
export interface SettingSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The stack's configuration, for the default provider. */
  readonly config?: ((key: string) => unknown) | undefined;
}

/**
 * Returns the settings of a provider in a state. The access key is never taken from the state.
 *
 * @param account the account that a rule assigns, whose variables are used instead of the provider's
 * @throws {ConfigurationError} that lists all missing settings
 */
export function providerSettings(
  { name, inputs }: ProviderResource,
  account: string | undefined,
  { env, config: stackConfig }: SettingSources,
): OwnedSettings {
  const suffix = account ?? name;
  const owner =
    suffix === undefined
      ? "the default provider"
      : `the ${account === undefined ? "provider" : "account"} ${JSON.stringify(suffix)}`;
  const configured = (key: string): unknown => (suffix === undefined ? stackConfig?.(key) : undefined);
  // These are checked before `readSettings`, whose messages would not mention the state.
  const missing = (spec: SettingSpec): string | undefined => {
    const variable = variableOf(spec, suffix);
    if ((env[variable] ?? "") !== "" || (configured(spec.configKey) ?? "") !== "") return undefined;
    if (spec.name === "accessKey") {
      return `Set ${variable} to the access key of ${owner}: the check takes no keys from a state`;
    }
    const inState = inputs[spec.configKey] ?? "";
    if (inState instanceof Sealed) return `Set ${variable}: ${spec.configKey} of ${owner} is encrypted in the state`;
    if (spec.name !== "baseUrl" || inState !== "") return undefined;
    return `Set ${variable} to the base URL of the API: the state has none for ${owner}`;
  };
  const faults = Object.values<SettingSpec>(settingSpecs).flatMap((spec) => missing(spec) ?? []);
  if (faults.length > 0) throw new ConfigurationError(faults.join(". "));
  const config = (key: string): unknown => {
    const value = key === settingSpecs.accessKey.configKey ? undefined : inputs[key];
    if (value === undefined || value instanceof Sealed) return configured(key);
    return value instanceof PlainSecret ? value.value : value;
  };
  // The state is another source than the configuration from which the key may come, unless both name the same value.
  const originOf = (key: string): string | undefined =>
    inputs[key] === undefined || config(key) === configured(key) ? undefined : "the state";
  return readSettings({ config, env, owner: commandOwner(suffix), originOf });
}
