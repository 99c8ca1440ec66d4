import { pullZoneTable } from "../../../provider/wire/pullZone";
import { pullZoneDefaultsOf } from "../../../provider/wire/pullZoneDefaults";
import type { Question } from "./question";
import type { Answer, Json, Service, Trial } from "../service";
import { itemsIn, objectIn } from "../service";
import { countOf, differences, shown, statusOf, unknownId } from "../words";

export const pullZoneQuestions: readonly Question[] = [
  {
    question: "Pull zone: creation",
    recorded: "201; OriginUrl as it is sent",
    asRecorded: /^201; OriginUrl https:\/\/example\.com\/ is "https:\/\/example\.com\/"$/,
    ask: async (service) => {
      const answer = await service.create(service.pullZone, { OriginUrl: "https://example.com/" });
      return `${statusOf(answer)}; OriginUrl https://example.com/ is ${shown(objectIn(answer.body)["OriginUrl"])}`;
    },
  },
  {
    question: "Pull zone: settings of a new one that differ from the recording",
    recorded: "none",
    asRecorded: /^none$/,
    ask: async (service) => {
      const { body } = await service.get(service.pathOf(service.pullZone));
      return differences(pullZoneTable, objectIn(body), pullZoneDefaultsOf(0), ["Name", "OriginUrl"]);
    },
  },
  {
    question: `GET of pull zone ${String(unknownId)}`,
    recorded: "404 pullZone.not_found",
    asRecorded: /^404 pullZone\.not_found\b/,
    ask: async (service) => statusOf(await service.get(`/pullzone/${String(unknownId)}`)),
  },
  {
    question: "`LogForwardingHostname` while log forwarding is off",
    recorded: "200, and ignored",
    asRecorded: /^200, then (null|"")$/,
    ask: (service) => afterUpdate(service, { LogForwardingHostname: "logs.example.com" }, "LogForwardingHostname"),
  },
  {
    question: "`MiddlewareScriptId` 0",
    recorded: "200, and null",
    asRecorded: /^200, then null$/,
    ask: (service) => afterUpdate(service, { MiddlewareScriptId: 0 }, "MiddlewareScriptId"),
  },
  {
    question: "Second edge rule with the same `OrderIndex`",
    recorded: "400 edgerule.invalid: Order index must be unique",
    asRecorded: /^first: 201; second: 400 edgerule\.invalid\b/,
    ask: async (service) => {
      const first = await addRule(service, { ActionParameter2: "1", OrderIndex: 7 });
      const second = await addRule(service, { ActionParameter2: "2", OrderIndex: 7 });
      return `first: ${statusOf(first)}; second: ${statusOf(second)}`;
    },
  },
  {
    question: "Two edge rules without `OrderIndex`: the index of each in a GET",
    recorded: "not recorded; the vendor's Terraform provider expects 0 for each",
    ask: async (service) => {
      const answers = [
        await addRule(service, { ActionParameter2: "3" }),
        await addRule(service, { ActionParameter2: "4" }),
      ];
      const { EdgeRules } = objectIn((await service.get(service.pathOf(service.pullZone))).body);
      const rules = (Array.isArray(EdgeRules) ? (EdgeRules as unknown[]) : []).map(objectIn);
      const places = ["3", "4"].map(
        (value) => rules.find((rule) => rule["ActionParameter2"] === value)?.["OrderIndex"],
      );
      return `${answers.map(statusOf).join("; ")}; ${places.map(shown).join(" and ")}`;
    },
  },
  {
    question:
      "`IgnoreQueryStrings` of a new pull zone, on which `exactPath` of a purge depends; a purge with `exactPath`",
    recorded: "true, so that exactPath does not apply; 200",
    asRecorded: /^true; 200$/,
    ask: async (service) => {
      const { IgnoreQueryStrings } = service.created(service.pullZone);
      return `${shown(IgnoreQueryStrings)}; ${statusOf(await service.purge("verify/"))}`;
    },
  },
  {
    question: "Access logs of a pull zone without entries; of an unknown one; with a wrong key",
    recorded: "200; 403; 403",
    asRecorded: /^200; 403\b[^;]*; 403\b[^;]*$/,
    ask: async (service) => {
      const own = Number(service.pathOf(service.pullZone).split("/").pop());
      const answers = [
        await service.logs(own),
        await service.logs(unknownId),
        await service.logs(own, "verify-wrong-key"),
      ];
      return answers.map(statusOf).join("; ");
    },
  },
  {
    question: "Hostnames and edge rules of a pull zone in a page of the list, without page, in a GET",
    recorded: "not recorded; the provider assumes that they are equal",
    ask: async (service) => {
      const counts = await inAll(service, service.pullZone, ({ Hostnames, EdgeRules }) => [Hostnames, EdgeRules]);
      return counts.map(([hostnames, rules]) => `${countOf(hostnames)} and ${countOf(rules)}`).join("; ");
    },
  },
  {
    question: "`PullZones` of a storage zone with one, in a page of the list, without page, in a GET",
    recorded: "null in a page, else 1",
    asRecorded: /^null; 1; 1$/,
    ask: async (service) => {
      const { Id } = service.created(service.storageZone);
      const { body } = await service.change(service.pullZone, "POST", "", { OriginType: 2, StorageZoneId: Id });
      const linked = objectIn(body)["StorageZoneId"] === Id ? "" : "the pull zone shows no link; ";
      const zones = await inAll(service, service.storageZone, ({ PullZones }) => PullZones);
      return `${linked}${zones.map(countOf).join("; ")}`;
    },
  },
];

