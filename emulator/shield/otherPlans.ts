import { z } from "zod";
import type { Answer } from "../http";
import { failed, json } from "../http";
import type { Route, ServiceRequest } from "../router";
import { route } from "../router";
import { existingShield } from "../routes/pullZoneShields";
import type { PullZoneShield } from "../state/objects";
import { noError, refusedFlat, refusedRule, refusedShield, shieldBody, shieldPage } from "./answers";
import { isBasic } from "./plans";

/** Features that the plan Basic lacks, and which the emulator does not have on other plans either; and catalogues. */
export const otherShieldRoutes: readonly Route[] = [
  ofShield("R13.25", "getShieldBotDetection", "GET", "/shield/shield-zone/:id/bot-detection", botDetection),
  ofShield("R13.25", "updateShieldBotDetection", "PATCH", "/shield/shield-zone/:id/bot-detection", botDetection),
  ofShield("R13.28", "listShieldBots", "GET", "/shield/shield-zone/:id/bot-categorization", () =>
    json(200, { categories: botCategories }),
  ),
  ...(["GET", "PUT", "DELETE"] as const).map((method) =>
    ofShield("R13.26", `${method.toLowerCase()}ShieldPage`, method, "/shield/shield-zone/:id/custom-page/:page", page),
  ),
  ofShield("R13.29", "getShieldUploadScanning", "GET", "/shield/shield-zone/:id/upload-scanning", () => {
    const data = { isEnabled: false, csamScanningMode: 0, antivirusScanningMode: 0 };
    return json(200, { data, error: noError });
  }),
  ofShield("R13.30", "getShieldEventLogs", "GET", "/shield/event-logs/:id/:date/:token", () =>
    refusedFlat({
      source: "R13.30",
      status: 401,
      errorKey: "invalid_datetime_window.event_logs",
      message: "The date is outside of the time for which event logs are kept.",
    }),
  ),
  ofShield("R13.27", "listShieldRules", "GET", "/shield/waf/custom-rules/:id", (_shield, request) =>
    json(200, shieldPage(request, [])),
  ),
  route("R13.27", "addShieldRule", "POST", "/shield/waf/custom-rule", (service, request) => {
    const { shieldZoneId } = shieldBody(z.looseObject({ shieldZoneId: z.int() }), request, "waf_rule");
    const { object: shield } = existingShield(service, shieldZoneId);
    if (!isBasic(shield)) return notEmulated("firewall rules");
    const message = "The limit of custom WAF rules is reached.";
    return refusedRule({ source: "R13.27", errorKey: "limit_reached.waf", message });
  }),
  ...(["GET", "PUT", "PATCH", "DELETE"] as const).map((method) =>
    route("R13.18", `${method.toLowerCase()}ShieldRule`, method, "/shield/waf/custom-rule/:id", () => noFirewallRule),
  ),
];

const noFirewallRule = refusedRule({
  source: "R13.18",
  errorKey: "not_found_or_unauthorised_access.waf_rule",
  message: "Rule not found.",
});

function ofShield(
  source: Route["source"],
  operation: string,
  method: Route["method"],
  path: string,
  answer: (shield: PullZoneShield, request: ServiceRequest) => Answer,
): Route {
  return route(source, operation, method, path, (service, request) =>
    answer(existingShield(service, request.path.id("id")).object, request),
  );
}

function notEmulated(feature: string): Answer {
  const message = `The emulator has no ${feature}.`;
  return refusedShield({ source: "emulator", status: 501, errorKey: "not_emulated", message });
}

function botDetection(shield: PullZoneShield): Answer {
  if (!isBasic(shield)) return notEmulated("bot detection");
  return refusedShield({
    source: "R13.25",
    errorKey: "invalid_plan_type.bot_detection",
    message:
      "Unable to make changes whilst on the Basic tier of Bunny Shield. Please upgrade to Advanced to enable Bot Detection.",
  });
}

function page(shield: PullZoneShield): Answer {
  if (!isBasic(shield)) return failed("emulator", 501);
  const message = "Custom response pages are not available on this plan.";
  return refusedFlat({ source: "R13.26", status: 400, errorKey: "feature_not_available_on_plan", message });
}

/** Search engines, advertising and previews are allowed on a new shield. */
const botCategories = [1, 5, 6].map((category) => ({ category, categoryAction: 2, bots: [] }));
