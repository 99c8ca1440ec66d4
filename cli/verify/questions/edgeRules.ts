import type { Question } from "./question";
import type { Json } from "../bodies";
import type { Answer, Service } from "../service";
import { objectIn } from "../bodies";
import { countOf, shown, statusOf } from "../words";

const header = { ActionType: 5, ActionParameter1: "X-Verify", ActionParameter2: "1" };
const everywhere = [{ Type: 0, PatternMatches: ["*"], PatternMatchingType: 0 }];
const letters = ["a", "b", "c", "d", "e", "f"];

/** The documented number of edge rules of a pull zone. */
const maxRules = 50;

/** Questions on the shapes and the number of edge rules. The last one fills the pull zone. */
export const edgeRuleQuestions: readonly Question[] = [
  {
    question: "Edge rule OriginStorage with the trigger URL `*`, and with a path prefix",
    rows: ["R6.7", "R12.1"],
    recorded: "not recorded; others exclude `*/deploys/*`",
    ask: async (service) => {
      const { Id, Name } = service.created(service.storageZone);
      const action = { ActionType: 17, ActionParameter1: String(Id), ActionParameter2: Name, ActionParameter3: "/a/" };
      return statusOf(await added(service, action));
    },
  },
  {
    question: "Edge rule with the trigger URL `/images/*`; with a Lua pattern without `$`",
    rows: ["R6.6", "R12.2"],
    recorded: "not recorded; 400 edgerule.invalid for the latter",
    ask: async (service) => {
      const patterns = ["/images/*", "pattern:^https?://[^/]+/images/"];
      const answers: string[] = [];
      for (const pattern of patterns) answers.push(statusOf(await added(service, header, [urls([pattern])])));
      return answers.join("; ");
    },
  },
  {
    question: "Edge rule with 5 triggers of 5 patterns; with 6 patterns in a trigger; with 6 triggers",
    rows: ["R6.15", "R8.1"],
    recorded: "201; 400 edgerule.invalid: Maximum 5 triggers are allowed per condition.; not recorded",
    asRecorded: /^201; 400 edgerule\.invalid\b[^;]*; 400 edgerule\.invalid\b/,
    ask: async (service) => {
      const triggers = (count: number, patterns: number) =>
        letters.slice(0, count).map((name) => ({
          ...{ Type: 3, PatternMatchingType: 0 },
          PatternMatches: letters.slice(0, patterns).map((end) => name + end),
        }));
      const action = { ActionType: 16, ActionParameter1: "60" };
      const answers = [
        await added(service, action, triggers(5, 5)),
        await added(service, action, triggers(1, 6)),
        await added(service, action, triggers(6, 1)),
      ];
      return answers.map(statusOf).join("; ");
    },
  },
  {
    question: "Edge rule without a trigger; OriginStorage without a zone",
    rows: ["R6.5"],
    recorded: "400 edgerule.invalid for each",
    asRecorded: /^400 edgerule\.invalid\b[^;]*; 400 edgerule\.invalid\b/,
    ask: async (service) => {
      const answers = [await added(service, header, []), await added(service, { ActionType: 17 })];
      return answers.map(statusOf).join("; ");
    },
  },
  {
    question: "Edge rule with 6 further actions; with 20",
    rows: ["R6.10", "R6.13"],
    recorded: "201; not recorded",
    asRecorded: /^201;/,
    ask: async (service) => {
      const answers: string[] = [];
      for (const count of [6, 20]) {
        const ExtraActions = Array.from({ length: count }, (_, at) => ({
          ...header,
          ActionParameter1: `X-${String(at)}`,
        }));
        answers.push(statusOf(await added(service, { ...header, ExtraActions })));
      }
      return answers.join("; ");
    },
  },
  {
    question: "Redirect to a path; to `%{Url.Scheme}://…`; to `https://%{Url.Hostname}/…` with 308",
    rows: ["R6.8", "R6.14"],
    recorded: "400; stored with http:// in front; 201",
    asRecorded: /^400\b[^;]*; "http:\/\/%[^;]*; 201$/,
    ask: async (service) => {
      const to = (target: string, status: string): Promise<Answer> =>
        added(service, { ActionType: 1, ActionParameter1: target, ActionParameter2: status });
      const path = await to("/new", "301");
      const scheme = await to("%{Url.Scheme}://%{Url.Hostname}/new", "301");
      const stored = scheme.status < 300 ? shown(objectIn(scheme.body)["ActionParameter1"]) : statusOf(scheme);
      return `${statusOf(path)}; ${stored}; ${statusOf(await to("https://%{Url.Hostname}/new", "308"))}`;
    },
  },
  {
    question: "Edge rule: disabled, deleted",
    rows: ["R6.2"],
    recorded: "204; 204",
    asRecorded: /^204; 204$/,
    ask: async (service) => {
      const { Guid } = objectIn((await added(service, header)).body);
      const path = `/edgerules/${String(Guid)}`;
      const { Id } = service.created(service.pullZone);
      const disabled = await service.change(service.pullZone, "POST", `${path}/setEdgeRuleEnabled`, {
        Id,
        Value: false,
      });
      return `${statusOf(disabled)}; ${statusOf(await service.change(service.pullZone, "DELETE", path))}`;
    },
  },
  {
    question: "Edge rules of a pull zone: the number, and the answer to one more",
    rows: ["R8.2"],
    recorded: "not recorded; 50 are documented",
    ask: async (service) => {
      for (let tried = 0; tried <= maxRules; tried++) {
        const answer = await added(service, header);
        if (answer.status >= 300) return `${await countIn(service)}; ${statusOf(answer)}`;
      }
      return `${await countIn(service)}; 201`;
    },
  },
];

async function countIn(service: Service): Promise<string> {
  const { EdgeRules } = objectIn((await service.get(service.pathOf(service.pullZone))).body);
  return countOf(EdgeRules);
}

function urls(patterns: readonly string[]): Json {
  return { Type: 0, PatternMatches: patterns, PatternMatchingType: 0 };
}

function added(service: Service, action: Json, Triggers: readonly Json[] = everywhere): Promise<Answer> {
  const more = { Enabled: true, TriggerMatchingType: 0, Triggers };
  return service.change(service.pullZone, "POST", "/edgerules/addOrUpdate", { ...action, ...more });
}
