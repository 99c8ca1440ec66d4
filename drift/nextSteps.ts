import type { Kind, KindName } from "../provider/kinds";
import { importWord, kinds } from "../provider/kinds";
import { nativeType } from "../provider/serve/dynamic/providerText";
import { shell } from "../terminal/shell";
import type { NextStep, PropertyDifference, ResourceReport } from "./model";
import type { OpenResource } from "./state/parse";
import { urnParts } from "./state/parse";

/** What to do about a resource that changed. */
export function nextForChanged(resource: OpenResource, differences: readonly PropertyDifference[]): NextStep[] {
  const counting = differences.filter(({ counts }) => counts);
  if (counting.length === 0) return [];
  const { noun, hints = {} }: Kind = kinds[resource.kind];
  const refresh = pulumi("refresh", resource);
  if (resource.external) return [{ purpose: "to take the live settings into the state", command: refresh }];
  const keep = {
    purpose: `to keep the ${hints.kept ?? "live settings, declare them in the program"}, then`,
    command: refresh,
  };
  // Without --refresh the engine compares the program with the state, and sees nothing to do.
  const restore = pulumi("up --refresh", resource);
  const reasons = new Set(counting.flatMap(({ refused }) => refused ?? []));
  if (reasons.size > 0) {
    const others = counting.filter(({ refused }) => refused === undefined).map(({ property }) => property);
    const purpose = `to restore ${others.join(", ")}, ${hints.refused ?? "declare the live values in the program"}, then`;
    return [
      ...[...reasons].map((reason) => ({ purpose: `pulumi up can't restore it: ${reason}` })),
      ...(others.length === 0 ? [] : [{ purpose, command: restore }]),
      keep,
    ];
  }
  const replaced = counting.filter(({ replaces }) => replaces).map(({ property }) => property);
  const besides = hints.replaced === undefined ? "" : ` and ${hints.replaced}`;
  const warning = replaced.length === 0 ? "" : `, which REPLACES the ${noun} (${replaced.join(", ")})${besides}`;
  return [{ purpose: `to restore the ${hints.restored ?? "declared settings"}${warning}`, command: restore }, keep];
}

/** What to do about a resource that is gone. */
export function nextForMissing(resource: OpenResource): NextStep[] {
  const forget = { purpose: "to give it up, remove it from the program, then", command: pulumi("refresh", resource) };
  if (resource.external) return [forget];
  const { hints = {} }: Kind = kinds[resource.kind];
  const besides = hints.recreated === undefined ? "" : `, ${hints.recreated}`;
  return [{ purpose: `to create it again${besides}`, command: pulumi("up --refresh", resource) }, forget];
}

/** What restores several resources of a stack at once. Where an update would be refused there is nothing. */
export function nextForStack(resources: readonly ResourceReport[]): NextStep[] {
  const restored = resources.filter(({ next }) =>
    next.some(({ command }) => command?.startsWith("pulumi up --refresh ")),
  );
  const [first, second] = restored;
  const differences = resources.flatMap((resource) => resource.differences);
  if (first === undefined || second === undefined || differences.some(({ refused }) => refused !== undefined))
    return [];
  const replaced = restored.filter((one) => one.differences.some(({ counts, replaces }) => counts && replaces));
  const warning = replaced.length === 0 ? "" : `, which REPLACES ${replaced.map(({ name }) => name).join(", ")}`;
  // Ignore rules are for the report: an update restores what the program declares.
  const own = resources.filter(({ external }) => !external);
  const declared = own.flatMap((one) => one.differences.filter((found) => found.class === "declared"));
  const isIgnored = [...own, ...declared].some(({ ignored }) => ignored?.by === "rule");
  const besides = isIgnored ? ", and what is ignored" : "";
  return [
    {
      purpose: `to restore all ${String(restored.length)} at once${besides}${warning}`,
      command: `pulumi up --refresh${stackOption(first.urn)}`,
    },
  ];
}

/** How an object that is in no state can be taken over. */
interface TakingOver {
  /** The explicit provider of its account; imports work with the default provider only. */
  readonly provider?: string | undefined;
  /** Whether the stacks have native resources, and no dynamic ones. */
  readonly native: boolean;
}

/** What to do about an object that is in no state. */
export function nextForUnmanaged(
  kind: KindName,
  id: string,
  name: string,
  { provider, native }: TakingOver,
): NextStep[] {
  const { parent, nameField }: Kind = kinds[kind];
  const isPart = parent !== undefined;
  const args = `{ ${nameField === undefined ? "" : `${nameField}: ${JSON.stringify(name)}, `}…, adopt: true }`;
  const steps: NextStep[] = [];
  if (provider === undefined) {
    const command = native ? nativeImport(kind, id, name) : dynamicImport(kind, id);
    steps.push({ purpose: "to take it over", command });
    if (!native && !isPart) steps.push({ purpose: `or declare it: new ${kind}(…, ${args})` });
  } else {
    const withProvider = `with the provider ${JSON.stringify(provider)}`;
    const options = isPart ? `…, { provider, import: ${JSON.stringify(id)} }` : `${args}, { provider }`;
    const declaration = native
      ? `declare a ${kind} ${withProvider} and the resource option import: ${JSON.stringify(id)}`
      : `declare it: new ${kind}(…, ${options}), ${withProvider}`;
    steps.push({ purpose: `to take it over, ${declaration}` });
  }
  // A part of a zone may be a change that somebody made by hand: it can as well go.
  return isPart ? [...steps, { purpose: "or remove it in the service's dashboard" }] : steps;
}

function dynamicImport(kind: KindName, id: string): string {
  return shell`npx pulumi-cdn-zones import ${importWord(kind, id)} > import.json && pulumi import --file import.json --generate-code=false --yes`;
}

/** It prints the declaration in the language of the project. */
function nativeImport(kind: KindName, id: string, name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return shell`pulumi import ${nativeType(kind)} ${slug || "imported"} ${id}`;
}

/** What to do about a file that lies beside those of a storage folder. */
export function nextForFile(folder: OpenResource): NextStep[] {
  const { source } = folder.inputs;
  const where = typeof source === "string" ? `${source}, the source of ${folder.name}` : `the source of ${folder.name}`;
  return [
    { purpose: `to deliver it from now on, put it into ${where}, then`, command: pulumi("up", folder) },
    { purpose: "or delete it in the service's dashboard" },
  ];
}

function pulumi(command: string, { urn }: OpenResource): string {
  return `pulumi ${command}${stackOption(urn)}${shell` --target ${urn}`}`;
}

function stackOption(urn: string): string {
  const stack = urnParts(urn)?.stack;
  return stack === undefined ? "" : shell` --stack ${stack}`;
}
