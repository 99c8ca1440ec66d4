// Generated from the field tables in provider/wire by `npm run generate`.

import type { ExtraFields } from "./extraFields";

/** An edge script. */
export interface GetEdgeScriptResult extends ExtraFields {
  /** ID of the edge script. */
  id: number;
  /** Name of the script, not necessarily unique. */
  name?: string;
  /** Type of the script. */
  type: "dns" | "standalone" | "middleware" | (string & {});
  /** Hostname of the script, as the service shows it: with or without `https://`. */
  defaultHostname?: string;
  /** Hostname that the service created for the script. */
  systemHostname?: string;
  /** Key that can only save and publish the code of this script, in the header `DeploymentKey`. Secret. */
  deploymentKey?: string;
  /** Time of the last change. Volatile: changes by itself, never drift. */
  lastModified: string;
  /** ID of the live release; 0 if the script was never published. Volatile: changes by itself, never drift. */
  currentReleaseId: number;
  /** Variables of the script. */
  edgeScriptVariables: EdgeScriptVariable[];
  /** Whether the script was deleted. */
  deleted: boolean;
  /** Pull zones that have the script as origin, but not those that have it as middleware. Volatile: changes by itself, never drift. */
  linkedPullZones: LinkedPullZone[];
  /** Repository that deploys the script, unchanged. Volatile: changes by itself, never drift. */
  integration?: unknown;
  /** ID of the repository that deploys the script. */
  repositoryId?: number;
  /** ID of the integration of that repository. */
  integrationId?: number;
  /** Cost in the current month, in US dollars. Volatile: changes by itself, never drift. */
  monthlyCost: number;
  /** Requests in the current month. Volatile: changes by itself, never drift. */
  monthlyRequestCount: number;
  /** CPU time in the current month. Its unit is not documented. Volatile: changes by itself, never drift. */
  monthlyCpuTime: number;
}

/** A variable of an edge script. */
export interface EdgeScriptVariable extends ExtraFields {
  /** ID of the variable. */
  id: number;
  /** Name of the variable. */
  name: string;
  /** Whether the dashboard asks for a value. */
  required: boolean;
  /** Value of the variable. */
  defaultValue?: string;
}

/** A pull zone with a script as origin. */
export interface LinkedPullZone extends ExtraFields {
  /** ID of the pull zone. */
  id: number;
  /** Name of the pull zone. */
  pullZoneName?: string;
  /** Hostname that the service created for the pull zone. */
  defaultHostname?: string;
}

/** The edge script that was looked up. */
export interface FoundEdgeScript extends GetEdgeScriptResult {
  /** The same as `id`, under the name that resources use. */
  edgeScriptId: number;
}

/** The saved code of an edge script. */
export interface EdgeScriptCode extends ExtraFields {
  /** The code. */
  code?: string;
  /** When it was saved. Volatile: changes by itself, never drift. */
  lastModified: string;
}

/** A release of an edge script. */
export interface EdgeScriptRelease extends ExtraFields {
  /** ID of the release. */
  id: number;
  /** Whether the release was deleted. */
  deleted: boolean;
  /** The whole code of the release. */
  code?: string;
  /** Identifier of the release in requests, of 8 characters. */
  uuid?: string;
  /** Note of its publication. A rollback keeps it. */
  note?: string;
  /** Name of the person who published it. */
  author?: string;
  /** Mail address of the person who published it. */
  authorEmail?: string;
  /** The commit that an integration published. */
  commitSha?: string;
  /** Whether the release is live. */
  status: "Archived" | "Live" | (string & {});
  /** Time of the first publication. */
  dateReleased?: string;
  /** Time of the last publication. */
  datePublished?: string;
}

/** The secrets of an edge script. */
export interface EdgeScriptSecretList extends ExtraFields {
  /** The secrets. */
  secrets: EdgeScriptSecret[];
}

/** A secret of an edge script, without its value. */
export interface EdgeScriptSecret extends ExtraFields {
  /** ID of the secret. A secret that is created again has another one. */
  id: number;
  /** Name of the secret. */
  name: string;
  /** When its value was last written, in UTC: with its ID the only sign of a change. */
  lastModified: string;
}

/** An edge script, as a resource has it. */
export interface EdgeScriptDetails {
  /** ID of the edge script. */
  id: number;
  /** Name of the script, not necessarily unique. */
  name?: string;
  /** Type of the script. */
  type: "dns" | "standalone" | "middleware" | (string & {});
  /** Hostname of the script, as the service shows it: with or without `https://`. */
  defaultHostname?: string;
  /** Hostname that the service created for the script. */
  systemHostname?: string;
  /** Key that can only save and publish the code of this script, in the header `DeploymentKey`. Secret. */
  deploymentKey?: string;
  /** SHA-256 of the saved code, in lower-case hexadecimal digits. */
  codeSha256?: string;
  /** SHA-256 of the live code, in lower-case hexadecimal digits; absent if the script was never published. */
  liveSha256?: string;
  /** ID of the live release, of 8 characters; absent if the script was never published. */
  release?: string;
}

/** What a program declares about an edge script. */
export interface EdgeScriptInputs {
  /** Name of the script, not necessarily unique: at most 100 characters. */
  name: string;
  /** Type of the script: `"standalone"`, the origin of a pull zone; `"middleware"`, in front of an origin; `"dns"`, for a DNS record; other types as an integer. Changing it replaces the script. */
  type: "dns" | "standalone" | "middleware" | (string & {}) | number;
  /** The code, of at most 10 MiB in UTF-8. Exactly one of `code` and `source` is required. */
  code?: string;
  /** File on this machine that has the code, such as `"./dist/hello.js"`, relative to the project's folder. */
  source?: string;
  /** Whether the code is published. False only saves it: a live release stays live, but a script that was never published runs the saved code. @default true */
  publish?: boolean;
  /** Note of the releases that this resource publishes. */
  note?: string;
  /** Variables by name, such as `{ GREETING: "hello" }`: at most 128, each of at most 2,048 bytes in UTF-8. Variables that the program never declared are left alone. */
  variables?: Record<string, string>;
  /** Secrets by name, each of at most 4,096 bytes in UTF-8. A secret can't have the name of a variable. Secrets that the program never declared are left alone. Secret. */
  secrets?: Record<string, string>;
  /** Adopts the existing script of this name and type and applies the declared settings to it, instead of failing. @default false */
  adopt?: boolean;
}

/** Fields of an edge script that may be null by contract, but never are. */
export type EdgeScriptAlways = "name";
