import { isDeepStrictEqual } from "node:util";
import { dnsRecordTable } from "../../provider/wire/dnsRecord";
import { dnsZoneTable } from "../../provider/wire/dnsZone";
import { edgeScriptTable } from "../../provider/wire/edgeScript";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { pullZoneDefaultsOf } from "../../provider/wire/pullZoneDefaults";
import { storedInstead } from "../../provider/wire/replaced";
import {
  mainRegions,
  publicMainRegions,
  publicReplicationRegions,
  replicationRegions,
  storageZoneTable,
} from "../../provider/wire/storageZone";
import { capitalized } from "../../provider/wire/words";
import { badRequest, failed } from "../http";
import type { Source } from "../sources";
import { noted } from "../sources";
import { logError } from "../logs/query";
import type { EdgeRule, PartialPullZone, PullZone } from "../state/objects";
import { recordedDns } from "./dns";
import type { Profile, View } from "./profile";

/** The response of access logs to a wrong key, and for a pull zone of another account. */
const notAccessible = logError("R11.2", "forbidden", "Authentication failed or pull zone not accessible");

/** The profile that follows the recordings of the public service. docs/contract-and-assumptions.md has the rows that it names. */
export const recorded: Profile = {
  options: { publicNames: true, decimalPoint: true, publicRules: true },
  mainRegions: [...mainRegions, ...publicMainRegions],
  replicationRegions: [...replicationRegions, ...publicReplicationRegions],
  unauthorized: failed("R1.3", 401, {
    ErrorKey: "authentication.failed",
    Field: "Authentication",
    Message: "Authorization has been denied for this request.",
  }),
  notFound(object, wasThere) {
    if (object === storageZoneTable.object && !wasThere) return failed("R2.4", 401);
    const [source, body] = notFound.get(object) ?? missingOther(object);
    return failed(source, 404, body);
  },
  refusedRegion: () => badRequest("R2.9", "Region", "Invalid main region code.", "storagezone.validation"),
  origin: (of) =>
    "url" in of
      ? { OriginUrl: of.url, OriginLinkValue: of.url }
      : noted("R4.15", { OriginUrl: "", OriginLinkValue: of.storageZone ?? null }),
  noReplicas: "",
  unknownPurge: failed("R7.2", 401),
  mainRegion: (region, tier) => (tier === 1 ? noted("R2.11", "DE") : region),
  storageZone(zone, view) {
    const DateModified = shownDate(zone.DateModified, view);
    if (view === "added") {
      return noted("R2.2", { ...zone, Password: "string", ReadOnlyPassword: "string", PullZones: null, DateModified });
    }
    return noted("R2.3", { ...zone, PullZones: view === "page" ? null : zone.PullZones, DateModified });
  },
  newPullZone: ({ OriginType, StorageZoneId, ...given }) => {
    const type = OriginType ?? ((StorageZoneId ?? 0) > 0 ? 2 : 0);
    return {
      ...noted(type === 2 ? "R4.3" : "R4.2", without(pullZoneDefaultsOf(type), Object.keys(fieldsSinceOctober))),
      ...{ OriginHostHeader: "", OptimizerWatermarkUrl: "", PreloadingScreenCode: "" },
      ...(type === 2 ? { OriginUrl: "" } : { OriginLinkValue: given.OriginUrl ?? null }),
    };
  },
  pullZoneSettings(given, before) {
    const { EdgeScriptId, MiddlewareScriptId, ContainerAppId, OriginType } = given;
    if ((EdgeScriptId ?? 0) < 0) throw badRequest("R4.9", "EdgeScriptId", "Edge Script ID not found", invalid);
    if ((MiddlewareScriptId ?? 0) < 0)
      throw badRequest("R4.9", "MiddlewareScriptId", "Edge Script ID not found", invalid);
    if (ContainerAppId === null) throw badRequest("R4.12", "", "The Magic Containers App ID is not valid.", invalid);
    return {
      ...withoutIgnored(given, before),
      ...replaced(given, before),
      ...(EdgeScriptId === 0 ? noted("R4.2", { EdgeScriptId: -1 }) : {}),
      ...(MiddlewareScriptId === 0 ? noted("R4.9", { MiddlewareScriptId: null }) : {}),
      ...(OriginType === 4 ? noted("R4.11", { OriginUrl: "https://bunnycdn.com", StorageZoneId: -1 }) : {}),
    };
  },
  addedPullZone: () => noted("R4.16", fieldsSinceOctober),
  systemHostname: { IsManagedHostname: true, CertificateKeyType: 0, CertificateProvisionType: 3 },
  takesExactPath: ({ IgnoreQueryStrings }) => noted("R7.5", !IgnoreQueryStrings),
  purgeLimited: (waitSeconds) =>
    failed("R7.4", 429, { message: "Too many requests", retry_after_seconds: waitSeconds }),
  certificates: {
    // The vendor's Terraform provider expects the hostname in it.
    notPointing: (hostname) =>
      badRequest(
        "R5.4",
        "hostname",
        `The domain ${hostname} is not pointing to our servers.`,
        "pullzone.certificate_request_failed",
      ),
    needed: badRequest(
      "R5.6",
      "Hostname",
      "SSL is not enabled for this hostname.",
      "pullzone.hostname_ssl_not_enabled",
    ),
    wildcardsShadow: true,
  },
  logs: {
    unauthorized: (hasKey) =>
      hasKey ? notAccessible : logError("R11.2", "unauthorized", "Authentication is required"),
    unknownZone: notAccessible,
    entry: ({ timestamp, remoteIp, ...entry }, isAnonymous) =>
      noted("R11.8", {
        timestamp: timestamp?.replace(/Z$/, "+00:00") ?? null,
        ...entry,
        remoteIp: isAnonymous ? "0.0.0.0" : remoteIp,
      }),
  },
  // The vendor's Terraform provider does not send 0, and expects 0 in the response for each of its rules.
  edgeRulePlace: () => noted("R6.4", 0),
  edgeRule,
  // Documented: 10 hostnames of a pull zone. Assumption: the response, and that the system hostname does not count.
  newHostname: (own) => {
    if (own.length >= 10) throw badRequest("R8.3", "Hostname", "A pull zone can have at most 10 hostnames.", invalid);
  },
  newDnsZone: { Nameserver1: "kiki.bunny.net", Nameserver2: "coco.bunny.net", SoaEmail: "hostmaster@bunny.net" },
  dns: recordedDns,
  dnsZone: (zone, view) => ({
    ...zone,
    DateModified: shownDate(zone.DateModified, view),
    DateCreated: shownDate(zone.DateCreated, view),
    NameserversNextCheck: shownDate(zone.NameserversNextCheck, view),
  }),
};

