import { settingSpecs } from "../provider/api/settingSpecs";
import type { CommandIo } from "./command";

/** The variables of ours that hold a secret. Those of an explicit provider begin like its key: `CDN_ACCESS_KEY_EU`. */
const secretVariables = {
  accessKey: settingSpecs.accessKey.variable,
  storagePassword: "CDN_STORAGE_PASSWORD",
  controlToken: "CDN_EMULATOR_CONTROL_TOKEN",
};

/** The environment of a child process: without our secrets, other than those that it needs. */
export function childEnvironment(
  { env }: Pick<CommandIo, "env">,
  ...needed: readonly (keyof typeof secretVariables)[]
): Record<string, string | undefined> {
  const secrets = Object.entries(secretVariables).filter(([name]) => !needed.some((one) => one === name));
  return Object.fromEntries(
    // Names of variables have no case on Windows.
    Object.entries(env).filter(([name]) => !secrets.some(([, secret]) => name.toUpperCase().startsWith(secret))),
  );
}
