import { z } from "zod";
import { dnsRecordTypes } from "../../provider/wire/dnsRecord";
import { edgeScriptLimits, edgeScriptTypes } from "../../provider/wire/edgeScript";
import type { Answer } from "../http";
import { badRequest, empty, json, parseBody } from "../http";
import { profileOf } from "../profiles";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";
import { madeFor } from "../state/pullZones";
import { edgeScriptCodeRoutes } from "./edgeScriptCode";
import { edgeScriptVariableRoutes } from "./edgeScriptVariables";
import { get, pageFrom1, pageOf, scriptOf } from "./read";

/** The operations on edge scripts. The contract has none of them. */
export const edgeScriptRoutes: readonly Route[] = [
  route("R9.1", "listEdgeScripts", "GET", "/compute/script", list),
  route("R9.1", "addEdgeScript", "POST", "/compute/script", add),
  route("R9.1", "getEdgeScript", "GET", "/compute/script/:id", get("edgeScripts")),
  route("R9.1", "updateEdgeScript", "POST", "/compute/script/:id", update),
  route("R9.1", "deleteEdgeScript", "DELETE", "/compute/script/:id", remove),
  route("R9.13", "rotateDeploymentKey", "POST", "/compute/script/:id/deploymentKey/rotate", (service, request) => {
    const { Id } = scriptOf(service, request);
    service.edgeScripts.change(Id, { DeploymentKey: service.edgeScripts.random.groups(8, 4, 4, 4, 12) });
    return empty(204);
  }),
  route("assumed", "getEdgeScriptStatistics", "GET", "/compute/script/:id/statistics", (service, request) => {
    scriptOf(service, request);
    return json(200, {});
  }),
  ...edgeScriptCodeRoutes,
  ...edgeScriptVariableRoutes,
];

function list({ edgeScripts }: Service, { query }: ServiceRequest): Answer {
  const page = pageFrom1(query);
  const includeLinkedPullZones = query.boolean("includeLinkedPullzones");
  const types = query.all("type").map(Number);
  const found = edgeScripts
    .listed(query.text("search")?.toLowerCase() ?? "", false)
    .filter(({ object }) => types.length === 0 || types.includes(object.ScriptType));
  return pageOf(page, found, (script) => edgeScripts.shown(script, { view: "page", includeLinkedPullZones }));
}

const name = z.string().min(1, "The Name must not be empty").max(edgeScriptLimits.nameCharacters);
const type = z.literal(Object.values(edgeScriptTypes));

const addSchema = z.looseObject({
  Name: name,
  ScriptType: type.nullish(),
  Code: z.string().nullish(),
  CreateLinkedPullZone: z.boolean().nullish(),
  LinkedPullZoneName: z.string().nullish(),
  Integration: z.unknown().optional(),
});

/** Adds a script. Assumption: several scripts can have the same name, unless a rule is set. */
function add(service: Service, request: ServiceRequest): Answer {
  const { edgeScripts } = service;
  const { Name, ScriptType, Code, Integration, ...linked } = parseBody(addSchema, request);
  if (service.settings.edgeScriptRules.includes("uniqueName") && edgeScripts.isTaken(Name, [])) {
    throw badRequest("assumed", "Name", "The edge script name is already taken.", "edgeScript.name_taken");
  }
  const pullZoneName = linked.CreateLinkedPullZone === true ? (linked.LinkedPullZoneName ?? Name) : undefined;
  if (pullZoneName !== undefined) refuseTaken(service, pullZoneName);
  const given = { Name, ScriptType: ScriptType ?? edgeScriptTypes.standalone, Code: Code ?? "", Integration };
  const { Id } = edgeScripts.add(given, request.lag);
  if (pullZoneName !== undefined) addLinked(service, pullZoneName, Id);
  return json(201, edgeScripts.shown(edgeScripts.existing(Id), { view: "added" }));
}

function refuseTaken({ pullZones, settings }: Service, pullZoneName: string): void {
  if (!settings.uniqueNames || !pullZones.isTaken(pullZoneName, settings.takenNames)) return;
  throw badRequest("R4.7", "LinkedPullZoneName", "The pull zone name is already taken.", "pullzone.name_taken");
}

/** Creates a pull zone with a script as origin. */
function addLinked({ pullZones, settings }: Service, Name: string, EdgeScriptId: number): void {
  const origin = profileOf(settings).pullZoneSettings({ OriginType: 4, EdgeScriptId });
  pullZones.add({ ...madeFor(Name, pullZones.random, settings), Name, ...origin });
}

const updateSchema = z.looseObject({ Name: name.nullish(), ScriptType: type.nullish() });

/** Updates a script. Assumption: the type does not change. */
function update(service: Service, request: ServiceRequest): Answer {
  const { edgeScripts } = service;
  const { Id, Name } = scriptOf(service, request);
  const given = parseBody(updateSchema, request);
  edgeScripts.change(Id, { Name: given.Name ?? Name });
  return json(200, edgeScripts.shown(edgeScripts.existing(Id), { view: "one" }));
}

/** Deletes a script. Assumption: unless a rule is set, this also works if a pull zone or record refers to it, and the reference stays. */
function remove(service: Service, request: ServiceRequest): Answer {
  const { edgeScripts, pullZones, settings } = service;
  const { Id } = scriptOf(service, request);
  if (settings.edgeScriptRules.includes("keptInUse") && isUsed(service, Id)) {
    throw badRequest("assumed", "Id", "The edge script is in use.", "edgeScript.in_use");
  }
  const deleteLinkedPullZones = request.query.boolean("deleteLinkedPullZones");
  edgeScripts.delete(Id, settings.lag.listMs);
  const linked = pullZones.all().filter(({ object }) => object.EdgeScriptId === Id);
  if (deleteLinkedPullZones) for (const { object } of linked) pullZones.delete(object.Id);
  return empty(204);
}

function isUsed({ pullZones, dnsRecords }: Service, id: number): boolean {
  return (
    pullZones.all().some(({ object }) => object.EdgeScriptId === id || object.MiddlewareScriptId === id) ||
    dnsRecords.all().some(({ object }) => object.Type === dnsRecordTypes.Script && object.LinkName === String(id))
  );
}
