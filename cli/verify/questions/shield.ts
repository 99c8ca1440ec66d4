import { isDeepStrictEqual } from "node:util";
import type { Json } from "../bodies";
import type { Answer, Service } from "../service";
import { itemsIn, objectIn } from "../bodies";
import {
  addShield,
  changeShield,
  dataIn,
  errorIn,
  formerShield,
  readShield,
  shieldOf,
  shieldStatus,
  statusesOf,
} from "../shield";
import { countOf, formOf, shown, unknownId } from "../words";
import type { Question } from "./question";

/** Questions on the shield of the trial pull zone, which is on the plan without a fee. */
export const shieldQuestions: readonly Question[] = [
  {
    question: "Shield of a pull zone without one, and of an unknown id",
    rows: ["R13.2"],
    recorded: "202 not_found_or_unauthorised_access.shieldzone, twice",
    asRecorded: /^202 not_found_or_unauthorised_access\.shieldzone; 202 not_found_or_unauthorised_access\.shieldzone$/,
    ask: async (service) => {
      const pullZone = await service.provenId(service.pullZone);
      const paths = [`get-by-pullzone/${String(pullZone)}`, String(unknownId)];
      return statusesOf(await Promise.all(paths.map((path) => service.get(`/shield/shield-zone/${path}`))));
    },
  },
  {
    question: "Shield on the plan Basic: creation; place of its id; learning and the form of its end; limits",
    rows: ["R13.4", "R13.5", "R13.11"],
    recorded: "200; shieldZone.shieldZoneId; true, no fraction, no zone; 2, 0",
    asRecorded: /^200; (shieldZone\.)?shieldZoneId; true, .+; 2, 0$/,
    ask: async (service) => {
      const answer = await addShield(service);
      const { shieldZone } = dataIn(answer);
      const place = objectIn(shieldZone)["shieldZoneId"] === undefined ? "shieldZoneId" : "shieldZone.shieldZoneId";
      const { learningMode, learningModeUntil, rateLimitRulesLimit, customWafRulesLimit } = await readShield(service);
      const limits = `${shown(rateLimitRulesLimit)}, ${shown(customWafRulesLimit)}`;
      return `${shieldStatus(answer)}; ${place}; ${shown(learningMode)}, ${formOf(learningModeUntil)}; ${limits}`;
    },
  },
  {
    question: "Second shield of a pull zone",
    rows: ["R13.6"],
    recorded: "409",
    asRecorded: /^409\b/,
    ask: async (service) => shieldStatus(await addShield(service)),
  },
  {
    question: "Shield in the list, by both ids and among the pairs; its error beside good data",
    rows: ["R13.1", "R13.3", "R13.10", "R13.13"],
    recorded: "whole; 200; 200; yes; success false, no key",
    asRecorded: /^whole; 200; 200; yes; (success false, no key|none)$/,
    ask: async (service) => {
      const id = await shieldOf(service);
      const pullZone = String(await service.provenId(service.pullZone));
      const [list, one, byPullZone, pairs] = await Promise.all([
        service.get("/shield/shield-zones?page=1&perPage=1000"),
        service.get(`/shield/shield-zone/${String(id)}`),
        service.get(`/shield/shield-zone/get-by-pullzone/${pullZone}`),
        service.get("/shield/shield-zones/pullzone-mapping"),
      ]);
      const inList = withId(list, id);
      const isWhole = inList !== undefined && isDeepStrictEqual(Object.keys(inList), Object.keys(dataIn(one)));
      const { success, errorKey } = errorIn(one);
      const error =
        success === undefined ? "none" : `success ${shown(success)}, ${errorKey === null ? "no key" : "a key"}`;
      const place = inList === undefined ? "absent" : isWhole ? "whole" : "in part";
      const isPaired = withId(pairs, id) !== undefined ? "yes" : "no";
      return `${place}; ${statusesOf([one, byPullZone])}; ${isPaired}; ${error}`;
    },
  },
  {
    question: "Shield: update of one setting, and what else changes; the answer",
    rows: ["R13.7"],
    recorded: "200; nothing; the request",
    asRecorded: /^200; nothing; the request$/,
    ask: async (service) => {
      const before = await readShield(service);
      const settings = { wafRequestHeaderLoggingEnabled: before["wafRequestHeaderLoggingEnabled"] !== true };
      const answer = await sendShield(service, settings);
      const after = await readShield(service);
      const others = Object.keys(after).filter(
        (name) => !isDeepStrictEqual(after[name], { ...before, ...settings }[name]),
      );
      const isEcho = isDeepStrictEqual(dataIn(answer)["shieldZone"], settings);
      return `${shieldStatus(answer)}; ${others.join(", ") || "nothing"}; ${isEcho ? "the request" : "other settings"}`;
    },
  },
  {
    question: "Shield: mode and both sets of rules in one update, and as they are shown; then empty sets",
    rows: ["R13.33"],
    recorded: "200; as sent; 200; empty",
    asRecorded: /^200; as sent; 200; empty$/,
    ask: async (service) => {
      const settings = { wafExecutionMode: 0, wafDisabledRules: ["952100"], wafLogOnlyRules: ["942100"] };
      const none = { wafDisabledRules: [], wafLogOnlyRules: [] };
      const sent = await sendShield(service, settings);
      const isShown = shows(await readShield(service), settings);
      const emptied = await sendShield(service, none);
      const isEmpty = shows(await readShield(service), none);
      return `${shieldStatus(sent)}; ${isShown ? "as sent" : "otherwise"}; ${shieldStatus(emptied)}; ${isEmpty ? "empty" : "kept"}`;
    },
  },
  {
    question: "Shield: two settings of the engine, then an update with one of them: those that are left",
    rows: ["R13.34"],
    recorded: "not recorded; the provider sends all of them",
    ask: async (service) => {
      const of = (...names: string[]): Json => ({
        wafEngineConfig: names.map((name) => ({ name, valueEncoded: "2" })),
      });
      const [detection, blocking] = ["detection_paranoia_level", "blocking_paranoia_level"] as const;
      const both = await sendShield(service, of(detection, blocking));
      const one = await sendShield(service, of(detection));
      const { wafEngineConfig: left } = await readShield(service);
      return `${statusesOf([both, one])}; ${countOf(left)}`;
    },
  },
  {
    question: "Shield: settings at the top of the body, and whether they are applied",
    rows: ["R13.8"],
    recorded: "202 model_validation_error.shieldzone; no",
    asRecorded: /^\d+ model_validation_error\.shieldzone; no$/,
    ask: async (service) => {
      const { requestBodyLoggingEnabled: before } = await readShield(service);
      const body = { requestBodyLoggingEnabled: before !== true };
      const answer = await changeShield(service, "PATCH", (id) => [
        "/shield/shield-zone",
        { shieldZoneId: id, ...body },
      ]);
      const { requestBodyLoggingEnabled: after } = await readShield(service);
      return `${shieldStatus(answer)}; ${after === before ? "no" : "yes"}`;
    },
  },
  {
    question: "Plan Basic: response page, sent and deleted",
    rows: ["R13.26"],
    recorded: "400 feature_not_available_on_plan; 400 feature_not_available_on_plan",
    asRecorded: /^400 feature_not_available_on_plan; 400 feature_not_available_on_plan$/,
    ask: async (service) => {
      const at = (id: number): string => `/shield/shield-zone/${String(id)}/custom-page/block`;
      const sent = await changeShield(service, "PUT", (id) => [at(id), Buffer.from("<p>trial</p>")]);
      return statusesOf([sent, await changeShield(service, "DELETE", (id) => [at(id)])]);
    },
  },
  {
    question: "Plan Basic: bot detection; response page; categories of bots; upload scanning; event logs of 2020",
    rows: ["R13.25", "R13.26", "R13.28", "R13.29", "R13.30"],
    recorded:
      "202 invalid_plan_type.bot_detection; 400 feature_not_available_on_plan; 200; 200; 401 invalid_datetime_window.event_logs",
    asRecorded:
      /^202 invalid_plan_type\.bot_detection; 400 feature_not_available_on_plan; 200; 200; 401 invalid_datetime_window\.event_logs$/,
    ask: async (service) => {
      const id = String(await shieldOf(service));
      const below = ["bot-detection", "custom-page/block", "bot-categorization", "upload-scanning"];
      const paths = [
        ...below.map((path) => `/shield/shield-zone/${id}/${path}`),
        `/shield/event-logs/${id}/01-01-2020/x`,
      ];
      return statusesOf(await Promise.all(paths.map((path) => service.get(path))));
    },
  },
];

