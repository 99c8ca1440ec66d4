import { createDecipheriv, pbkdf2Sync } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import type { Emulator, Seed } from "../../emulator";
import { kindNames } from "../../emulator/state/kinds";
import { passphrase, type EngineUnderTest } from "../e2e/support/engineUnderTest";
import { openWorld, type World } from "../e2e/support/world";
import type { Checkpoint } from "../../tools/local-engine";

/** `service.json`: what the service had when a state was written. Those of earlier versions lack the kinds that came later. */
export interface KeptService extends Seed {
  /** Texts of the files of storage zones, by id and path. */
  readonly files?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What a service has before the first `up`: what is only read, and pull zones with every kind of field. */
export const beginning: KeptService = {
  storageZones: [{ Id: 900, Name: "compatible-read", Region: "LA", FilesStored: 3, StorageUsed: 4096 }],
  pullZones: [
    {
      Id: 77,
      Name: "website",
      OriginUrl: "https://www.example.com",
      ZoneSecurityKey: "a-zone-security-key",
      BlockedCountries: ["YY", "XX"],
      MonthlyBandwidthUsed: 1000,
      EdgeRules: [
        {
          Guid: "f0f0f0f0-0000-4000-8000-000000000001",
          ActionParameter1: "X-Token",
          ActionParameter2: "a-header-value",
          Triggers: [{ PatternMatches: ["/private/*"] }],
          ExtraActions: null,
          OrderIndex: 0,
        },
      ],
    },
    {
      Id: 78,
      Name: "shop",
      Hostnames: [
        { Id: 1, Value: "shop.example.com", HasCertificate: true, Certificate: "PEM", CertificateKey: "KEY" },
      ],
    },
  ],
  dnsZones: [{ Id: 55, Domain: "compatible-read.example" }],
  dnsRecords: [{ Id: 551, DnsZoneId: 55, Type: 3, Name: "", Value: "a text" }],
  edgeScripts: [
    {
      Id: 66,
      Name: "compatible-read",
      Code: "export default () => new Response('read');",
      EdgeScriptVariables: [{ Name: "COLOUR", DefaultValue: "blue" }],
      Secrets: [{ Name: "TOKEN", Secret: "a-script-secret" }],
      Releases: [{ Code: "export default () => new Response('read');", Note: "first" }],
    },
  ],
  files: { 900: { "read.txt": "somebody's\n" } },
};

/** Fields that follow from other objects, which a seed omits. */
const derived = new Set(["PullZones", "StorageHostname", "Records", "LinkedPullZones"]);

/** What is in the emulator, to be written to `service.json`. */
export function serviceOf(emulator: Emulator): object {
  const { storageZones, files } = emulator;
  const seedOf = (object: object): object =>
    Object.fromEntries(Object.entries(object).filter(([field]) => !derived.has(field)));
  const textsOf = (zoneId: number): Record<string, string> =>
    Object.fromEntries(files.list(zoneId).map((file) => [file.path, String(files.read(zoneId, file.path))]));
  return {
    ...Object.fromEntries(kindNames.map((name) => [name, emulator[name].list().map(seedOf)])),
    files: Object.fromEntries(storageZones.list().map(({ Id }) => [Id, textsOf(Id)])),
  };
}

/** The folders of the kept states, such as `0.2.0` (dynamic resources) and `0.2.0-native`. */
export function foldersOf(version = ""): string[] {
  return readdirSync(__dirname).filter((name) => /^\d/.test(name) && name.startsWith(version));
}

export function isNative(folder: string): boolean {
  return folder.endsWith("-native");
}

/** Opens the program that a kept state was written with. */
export async function openProgram(engine: EngineUnderTest, folder: string, service: KeptService): Promise<World> {
  const { files = {}, ...seed } = service;
  const world = await openWorld(
    isNative(folder) ? { ...engine, resources: "native" } : engine,
    { copyOf: path.join(__dirname, folder, "program") },
    {
      seed,
      pointedHostnames: ["www.example.com"],
      stackName: "kept",
      // The emulator's address changes with each run, so only variables contain it.
      config: { "cdn:baseUrl": "https://api.example.com" },
      secretConfig: { "cdn:accessKey": "the-key", secondKey: "the-second-key" },
      env: ({ url, accessKey }) => ({
        CDN_BASE_URL: url,
        CDN_ACCESS_KEY: accessKey,
        CDN_BASE_URL_SECOND: url,
        CDN_ACCESS_KEY_SECOND: accessKey,
      }),
    },
  );
  for (const [zoneId, texts] of Object.entries(files)) {
    for (const [file, text] of Object.entries(texts)) world.emulator.files.write(Number(zoneId), file, text);
  }
  return world;
}

/** What a kept state has in place of the emulator's address for files, which changes with each run. */
const storageHostname = "storage.example.com";

/** A state as it is kept: without the address of this run, and without paths of this machine. */
export function asKept(state: unknown, emulator: Emulator): unknown {
  const left = new Set(["sourcePosition", "stackTrace"]);
  const kept = JSON.stringify(state, (key, value: unknown) => (left.has(key) ? undefined : value));
  return JSON.parse(kept.replaceAll(emulator.storageHostname, storageHostname));
}

/** A kept state, at the address of this run. */
export function forRun(state: KeptState, emulator: Emulator): KeptState {
  return JSON.parse(JSON.stringify(state).replaceAll(storageHostname, emulator.storageHostname)) as KeptState;
}

/** Decrypts the secrets of a state that the CLI encrypted with the tests' passphrase. */
export function withPlainSecrets(state: KeptState): KeptState {
  const [, salt = ""] = state.deployment.secrets_providers.state.salt.split(":");
  const key = pbkdf2Sync(passphrase, Buffer.from(salt, "base64"), 1_000_000, 32, "sha256");
  const decrypt = (text: string): string => {
    const [, nonce = "", sealed = ""] = text.split(":");
    const bytes = Buffer.from(sealed, "base64");
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"));
    decipher.setAuthTag(bytes.subarray(-16));
    return decipher.update(bytes.subarray(0, -16), undefined, "utf8") + decipher.final("utf8");
  };
  const open = (_: string, value: unknown): unknown => {
    const ciphertext = (value as { ciphertext?: unknown } | null)?.ciphertext;
    if (typeof ciphertext !== "string") return value;
    return { ...(value as object), ciphertext: undefined, plaintext: decrypt(ciphertext) };
  };
  return JSON.parse(JSON.stringify(state, open)) as KeptState;
}

export interface KeptState extends Checkpoint {
  readonly deployment: Checkpoint["deployment"] & {
    readonly secrets_providers: { readonly state: { readonly salt: string } };
  };
}
