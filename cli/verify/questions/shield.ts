import { isDeepStrictEqual } from "node:util";
import type { Json } from "../bodies";
import type { Answer, Service } from "../service";
import { objectIn } from "../bodies";
import { addShield, changeShield, errorIn, formerShield, readShield, shieldOf, shieldStatus } from "../shield";
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
      const { shieldZone } = objectIn(objectIn(answer.body)["data"]);
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
      const answer = await changeShield(service, "PATCH", (id) => [
        "/shield/shield-zone",
        { shieldZoneId: id, shieldZone: settings },
      ]);
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
    question: "Rate limits: two; one of 60 s; a third one; those in the list",
    rows: ["R13.15", "R13.16", "R13.17"],
    recorded: "200; 202 plan_limit_restriction.rate_limit; 200; 202; 2",
    asRecorded: /^200; 202 plan_limit_restriction\.rate_limit; 200; 202\b[^;]*; 2$/,
    ask: async (service) => {
      const answers = [];
      for (const timeframe of [10, 60, 10, 10]) {
        const add = (id: number) => ["/shield/rate-limit", { shieldZoneId: id, ...limitOf(timeframe) }] as const;
        answers.push(await changeShield(service, "POST", add));
      }
      return `${statusesOf(answers)}; ${String((await limitsOf(service)).length)}`;
    },
  },
  {
    question: "Rate limits: two chained conditions, and their order as they are shown",
    rows: ["R13.32"],
    recorded: "200; as sent or in another order",
    asRecorded: /^200; (as sent|in another order)$/,
    ask: async (service) => {
      const [first] = (await limitsOf(service)).map(pathOfLimit);
      if (first === undefined) throw new Error("there is no rate limit");
      const chained = ["POST", "DELETE"].map((value) => ({ variableTypes: { REQUEST_METHOD: "" }, ...equals, value }));
      const answer = await changeShield(service, "PATCH", () => [first, limitOf(10, { chained })]);
      const values = chainedIn(objectIn((await service.get(first)).body));
      const sent = chained.map(({ value }) => value);
      const isReversed = isDeepStrictEqual(values, [...sent].reverse());
      const order = isDeepStrictEqual(values, sent) ? "as sent" : isReversed ? "in another order" : "other conditions";
      return `${shieldStatus(answer)}; ${order}`;
    },
  },
  {
    question: "Rate limits: update of the first; deletion of all; the first one then",
    rows: ["R13.18"],
    recorded: "200; 200; 202 not_found_or_unauthorised_access.waf_rule",
    asRecorded: /^200; 200; (200; )*202 not_found_or_unauthorised_access\.waf_rule$/,
    ask: async (service) => {
      const limits = await limitsOf(service);
      const [first] = limits.map(pathOfLimit);
      if (first === undefined) throw new Error("there is no rate limit");
      const updated = await changeShield(service, "PATCH", () => [first, limitOf(1)]);
      const deleted = [];
      for (const limit of limits) deleted.push(await changeShield(service, "DELETE", () => [pathOfLimit(limit)]));
      return statusesOf([updated, ...deleted, await service.get(first)]);
    },
  },
  {
    question: "Rate limit with a hyphen in its name, and whether it is in the list",
    rows: ["R13.31"],
    recorded: "400; no",
    asRecorded: /^400\b[^;]*; no$/,
    ask: async (service) => {
      const body = limitOf(10, { name: "Verify-hyphen" });
      const answer = await changeShield(service, "POST", (id) => ["/shield/rate-limit", { shieldZoneId: id, ...body }]);
      const limits = await limitsOf(service);
      for (const limit of limits) await changeShield(service, "DELETE", () => [pathOfLimit(limit)]);
      return `${shieldStatus(answer)}; ${limits.length === 0 ? "no" : "yes"}`;
    },
  },
  {
    question: "Plan Basic: a firewall rule, and those in the list",
    rows: ["R13.27"],
    recorded: "202 limit_reached.waf; 0",
    asRecorded: /^202 limit_reached\.waf; 0$/,
    ask: async (service) => {
      const ruleConfiguration = { ...conditionOf([]), actionType: 2, severityType: 0 };
      const body = { ruleName: "Verify", ruleDescription: "", ruleConfiguration };
      const at = "/shield/waf/custom-rule";
      const answer = await changeShield(service, "POST", (id) => [at, { shieldZoneId: id, ...body }]);
      const rules = await listed(service, "waf/custom-rules");
      for (const { id } of rules) await changeShield(service, "DELETE", () => [`${at}/${idText(id)}`]);
      return `${shieldStatus(answer)}; ${String(rules.length)}`;
    },
  },
  {
    question: "Access list: creation; state of the new list; its configuration; entries as they are shown",
    rows: ["R13.19", "R13.20", "R13.22", "R13.23"],
    recorded: "200; false, 0, another id; 200; the order is not recorded",
    ask: async (service) => {
      const list = { name: `${service.pullZone.name}-list`, type: 0, content: "203.0.113.9\n203.0.113.7" };
      const made = await changeShield(service, "POST", (id) => [listsOf(id), list]);
      const own = await ownList(service);
      const { listId, configurationId, isEnabled, action } = own;
      const rule = `${shown(isEnabled)}, ${shown(action)}, ${listId === configurationId ? "the same id" : "another id"}`;
      const configured = await changeShield(service, "PATCH", (id) => [
        `${listsOf(id)}/configurations/${idText(configurationId)}`,
        { isEnabled: false, action: 4 },
      ]);
      const { content } = dataIn(await service.get(`${listsOf(await shieldOf(service))}/${idText(listId)}`));
      const order = content === list.content ? "as sent" : "in another form";
      return `${shieldStatus(made)}; ${rule}; ${shieldStatus(configured)}; ${order}`;
    },
  },
  {
    question: "Access list: update of name and entries; deletion; the list then",
    rows: ["R13.21"],
    recorded: "200; 200; 202",
    asRecorded: /^200; 200; (202|404)\b/,
    ask: async (service) => {
      const { listId } = await ownList(service);
      const at = (id: number): string => `${listsOf(id)}/${idText(listId)}`;
      const body = { name: `${service.pullZone.name}-list`, content: "203.0.113.8" };
      const updated = await changeShield(service, "PATCH", (id) => [at(id), body]);
      const deleted = await changeShield(service, "DELETE", (id) => [at(id)]);
      return statusesOf([updated, deleted, await service.get(at(await shieldOf(service)))]);
    },
  },
  {
    question: "Plan Basic: a list of the service that needs another plan",
    rows: ["R13.23"],
    recorded: "202 not_available.access_list; off",
    asRecorded: /^(202 not_available\.access_list; off|no such list)$/,
    ask: async (service) => {
      const above = (await managedLists(service)).find(({ requiredPlan }) => Number(requiredPlan) > 0);
      if (above === undefined) return "no such list";
      const configure = (isEnabled: boolean, action: number): Promise<Answer> =>
        changeShield(service, "PATCH", (id) => [
          `${listsOf(id)}/configurations/${idText(above["configurationId"])}`,
          { isEnabled, action },
        ]);
      const answer = await configure(true, 4);
      const after = (await managedLists(service)).find(({ listId }) => listId === above["listId"]);
      if (after?.["isEnabled"] === true) await configure(false, 0);
      return `${shieldStatus(answer)}; ${after?.["isEnabled"] === true ? "on" : "off"}`;
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

function statusesOf(answers: readonly Answer[]): string {
  return answers.map(shieldStatus).join("; ");
}

function dataIn({ body }: Answer): Json {
  return objectIn(objectIn(body)["data"]);
}

/** Returns the element of a list of shields with an id. */
function withId({ body }: Answer, id: number): Json | undefined {
  const { data } = objectIn(body);
  const all = Array.isArray(data) ? (data as unknown[]).map(objectIn) : [];
  return all.find(({ shieldZoneId }) => shieldZoneId === id);
}

const equals = { operatorType: 15, isNegated: false };

/** Returns the conditions of a rule that no visitor meets. */
function conditionOf(chained: readonly Json[]): Json {
  const condition = { variableTypes: { REQUEST_URI: "" }, operatorType: 0, value: "/verify", transformationTypes: [] };
  return { actionType: 1, ...condition, chainedRuleConditions: chained };
}

/** Returns a rate limit that no visitor meets. */
function limitOf(timeframe: number, { name = "Verify", chained = [] }: { name?: string; chained?: Json[] } = {}): Json {
  const counted = { requestCount: 1000, counterKeyType: 0, timeframe, blockTime: 30 };
  return { ruleName: name, ruleDescription: "", ruleConfiguration: { ...conditionOf(chained), ...counted } };
}

/** Returns the values of a rate limit's chained conditions. */
function chainedIn(limit: Json): readonly unknown[] {
  const { chainedRuleConditions } = objectIn(limit["ruleConfiguration"]);
  return Array.isArray(chainedRuleConditions) ? chainedRuleConditions.map((one) => objectIn(one)["value"]) : [];
}

function limitsOf(service: Service): Promise<readonly Json[]> {
  return listed(service, "rate-limits");
}

/** Returns the rules or rate limits of the shield. */
async function listed(service: Service, list: string): Promise<readonly Json[]> {
  const { body } = await service.get(`/shield/${list}/${String(await shieldOf(service))}?page=1&perPage=100`);
  const { data } = objectIn(body);
  if (!Array.isArray(data)) throw new Error(`the list ${list} has ${countOf(data)} elements`);
  return (data as unknown[]).map(objectIn);
}

/** Returns the lists of the service, which no account owns. */
async function managedLists(service: Service): Promise<readonly Json[]> {
  const { managedLists: lists } = objectIn((await service.get(listsOf(await shieldOf(service)))).body);
  return Array.isArray(lists) ? (lists as unknown[]).map(objectIn) : [];
}

function pathOfLimit({ id }: Json): string {
  return `/shield/rate-limit/${idText(id)}`;
}

function listsOf(id: number): string {
  return `/shield/shield-zone/${String(id)}/access-lists`;
}

/** Returns the only own list of the shield. */
async function ownList(service: Service): Promise<Json> {
  const { customLists } = objectIn((await service.get(listsOf(await shieldOf(service)))).body);
  const [list, ...more] = Array.isArray(customLists) ? (customLists as unknown[]).map(objectIn) : [];
  if (list === undefined || more.length > 0) throw new Error(`the shield shows ${countOf(customLists)} own lists`);
  return list;
}

/** Returns an id in a path. @throws {Error} if it is none */
function idText(id: unknown): string {
  if (typeof id === "number" && Number.isSafeInteger(id) && id > 0) return String(id);
  throw new Error("the service showed an invalid id");
}
