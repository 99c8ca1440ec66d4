import { pullZoneTable } from "../../provider/wire/pullZone";
import { sentInputs } from "../../provider/wire/fields";
import { isAccepted } from "../../provider/wire/replaced";
import type { Source } from "../sources";
import { inEdgeRule } from "./edgeRules";
import type { Found, Json } from "./found";
import { unknownNames } from "./found";

/** What others described of an operation's request. */
interface Recorded {
  readonly query?: readonly string[];
  /** Parameters that only a row of the page describes. */
  readonly rows?: Readonly<Record<string, Source>>;
  readonly body?: (body: Json) => Iterable<Found>;
}

const pages = ["page", "perPage", "search"];

/** The request of each operation that somebody described. An operation without an entry has neither parameters nor a body. */
export const recordedRequests: Readonly<Record<string, Recorded>> = {
  listStorageZones: { query: [...pages, "includeDeleted"] },
  addStorageZone: {
    *body(body) {
      yield* unknownNames(body, ["Name", "Region", "ReplicationRegions", "ZoneTier", "StorageZoneType", "OriginUrl"]);
      yield* zoneName(body);
    },
  },
  updateStorageZone: {
    body: (body) => unknownNames(body, ["ReplicationZones", "Rewrite404To200", "Custom404FilePath", "OriginUrl"]),
  },
  deleteStorageZone: { query: ["deleteLinkedPullZones"] },
  resetReadOnlyPassword: { query: ["id"] },
  listPullZones: { query: [...pages, "includeCertificate"] },
  getPullZone: { query: ["includeCertificate"] },
  addPullZone: {
    *body(body) {
      yield* pullZone("add", body);
      yield* zoneName(body);
    },
  },
  updatePullZone: { body: (body) => pullZone("update", body) },
  purgeCache: { body: (body) => unknownNames(body, ["CacheTag"]) },
  purgeUrl: { query: ["url", "async", "exactPath"] },
  addHostname: {
    *body(body) {
      yield* unknownNames(body, ["Hostname"]);
      if (!/^(\*\.)?([a-z0-9_-]+\.)+[a-z0-9-]+$/.test(String(body["Hostname"]))) {
        yield { field: "Hostname", what: `a hostname such as ${JSON.stringify(body["Hostname"])}` };
      }
    },
  },
  removeHostname: { body: (body) => unknownNames(body, ["Hostname"]) },
  setForceSSL: { body: (body) => unknownNames(body, ["Hostname", "ForceSSL"]) },
  addCertificate: { body: (body) => unknownNames(body, ["Hostname", "Certificate", "CertificateKey"]) },
  removeCertificate: { body: (body) => unknownNames(body, ["Hostname"]) },
  loadFreeCertificate: { query: ["hostname"] },
  addOrUpdateEdgeRule: { body: inEdgeRule },
  setEdgeRuleEnabled: { body: (body) => unknownNames(body, ["Id", "Value"]) },
  listDnsZones: { query: pages, rows: { view: "R12.4" } },
  addDnsZone: { body: (body) => unknownNames(body, ["Domain"]) },
  updateDnsZone: {
    body: (body) =>
      unknownNames(body, [
        ...["CustomNameserversEnabled", "Nameserver1", "Nameserver2", "SoaEmail", "LoggingEnabled"],
        ...["LoggingIPAnonymizationEnabled", "LogAnonymizationType"],
      ]),
  },
  checkDnsZoneAvailability: { body: (body) => unknownNames(body, ["Name"]) },
  addDnsRecord: { body: dnsRecord },
  updateDnsRecord: { body: dnsRecord },
  listEdgeScripts: { query: [...pages, "type", "includeLinkedPullzones"] },
  addEdgeScript: {
    *body(body) {
      yield* unknownNames(body, ["Name", "ScriptType", "CreateLinkedPullZone"]);
      yield* tooLong(body, "Name", maxScriptName, "R9.9");
    },
  },
  updateEdgeScript: {
    *body(body) {
      yield* unknownNames(body, ["Name", "ScriptType"]);
      yield* tooLong(body, "Name", maxScriptName, "R9.9");
    },
  },
  deleteEdgeScript: { query: ["deleteLinkedPullZones"] },
  setEdgeScriptCode: {
    *body(body) {
      yield* unknownNames(body, ["Code"]);
      yield* tooLong(body, "Code", maxCode, "R9.16");
    },
  },
  publishEdgeScript: { body: (body) => unknownNames(body, ["Note"]) },
  rollBackEdgeScript: { body: (body) => unknownNames(body, ["Note"]) },
  listEdgeScriptReleases: { query: ["page", "perPage"] },
  addEdgeScriptVariable: { body: variable },
  upsertEdgeScriptVariable: { body: variable },
  updateEdgeScriptVariable: { body: variable },
  addEdgeScriptSecret: { body: (body) => secret(body, ["Name", "Secret"]) },
  upsertEdgeScriptSecret: { body: (body) => secret(body, ["Name", "Secret"]) },
  updateEdgeScriptSecret: { body: (body) => secret(body, ["Secret"]) },
  listPullZoneShields: { query: ["page", "perPage"] },
  addPullZoneShield: {
    *body(body) {
      yield* unknownNames(body, ["pullZoneId", "shieldZone"]);
      yield* shieldSettings(body);
    },
  },
  updatePullZoneShield: {
    *body(body) {
      yield* unknownNames(body, ["shieldZoneId", "shieldZone"]);
      yield* shieldSettings(body);
    },
  },
  listShieldRateLimits: { query: ["page", "perPage"] },
  addShieldRateLimit: { body: (body) => unknownNames(body, ["shieldZoneId", ...rateLimitNames]) },
  addShieldAccessList: { body: (body) => unknownNames(body, ["name", "type", "content", "description"]) },
  updateShieldAccessList: { body: (body) => unknownNames(body, ["name", "content"]) },
  configureShieldAccessList: { body: (body) => unknownNames(body, ["isEnabled", "action"]) },
  updateShieldRateLimit: { body: (body) => unknownNames(body, rateLimitNames) },
};

