import { pullZoneTable } from "../../../provider/wire/pullZone";
import { pullZoneDefaultsOf } from "../../../provider/wire/pullZoneDefaults";
import type { Question } from "./question";
import type { Json } from "../bodies";
import type { Answer, Service } from "../service";
import type { Trial } from "../trial";
import { itemsIn, objectIn } from "../bodies";
import { countOf, differences, shown, statusOf, unknownId } from "../words";

export const pullZoneQuestions: readonly Question[] = [
  {
    question: "Pull zone: creation",
    rows: ["R4.1"],
    recorded: "201; OriginUrl as it is sent",
    asRecorded: /^201; OriginUrl https:\/\/example\.com\/ is "https:\/\/example\.com\/"$/,
    ask: async (service) => {
      const answer = await service.create(service.pullZone, { OriginUrl: "https://example.com/" });
      return `${statusOf(answer)}; OriginUrl https://example.com/ is ${shown(objectIn(answer.body)["OriginUrl"])}`;
    },
  },
  {
    question: "Pull zone: settings of a new one that differ from the recording",
    rows: ["R1.7", "R4.2", "R4.16"],
    recorded: "none",
    asRecorded: /^none$/,
    ask: async (service) => {
      const { body } = await service.get(service.pathOf(service.pullZone));
      return differences(pullZoneTable, objectIn(body), pullZoneDefaultsOf(0), ["Name", "OriginUrl"]);
    },
  },
  {
    question: `GET of pull zone ${String(unknownId)}`,
    rows: ["R4.4"],
    recorded: "404 pullZone.not_found",
    asRecorded: /^404 pullZone\.not_found\b/,
    ask: async (service) => statusOf(await service.get(`/pullzone/${String(unknownId)}`)),
  },
  {
    question: "Second pull zone of the same name",
    rows: ["R4.7"],
    recorded: "400 pullzone.name_taken",
    asRecorded: /^400 pullzone\.name_taken\b/,
    ask: async (service) => statusOf(await service.create(service.pullZone, { OriginUrl: "https://example.com/" })),
  },
  {
    question: '`MagicContainersAppId` ""',
    rows: ["R4.12"],
    recorded: "400: The Magic Containers App ID is not valid.",
    asRecorded: /^400\b/,
    ask: async (service) => statusOf(await service.change(service.pullZone, "POST", "", { MagicContainersAppId: "" })),
  },
  {
    question: '`EdgeScriptExecutionPhase` 2; `OriginUrl` "verify"',
    rows: ["R4.8", "R4.13"],
    recorded: "200, then 2; 400 pullzone.validation",
    asRecorded: /^200, then 2; 400 pullzone\.validation\b/,
    ask: async (service) => {
      const phase = await afterUpdate(service, { EdgeScriptExecutionPhase: 2 }, "EdgeScriptExecutionPhase");
      return `${phase}; ${statusOf(await service.change(service.pullZone, "POST", "", { OriginUrl: "verify" }))}`;
    },
  },
  {
    question: "Purge of the pull zone; of what has a `CacheTag`",
    rows: ["R7.1"],
    recorded: "204; 204",
    asRecorded: /^204; 204$/,
    ask: async (service) => {
      const all = await service.change(service.pullZone, "POST", "/purgeCache");
      const tag = await service.change(service.pullZone, "POST", "/purgeCache", { CacheTag: "verify" });
      return `${statusOf(all)}; ${statusOf(tag)}`;
    },
  },
  {
    question: "`LogForwardingHostname` while log forwarding is off",
    rows: ["R4.10"],
    recorded: "200, and ignored",
    asRecorded: /^200, then (null|"")$/,
    ask: (service) => afterUpdate(service, { LogForwardingHostname: "logs.example.com" }, "LogForwardingHostname"),
  },
  {
    question: "`MiddlewareScriptId` 0",
    rows: ["R4.9"],
    recorded: "200, and null",
    asRecorded: /^200, then null$/,
    ask: (service) => afterUpdate(service, { MiddlewareScriptId: 0 }, "MiddlewareScriptId"),
  },
  {
    question: "`OriginRetryDelay` 4; `MaxWebSocketConnections` 501; `OriginConnectTimeout` 4",
    rows: ["R8.4", "R8.5", "R8.6"],
    recorded: "200, then 3; 1000 or 600; not recorded",
    asRecorded: /^200, then 3; 200, then (1000|600);/,
    ask: async (service) =>
      [
        await afterUpdate(service, { OriginRetryDelay: 4 }, "OriginRetryDelay"),
        await afterUpdate(service, { MaxWebSocketConnections: 501 }, "MaxWebSocketConnections"),
        await afterUpdate(service, { OriginConnectTimeout: 4 }, "OriginConnectTimeout"),
      ].join("; "),
  },
  {
    question: "`UseStaleWhileUpdating` true: `UseBackgroundUpdate`",
    rows: ["R8.7"],
    recorded: "200, then true",
    asRecorded: /^200, then true$/,
    ask: (service) => afterUpdate(service, { UseStaleWhileUpdating: true }, "UseBackgroundUpdate"),
  },
  {
    question: "Second edge rule with the same `OrderIndex`",
    rows: ["R6.1", "R6.3"],
    recorded: "400 edgerule.invalid: Order index must be unique",
    asRecorded: /^first: 201; second: 400 edgerule\.invalid\b/,
    ask: async (service) => {
      const first = await addRule(service, { ActionParameter2: "1", OrderIndex: 7 });
      const second = await addRule(service, { ActionParameter2: "2", OrderIndex: 7 });
      return `first: ${statusOf(first)}; second: ${statusOf(second)}`;
    },
  },
  {
    question: "Update with `OriginUrl` null and `EdgeRules` []: `OriginUrl` and the number of rules in a GET",
    rows: ["R4.5"],
    recorded: "200; both as before",
    asRecorded: /^200; both as before$/,
    ask: async (service) => {
      const read = async (): Promise<string> => {
        const { OriginUrl, EdgeRules } = objectIn((await service.get(service.pathOf(service.pullZone))).body);
        return `${shown(OriginUrl)}, ${countOf(EdgeRules)} rules`;
      };
      const before = await read();
      const answer = await service.change(service.pullZone, "POST", "", { OriginUrl: null, EdgeRules: [] });
      const after = await read();
      return `${statusOf(answer)}; ${after === before ? "both as before" : `${after} instead of ${before}`}`;
    },
  },
  {
    question: "Two edge rules without `OrderIndex`: the index of each in a GET",
    rows: ["R6.4"],
    recorded: "not recorded; the vendor's Terraform provider expects 0 for each",
    ask: async (service) => {
      const answers = [
        await addRule(service, { ActionParameter2: "3" }),
        await addRule(service, { ActionParameter2: "4" }),
      ];
      const { EdgeRules } = objectIn((await service.get(service.pathOf(service.pullZone))).body);
      const rules = itemsIn(EdgeRules);
      const places = ["3", "4"].map(
        (value) => rules.find((rule) => rule["ActionParameter2"] === value)?.["OrderIndex"],
      );
      return `${answers.map(statusOf).join("; ")}; ${places.map(shown).join(" and ")}`;
    },
  },
  {
    question:
      "`IgnoreQueryStrings` of a new pull zone, on which `exactPath` of a purge depends; a purge with `exactPath`",
    rows: ["R7.3", "R7.5"],
    recorded: "true, so that exactPath does not apply; 200",
    asRecorded: /^true; 200$/,
    ask: async (service) => {
      const { IgnoreQueryStrings } = service.created(service.pullZone);
      return `${shown(IgnoreQueryStrings)}; ${statusOf(await service.purge("verify/"))}`;
    },
  },
  {
    question: "Access logs of a pull zone without entries; of an unknown one; with a wrong key",
    rows: ["R11.1", "R11.2", "R11.3"],
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
    rows: ["R1.4", "R5.7"],
    recorded: "not recorded; the provider assumes that they are equal",
    ask: async (service) => {
      const counts = await inAll(service, service.pullZone, ({ Hostnames, EdgeRules }) => [Hostnames, EdgeRules]);
      return counts.map(([hostnames, rules]) => `${countOf(hostnames)} and ${countOf(rules)}`).join("; ");
    },
  },
  {
    question: "`PullZones` of a storage zone with one, in a page of the list, without page, in a GET",
    rows: ["R2.3"],
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
  {
    question: "New pull zone with that storage zone as origin: `CacheControlMaxAgeOverride`, `EnableCacheSlice`",
    rows: ["R4.3"],
    recorded: "2592000, true",
    asRecorded: /^201; 2592000, true$/,
    ask: async (service) => {
      const StorageZoneId = await service.provenId(service.storageZone);
      const answer = await service.create(service.sitePullZone, { OriginType: 2, StorageZoneId });
      const { CacheControlMaxAgeOverride, EnableCacheSlice } = objectIn(answer.body);
      return `${statusOf(answer)}; ${[CacheControlMaxAgeOverride, EnableCacheSlice].map(shown).join(", ")}`;
    },
  },
  {
    question: "Pull zone with that storage zone as origin: `OriginUrl`, and whether `OriginLinkValue` is its name",
    rows: ["R4.15"],
    recorded: '"", and it is',
    asRecorded: /^""; true$/,
    ask: async (service) => {
      const { body } = await service.get(service.pathOf(service.pullZone));
      const { OriginUrl, OriginLinkValue } = objectIn(body);
      return `${shown(OriginUrl)}; ${shown(OriginLinkValue === service.storageZone.name)}`;
    },
  },
];

export const deletionQuestions: readonly Question[] = [
  {
    question: "Pull zone: deletion, and a second one",
    rows: ["R4.6"],
    recorded: "204; 404 pullZone.not_found",
    asRecorded: /^204; 404 pullZone\.not_found\b/,
    ask: (service) => deletedTwice(service, service.pullZone),
  },
  {
    question: "Edge script whose pull zone is deleted: deletion, and a second one",
    rows: ["R9.2"],
    recorded: "not recorded; 204; 404 edgeScript.not_found (G, for a GET)",
    ask: (service) => deletedTwice(service, service.edgeScript),
  },
  {
    question: "Storage zone: deletion, a second one, and a GET",
    rows: ["R2.6"],
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
    rows: ["R2.8"],
    recorded: "400 storagezone.name_taken: The storage zone is currently being deleted",
    asRecorded: /^400 storagezone\.name_taken\b/,
    ask: async (service) => statusOf(await service.create(service.storageZone, { Region: "DE" })),
  },
  {
    question: "DNS zone: deletion, and a second one",
    rows: ["R10.20"],
    recorded: "204; 404 dnsZone.not_found",
    asRecorded: /^204; 404 dnsZone\.not_found\b/i,
    ask: (service) => deletedTwice(service, service.dnsZone),
  },
];

/** Adds an edge rule that sets a header. */
export function addRule(service: Service, more: Json): Promise<Answer> {
  return service.change(service.pullZone, "POST", "/edgerules/addOrUpdate", {
    ...{ ActionType: 5, ActionParameter1: "X-Verify", Enabled: true, TriggerMatchingType: 0 },
    ...{ Triggers: [trigger("*")], ...more },
  });
}

/** Returns a trigger on the URL. */
export function trigger(pattern: string): Json {
  return { Type: 0, PatternMatches: [pattern], PatternMatchingType: 0 };
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
