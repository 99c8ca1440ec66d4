import { isDeepStrictEqual } from "node:util";
import type { Field, Table } from "../../provider/wire/fields";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { pullZoneDefaultsOf } from "../../provider/wire/pullZoneDefaults";
import { storageZoneTable } from "../../provider/wire/storageZone";
import type { Answer, Json, Service } from "./service";
import { itemsIn, objectIn } from "./service";

/** Something that a real account should settle. */
export interface Question {
  readonly question: string;
  /** What was recorded of the public service. */
  readonly recorded: string;
  /** @returns the answer in words, without secrets */
  readonly ask: (service: Service) => Promise<string>;
}

const unknownId = 2 ** 31 - 1;

/** In the order in which they are asked: each may build on what those before it created. */
export const questions: readonly Question[] = [
  {
    question: "Storage zone of tier Edge with region NY",
    recorded: "created in DE",
    ask: async (service) => {
      const edge = await service.create(service.storageZone, { Region: "NY", ZoneTier: 1 });
      if (edge.status < 300) return `${statusOf(edge)}, created in ${shown(objectIn(edge.body)["Region"])}`;
      const standard = await service.create(service.storageZone, { Region: "DE" });
      return `${statusOf(edge)}; tier Standard with region DE: ${statusOf(standard)}`;
    },
  },
  {
    question: "Storage zone: `Password` in the answer of the creation",
    recorded: 'unsettled: "string", or the password',
    ask: async (service) => {
      const { Password: given } = service.created(service.storageZone);
      const { Password: read } = objectIn((await service.get(service.pathOf(service.storageZone))).body);
      if (given === "string") return `"string"; a GET ${read === given ? "the same" : "another"}`;
      if (typeof given !== "string" || given === "")
        return `none; a GET ${typeof read === "string" ? "has it" : "none"}`;
      return given === read ? "the password, as in a GET" : "another than in a GET";
    },
  },
  {
    question: "Storage zone: form of `DateModified` after a creation, in a GET",
    recorded: "7 fraction digits and Z; neither",
    ask: async (service) => {
      const { DateModified: read } = objectIn((await service.get(service.pathOf(service.storageZone))).body);
      return `${formOf(service.created(service.storageZone)["DateModified"])}; ${formOf(read)}`;
    },
  },
  {
    question: "Storage zone: settings that are not those recorded of a new one",
    recorded: "none",
    ask: async (service) => {
      const { body } = await service.get(service.pathOf(service.storageZone));
      return differences(storageZoneTable, objectIn(body), {}, ["Name", "Region", "ZoneTier", "ReplicationRegions"]);
    },
  },
  {
    question: `GET of storage zone ${String(unknownId)}, of another account or none`,
    recorded: "401 without a body, or 404",
    ask: async (service) => statusOf(await service.get(`/storagezone/${String(unknownId)}`)),
  },
  {
    question: "Second storage zone of the same name",
    recorded: "400 storagezone.name_taken",
    ask: async (service) => {
      const { name } = service.storageZone;
      return statusOf(await service.ask("POST", "/storagezone", { Name: name, Region: "DE" }));
    },
  },
  {
    question: "Storage zone: reset of both passwords",
    recorded: "not recorded; documented as an empty answer",
    ask: async (service) => {
      const path = service.pathOf(service.storageZone);
      const before = objectIn((await service.get(path)).body);
      const answers = [
        await service.ask("POST", `${path}/resetPassword`),
        await service.ask("POST", `/storagezone/resetReadOnlyPassword?id=${String(before["Id"])}`),
      ];
      const after = objectIn((await service.get(path)).body);
      const states = ["Password", "ReadOnlyPassword"].map((name) =>
        after[name] === before[name] ? "the old" : "a new",
      );
      return answers.map((answer, index) => `${statusOf(answer)}, ${String(states[index])} one in a GET`).join("; ");
    },
  },
  {
    question: "Pull zone: creation",
    recorded: "201",
    ask: async (service) => {
      const answer = await service.create(service.pullZone, { OriginUrl: "https://example.com/" });
      return `${statusOf(answer)}; OriginUrl https://example.com/ is ${shown(objectIn(answer.body)["OriginUrl"])}`;
    },
  },
  {
    question: "Pull zone: settings that are not those recorded of a new one",
    recorded: "none",
    ask: async (service) => {
      const { body } = await service.get(service.pathOf(service.pullZone));
      return differences(pullZoneTable, objectIn(body), pullZoneDefaultsOf(0), ["Name", "OriginUrl"]);
    },
  },
  {
    question: `GET of pull zone ${String(unknownId)}`,
    recorded: "404 pullZone.not_found",
    ask: async (service) => statusOf(await service.get(`/pullzone/${String(unknownId)}`)),
  },
  {
    question: "`LogForwardingHostname` while log forwarding is off",
    recorded: "200, and ignored",
    ask: (service) => afterUpdate(service, { LogForwardingHostname: "logs.example.com" }, "LogForwardingHostname"),
  },
  {
    question: "`MiddlewareScriptId` 0",
    recorded: "200, and null",
    ask: (service) => afterUpdate(service, { MiddlewareScriptId: 0 }, "MiddlewareScriptId"),
  },
  {
    question: "Second edge rule with the same `OrderIndex`",
    recorded: "400 edgerule.invalid: Order index must be unique",
    ask: async (service) => {
      const path = `${service.pathOf(service.pullZone)}/edgerules/addOrUpdate`;
      const rule = (value: string): Json => ({
        ...{ ActionType: 5, ActionParameter1: "X-Verify", ActionParameter2: value, Enabled: true, OrderIndex: 0 },
        ...{ Triggers: [{ Type: 0, PatternMatches: ["*"], PatternMatchingType: 0 }], TriggerMatchingType: 0 },
      });
      const first = await service.ask("POST", path, rule("1"));
      return `first: ${statusOf(first)}; second: ${statusOf(await service.ask("POST", path, rule("2")))}`;
    },
  },
  {
    question: "Hostnames and edge rules of a pull zone in a page of the list, without page, in a GET",
    recorded: "the same in all",
    ask: async (service) => {
      const counts = await inAll(service, service.pullZone, ({ Hostnames, EdgeRules }) => [Hostnames, EdgeRules]);
      return counts.map(([hostnames, rules]) => `${countOf(hostnames)} and ${countOf(rules)}`).join("; ");
    },
  },
  {
    question: "`PullZones` of a storage zone with one, in a page of the list, without page, in a GET",
    recorded: "null in a page, else 1",
    ask: async (service) => {
      const { Id } = service.created(service.storageZone);
      const { body } = await service.ask("POST", service.pathOf(service.pullZone), {
        OriginType: 2,
        StorageZoneId: Id,
      });
      const linked = objectIn(body)["StorageZoneId"] === Id ? "" : "the pull zone shows no link; ";
      const zones = await inAll(service, service.storageZone, ({ PullZones }) => PullZones);
      return `${linked}${zones.map(countOf).join("; ")}`;
    },
  },
  {
    question: "Pull zone: deletion, and a second one",
    recorded: "204; 404 pullZone.not_found",
    ask: (service) => deletedTwice(service, service.pullZone),
  },
  {
    question: "Storage zone: deletion, a second one, and a GET",
    recorded: "204; storageZone.not_found; 404 or 401",
    ask: async (service) => {
      const path = service.pathOf(service.storageZone);
      const deletions = await deletedTwice(service, service.storageZone);
      return `${deletions}; ${statusOf(await service.get(path))}`;
    },
  },
  {
    question: "Storage zone with the name of the deleted one",
    recorded: "400 storagezone.name_taken: The storage zone is currently being deleted",
    ask: async (service) => statusOf(await service.create(service.storageZone, { Region: "DE" })),
  },
];