const rateLimitNames = ["ruleName", "ruleDescription", "ruleConfiguration"];

/** Names of zones have the documented form in every recording. */
function* zoneName({ Name }: Json): Generator<Found> {
  if (/^[a-z0-9-]{4,64}$/.test(String(Name))) return;
  yield { field: "Name", what: `a name such as ${JSON.stringify(Name)}`, row: "R2.14" };
}

/** Fields of pull zones that no client in production sends, as far as is known. */
const unsent: readonly string[] = [
  ...["EdgeScriptExecutionPhase", "PermaCacheType", "IpFamilyPolicy", "TlsSecurityLevel", "EnableAutoSSL", "LogFormat"],
  ...["StickySessionType", "StickySessionCookieName", "StickySessionClientHeaders"],
  ...["ShieldDDosProtectionEnabled", "ShieldDDosProtectionType"],
  ...["OptimizerTunnelActiveProbingEnabled", "OptimizerHtmlToMarkdown", "OptimizerLlmsTxt", "OptimizerEnableUpscaling"],
  ...["OptimizerStaticHtmlEnabled", "OptimizerStaticHtmlWordPressPath", "OptimizerStaticHtmlWordPressBypassCookie"],
  ...["EnableBunnyImageAi", "BunnyAiImageBlueprints", "PreloadingScreenEnabled", "PreloadingScreenShowOnFirstVisit"],
  ...["PreloadingScreenCode", "PreloadingScreenLogoUrl", "PreloadingScreenCodeEnabled", "PreloadingScreenTheme"],
  ...["PreloadingScreenDelay"],
];

const settings = { add: pullZoneSettings("add"), update: pullZoneSettings("update") };

/** Returns the names of settings that the vendor's Terraform provider sends, as the public service calls them. */
function pullZoneSettings(operation: "add" | "update"): readonly string[] {
  const names = sentInputs(pullZoneTable, operation).map(([name, { alias }]) => alias ?? name);
  return names.filter((name) => !unsent.includes(name));
}

