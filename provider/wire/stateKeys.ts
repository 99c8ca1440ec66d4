// The keys that this package adds to users' states. FROZEN: a state keeps a key until the next update of its resource, which can be years later, so
// no later version may rename a key or give it another meaning. A new key gets a row here; test/wire/stateKeys.test.ts has the frozen list.

/** A key of users' states. */
export interface StateKey {
  readonly meaning: string;
  /** Files that write the key. A state carries it over by its constant, or with the prior state. */
  readonly writtenBy: readonly string[];
  readonly readBy: readonly string[];
  /** First release whose states have the key. */
  readonly since: string;
  /** First release that no longer writes the key, and the day from which nothing needs to read it: two years after that release. */
  readonly until?: { readonly release: string; readonly readUntil: string };
}

export const declaredKey = "__declared";
export const markKey = "__mark";
export const existingKey = "__existing";
export const serviceKey = "__service";
export const providerNameRecord = "__providerName";
export const ownerKey = "__owner";
export const zoneNameKey = "__zoneName";
export const renamedFromKey = "__renamedFrom";
export const formerNameKey = "__formerName";
export const replacesKey = "__replaces";
export const unmetKey = "__unmet";
export const purgeIsDueKey = "__purgeIsDue";
export const formerReleasesKey = "__formerReleases";
export const filesAtPrefixKey = "__filesAtPrefix";
export const secretsSeenKey = "__secretsSeen";
export const variableNamesKey = "__variableNames";
export const otherVariablesKey = "__otherVariables";
export const unsettledKey = "__unsettled";
export const codeLookKey = "__codeLook";
export const unreadKey = "__unread";

export const importKey = "__import";
export const updateKey = "__update";
export const faultKey = "__fault";

const life = "provider/lifecycle";
const native = "provider/serve/native/resources.ts";