/** Questions on the shield once its pull zone is deleted. */
export const formerShieldQuestions: readonly Question[] = [
  {
    question: "Shield of a deleted pull zone: GET; its pull zone; in the list",
    rows: ["R13.14"],
    recorded: "not recorded; the provider expects either answer",
    ask: async (service) => {
      const id = formerShield(service);
      const answer = await service.get(`/shield/shield-zone/${String(id)}`);
      const inList = withId(await service.get("/shield/shield-zones?page=1&perPage=1000"), id);
      return `${shieldStatus(answer)}; ${shown(dataIn(answer)["pullZoneId"])}; ${inList === undefined ? "no" : "yes"}`;
    },
  },
];

/** Sends settings of the trial's shield. */
function sendShield(service: Service, shieldZone: Json): Promise<Answer> {
  return changeShield(service, "PATCH", (id) => ["/shield/shield-zone", { shieldZoneId: id, shieldZone }]);
}

/** Whether a shield shows these settings. */
function shows(shield: Json, settings: Json): boolean {
  return Object.keys(settings).every((name) => isDeepStrictEqual(shield[name], settings[name]));
}

/** Returns the element of a list of shields with an id. */
function withId({ body }: Answer, id: number): Json | undefined {
  return itemsIn(objectIn(body)["data"]).find(({ shieldZoneId }) => shieldZoneId === id);
}
