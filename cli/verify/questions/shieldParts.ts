import { isDeepStrictEqual } from "node:util";
import type { Json } from "../bodies";
import { itemsIn, objectIn } from "../bodies";
import type { Answer, Service } from "../service";
import { changeShield, dataIn, shieldOf, shieldStatus, statusesOf } from "../shield";
import { countOf, shown } from "../words";
import type { Question } from "./question";

/** Questions on the rate limits, rules and access lists of the trial pull zone's shield. */
export const shieldPartQuestions: readonly Question[] = [
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
];

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
  return itemsIn(chainedRuleConditions).map(({ value }) => value);
}

function limitsOf(service: Service): Promise<readonly Json[]> {
  return listed(service, "rate-limits");
}

/** Returns the rules or rate limits of the shield. */
async function listed(service: Service, list: string): Promise<readonly Json[]> {
  const { body } = await service.get(`/shield/${list}/${String(await shieldOf(service))}?page=1&perPage=100`);
  const { data } = objectIn(body);
  if (!Array.isArray(data)) throw new Error(`the list ${list} has ${countOf(data)} elements`);
  return itemsIn(data);
}

/** Returns the lists of the service, which no account owns. */
async function managedLists(service: Service): Promise<readonly Json[]> {
  const { managedLists: lists } = objectIn((await service.get(listsOf(await shieldOf(service)))).body);
  return itemsIn(lists);
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
  const [list, ...more] = itemsIn(customLists);
  if (list === undefined || more.length > 0) throw new Error(`the shield shows ${countOf(customLists)} own lists`);
  return list;
}

/** Returns an id in a path. @throws {Error} if it is none */
function idText(id: unknown): string {
  if (typeof id === "number" && Number.isSafeInteger(id) && id > 0) return String(id);
  throw new Error("the service showed an invalid id");
}
