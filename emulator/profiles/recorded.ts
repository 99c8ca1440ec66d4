import { pullZoneDefaultsOf } from "../../provider/wire/pullZoneDefaults";
import { mainRegions, replicationRegions } from "../../provider/wire/storageZone";
import { badRequest, empty, json } from "../http";
import type { EdgeRule, PartialPullZone, PullZone } from "../state/objects";
import type { Profile } from "./profile";

const others = ["UK", "SE", "SYD", "BR", "JH"];
const otherReplicas = ["ES", "CZ", "MI", "WA", "HK", "JP"];

/** Answers as the public service was recorded to. The sources are in docs/emulator.md. */
export const recorded: Profile = {
  options: { publicNames: true, decimalPoint: true },
  mainRegions: [...mainRegions, ...others],
  replicationRegions: [...replicationRegions, ...others, ...otherReplicas],
  unauthorized: json(401, {
    ErrorKey: "authentication.failed",
    Field: "Authentication",
    Message: "Authorization has been denied for this request.",
  }),
  notFound(noun, wasThere) {
    if (noun === "pullZone") {
      const Message = "The requested Pull Zone was not found";
      return json(404, { ErrorKey: "pullZone.not_found", Field: "PullZone", Message });
    }
    if (!wasThere) return empty(401);
    const Message = "The requested Storage Zone was not found";
    return json(404, { ErrorKey: "storageZone.not_found", Field: "StorageZone", Message });
  },
  mainRegion: (region, tier) => (tier === 1 ? "DE" : region),
  storageZone(zone, view) {
    const { DateModified, PullZones } = zone;
    if (view === "added") {
      const date = DateModified.replace(/\.(\d{3})Z$/, ".$10000Z");
      return { ...zone, Password: "string", ReadOnlyPassword: "string", PullZones: null, DateModified: date };
    }
    return {
      ...zone,
      PullZones: view === "page" ? null : PullZones,
      DateModified: DateModified.replace(/(\.\d+)?Z$/, ""),
    };
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
  noCertificate: "pullzone.certificate_request_failed",
  edgeRule,
};

const invalid = "pullzone.validation";

/** The service takes no settings of log forwarding while that is off. */
function withoutIgnored(given: PartialPullZone, before?: PullZone): PartialPullZone {
  if (given.LogForwardingEnabled ?? before?.LogForwardingEnabled ?? false) return given;
  const ignored = ["LogForwardingHostname", "LogForwardingPort", "LogForwardingToken"];
  return Object.fromEntries(Object.entries(given).filter(([name]) => !ignored.includes(name)));
}

function edgeRule(rule: EdgeRule, rules: readonly EdgeRule[]): EdgeRule {
  const refused = (message: string): Error => badRequest("", message, "edgerule.invalid");
  const triggers = rule.Triggers?.length ?? 0;
  if (triggers === 0) throw refused("At least one condition is required");
  if (triggers > 5) throw refused("Maximum 5 triggers are allowed");
  if (rules.some(({ OrderIndex }) => OrderIndex === rule.OrderIndex)) throw refused("Order index must be unique");
  const { ActionType, ActionParameter1, ActionParameter2 } = rule;
  if (ActionType === 17 && !(ActionParameter1 && ActionParameter2)) throw refused("Storage zone not valid");
  if (ActionType !== 1 || /^https?:\/\//i.test(ActionParameter1 ?? "")) return rule;
  if (!/^%\{Url\.Scheme\}:\/\//i.test(ActionParameter1 ?? "")) throw refused("The redirect URL must be absolute");
  return { ...rule, ActionParameter1: `http://${ActionParameter1 ?? ""}` };
}
