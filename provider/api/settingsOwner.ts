import { ConfigurationError } from "./errors";
import type { SettingSpec } from "./settingSpecs";
import { settingSpecs } from "./settingSpecs";

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

/** The setting by which an explicit provider tells its process its name, which its environment variables end in. */
export const providerNameKey = "cdn:providerName";

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
