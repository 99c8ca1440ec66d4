import { explicitName, providerNameKey } from "../../provider/api/settingsOwner";
import type { Kind, KindName } from "../../provider/kinds";
import { kindNames, kinds } from "../../provider/kinds";
import type { Properties } from "../../provider/declared/properties";
import { fieldsWithNestedSecrets, mergeSecrets } from "../../provider/wire/secrets";
import { nativeType, resourceType } from "../../provider/kinds/resourceTypes";
import type { Table } from "../../provider/wire/fields";
import { StateError } from "../errors";
import { isObject, isTooDeep, maxDepth, withSecretsWrapped } from "./secrets";
import { nestedSecretsKey } from "../../provider/wire/stateKeys";

/** The parts of a stack's state that drift needs. */
export interface StackState {
  /** The stack as `project/stack`, or the origin if the state names neither. */
  readonly name: string;
  /** The project, if the state names one. */
  readonly project: string | undefined;
  /** The time when the state was written, in milliseconds since the epoch, if it is recorded. */
  readonly writtenAt: number | undefined;
  /** The name for `pulumi --stack`, with organization and project if they are known. */
  readonly stack: string | undefined;
  readonly resources: readonly StateResource[];
  /** The resources that are pending deletion or replacement. They are not compared. */
  readonly leaving: readonly StateResource[];
  /** The providers by `URN::id`. */
  readonly providers: ReadonlyMap<string, ProviderResource>;
  /** Notes for the report, such as an interrupted operation. */
  readonly notes: readonly string[];
}

/** A resource of this package in a state, without its properties. */
export interface StateResource {
  readonly urn: string;
  readonly kind: KindName;
  readonly id: string;
  /** `URN::id` of the provider. */
  readonly provider: string;
  /** The name of the stack for `pulumi --stack`. */
  readonly stack: string | undefined;
  /** Unwraps the properties. This takes time and memory, so it is done only when the resource is read. */
  readonly open: () => OpenResource;
}

/** A resource of this package with its properties, in which secrets are wrapped. */
export interface OpenResource extends Omit<StateResource, "open"> {
  /** The name in the program. */
  readonly name: string;
  /** Whether the resource is only read, not managed. */
  readonly external: boolean;
  readonly inputs: Properties;
  /** The inputs that the engine passes to `read`; undefined for a dynamic resource. */
  readonly lastInputs: Properties | undefined;
  readonly outputs: Properties;
  readonly ignoreChanges: readonly string[];
}

/** A provider of a state. */
export interface ProviderResource {
  /** The name that its environment variables end in; undefined for the default provider. */
  readonly name: string | undefined;
  /** The settings by configuration key, with secrets wrapped. */
  readonly inputs: Properties;
}

const hasNoObject = (name: KindName): boolean => (kinds[name] as Kind).hasNoObject === true;

const kindsByType: ReadonlyMap<unknown, KindName> = new Map(
  // A resource without an object has nothing to compare.
  kindNames
    .filter((kind) => !hasNoObject(kind))
    .flatMap((kind) => [
      [resourceType(kind), kind],
      [nativeType(kind), kind],
    ]),
);
const dynamicProviderType = "pulumi:providers:pulumi-nodejs";
const nativeProviderType = "pulumi:providers:cdn";
/** The supported versions: 3 since 2019; 4 adds nothing that matters here. */
const knownVersions: readonly unknown[] = [3, 4];

type Json = Readonly<Record<string, unknown>>;
type Resource = Json & { readonly urn: string };

/**
 * Reads a state: the output of `pulumi stack export`, or the checkpoint of a file backend.
 *
 * @param given the text, or the parsed value
 * @param origin the source, for messages
 * @param fullName `organization/project/stack`, if known
 * @throws {StateError} if it is neither
 */