/** The keys of states. */
export const stateKeys: Readonly<Record<string, StateKey>> = {
  [declaredKey]: {
    meaning:
      "Names of the inputs that the program declares. A dynamic read does not receive them; a state without the key belongs to an object that is only read.",
    writtenBy: [
      "provider/declared/state.ts",
      "provider/declared/updates.ts",
      `${life}/objectLifeCycle.ts`,
      `${life}/storageFolder/index.ts`,
      "cli/import/importFile.ts",
    ],
    readBy: [
      "provider/declared/state.ts",
      "provider/declared/updates.ts",
      `${life}/edgeScript/index.ts`,
      `${life}/edgeScript/state.ts`,
      "provider/serve/native/diff.ts",
      native,
      "cli/import/importFile.ts",
    ],
    since: "0.1.0",
  },
  [markKey]: {
    meaning: "Random text that distinguishes the entries of one object, after an adoption or an import.",
    writtenBy: [
      "provider/declared/state.ts",
      `${life}/adopt.ts`,
      `${life}/objectLifeCycle.ts`,
      `${life}/pullZoneHostname/index.ts`,
      `${life}/storageFolder/index.ts`,
    ],
    readBy: ["provider/run/entries.ts"],
    since: "0.2.0",
  },
  [existingKey]: {
    meaning:
      "Whether the resource took over the object by `existingId`, or the service made the object: it is never deleted, even after the program no longer declares `existingId`.",
    writtenBy: ["provider/declared/existing.ts"],
    readBy: ["provider/declared/existing.ts"],
    since: "0.5.0",
  },
  [serviceKey]: {
    meaning: "Service in which the object was last seen, as `Reads.service` names it.",
    writtenBy: ["provider/serve/servedKinds.ts", "cli/import/importFile.ts"],
    readBy: [`${life}/knownWhole.ts`, `${life}/locate.ts`, "cli/import/managed.ts"],
    since: "0.2.0",
  },
  [providerNameRecord]: {
    meaning: "Name of the explicit provider that created or last updated the resource.",
    writtenBy: ["provider/serve/servedKinds.ts"],
    readBy: ["provider/serve/servedKinds.ts"],
    since: "0.2.0",
  },
  [ownerKey]: {
    meaning: "Owner of the object, or of the zone that it is a part of, if the object itself does not show it.",
    writtenBy: [
      `${life}/knownWhole.ts`,
      `${life}/locate.ts`,
      `${life}/nameless.ts`,
      `${life}/pullZoneShield/identity.ts`,
    ],
    readBy: [`${life}/knownWhole.ts`, `${life}/locate.ts`],
    since: "0.2.0",
  },
  [zoneNameKey]: {
    meaning: "Digest of the name of the zone that the object is a part of.",
    writtenBy: [`${life}/locate.ts`],
    readBy: [`${life}/locate.ts`],
    since: "0.2.0",
  },
  [renamedFromKey]: {
    meaning:
      "Digest of the last declared name after a refresh found another name. It is a digest because the name may be secret. Until the program declares the new name, a replacement and a deletion are refused with the ways to go on: the object may belong to another service.",
    writtenBy: [`${life}/objectLifeCycle.ts`],
    readBy: [`${life}/knownWhole.ts`, `${life}/objectLifeCycle.ts`],
    since: "0.2.0",
  },
  [formerNameKey]: {
    meaning: "Digest of the former name after a change of the name with an unclear result.",
    writtenBy: [`${life}/edgeScript/apply.ts`],
    readBy: [`${life}/knownWhole.ts`, `${life}/objectLifeCycle.ts`],
    since: "0.4.0",
  },
  [replacesKey]: {
    meaning:
      "Id of the object that a new object replaces, if that is a guarded zone or a part of one. If a run leaves the old parts, later runs still know which ones belong to the program.",
    writtenBy: ["provider/serve/servedKinds.ts"],
    readBy: ["provider/serve/servedKinds.ts"],
    since: "0.4.0",
  },
  [unmetKey]: {
    meaning: "Declared values that the service did not apply. They are no reason to replace the object.",
    writtenBy: ["provider/declared/state.ts"],
    readBy: ["provider/declared/state.ts"],
    since: "0.3.0",
    until: { release: "0.4.0", readUntil: "2028-11-26" },
  },
  [purgeIsDueKey]: {
    meaning: "Whether something changed and the caches have not been purged yet.",
    writtenBy: [
      `${life}/pullZoneEdgeRule/purge.ts`,
      `${life}/pullZoneEdgeRule/state.ts`,
      `${life}/storageFolder/deliver.ts`,
      `${life}/storageFolder/index.ts`,
    ],
    readBy: [`${life}/pullZoneEdgeRule/purge.ts`, `${life}/storageFolder/deliver.ts`, `${life}/storageFolder/index.ts`],
    since: "0.3.0",
  },
  [formerReleasesKey]: {
    meaning: "Whether former releases still exist although the folder no longer has releases.",
    writtenBy: [`${life}/storageFolder/deliver.ts`],
    readBy: [`${life}/storageFolder/deliver.ts`, `${life}/storageFolder/index.ts`],
    since: "0.4.0",
  },
  [filesAtPrefixKey]: {
    meaning: "Files that a folder with releases sent to the prefix itself.",
    writtenBy: [`${life}/storageFolder/deliver.ts`, `${life}/storageFolder/live.ts`],
    readBy: [`${life}/storageFolder/manifest.ts`],
    since: "0.4.0",
  },
  [secretsSeenKey]: {
    meaning:
      'When each declared secret of a script was last written: its id, and the time that the service shows. A secret that was written outside since then has "".',
    writtenBy: [`${life}/edgeScript/applyEnvironment.ts`, `${life}/edgeScript/state.ts`],
    readBy: [
      `${life}/edgeScript/applyEnvironment.ts`,
      `${life}/edgeScript/environment.ts`,
      `${life}/edgeScript/state.ts`,
      "provider/wire/edgeScript.ts",
    ],
    since: "0.4.0",
  },
  [variableNamesKey]: {
    meaning: "Names of the variables of a script: a report may receive them without the values, which can be secret.",
    writtenBy: [`${life}/edgeScript/applyEnvironment.ts`, `${life}/edgeScript/state.ts`],
    readBy: [`${life}/edgeScript/environment.ts`],
    since: "0.4.0",
  },
  [otherVariablesKey]: {
    meaning: "Number of variables that the script has and the program does not declare.",
    writtenBy: [`${life}/edgeScript/state.ts`],
    readBy: [`${life}/edgeScript/index.ts`],
    since: "0.4.0",
  },
  [unsettledKey]: {
    meaning: "Whether a creation or update failed, so that what the state lacks must still be sent.",
    writtenBy: [`${life}/edgeScript/apply.ts`],
    readBy: [`${life}/edgeScript/apply.ts`, `${life}/edgeScript/index.ts`, `${life}/edgeScript/state.ts`],
    since: "0.4.0",
  },
  [codeLookKey]: {
    meaning:
      "Version whose code was read: the script's modification date and the number of its live release. While both stay, the code is unchanged.",
    writtenBy: [`${life}/edgeScript/apply.ts`, `${life}/edgeScript/state.ts`],
    readBy: [`${life}/edgeScript/live.ts`],
    since: "0.4.0",
  },
  [unreadKey]: {
    meaning:
      "Whether the object could not be read after its creation, so that the state has no outputs of the service yet.",
    writtenBy: [`${life}/create.ts`],
    readBy: ["provider/declared/updates.ts"],
    since: "0.5.0",
  },
};

/** Inputs by which a class in a program tells the provider process something about the run. A check removes them, so no state has their values. */
export const transientInputs: Readonly<Record<string, string>> = {
  [importKey]: "Id of the resource option `import`, which the engine can't carry out for dynamic resources.",
  [updateKey]: "Whether the run is an update, for a check that reads files.",
  [faultKey]: "Error of a component that the check of its part reports if the part would be created or changed.",
};

/**
 * Returns the key under which the state of a dynamic resource keeps the secrets of an array, by path; see `wire/secrets.ts`. It is the only
 * pattern of keys: `__hostnamesSecrets`.
 */
export function nestedSecretsKey(array: string): string {
  return `__${array}Secrets`;
}

/** Whether a property is not the user's: one of the keys here, or one of Pulumi's such as `__provider`. */
export function isHiddenKey(key: string): boolean {
  return key.startsWith("__");
}
