import type { ReadResourceRequest, RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { decodeMap } from "../property/wire";
import type { Alias, Goal, ReadGoal } from "../steps/goal";

export function goalOf(request: RegisterResourceRequest): Goal {
  const inputs = decodeMap(request.getObject());
  const dependencies = request.getDependenciesList();
  const byProperty = request.getPropertydependenciesMap();
  const propertyDependencies: Record<string, string[]> = {};
  byProperty.forEach((urns, key) => {
    propertyDependencies[key] = urns.getUrnsList();
  });
  // An SDK that does not say which property depends on what leaves only the safe guess.
  if (byProperty.getLength() === 0)
    for (const key of Object.keys(inputs)) propertyDependencies[key] = [...dependencies];
  return {
    type: request.getType(),
    name: request.getName(),
    custom: request.getCustom(),
    parent: request.getParent(),
    inputs,
    protect: request.getProtect() ?? false,
    dependencies,
    propertyDependencies,
    provider: request.getProvider(),
    ...(request.getDeletebeforereplacedefined() ? { deleteBeforeReplace: request.getDeletebeforereplace() } : {}),
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    aliases: aliasesOf(request),
    retainOnDelete: request.getRetainondelete() ?? false,
    deletedWith: request.getDeletedwith(),
  };
}

function aliasesOf(request: RegisterResourceRequest): Alias[] {
  const specified = request.getAliasesList().map((alias): Alias => {
    const spec = alias.getSpec();
    if (spec === undefined) return { urn: alias.getUrn() };
    const parent = spec.getNoparent() ? "" : spec.getParenturn() || undefined;
    return { name: spec.getName(), type: spec.getType(), stack: spec.getStack(), project: spec.getProject(), parent };
  });
  return [...specified, ...request.getAliasurnsList().map((urn) => ({ urn }))];
}

export function readGoalOf(request: ReadResourceRequest): ReadGoal {
  return {
    type: request.getType(),
    name: request.getName(),
    id: request.getId(),
    parent: request.getParent(),
    inputs: decodeMap(request.getProperties()),
    dependencies: request.getDependenciesList(),
    provider: request.getProvider(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
  };
}

/** What a registration asks for that this engine cannot do: better refused than silently left out. */
export function unsupportedOption(request: RegisterResourceRequest): string | undefined {
  if (request.getRemote()) return "remote components";
  if (request.getImportid() !== "") return "the `import` option";
  if (request.getTransformsList().length > 0) return "transforms";
  if (request.hasReplacementTrigger()) return "the `replacementTrigger` option";
  if (request.getReplaceWithList().length > 0) return "the `replaceWith` option";
  if (request.getStateMigrationsList().length > 0) return "state migrations";
  return undefined;
}