export function parseState(given: unknown, origin: string, fullName?: string): StackState {
  const root = typeof given === "string" ? parsedJson(given, origin) : given;
  if (!isObject(root)) throw notAStateError(origin, "an object at its top");
  const checkpoint = objectIn(root["checkpoint"]);
  const deployment = checkpoint === undefined ? root["deployment"] : (checkpoint["latest"] ?? {});
  if (!isObject(deployment)) throw notAStateError(origin, 'a "deployment" or a "checkpoint"');
  if (!knownVersions.includes(root["version"])) {
    throw new StateError(`${origin}: the state's version must be 3 or 4, but got: ${JSON.stringify(root["version"])}`);
  }
  const resources = deployment["resources"] ?? [];
  if (!Array.isArray(resources)) throw notAStateError(origin, 'an array of "resources"');
  const all = resources.map((resource: unknown, index): Resource => {
    const { urn, type } = objectIn(resource) ?? {};
    if (typeof urn === "string" && typeof type === "string") return resource as Resource;
    throw notAStateError(origin, `a URN and a type in resource ${String(index)}`);
  });
  const tooDeep = all.find((resource) => isRead(resource["type"]) && isTooDeep(resource));
  if (tooDeep !== undefined) {
    throw new StateError(`${origin}: a value of ${tooDeep.urn} is nested more than ${String(maxDepth)} levels deep`);
  }
  const parts = all[0] && urnParts(all[0].urn);
  const recorded = textIn(checkpoint?.["stack"]);
  const stack = fullName ?? (recorded === "" ? parts?.stack : recorded);
  const ours = (resource: Resource): StateResource[] => resourceOf(resource, stack);
  return {
    name: parts === undefined ? recorded.replace(/^organization\//, "") || origin : `${parts.project}/${parts.stack}`,
    project: parts?.project,
    writtenAt: Date.parse(textIn(objectIn(deployment["manifest"])?.["time"])) || undefined,
    stack,
    resources: all.filter((resource) => !isLeaving(resource)).flatMap(ours),
    leaving: all.filter(isLeaving).flatMap(ours),
    providers: new Map(
      all.filter(({ type }) => isProvider(type)).map((one) => [`${one.urn}::${textIn(one["id"])}`, providerOf(one)]),
    ),
    notes: interruptedIn(deployment["pending_operations"]),
  };
}

/** Splits `urn:pulumi:STACK::PROJECT::TYPE::NAME`. The name may contain `::`. */
export function urnParts(urn: string): { stack: string; project: string; name: string } | undefined {
  const match = /^urn:pulumi:(.*?)::(.*?)::.*?::([^]*)$/.exec(urn);
  if (match === null) return undefined;
  const [, stack = "", project = "", name = ""] = match;
  return { stack, project, name };
}

function isProvider(type: unknown): boolean {
  return type === dynamicProviderType || type === nativeProviderType;
}

/** Whether the properties of a resource are used. */
function isRead(type: unknown): boolean {
  return isProvider(type) || kindsByType.has(type);
}

/** Returns a resource of this package; nothing for other resources. */
function resourceOf(resource: Resource, stack: string | undefined): StateResource[] {
  const { urn } = resource;
  const kind = kindsByType.get(resource["type"]);
  if (kind === undefined) return [];
  const head = { urn, kind, id: textIn(resource["id"]), provider: textIn(resource["provider"]), stack };
  const open = (): OpenResource => {
    const inputs = propertiesIn(resource["inputs"]);
    return {
      ...head,
      name: urnParts(urn)?.name ?? urn,
      external: resource["external"] === true,
      inputs,
      lastInputs: textIn(resource["type"]).startsWith("cdn:") ? inputs : undefined,
      outputs: withNestedSecrets(kinds[kind].readTable, propertiesIn(resource["outputs"])),
      ignoreChanges: Array.isArray(resource["ignoreChanges"]) ? resource["ignoreChanges"].map(textIn) : [],
    };
  };
  return [{ ...head, open }];
}

function providerOf(resource: Resource): ProviderResource {
  const given = propertiesIn(resource["inputs"]);
  const name = explicitName(urnParts(resource.urn)?.name ?? "");
  if (resource["type"] === nativeProviderType) {
    return { name, inputs: Object.fromEntries(Object.entries(given).map(([key, value]) => [`cdn:${key}`, value])) };
  }
  // The class Provider records the name that the variables end in.
  const ownName = given[providerNameKey];
  return { name: typeof ownName === "string" ? ownName : name, inputs: given };
}

function isLeaving(resource: Json): boolean {
  return resource["delete"] === true || resource["pendingReplacement"] === true;
}

function interruptedIn(operations: unknown): string[] {
  if (!Array.isArray(operations)) return [];
  return operations.flatMap((operation: unknown) => {
    const { type, resource } = objectIn(operation) ?? {};
    const { type: resourceType, urn } = objectIn(resource) ?? {};
    if (!kindsByType.has(resourceType)) return [];
    return [`${textIn(type)} ${textIn(urn)} was interrupted. Run pulumi up, which says what to do`];
  });
}

/** Puts the secrets that are kept beside an array back into it. A state of the first release encrypts such an array as a whole. */
function withNestedSecrets(table: Table, outputs: Properties): Properties {
  const merged = { ...outputs };
  for (const { name } of fieldsWithNestedSecrets(table)) {
    if (outputs[name] !== undefined) merged[name] = mergeSecrets(outputs[name], outputs[nestedSecretsKey(name)]);
  }
  return merged;
}

function propertiesIn(value: unknown): Properties {
  return objectIn(withSecretsWrapped(value)) ?? {};
}

function parsedJson(text: string, origin: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (error) {
    // The parser's message quotes the text, which may be a plain-text secret.
    const where = /at position \d+/.exec(error instanceof Error ? error.message : "")?.[0];
    throw notAStateError(origin, `JSON${where === undefined ? "" : ` (it is invalid ${where})`}`);
  }
}

function notAStateError(origin: string, expected: string): StateError {
  return new StateError(
    `${origin} is not a state: ${expected} was expected. Use the output of "pulumi stack export", or a file backend's checkpoint`,
  );
}

function objectIn(value: unknown): Json | undefined {
  return isObject(value) ? value : undefined;
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
