import type { Properties } from "../../provider/lifecycle/lifeCycle";
import { fieldsWithNestedSecrets, mergeSecrets, nestedSecretsKey } from "../../provider/lifecycle/nestedSecrets";
import type { Table } from "../../provider/wire/fields";
import { StateError } from "../errors";
import { kindOf, zoneKinds } from "./kinds";
import { opened } from "./secrets";
import type { ProviderResource, StackState, ZoneResource } from "./state";
import { urnParts } from "./urn";

const providerType = "pulumi:providers:pulumi-nodejs";
const providerNameKey = "cdn:providerName";
/** 3 since 2019; 4 adds nothing that concerns us. */
const knownVersions: readonly unknown[] = [3, 4];

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads a state: what `pulumi stack export` prints, or the checkpoint of a file backend.
 *
 * @param given the text, or what it parses to
 * @param origin where it came from, for messages
 * @throws {StateError} where it is neither
 */
export function parseState(given: unknown, origin: string): StackState {
  const root = objectIn(typeof given === "string" ? parsed(given, origin) : given);
  if (root === undefined) throw notAState(origin, "an object at its top");
  const checkpoint = objectIn(root["checkpoint"]);
  const deployment = objectIn(checkpoint === undefined ? root["deployment"] : (checkpoint["latest"] ?? {}));
  if (deployment === undefined) throw notAState(origin, 'a "deployment" or a "checkpoint"');
  if (!knownVersions.includes(root["version"])) {
    throw new StateError(`${origin}: the state's version must be 3 or 4, but got: ${JSON.stringify(root["version"])}`);
  }
  const resources = deployment["resources"] ?? [];
  if (!Array.isArray(resources)) throw notAState(origin, 'an array of "resources"');
  const objects = resources.map((resource, index) => {
    const object = objectIn(resource);
    if (object === undefined || typeof object["urn"] !== "string" || typeof object["type"] !== "string") {
      throw notAState(origin, `a URN and a type in resource ${String(index)}`);
    }
    return object as Json & { readonly urn: string; readonly type: string };
  });
  return {
    name: nameOf(objects[0]?.urn, checkpoint?.["stack"]) ?? origin,
    origin,
    zones: objects.filter((resource) => !isLeaving(resource)).flatMap((resource) => zoneOf(resource) ?? []),
    leaving: objects.filter(isLeaving).flatMap((resource) => zoneOf(resource) ?? []),
    providers: new Map(
      objects
        .filter(({ type }) => type === providerType)
        .map((resource) => [reference(resource), providerOf(resource)]),
    ),
    notes: interruptedIn(deployment["pending_operations"]),
  };
}

function zoneOf(resource: Json & { urn: string; type: string }): ZoneResource | undefined {
  const kind = kindOf(resource.type);
  if (kind === undefined) return undefined;
  let [inputs, outputs]: (Properties | undefined)[] = [];
  return {
    urn: resource.urn,
    name: urnParts(resource.urn)?.name ?? resource.urn,
    kind,
    id: textIn(resource["id"]),
    external: resource["external"] === true,
    // Opened when they are needed: a request need not wait for that.
    get inputs() {
      return (inputs ??= propertiesIn(resource["inputs"]));
    },
    get outputs() {
      return (outputs ??= withNestedSecrets(zoneKinds[kind].table, propertiesIn(resource["outputs"])));
    },
    provider: textIn(resource["provider"]),
    ignoreChanges: Array.isArray(resource["ignoreChanges"]) ? resource["ignoreChanges"].map(textIn) : [],
  };
}

function providerOf(resource: Json & { urn: string }): ProviderResource {
  const inputs = propertiesIn(resource["inputs"]);
  const name = urnParts(resource.urn)?.name ?? "";
  const own = inputs[providerNameKey];
  // The engine names its default providers itself: "default", or with a version behind it.
  const isDefault = name === "default" || /^default_\d+_/.test(name);
  return { name: typeof own === "string" ? own : isDefault ? undefined : name, inputs };
}

function reference({ urn, id }: Json & { urn: string }): string {
  return `${urn}::${textIn(id)}`;
}

function isLeaving(resource: Json): boolean {
  return resource["delete"] === true || resource["pendingReplacement"] === true;
}

function interruptedIn(operations: unknown): string[] {
  return (Array.isArray(operations) ? operations : []).flatMap((operation: unknown) => {
    const resource = objectIn(objectIn(operation)?.["resource"]);
    if (resource === undefined || kindOf(textIn(resource["type"])) === undefined) return [];
    return [
      `${textIn(objectIn(operation)?.["type"])} ${textIn(resource["urn"])} was interrupted; pulumi up says what to do`,
    ];
  });
}

function nameOf(urn: string | undefined, checkpointStack: unknown): string | undefined {
  const parts = urn === undefined ? undefined : urnParts(urn);
  if (parts !== undefined) return `${parts.project}/${parts.stack}`;
  return typeof checkpointStack === "string" ? checkpointStack.replace(/^organization\//, "") : undefined;
}

function propertiesIn(value: unknown): Properties {
  return objectIn(opened(value ?? {})) ?? {};
}

/** Outputs whose arrays hold their secrets again; those of version 0.1.0 do so anyway, sealed as a whole. */
function withNestedSecrets(table: Table, outputs: Properties): Properties {
  const merged = { ...outputs };
  for (const { name } of fieldsWithNestedSecrets(table)) {
    if (outputs[name] !== undefined) merged[name] = mergeSecrets(outputs[name], outputs[nestedSecretsKey(name)]);
  }
  return merged;
}

function parsed(text: string, origin: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (error) {
    // The parser quotes what it stumbled over, and a state may hold plaintext secrets.
    const where = /at position \d+/.exec(error instanceof Error ? error.message : "")?.[0];
    throw notAState(origin, `JSON${where === undefined ? "" : ` (the fault is ${where})`}`);
  }
}

function notAState(origin: string, lacks: string): StateError {
  return new StateError(
    `${origin} is not a state: ${lacks} was expected. Give what "pulumi stack export" prints, or a file backend's checkpoint`,
  );
}

function objectIn(value: unknown): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