/** Fields that recordings of May 2026 lack. A seeded zone has them only if the seed does, so that it can be older. */
const fieldsSinceOctober: PartialPullZone = {
  IpFamilyPolicy: 1,
  TlsSecurityLevel: 0,
  LoadBalancerId: null,
  OptimizerTunnelActiveProbingEnabled: false,
  OptimizerHtmlToMarkdown: 0,
  OptimizerLlmsTxt: false,
};

function without(fields: PartialPullZone, names: readonly string[]): PartialPullZone {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** The recorded responses, by the names of the objects in their tables. */
const notFound = new Map([
  [
    storageZoneTable.object,
    missing("R2.4", "storageZone.not_found", "StorageZone", "The requested Storage Zone was not found"),
  ],
  [pullZoneTable.object, missing("R4.4", "pullZone.not_found", "PullZone", "The requested Pull Zone was not found")],
  [dnsZoneTable.object, missing("R10.2", "dnsZone.not_found", "DnsZone", "The requested DNS zone was not found\r")],
  [
    dnsRecordTable.object,
    missing("R10.2", "dnszone.record_not_found", "RecordId", "The requested DNS zone record was not found\r"),
  ],
  [
    edgeScriptTable.object,
    missing("R9.2", "edgeScript.not_found", "EdgeScript", "The requested edge script was not found"),
  ],
]);

/** Returns the response for an object without a recorded one, in the same form. */
function missingOther(object: string): readonly [Source, object] {
  const field = object.split(" ").map(capitalized).join("");
  return missing(
    "assumed",
    `${field.charAt(0).toLowerCase()}${field.slice(1)}.not_found`,
    field,
    `The requested ${object} was not found`,
  );
}

function missing(source: Source, ErrorKey: string, Field: string, Message: string): readonly [Source, object] {
  return [source, { ErrorKey, Field, Message }];
}

/** Returns a date in the form of a creation's response, with 7 digits and Z, or of other responses, with neither. */
function shownDate(date: string, view: View): string {
  return noted("R1.6", view === "added" ? date.replace(/\.(\d{3})Z$/, ".$10000Z") : date.replace(/(\.\d+)?Z$/, ""));
}

const invalid = "pullzone.validation";

/** Returns what the service stores instead of the values of a request. */
function replaced(given: PartialPullZone, before: PartialPullZone = {}): PartialPullZone {
  const hasPermaCache = (given.PermaCacheStorageZoneId ?? before.PermaCacheStorageZoneId ?? 0) > 0;
  const sources: Readonly<Record<string, Source>> = {
    OriginRetryDelay: "R8.4",
    MaxWebSocketConnections: "R8.5",
    UseBackgroundUpdate: "R8.7",
    ...(hasPermaCache ? { CacheControlMaxAgeOverride: "R8.7" as const } : {}),
  };
  const stored = Object.entries(storedInstead(pullZoneTable, given, before));
  return Object.fromEntries(stored.map(([name, value]) => [name, noted(sources[name] ?? "R8.6", value)]));
}

/** Removes the settings of log forwarding, which the service ignores while log forwarding is off. */
function withoutIgnored(given: PartialPullZone, before?: PullZone): PartialPullZone {
  if (given.LogForwardingEnabled ?? before?.LogForwardingEnabled ?? false) return given;
  const kept = without(given, ["LogForwardingHostname", "LogForwardingPort", "LogForwardingToken"]);
  return Object.keys(kept).length === Object.keys(given).length ? given : noted("R4.10", kept);
}

/** Matches a Lua pattern of a Url trigger. */
const wholeUrl = /^pattern:\^https\?:\/\/\[\^\/\]\+\/.*\$$/;

function edgeRule(rule: EdgeRule, others: readonly EdgeRule[], before?: EdgeRule): EdgeRule {
  const refused = (source: Source, message: string): Error => badRequest(source, "", message, "edgerule.invalid");
  // Documented: 50 rules of a pull zone. Assumption: the response.
  if (before === undefined && others.length >= 50) throw refused("R8.2", "A pull zone can have at most 50 edge rules.");
  const triggers = rule.Triggers ?? [];
  if (triggers.length === 0) throw refused("R6.5", "At least one condition is required");
  // Recorded for too many patterns in a trigger. Assumption: the response is the same for too many triggers. A data folder of an earlier version
  // may have such rules, whose other fields can be changed.
  const patternsIn = (list: EdgeRule["Triggers"]) => (list ?? []).map(({ PatternMatches }) => PatternMatches ?? []);
  const counts = [triggers.length, ...patternsIn(triggers).map((patterns) => patterns.length)];
  if (!isDeepStrictEqual(patternsIn(triggers), patternsIn(before?.Triggers ?? null)) && Math.max(...counts) > 5)
    throw refused("R8.1", "Maximum 5 triggers are allowed per condition.");
  const { OrderIndex } = rule;
  if (OrderIndex !== 0 && others.some((other) => other.OrderIndex === OrderIndex)) {
    throw refused("R6.3", "Order index must be unique");
  }
  const patterns = triggers.flatMap(({ Type, PatternMatches }) => (Type === 0 ? (PatternMatches ?? []) : []));
  if (patterns.some((one) => one.startsWith("pattern:") && !wholeUrl.test(one))) {
    throw refused("R6.6", "The trigger path is not a valid URL.");
  }
  const { ActionType, ActionParameter1, ActionParameter2 } = rule;
  if (ActionType === 17 && !(ActionParameter1 && ActionParameter2)) throw refused("R6.5", "Storage zone not valid");
  if (ActionType !== 1) return rule;
  const target = ActionParameter1 ?? "";
  if (!/^(https?|%\{Url\.Scheme\}):\/\//i.test(target) || target.includes("{{"))
    throw refused("R6.14", "The entered path is not a valid URL.");
  return target.startsWith("%") ? noted("R6.8", { ...rule, ActionParameter1: `http://${target}` }) : rule;
}