function* pullZone(operation: "add" | "update", body: Json): Generator<Found> {
  yield* unknownNames(body, settings[operation], { EdgeScriptExecutionPhase: "R4.13" });
  for (const [wire, { alias, input }] of sentInputs(pullZoneTable, operation)) {
    const name = alias ?? wire;
    const value = body[name];
    if (typeof value !== "number" || isAccepted(input, value)) continue;
    yield { field: name, what: `the number ${String(value)} as ${name}`, row: rowsOfNumbers[name] ?? "R8.6" };
  }
}

/** Rows of numbers that the service rounds. Other lists of accepted numbers have one row. */
const rowsOfNumbers: Readonly<Record<string, Source>> = { OriginRetryDelay: "R8.4", MaxWebSocketConnections: "R8.5" };

const recordNames = [
  ...["Type", "Ttl", "Value", "Name", "Weight", "Priority", "Port", "Flags", "Tag", "PullZoneId", "ScriptId"],
  ...["Accelerated", "MonitorType", "GeolocationLatitude", "GeolocationLongitude", "LatencyZone", "SmartRoutingType"],
  ...["Disabled", "Comment", "Id"],
];

const longestTtl = 86_400;

/** Returns a text of a body; "" for anything else. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The type 6 (Flatten) was not described by anybody. */
function* dnsRecord(body: Json): Generator<Found> {
  yield* unknownNames(body, recordNames);
  const { Type, Ttl, Name } = body;
  if (Type === 6 || Number(Type ?? 0) > 15) yield { field: "Type", what: `a record of the type ${String(Type)}` };
  if (Number(Ttl ?? 0) > longestTtl) yield { field: "Ttl", what: `a TTL of ${String(Ttl)} s` };
  if (!/^[a-z0-9*._-]*$/.test(textOf(Name))) {
    yield { field: "Name", what: `a name such as ${JSON.stringify(Name)}` };
  }
}

/** Sizes of edge scripts up to which the service was seen to take and run them, in bytes. */
const [maxScriptName, maxVariableName, maxVariable, maxSecret, maxCode] = [100, 256, 2048, 4096, 8 * 2 ** 20];

/** A larger variable is accepted, but its script does not start. */
function* variable(body: Json): Generator<Found> {
  yield* unknownNames(body, ["Name", "Required", "DefaultValue"]);
  yield* tooLong(body, "Name", maxVariableName, "R9.9");
  yield* tooLong(body, "DefaultValue", maxVariable, "R9.8");
}

function* secret(body: Json, names: readonly string[]): Generator<Found> {
  yield* unknownNames(body, names);
  yield* tooLong(body, "Name", maxVariableName, "R9.9");
  yield* tooLong(body, "Secret", maxSecret, "R9.9");
}

/** Settings of a shield that others send. */
const sentSettings = [
  ...["planType", "learningMode", "wafEnabled", "wafExecutionMode", "wafProfileId", "wafDisabledRules"],
  ...["wafLogOnlyRules", "wafRequestHeaderLoggingEnabled", "wafRequestIgnoredHeaders", "wafEngineConfig"],
  ...["wafRealtimeThreatIntelligenceEnabled", "whitelabelResponsePages", "wafRequestBodyLimitAction"],
  ...["wafResponseBodyLimitAction", "dDoSShieldSensitivity", "dDoSChallengeWindow"],
];

function* shieldSettings({ shieldZone }: Json): Generator<Found> {
  if (typeof shieldZone === "object" && shieldZone !== null) yield* unknownNames(shieldZone as Json, sentSettings);
}

function* tooLong(body: Json, field: string, max: number, row: Source): Generator<Found> {
  const bytes = Buffer.byteLength(textOf(body[field]));
  if (bytes > max) yield { field, what: `a ${field} of ${String(bytes)} bytes`, row };
}

/** Rows of operations that are only documented: nobody described how the service answered them. */
export const undescribed: readonly Source[] = ["R1.8", "R2.12", "R10.21", "R13.13", "R13.14"];