async function afterUpdate(service: Service, body: Json, field: string): Promise<string> {
  const path = service.pathOf(service.pullZone);
  const answer = await service.ask("POST", path, body);
  return `${statusOf(answer)}, then ${shown(objectIn((await service.get(path)).body)[field])}`;
}

async function deletedTwice(service: Service, trial: Service["pullZone"]): Promise<string> {
  const path = service.pathOf(trial);
  const first = await service.delete(trial);
  return `${statusOf(first)}; ${statusOf(await service.ask("DELETE", `${path}?deleteLinkedPullZones=false`))}`;
}

/** What a zone is in each of the three answers that have it. */
async function inAll<T>(service: Service, trial: Service["pullZone"], of: (zone: Json) => T): Promise<T[]> {
  const { Id } = service.created(trial);
  const zoneIn = ({ body }: Answer): Json => itemsIn(body).find((one) => one["Id"] === Id) ?? {};
  return [
    of(zoneIn(await service.get(`${trial.path}?page=1&perPage=1000&search=${trial.name}`))),
    of(zoneIn(await service.get(trial.path))),
    of(objectIn((await service.get(service.pathOf(trial))).body)),
  ];
}

function countOf(value: unknown): string {
  return Array.isArray(value) ? String(value.length) : value === null ? "null" : "absent";
}

/** The status, and what the service says of an error. */
function statusOf({ status, body }: Answer): string {
  const { ErrorKey, Field, Message } = objectIn(body);
  const said = [ErrorKey, Field, Message].filter((word) => typeof word === "string" && word !== "");
  return [String(status), ...said].join(" ");
}

function formOf(date: unknown): string {
  if (typeof date !== "string") return date === null ? "null" : "absent";
  const [, fraction = "", zone = ""] = /T[\d:]+(\.\d+)?(.*)$/.exec(date) ?? [];
  const digits = fraction === "" ? "no fraction" : `${String(fraction.length - 1)} fraction digits`;
  return `${digits}, ${zone === "" ? "no zone" : zone}`;
}

/** The settings that a program can declare, where they are otherwise than recorded. No secret is one of them. */
function differences(table: Table, live: Json, recorded: Json, others: readonly string[]): string {
  const isSetting = ({ wire, input, secret, id, writeOnly }: Field): boolean =>
    input !== undefined && secret !== true && !id && writeOnly !== true && !others.includes(wire);
  const texts = table.fields.filter(isSetting).flatMap(({ wire, alias }) => {
    const value = live[wire] ?? (alias === undefined ? undefined : live[alias]);
    if (!(wire in live) && (alias === undefined || !(alias in live))) return [`${wire} absent`];
    const expected = recorded[wire];
    const isSame = expected === undefined ? isNothing(value) : isDeepStrictEqual(value, expected);
    return isSame ? [] : [`${wire} ${shown(value)}`];
  });
  return texts.length === 0 ? "none" : texts.join(", ");
}

function isNothing(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? "absent";
}
