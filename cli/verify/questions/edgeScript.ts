import type { Question } from "./question";
import type { Answer, Service } from "../service";
import type { Trial } from "../trial";
import { itemsIn, objectIn } from "../bodies";
import { shown, statusOf } from "../words";

/** A standalone script. Without it, the service would make a pull zone as well. */
const settings = { ScriptType: 1, CreateLinkedPullZone: false };

/** The type of a DNS record that names a script. */
const scriptRecord = 11;

/** Questions on edge scripts. At the end, a script is the origin of the pull zone, because the deletion of both follows. */
export const edgeScriptQuestions: readonly Question[] = [
  {
    question: "Edge script: creation; its live release before the first publication",
    rows: ["R9.1", "R9.6"],
    recorded: "201; 404 without a body",
    asRecorded: /^201; 404$/,
    ask: async (service) => {
      const answer = await service.create(service.edgeScript, settings);
      return `${statusOf(answer)}; ${statusOf(await liveAnswer(service))}`;
    },
  },
  {
    question: "Second edge script of the same name",
    rows: ["R9.1"],
    recorded: "not recorded; the provider expects it to be created",
    ask: async (service) => statusOf(await service.create(service.edgeScript, settings)),
  },
  {
    question: "Edge script: publication; publication without a change; number of releases after each",
    rows: ["R9.4", "R9.11"],
    recorded: "204; not recorded, the provider expects another release",
    ask: async (service) => {
      await save(service, "1");
      const answers: string[] = [];
      for (let publication = 0; publication < 2; publication++) {
        const answer = await service.change(service.edgeScript, "POST", "/publish", {});
        const { body } = await service.get(`${service.pathOf(service.edgeScript)}/releases?page=1&perPage=1000`);
        answers.push(`${statusOf(answer)}, ${String(itemsIn(body).length)}`);
      }
      return answers.join("; ");
    },
  },
  {
    question: "Edge script with saved but unpublished code: its code; the code of the live release",
    rows: ["R9.4"],
    recorded: "not recorded; the provider expects the saved code and the published one",
    ask: async (service) => {
      const answer = await save(service, "2");
      const saved = await service.get(`${service.pathOf(service.edgeScript)}/code`);
      const codes = [saved, await liveAnswer(service)].map(({ body }) => wordFor(objectIn(body)["Code"]));
      return `${statusOf(answer)}; ${codes.join(", ")}`;
    },
  },
  {
    question: "Edge script: an earlier release published again, then the later one: further releases, and the note",
    rows: ["R9.5"],
    recorded: "204; 204; none; the same note",
    asRecorded: /^204; 204; none; the same note$/,
    ask: async (service) => {
      const list = async () =>
        itemsIn((await service.get(`${service.pathOf(service.edgeScript)}/releases?page=1&perPage=1000`)).body);
      const idsBefore = new Set((await list()).map(({ Uuid }) => Uuid));
      await service.change(service.edgeScript, "POST", "/publish", { Note: "verify" });
      const before = await list();
      const later = before.find(({ Uuid }) => !idsBefore.has(Uuid))?.["Uuid"];
      const answers: string[] = [];
      for (const uuid of [[...idsBefore][0], later]) {
        if (typeof uuid !== "string") return "the releases show no Uuid";
        const path = `/publish/${encodeURIComponent(uuid)}`;
        answers.push(statusOf(await service.change(service.edgeScript, "POST", path)));
      }
      const after = await list();
      const more = after.length === before.length ? "none" : String(after.length - before.length);
      const { Note } = after.find(({ Uuid }) => Uuid === later) ?? {};
      return `${answers.join("; ")}; ${more}; ${Note === "verify" ? "the same note" : shown(Note)}`;
    },
  },
  {
    question: "Variable: PUT, again; secret: PUT, again; secret with the name of the variable",
    rows: ["R9.7", "R9.9", "R9.10"],
    recorded: "200; 204; 200; 204; not recorded",
    asRecorded: /^200; 204; 200; 204; /,
    ask: async (service) => {
      const put = (path: string, body: object): Promise<Answer> =>
        service.change(service.edgeScript, "PUT", path, body);
      const answers: Answer[] = [];
      for (const DefaultValue of ["1", "2"]) answers.push(await put("/variables", { Name: "VERIFY", DefaultValue }));
      for (const Secret of ["1", "2"]) answers.push(await put("/secrets", { Name: "VERIFY_SECRET", Secret }));
      answers.push(await put("/secrets", { Name: "VERIFY", Secret: "1" }));
      return answers.map(statusOf).join("; ");
    },
  },
  {
    question: "Edge script: new deployment key; page 0 of the list",
    rows: ["R9.3", "R9.13"],
    recorded: "204; 500",
    asRecorded: /^204; 500\b/,
    ask: async (service) => {
      const rotated = await service.change(service.edgeScript, "POST", "/deploymentKey/rotate");
      return `${statusOf(rotated)}; ${statusOf(await service.get(`${service.edgeScript.path}?page=0`))}`;
    },
  },
  {
    question: "Deletion of an edge script that is the middleware of a pull zone",
    rows: ["R9.15"],
    recorded: "not recorded",
    ask: async (service) => {
      await service.create(service.middleware, { ...settings, ScriptType: 2 });
      const MiddlewareScriptId = await service.provenId(service.middleware);
      const linked = await service.change(service.pullZone, "POST", "", { MiddlewareScriptId });
      const answer = await deletedInUse(service, service.middleware, linked);
      await service.change(service.pullZone, "POST", "", { MiddlewareScriptId: 0 });
      return answer;
    },
  },
  {
    question: "Deletion of an edge script that a DNS record refers to",
    rows: ["R9.15"],
    recorded: "not recorded",
    ask: async (service) => {
      await service.create(service.dnsScript, { ...settings, ScriptType: 0 });
      const record = { Type: scriptRecord, Name: "script", ScriptId: await service.provenId(service.dnsScript) };
      const linked = await service.change(service.dnsZone, "PUT", "/records", record);
      return deletedInUse(service, service.dnsScript, linked);
    },
  },
  {
    question:
      "Edge script as the origin of the pull zone: `OriginUrl`, `StorageZoneId`; the pull zones that the script lists",
    rows: ["R4.11", "R9.12"],
    recorded: '"https://bunnycdn.com", -1; the pull zone',
    asRecorded: /^200; "https:\/\/bunnycdn\.com", -1; the pull zone$/,
    ask: async (service) => {
      const EdgeScriptId = await service.provenId(service.edgeScript);
      const linked = await service.change(service.pullZone, "POST", "", { OriginType: 4, EdgeScriptId });
      const zone = objectIn((await service.get(service.pathOf(service.pullZone))).body);
      const { LinkedPullZones: list } = objectIn((await service.get(service.pathOf(service.edgeScript))).body);
      const ids = (Array.isArray(list) ? (list as unknown[]) : []).map((one) => objectIn(one)["Id"]);
      const isListed = ids.includes(zone["Id"]) ? "the pull zone" : `${String(ids.length)} others`;
      return `${statusOf(linked)}; ${shown(zone["OriginUrl"])}, ${shown(zone["StorageZoneId"])}; ${isListed}`;
    },
  },
  {
    question: "Deletion of an edge script that is the origin of a pull zone",
    rows: ["R9.15"],
    recorded: "not recorded",
    ask: async (service) => {
      const EdgeScriptId = await service.provenId(service.edgeScript);
      const linked = await service.change(service.pullZone, "POST", "", { OriginType: 4, EdgeScriptId });
      return deletedInUse(service, service.edgeScript, linked);
    },
  },
];

/** Deletes a script. @param linked the response to the request that linked it to a pull zone or record */
async function deletedInUse(service: Service, script: Trial, linked: Answer): Promise<string> {
  if (linked.status >= 300) return `not linked: ${statusOf(linked)}`;
  return statusOf(await service.delete(script));
}

function codeOf(version: string): string {
  return `export const version = ${version};\n`;
}

function save(service: Service, version: string): Promise<Answer> {
  return service.change(service.edgeScript, "POST", "/code", { Code: codeOf(version) });
}

function liveAnswer(service: Service): Promise<Answer> {
  return service.get(`${service.pathOf(service.edgeScript)}/releases/active`);
}

function wordFor(code: unknown): string {
  if (code === codeOf("2")) return "the saved one";
  return code === codeOf("1") ? "the published one" : shown(code);
}
