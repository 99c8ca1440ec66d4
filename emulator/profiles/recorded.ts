import { pullZoneDefaultsOf } from "../../provider/wire/pullZoneDefaults";
import {
  mainRegions,
  publicMainRegions,
  publicReplicationRegions,
  replicationRegions,
} from "../../provider/wire/storageZone";
import { badRequest, empty, json } from "../http";
import { logError } from "../logs/query";
import type { EdgeRule, PartialPullZone, PullZone } from "../state/objects";
import { recordedDns } from "./dns";
import type { Profile, View } from "./profile";

/** The response of access logs to a wrong key, and for a pull zone of another account. */
const notAccessible = logError("forbidden", "Authentication failed or pull zone not accessible");

/** The profile that follows the recordings of the public service. docs/emulator.md lists the sources. */
export const recorded: Profile = {
  options: { publicNames: true, decimalPoint: true },
  mainRegions: [...mainRegions, ...publicMainRegions],
  replicationRegions: [...replicationRegions, ...publicReplicationRegions],
  unauthorized: json(401, {
    ErrorKey: "authentication.failed",
    Field: "Authentication",
    Message: "Authorization has been denied for this request.",
  }),
  notFound(noun, wasThere) {
    if (noun === "storageZone" && !wasThere) return empty(401);
    return json(404, notFound[noun]);
  },
  refusedRegion: () => badRequest("Region", "Invalid main region code.", "storagezone.validation"),
  originUrl: (url) => url,
  noReplicas: "",
  unknownPurge: empty(401),
  mainRegion: (region, tier) => (tier === 1 ? "DE" : region),
  storageZone(zone, view) {
    const DateModified = shownDate(zone.DateModified, view);
    if (view === "added") {
      return { ...zone, Password: "string", ReadOnlyPassword: "string", PullZones: null, DateModified };
    }
    return { ...zone, PullZones: view === "page" ? null : zone.PullZones, DateModified };
  },
  newPullZone: ({ OriginType, StorageZoneId, ...given }) => {
    const type = OriginType ?? ((StorageZoneId ?? 0) > 0 ? 2 : 0);
    return {
      ...pullZoneDefaultsOf(type),
      ...{ OriginHostHeader: "", OptimizerWatermarkUrl: "", PreloadingScreenCode: "" },
      OriginLinkValue: given.OriginUrl ?? null,
    };
  },
  pullZone: ({ CacheKeyHeaders, ...zone }) => (CacheKeyHeaders === null ? zone : { ...zone, CacheKeyHeaders }),
  pullZoneSettings(given, before) {
    const { EdgeScriptId, MiddlewareScriptId, ContainerAppId, OriginType } = given;
    if ((EdgeScriptId ?? 0) < 0) throw badRequest("EdgeScriptId", "Edge Script ID not found", invalid);
    if ((MiddlewareScriptId ?? 0) < 0) throw badRequest("MiddlewareScriptId", "Edge Script ID not found", invalid);
    if (ContainerAppId === null) throw badRequest("", "The Magic Containers App ID is not valid.", invalid);
    return {
      ...withoutIgnored(given, before),
      ...(EdgeScriptId === 0 ? { EdgeScriptId: -1 } : {}),
      ...(MiddlewareScriptId === 0 ? { MiddlewareScriptId: null } : {}),
      ...(OriginType === 4 ? { OriginUrl: "https://bunnycdn.com", StorageZoneId: -1 } : {}),
    };
  },
  systemHostname: { IsManagedHostname: true, CertificateKeyType: 0, CertificateProvisionType: 0 },
  takesExactPath: ({ IgnoreQueryStrings }) => !IgnoreQueryStrings,
  purgeLimited: (waitSeconds) => json(429, { message: "Too many requests", retry_after_seconds: waitSeconds }),
  certificates: {
    // The vendor's Terraform provider expects the hostname in it.
    notPointing: (hostname) =>
      badRequest(
        "hostname",
        `The domain ${hostname} is not pointing to our servers.`,
        "pullzone.certificate_request_failed",
      ),
    needed: badRequest("Hostname", "SSL is not enabled for this hostname.", "pullzone.hostname_ssl_not_enabled"),
    wildcardsShadow: true,
  },
  logs: {
    unauthorized: (hasKey) => (hasKey ? notAccessible : logError("unauthorized", "Authentication is required")),
    unknownZone: notAccessible,
    entry: ({ timestamp, remoteIp, ...entry }, isAnonymous) => ({
      timestamp: timestamp?.replace(/Z$/, "+00:00") ?? null,
      ...entry,
      remoteIp: isAnonymous ? "0.0.0.0" : remoteIp,
    }),
  },
  // The vendor's Terraform provider does not send 0, and expects 0 in the response for each of its rules.
  edgeRulePlace: () => 0,
  edgeRule,
  newDnsZone: { Nameserver1: "kiki.bunny.net", Nameserver2: "coco.bunny.net", SoaEmail: "hostmaster@bunny.net" },
  dns: recordedDns,
  dnsZone: (zone, view) => ({
    ...zone,
    DateModified: shownDate(zone.DateModified, view),
    DateCreated: shownDate(zone.DateCreated, view),
    NameserversNextCheck: shownDate(zone.NameserversNextCheck, view),
  }),
};

