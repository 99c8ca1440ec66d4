import { ConfigurationError } from "./errors";
import type { SettingSpec } from "./settingSpecs";
import { settingSpecs } from "./settingSpecs";

/** Owner of settings. It determines how messages name a setting and how to change it. */
export interface SettingsOwner {
  /** Suffix of its environment variables: the name of an explicit provider or of an account. */
  readonly providerName?: string;
  /** Returns the name of a setting for messages. */
  name(spec: SettingSpec): string;
  /** Returns the advice for a setting that is missing or wrong. */
  cure(spec: SettingSpec): string;
  /** Advice for an access key that was refused. */
  readonly keyCure: string;
}

/** Configuration key in which an explicit provider passes its name to its process. The name is the suffix of its environment variables. */
export const providerNameKey = "cdn:providerName";

/** Owner of the settings of the default provider. */
export const defaultOwner: SettingsOwner = {
  name: ({ configKey }) => configKey,
  cure: ({ secret, configKey, example, variable }) =>
    `Set it with: pulumi config set ${secret === true ? "--secret " : ""}${configKey} ${example} (or the variable ${variable})`,
  keyCure: providerKeyCure(settingSpecs.accessKey.variable, "with: pulumi config set --secret cdn:accessKey YOUR-KEY"),
};

/** Returns the owner of a provider's settings. Only an explicit provider has a name. */
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
  return `Set a valid key in the variable ${variable} if that is set, otherwise ${otherwise}. If the key was just changed, run pulumi up first, or set the variable: refresh and destroy use the key in the state`;
}

/** Owner of the options of `createClient`. */
export const optionsOwner: SettingsOwner = {
  name: ({ name }) => name,
  cure: ({ name }) => `Pass it as the option ${name}`,
  keyCure: "Pass a valid key as the option accessKey",
};

/** Returns the owner of a command's settings. Commands also run without a stack configuration or a program. */
export function commandOwner(providerName?: string): SettingsOwner {
  // Only the key of the default provider can come from a stack configuration.
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
    keyCure: `Set a valid key in the variable ${variableOf(settingSpecs.accessKey, providerName)}${otherwise}`,
  };
}

/** Returns the environment variable that overrides a setting: `CDN_ACCESS_KEY_EU` for the provider "eu". */
export function variableOf(spec: SettingSpec, providerName?: string): string {
  if (providerName === undefined) return spec.variable;
  return `${spec.variable}_${providerName.replace(/[^A-Za-z0-9]/g, "_").toUpperCase()}`;
}

/** Returns the name of an explicit provider; undefined for a default one, which the engine names after version and address. */
export function explicitName(name: string): string | undefined {
  return name === "" || name === "default" || /^default_(\d+_\d+_\d+|[a-z]+_\/)/.test(name) ? undefined : name;
}

/** Returns the error for two explicit providers with the same variables: the key of one would reach the service of the other. */
export function sameVariablesError(one: string, other: string): ConfigurationError {
  return new ConfigurationError(
    `The providers ${JSON.stringify(one)} and ${JSON.stringify(other)} have the same variables, such as ${variableOf(settingSpecs.accessKey, one)}, so the key of one could reach the service of the other. Rename one of them, with the old name under aliases`,
  );
}