export const deletionQuestions: readonly Question[] = [
  {
    question: "Pull zone: deletion, and a second one",
    recorded: "204; 404 pullZone.not_found",
    asRecorded: /^204; 404 pullZone\.not_found\b/,
    ask: (service) => deletedTwice(service, service.pullZone),
  },
  {
    question: "Edge script whose pull zone is deleted: deletion, and a second one",
    recorded: "not recorded; 204; 404 edgeScript.not_found (G, for a GET)",
    ask: (service) => deletedTwice(service, service.edgeScript),
  },
  {
    question: "Storage zone: deletion, a second one, and a GET",
    recorded: "204; storageZone.not_found; 404 or 401",
    asRecorded: /^204; \d+ storageZone\.not_found\b[^;]*; (404|401)/,
    ask: async (service) => {
      const path = service.pathOf(service.storageZone);
      const deletions = await deletedTwice(service, service.storageZone);
      return `${deletions}; ${statusOf(await service.get(path))}`;
    },
  },
  {
    question: "Storage zone with the name of the deleted one",
    recorded: "400 storagezone.name_taken: The storage zone is currently being deleted",
    asRecorded: /^400 storagezone\.name_taken\b/,
    ask: async (service) => statusOf(await service.create(service.storageZone, { Region: "DE" })),
  },
  {
    question: "DNS zone: deletion, and a second one",
    recorded: "204; 404 dnsZone.not_found",
    asRecorded: /^204; 404 dnsZone\.not_found\b/i,
    ask: (service) => deletedTwice(service, service.dnsZone),
  },
];

/** Adds an edge rule that sets a header. */
function addRule(service: Service, more: Json): Promise<Answer> {
  return service.change(service.pullZone, "POST", "/edgerules/addOrUpdate", {
    ...{ ActionType: 5, ActionParameter1: "X-Verify", Enabled: true, TriggerMatchingType: 0 },
    ...{ Triggers: [{ Type: 0, PatternMatches: ["*"], PatternMatchingType: 0 }], ...more },
  });
}

async function afterUpdate(service: Service, body: Json, field: string): Promise<string> {
  const answer = await service.change(service.pullZone, "POST", "", body);
  return `${statusOf(answer)}, then ${shown(objectIn((await service.get(service.pathOf(service.pullZone))).body)[field])}`;
}

async function deletedTwice(service: Service, trial: Trial): Promise<string> {
  const first = await service.delete(trial);
  return `${statusOf(first)}; ${statusOf(await service.delete(trial))}`;
}

/** Returns the zone in each of the three responses that contain it. */
async function inAll<T>(service: Service, trial: Trial, of: (zone: Json) => T): Promise<T[]> {
  const { Id } = service.created(trial);
  const zoneIn = ({ body }: Answer): Json => itemsIn(body).find((one) => one["Id"] === Id) ?? {};
  return [
    of(zoneIn(await service.get(`${trial.path}?page=1&perPage=1000&search=${trial.name}`))),
    of(zoneIn(await service.get(trial.path))),
    of(objectIn((await service.get(service.pathOf(trial))).body)),
  ];
}
