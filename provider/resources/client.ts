import * as pulumi from "@pulumi/pulumi";
import type { CdnClient } from "../api/client";
import { ConfigurationError } from "../api/errors";
import type { SettingSource } from "../api/settings";
import { readSettings } from "../api/settings";
import { providerOwner } from "../api/settingsOwner";
import type { Provider } from "./provider";

/** Returns the settings of the stack's configuration. */
export function stackSource(): SettingSource {
  const config = new pulumi.Config("cdn");
  return { config: (key) => config.get(key.slice("cdn:".length)), env: process.env };
}

async function sourceOf(provider: Provider | undefined): Promise<SettingSource> {
  if (provider === undefined) return stackSource();
  const settings = await knownSettings(provider);
  return { config: (key) => settings[key], env: process.env, owner: providerOwner(provider.variableName) };
}

/** Returns the settings of a provider. Fails if one is unknown: `apply` would not call back, and the call would never end. */
async function knownSettings(provider: Provider): Promise<Readonly<Record<string, string | undefined>>> {
  const { settings, variableName } = provider;
  if (!(await (settings as unknown as { readonly isKnown: Promise<boolean> }).isKnown)) {
    throw new ConfigurationError(
      `The settings of the provider "${variableName}" are not known yet in this preview. Use the Output form of the data source, which waits for them`,
    );
  }
  return new Promise((resolve) => {
    settings.apply(resolve);
  });
}

const clients = new Map<string, CdnClient>();

/** Returns one client for equal settings, so that calls share connections and the limit of parallel requests. */
export async function clientFor(provider: Provider | undefined): Promise<CdnClient> {
  const settings = readSettings(await sourceOf(provider));
  const key = JSON.stringify(settings);
  const client = clients.get(key) ?? new (loadClient().CdnClient)(settings);
  clients.set(key, client);
  return client;
}

/** Loads the client on first use: a program that only declares resources does not need it. */
function loadClient(): typeof import("../api/client") {
  return require("../api/client") as typeof import("../api/client");
}
