import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator, type Seed } from "../../emulator";
import type { EngineUnderTest, StackUnderTest } from "../e2e/support/engineUnderTest";

const root = path.join(__dirname, "..", "..");

/** Where the service stood when the first state was made: a zone that is only read, and pull zones with something of all. */
export const beginning: Seed = {
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
};

/** The program that made the kept states, on a stack of an engine, against an emulator. */
export interface KeptProgram {
  readonly emulator: Emulator;
  readonly stack: StackUnderTest;
  close(): Promise<void>;
}

export async function openProgram(engine: EngineUnderTest, seed: Seed): Promise<KeptProgram> {
  const emulator = await startEmulator({ seed });
  const projectDir = mkdtempSync(path.join(tmpdir(), "compatibility-"));
  cpSync(path.join(__dirname, "program"), projectDir, { recursive: true });
  const modules = path.join(projectDir, "node_modules");
  mkdirSync(path.join(modules, "@pulumi"), { recursive: true });
  symlinkSync(root, path.join(modules, "pulumi-cdn-zones"));
  symlinkSync(path.join(root, "node_modules", "@pulumi", "pulumi"), path.join(modules, "@pulumi", "pulumi"));
  const stack = await engine.openStack({
    projectDir,
    stackName: "kept",
    // The address of a state that is kept is not the address of the test's emulator: only the variables are.
    config: { "cdn:baseUrl": "https://api.example.com" },
    secretConfig: { "cdn:accessKey": "the-key", secondKey: "the-second-key" },
    env: {
      CDN_BASE_URL: emulator.url,
      CDN_ACCESS_KEY: emulator.accessKey,
      CDN_BASE_URL_SECOND: emulator.url,
      CDN_ACCESS_KEY_SECOND: emulator.accessKey,
    },
  });
  const close = async (): Promise<void> => {
    await stack.close();
    await emulator.close();
    rmSync(projectDir, { recursive: true, force: true });
  };
  return { emulator, stack, close };
}