const notFound = {
  storageZone: {
    ErrorKey: "storageZone.not_found",
    Field: "StorageZone",
    Message: "The requested Storage Zone was not found",
  },
  pullZone: { ErrorKey: "pullZone.not_found", Field: "PullZone", Message: "The requested Pull Zone was not found" },
  dnsZone: { ErrorKey: "dnsZone.not_found", Field: "DnsZone", Message: "The requested DNS zone was not found\r" },
  dnsRecord: {
    ErrorKey: "dnszone.record_not_found",
    Field: "RecordId",
    Message: "The requested DNS zone record was not found\r",
  },
  edgeScript: {
    ErrorKey: "edgeScript.not_found",
    Field: "EdgeScript",
    Message: "The requested edge script was not found",
  },
};

/** Returns a date in the form of a creation's response, with 7 digits and Z, or of other responses, with neither. */
function shownDate(date: string, view: View): string {
  return view === "added" ? date.replace(/\.(\d{3})Z$/, ".$10000Z") : date.replace(/(\.\d+)?Z$/, "");
}

const invalid = "pullzone.validation";

/** Removes the settings of log forwarding, which the service ignores while log forwarding is off. */
function withoutIgnored(given: PartialPullZone, before?: PullZone): PartialPullZone {
  if (given.LogForwardingEnabled ?? before?.LogForwardingEnabled ?? false) return given;
  const ignored = ["LogForwardingHostname", "LogForwardingPort", "LogForwardingToken"];
  return Object.fromEntries(Object.entries(given).filter(([name]) => !ignored.includes(name)));
}

/** Matches a Lua pattern of a Url trigger. */
const wholeUrl = /^pattern:\^https\?:\/\/\[\^\/\]\+\/.*\$$/;

function edgeRule(rule: EdgeRule, rules: readonly EdgeRule[]): EdgeRule {
  const refused = (message: string): Error => badRequest("", message, "edgerule.invalid");
  const triggers = rule.Triggers?.length ?? 0;
  if (triggers === 0) throw refused("At least one condition is required");
  // Recorded for too many patterns in a trigger. Assumption: the response is the same for too many triggers.
  const patternCounts = (rule.Triggers ?? []).map(({ PatternMatches }) => PatternMatches?.length ?? 0);
  if (Math.max(triggers, ...patternCounts) > 5) throw refused("Maximum 5 triggers are allowed per condition.");
  const { OrderIndex } = rule;
  if (OrderIndex !== 0 && rules.some((other) => other.OrderIndex === OrderIndex)) {
    throw refused("Order index must be unique");
  }
  const patterns = (rule.Triggers ?? []).flatMap(({ Type, PatternMatches }) =>
    Type === 0 ? (PatternMatches ?? []) : [],
  );
  if (patterns.some((one) => one.startsWith("pattern:") && !wholeUrl.test(one))) {
    throw refused("The trigger path is not a valid URL.");
  }
  const { ActionType, ActionParameter1, ActionParameter2 } = rule;
  if (ActionType === 17 && !(ActionParameter1 && ActionParameter2)) throw refused("Storage zone not valid");
  if (ActionType === 1 && /\{\{/.test(ActionParameter1 ?? "")) throw refused("The redirect URL must be absolute");
  if (ActionType !== 1 || /^https?:\/\//i.test(ActionParameter1 ?? "")) return rule;
  if (!/^%\{Url\.Scheme\}:\/\//i.test(ActionParameter1 ?? "")) throw refused("The redirect URL must be absolute");
  return { ...rule, ActionParameter1: `http://${ActionParameter1 ?? ""}` };
}
