import { z } from "zod";
import { edgeScriptLimits } from "../../provider/wire/edgeScript";
import type { Answer } from "../http";
import { badRequest, empty, failed, json, parseBody, Refusal } from "../http";
import { refuseUnrecorded } from "../onlyRecorded";
import type { Route, Service } from "../router";
import { route } from "../router";
import { stampOf } from "../state/edgeScripts";
import type { EdgeScript, EdgeScriptSecret, EdgeScriptVariable } from "../state/objects";
import { scriptOf } from "./read";

/** The operations on variables and secrets of an edge script. No response contains the value of a secret. */
export const edgeScriptVariableRoutes: readonly Route[] = [
  // This route comes before those of a single variable, because "add" is not an id.
  route("R9.9", "addEdgeScriptVariable", "POST", "/compute/script/:id/variables/add", (service, request) => {
    const script = scriptOf(service, request);
    const body = parseBody(variableSchema, request);
    if (variables(script).some(({ Name }) => Name === body.Name)) throw taken("variable");
    return json(200, addVariable(service, script, body));
  }),
  route("R9.7", "upsertEdgeScriptVariable", "PUT", "/compute/script/:id/variables", (service, request) => {
    const script = scriptOf(service, request);
    const body = parseBody(variableSchema, request);
    const existing = variables(script).find(({ Name }) => Name === body.Name);
    if (existing === undefined) return json(200, addVariable(service, script, body));
    setVariable(service, script, { ...existing, ...withoutNull(body) });
    return empty(204);
  }),
  route("R9.9", "getEdgeScriptVariable", "GET", "/compute/script/:id/variables/:variableId", (service, request) =>
    json(200, partOf(variables(scriptOf(service, request)), request.path.id("variableId"))),
  ),
  route("R9.9", "updateEdgeScriptVariable", "POST", "/compute/script/:id/variables/:variableId", (service, request) => {
    const script = scriptOf(service, request);
    const existing = partOf(variables(script), request.path.id("variableId"));
    const changed = { ...existing, ...withoutNull(parseBody(variableSchema.omit({ Name: true }), request)) };
    setVariable(service, script, changed);
    return json(200, changed);
  }),
  route(
    "R9.9",
    "deleteEdgeScriptVariable",
    "DELETE",
    "/compute/script/:id/variables/:variableId",
    (service, request) => {
      const script = scriptOf(service, request);
      const existing = partOf(variables(script), request.path.id("variableId"));
      const EdgeScriptVariables = variables(script).filter((one) => one !== existing);
      service.edgeScripts.change(script.Id, { EdgeScriptVariables });
      return empty(204);
    },
  ),
  route("R9.9", "listEdgeScriptSecrets", "GET", "/compute/script/:id/secrets", (service, request) =>
    json(200, { Secrets: secrets(scriptOf(service, request)).map(withoutValue) }),
  ),
  route("R9.9", "addEdgeScriptSecret", "POST", "/compute/script/:id/secrets", (service, request) => {
    const script = scriptOf(service, request);
    const body = parseBody(secretSchema, request);
    if (secrets(script).some(({ Name }) => Name === body.Name)) throw taken("secret");
    return addSecret(service, script, body);
  }),
  route("R9.7", "upsertEdgeScriptSecret", "PUT", "/compute/script/:id/secrets", (service, request) => {
    const script = scriptOf(service, request);
    const body = parseBody(secretSchema, request);
    const existing = secrets(script).find(({ Name }) => Name === body.Name);
    if (existing === undefined) return addSecret(service, script, body);
    setSecret(service, script, existing, body.Secret);
    return empty(204);
  }),
  route("R9.9", "updateEdgeScriptSecret", "POST", "/compute/script/:id/secrets/:secretId", (service, request) => {
    const script = scriptOf(service, request);
    const existing = partOf(secrets(script), request.path.id("secretId"));
    const { Secret } = parseBody(secretSchema.omit({ Name: true }), request);
    return json(200, withoutValue(setSecret(service, script, existing, Secret)));
  }),
  route("R9.9", "deleteEdgeScriptSecret", "DELETE", "/compute/script/:id/secrets/:secretId", (service, request) => {
    const script = scriptOf(service, request);
    const existing = partOf(secrets(script), request.path.id("secretId"));
    service.edgeScripts.change(script.Id, { Secrets: secrets(script).filter((one) => one !== existing) });
    return empty(204);
  }),
];

