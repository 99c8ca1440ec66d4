import { Secret, type PropertyMap } from "../property/value";
import type { Project } from "./project";

/** A stack's configuration by full key, `namespace:key`; a key without a colon belongs to the project. */
export interface StackConfig {
  plain: Record<string, string>;
  secret: Record<string, string>;
}

export function qualifyConfig(config: StackConfig, project: Project): StackConfig {
  const qualify = (values: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key.includes(":") ? key : `${project.name}:${key}`, value]),
    );
  return { plain: qualify(config.plain), secret: qualify(config.secret) };
}

/** What the default dynamic provider is configured with: all of it, under the full keys. */
export function providerConfig({ plain, secret }: StackConfig): PropertyMap {
  const hidden = Object.entries(secret).map(([key, value]) => [key, new Secret(value)] as const);
  return { ...plain, ...Object.fromEntries(hidden) };
}

export function programConfigEnv({ plain, secret }: StackConfig): NodeJS.ProcessEnv {
  return {
    PULUMI_CONFIG: JSON.stringify({ ...plain, ...secret }),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(Object.keys(secret)),
  };
}
