import { settingSpecs } from "../provider/api/settingSpecs";
import type { CommandIo } from "./command";

/** The variables of this package that hold a secret. The key of an explicit provider has a suffix: `CDN_ACCESS_KEY_EU`. */
const secretVariables = {
  accessKey: settingSpecs.accessKey.variable,
  storagePassword: "CDN_STORAGE_PASSWORD",
  controlToken: "CDN_EMULATOR_CONTROL_TOKEN",
};

/** Returns the environment of a child process, without the secrets of this package that the process does not need. */
export function childEnvironment(
  { env }: Pick<CommandIo, "env">,
  ...needed: readonly (keyof typeof secretVariables)[]
): Record<string, string | undefined> {
  const secrets = Object.entries(secretVariables).filter(([name]) => !needed.some((one) => one === name));
  return Object.fromEntries(
    // Names of variables are case-insensitive on Windows.
    Object.entries(env).filter(([name]) => !secrets.some(([, secret]) => name.toUpperCase().startsWith(secret))),
  );
}