const name = z.string().min(1).max(edgeScriptLimits.variableNameCharacters);

/** The maximum size of a value. The service accepts more than a script can start with. */
const maxBytes = 4096;
// The message does not quote the value, which may be secret.
const value = z
  .string()
  .refine((text) => Buffer.byteLength(text) <= maxBytes, `The value has more than ${String(maxBytes)} bytes.`);

const variableSchema = z.looseObject({ Name: name, Required: z.boolean().nullish(), DefaultValue: value.nullish() });
const secretSchema = z.looseObject({ Name: name, Secret: value });

interface VariableSettings {
  readonly Required?: boolean | null | undefined;
  readonly DefaultValue?: string | null | undefined;
}

/** Updates a variable. An absent or null field keeps its value. */
function withoutNull({ Required, DefaultValue }: VariableSettings) {
  return { ...(Required != null && { Required }), ...(DefaultValue != null && { DefaultValue }) };
}

const variables = ({ EdgeScriptVariables }: EdgeScript): readonly EdgeScriptVariable[] => EdgeScriptVariables ?? [];
const secrets = ({ Secrets }: EdgeScript): readonly EdgeScriptSecret[] => Secrets ?? [];

/** Refuses a name that the script already uses for a variable or secret. Assumption: the error. */
function taken(noun: "variable" | "secret"): Refusal {
  return badRequest("R9.10", "Name", `The script has a ${noun} of this name.`);
}

/** The response for an unknown variable or secret. Assumption: all of it. */
function partOf<Part extends { Id: number }>(parts: readonly Part[], id: number): Part {
  const part = parts.find(({ Id }) => Id === id);
  if (part === undefined) throw new Refusal(failed("assumed", 404));
  return part;
}

function newId({ edgeScripts }: Service): number {
  return 1 + Math.floor(edgeScripts.random.next() * 2 ** 31);
}

function addVariable(service: Service, script: EdgeScript, body: z.infer<typeof variableSchema>): EdgeScriptVariable {
  if (secrets(script).some(({ Name }) => Name === body.Name)) throw taken("secret");
  const { variables: max } = edgeScriptLimits;
  if (variables(script).length >= max) {
    refuseUnrecorded(service.settings, "R9.8", `more than ${String(max)} variables of an edge script`);
  }
  const variable = { Id: newId(service), Name: body.Name, Required: false, DefaultValue: "", ...withoutNull(body) };
  service.edgeScripts.change(script.Id, { EdgeScriptVariables: [...variables(script), variable] });
  return variable;
}

function setVariable({ edgeScripts }: Service, script: EdgeScript, changed: EdgeScriptVariable): void {
  const replaced = variables(script).map((one) => (one.Id === changed.Id ? changed : one));
  edgeScripts.change(script.Id, { EdgeScriptVariables: replaced });
}

function withoutValue({ Id, Name, LastModified }: EdgeScriptSecret): object {
  return { Id, Name, LastModified };
}

function addSecret(service: Service, script: EdgeScript, { Name, Secret }: z.infer<typeof secretSchema>): Answer {
  if (variables(script).some((variable) => variable.Name === Name)) throw taken("variable");
  const secret = { Id: newId(service), Name, Secret, LastModified: stampOf(service.settings.now()) };
  service.edgeScripts.change(script.Id, { Secrets: [...secrets(script), secret] });
  return json(200, withoutValue(secret));
}

function setSecret(service: Service, script: EdgeScript, secret: EdgeScriptSecret, Secret: string): EdgeScriptSecret {
  const changed = { ...secret, Secret, LastModified: stampOf(service.settings.now(), secret.LastModified) };
  const Secrets = secrets(script).map((one) => (one === secret ? changed : one));
  service.edgeScripts.change(script.Id, { Secrets });
  return changed;
}
