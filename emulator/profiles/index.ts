import { type BehaviourOptions, defaultAccessKey, type EmulatorSettings } from "../settings";
import { contract } from "./contract";
import type { Profile } from "./profile";
import { recorded } from "./recorded";

/** Returns the profile of an emulator. @param isContract the option `contract` */
export function profileOf({ contract: isContract = false }: { readonly contract?: boolean | undefined }): Profile {
  return isContract ? contract : recorded;
}

const defaults: Omit<EmulatorSettings, "decimalPoint" | "contract"> = {
  port: 0,
  storagePort: 0,
  host: "127.0.0.1",
  accessKey: defaultAccessKey,
  latencyMs: 0,
  randomSeed: 1,
  uniqueNames: true,
  deletedNamesMs: 0,
  takenNames: [],
  takenHostnames: [],
  pointedHostnames: [],
  undelegatedDomains: [],
  withholdCertificates: false,
  extraRegions: [],
  publicRules: false,
  softDelete: false,
  replicationMs: 0,
  lateReplicas: false,
  fileReplicationMs: 0,
  edges: [{ delayMs: 0 }],
  lostDeletionMs: 0,
  lag: {},
  publicNames: false,
  serverDefaults: {},
  emptyAnswers: [],
  edgeScriptRules: [],
  unserved: [],
  unservedStatus: 405,
  logEntries: 0,
  logRateLimit: { requests: 30, perSeconds: 10 },
  logPostFilter: true,
  onlyRecorded: false,
  now: Date.now,
};

/** Returns the settings of an emulator: the given ones, then the defaults of its profile, then the general defaults. */
export function settingsOf(options: BehaviourOptions): EmulatorSettings {
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as BehaviourOptions;
  const byProfile = profileOf(given).options;
  const publicNames = given.publicNames ?? byProfile.publicNames ?? false;
  return { ...defaults, contract: false, ...byProfile, decimalPoint: publicNames, ...given };
}
