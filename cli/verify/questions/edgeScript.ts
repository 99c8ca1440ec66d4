import type { Question } from "./question";
import type { Answer, Service, Trial } from "../service";
import { itemsIn, objectIn } from "../service";
import { shown, statusOf } from "../words";

/** A standalone script. Without it, the service would make a pull zone as well. */
const settings = { ScriptType: 1, CreateLinkedPullZone: false };

/** The type of a DNS record that names a script. */
const scriptRecord = 11;

/** Questions on edge scripts. At the end, a script is the origin of the pull zone, because the deletion of both follows. */
export const edgeScriptQuestions: readonly Question[] = [
  {
    question: "Edge script: creation; its live release before the first publication",
    recorded: "201; 404 without a body",
    asRecorded: /^201; 404$/,
    ask: async (service) => {
      const answer = await service.create(service.edgeScript, settings);
      return `${statusOf(answer)}; ${statusOf(await live(service))}`;
    },
  },
  {
    question: "Second edge script of the same name",
    recorded: "not recorded; the provider expects it to be created",
    ask: async (service) => statusOf(await service.create(service.edgeScript, settings)),
  },
  {
    question: "Edge script: publication; publication without a change; number of releases after each",
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
    recorded: "not recorded; the provider expects the saved code and the published one",
    ask: async (service) => {
      const answer = await save(service, "2");
      const saved = await service.get(`${service.pathOf(service.edgeScript)}/code`);
      const codes = [saved, await live(service)].map(({ body }) => wordFor(objectIn(body)["Code"]));
      return `${statusOf(answer)}; ${codes.join(", ")}`;
    },
  },
  {
    question: "Deletion of an edge script that is the middleware of a pull zone",
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
    recorded: "not recorded",
    ask: async (service) => {
      await service.create(service.dnsScript, { ...settings, ScriptType: 0 });
      const record = { Type: scriptRecord, Name: "script", ScriptId: await service.provenId(service.dnsScript) };
      const linked = await service.change(service.dnsZone, "PUT", "/records", record);
      return deletedInUse(service, service.dnsScript, linked);
    },
  },
  {
    question: "Deletion of an edge script that is the origin of a pull zone",
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

function live(service: Service): Promise<Answer> {
  return service.get(`${service.pathOf(service.edgeScript)}/releases/active`);
}

function wordFor(code: unknown): string {
  if (code === codeOf("2")) return "the saved one";
  return code === codeOf("1") ? "the published one" : shown(code);
}
