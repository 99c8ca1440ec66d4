import { CdnClient } from "../../../provider/api/client";
import { readSettings } from "../../../provider/api/settings";
import type { Properties } from "../../../provider/declared/properties";
import { managedState } from "../../../provider/lifecycle/storageZone/state";
import { pullZoneLifeCycle } from "../../../provider/lifecycle/pullZone";
import { storageZoneLifeCycle } from "../../../provider/lifecycle/storageZone";
import { withSecretsApart } from "../../../provider/wire/secrets";
import type { KindName } from "../../../provider/kinds";
import { resourceType } from "../../../provider/kinds/resourceTypes";
import { asSecret } from "../../../provider/wire/pulumiMark";
import { pullZoneTable } from "../../../provider/wire/pullZone";
import { linkedStorageZoneTable } from "../../../provider/wire/storageZone";
import type { Emulator } from "../../../emulator";

/** How the zones of a service stand in the state that is to be made. */
export interface StateWishes {
  /** Ids of storage zones, with what is declared of them besides name and region. */
  readonly managed?: Readonly<Record<number, Properties>>;
  /** Ids of zones that are read. */
  readonly externalStorage?: readonly number[];
  readonly pullZones?: readonly number[];
  /** What the resources have besides, such as `ignoreChanges`. */
  readonly more?: Properties;
  /** @default "dev" */
  readonly stack?: string;
  /** Whether secrets are left in plain text, as `--show-secrets` does. @default true */
  readonly showSecrets?: boolean;
}

/** A state as `pulumi stack export` prints it, in which the zones stand as they are at the moment. */
export async function stateNow(emulator: Emulator, wishes: StateWishes): Promise<string> {
  const { url: baseUrl, accessKey } = emulator;
  const settings: Record<string, string> = { "cdn:baseUrl": baseUrl, "cdn:accessKey": accessKey };
  const client = new CdnClient(readSettings({ config: (key) => settings[key], env: {} }));
  const { managed = {}, externalStorage = [], pullZones = [], stack = "dev", more = {}, showSecrets = true } = wishes;
  const urn = (type: string, name: string): string => `urn:pulumi:${stack}::acme::${type}::${name}`;
  const provider = { urn: urn("pulumi:providers:pulumi-nodejs", "default"), id: "p1" };
  const resource = (kind: "StorageZone" | "PullZone", id: number, rest: Properties): object => ({
    urn: urn(resourceType(kind), `${kind}-${String(id)}`),
    type: resourceType(kind),
    custom: true,
    id: String(id),
    provider: `${provider.urn}::${provider.id}`,
    ...rest,
    ...more,
  });
  const sealed = (table: typeof linkedStorageZoneTable | typeof pullZoneTable, state: Properties): Properties =>
    inCheckpoint(withSecretsApart(table, state), showSecrets) as Properties;

  const resources: object[] = [
    { ...provider, type: "pulumi:providers:pulumi-nodejs", custom: true, inputs: { "cdn:baseUrl": baseUrl } },
  ];
  for (const [id, declared] of Object.entries(managed)) {
    const zone = await client.getStorageZone(id);
    const inputs = { name: zone.name ?? "", region: zone.region ?? "", ...declared };
    const outputs = sealed(linkedStorageZoneTable, managedState(zone, inputs));
    resources.push(resource("StorageZone", Number(id), { inputs, outputs }));
  }
  for (const id of externalStorage) {
    const found = await storageZoneLifeCycle.read({ reader: client.reads }, String(id), {});
    const outputs = sealed(linkedStorageZoneTable, found?.state ?? {});
    resources.push(resource("StorageZone", id, { external: true, outputs }));
  }
  for (const id of pullZones) {
    const found = await pullZoneLifeCycle.read({ reader: client.reads }, String(id), { includeCertificate: true });
    resources.push(resource("PullZone", id, { external: true, outputs: sealed(pullZoneTable, found?.state ?? {}) }));
  }
  return JSON.stringify({ version: 3, deployment: { resources } });
}

/** A resource in a state, with the names of the properties that the program marks as secret. */
export interface ResourceWishes {
  readonly kind: KindName;
  readonly id: string;
  readonly inputs: Properties;
  readonly state: Properties;
  readonly secret?: readonly string[];
  readonly showSecrets: boolean;
}

/** A state of one resource, as `pulumi stack export` prints it. */
export function stateOfOne({ kind, id, inputs, state, secret = [], showSecrets }: ResourceWishes): string {
  const marked = (properties: Properties): unknown => {
    const mark = (name: string, value: unknown): unknown => (secret.includes(name) ? asSecret(value) : value);
    const entries = Object.entries(properties).map(([name, value]) => [name, mark(name, value)]);
    return inCheckpoint(Object.fromEntries(entries), showSecrets);
  };
  const urnOf = (type: string): string => `urn:pulumi:dev::acme::${type}::default`;
  const [type, providerType] = [resourceType(kind), "pulumi:providers:pulumi-nodejs"];
  const provider = { urn: urnOf(providerType), id: "1", type: providerType, custom: true, inputs: {} };
  const resource = {
    ...{ urn: urnOf(type), id, type, custom: true, provider: `${provider.urn}::1` },
    ...{ inputs: marked(inputs), outputs: marked(state) },
  };
  return JSON.stringify({ version: 3, deployment: { resources: [provider, resource] } });
}

/** The key under which the engine marks a secret. */
export const specialKey = "4dabf18193072939515e22adb298388d";

/** Secrets as a checkpoint has them, which is otherwise than on the wire of the engine. */
export function inCheckpoint(value: unknown, showSecrets: boolean): unknown {
  if (Array.isArray(value)) return value.map((element) => inCheckpoint(element, showSecrets));
  if (typeof value !== "object" || value === null) return value;
  const object = value as Properties;
  const mark = object[specialKey];
  if (mark !== undefined) {
    return {
      [specialKey]: mark,
      ...(showSecrets ? { plaintext: JSON.stringify(object["value"]) } : { ciphertext: "v1:x:y" }),
    };
  }
  return Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, inCheckpoint(inner, showSecrets)]));
}
