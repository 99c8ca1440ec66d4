import type { Kind, KindName } from "../provider/kinds";
import { importWord, kinds, wholeKey } from "../provider/kinds";
import { nativeType } from "../provider/kinds/resourceTypes";
import { propertyOf } from "../provider/declared/properties";
import { sentence } from "../provider/wire/words";
import { withWildcardSpelled } from "../provider/wire/dnsName";
import { onStack, shell } from "../terminal/shell";
import { withReports, type CheckedStack, type Place } from "./checked";
import type { NextStep, PropertyDifference, ResourceReport } from "./model";
import type { OpenResource } from "./state/parse";

/** Returns the steps for a resource that changed. */
export function nextForChanged(resource: OpenResource, differences: readonly PropertyDifference[]): NextStep[] {
  const all = differences.filter(({ counts }) => counts);
  if (all.length === 0) return [];
  const undeclared = all.filter((one) => one.class === "undeclared");
  const counting = all.filter((one) => one.class !== "undeclared");
  if (counting.length === 0) return nextForUndeclared(resource, undeclared);
  const { noun, hints = {} }: Kind = kinds[resource.kind];
  const refresh = pulumi("refresh", resource);
  if (resource.external) return [{ purpose: "to write the live settings to the state", command: refresh }];
  const keep = {
    purpose: `to keep the ${hints.kept ?? "live settings, declare them in the program"}, then`,
    command: refresh,
  };
  // Without --refresh the engine compares the program with the state, and finds no difference.
  const restore = pulumi("up --refresh", resource);
  const accepted = undeclared.length === 0 ? "" : `, and write the live values of ${namesOf(undeclared)} to the state`;
  const others = undeclared.length === 0 ? [] : nextForUndeclared(resource, undeclared).slice(0, -1);
  const reasons = new Set(counting.flatMap(({ refused }) => refused ?? []));
  if (reasons.size > 0) {
    const allowed = counting.filter(({ refused }) => refused === undefined).map(({ property }) => property);
    const purpose = `to restore ${allowed.join(", ")}${accepted}, ${hints.refused ?? "declare the live values in the program"}, then`;
    return [
      ...others,
      ...[...reasons].map((reason) => ({ purpose: `pulumi up can't restore it: ${reason}` })),
      ...(allowed.length === 0 ? [] : [{ purpose, command: restore }]),
      keep,
    ];
  }
  const replaced = counting.filter(({ replaces }) => replaces).map(({ property }) => property);
  const besides = hints.replaced === undefined ? "" : ` and ${hints.replaced}`;
  const warning = replaced.length === 0 ? "" : `, which REPLACES the ${noun} (${replaced.join(", ")})${besides}`;
  const purpose = `to restore the ${hints.restored ?? "declared settings"}${accepted}${warning}`;
  return [...others, { purpose, command: restore }, keep];
}

/** Returns the steps for values that the program does not declare. A refresh accepts them. */
function nextForUndeclared(resource: OpenResource, differences: readonly PropertyDifference[]): NextStep[] {
  const { settings }: Kind = kinds[resource.kind];
  const isSetting = ({ property }: PropertyDifference): boolean =>
    settings.some(({ name, immutable }) => name === propertyOf(property) && immutable !== true);
  const [sent, others] = [differences.filter(isSetting), differences.filter((one) => !isSetting(one))];
  return [
    ...(sent.length === 0
      ? []
      : [
          {
            purpose: `to restore ${namesOf(sent)}, declare the state's values in the program, then`,
            command: pulumi("up --refresh", resource),
          },
        ]),
    ...(others.length === 0 ? [] : [{ purpose: `to restore ${namesOf(others)}, use the service's dashboard` }]),
    { purpose: "to write the live values to the state", command: pulumi("refresh", resource) },
  ];
}

const maxNames = 5;

/** Returns the names of properties, each once. */
function namesOf(differences: readonly PropertyDifference[]): string {
  return shortList([...new Set(differences.map(({ property }) => property))]);
}

function shortList(names: readonly string[]): string {
  const more = names.length - maxNames;
  return more > 0 ? `${names.slice(0, maxNames).join(", ")} and ${String(more)} more` : sentence(names);
}

/** Returns the steps for a resource that is gone. */
export function nextForMissing(resource: OpenResource): NextStep[] {
  const forget = {
    purpose: "to accept the deletion, remove it from the program, then",
    command: pulumi("refresh", resource),
  };
  if (resource.external) return [forget];
  const { hints = {}, parent }: Kind = kinds[resource.kind];
  const besides = hints.recreated === undefined ? "" : ` (${hints.recreated})`;
  const command = pulumi("up --refresh", resource);
  // A new zone has a new id, so the resources that refer to it change as well.
  const restored =
    parent === undefined
      ? {
          purpose: `to create it again${besides} and update what refers to it`,
          command: `${command} --target-dependents`,
        }
      : { purpose: `to create it again${besides}`, command };
  return [restored, forget];
}

/** Returns the stacks with other steps for parts whose zone is also missing: a part is restored with its zone. */
export function withZonesFirst(stacks: readonly CheckedStack[]): CheckedStack[] {
  const zones = new Map<string, { readonly zone: ResourceReport; readonly stack: CheckedStack }>();
  for (const stack of stacks) {
    for (const { report: zone } of stack.resources) {
      if (zone.status === "missing" && !zone.external) zones.set(`${zone.type} ${zone.id}`, { zone, stack });
    }
  }
  const next = (one: ResourceReport, stack: CheckedStack): NextStep[] => {
    const { parent, noun }: Kind = kinds[one.type as KindName];
    const found = parent === undefined ? undefined : zones.get(wholeKey(one.type as KindName, one.id));
    const [restored, ...others] = one.next;
    if (found === undefined || restored === undefined) return one.next;
    const { noun: whole } = kinds[found.zone.type as KindName];
    const [command] = found.zone.next;
    if (found.stack === stack && command !== undefined) {
      return [{ ...command, purpose: `to create it again with its ${whole}, which is also missing` }, ...others];
    }
    const where = found.stack === stack ? "" : `, in the stack ${found.stack.report.stack}`;
    return [
      {
        ...restored,
        purpose: `to create the ${noun} again, first create ${whole} ${found.zone.id} again${where}, then`,
      },
      ...others,
    ];
  };
  return stacks.map((stack) =>
    withReports(stack, (one) => (one.status === "missing" && !one.external ? { ...one, next: next(one, stack) } : one)),
  );
}

/** Returns the step that restores several resources of a stack at once; none if the update would be refused. */
export function nextForStack(resources: readonly ResourceReport[], stack?: string): NextStep[] {
  // What is not declared is not restored by an update alone.
  const isRestored = (one: PropertyDifference): boolean => one.counts && one.class !== "undeclared";
  const restored = resources.filter(
    ({ status, next, differences: found }) =>
      next.some(({ command }) => command?.startsWith("pulumi up --refresh ")) &&
      (status === "missing" || found.some(isRestored)),
  );
  const [first, second] = restored;
  const differences = resources.flatMap((resource) => resource.differences);
  if (first === undefined || second === undefined || differences.some(({ refused }) => refused !== undefined))
    return [];
  const replaced = restored.filter((one) => one.differences.some(({ counts, replaces }) => counts && replaces));
  const warning = replaced.length === 0 ? "" : `, which REPLACES ${replaced.map(({ name }) => name).join(", ")}`;
  // An update restores ignored differences as well, because ignore rules only affect the report.
  const own = resources.filter(({ external }) => !external);
  const ofProgram = own.flatMap((one) => one.differences.filter((found) => found.class === "declared"));
  const isIgnored = [...own, ...ofProgram].some(({ ignored }) => ignored?.by === "rule");
  const besides = isIgnored ? ", including ignored differences" : "";
  // The refresh takes every live value of the stack into the state, also of resources that declare nothing else.
  const accepted = own.flatMap(({ name, differences: found }) =>
    found.flatMap((one) => (one.counts && one.class === "undeclared" ? `${one.property} of ${name}` : [])),
  );
  const writes = accepted.length === 0 ? "" : `, and write live values to the state: ${shortList(accepted)}`;
  return [
    {
      purpose: `to restore all ${String(restored.length)} at once${besides}${writes}${warning}`,
      command: `pulumi up --refresh${onStack(stack)}`,
    },
  ];
}

/** Information for taking over an object that is in no state. */
interface TakingOver {
  /** The explicit provider of the object's account; `import` works only with the default provider. */
  readonly provider?: string | undefined;
  /** Whether the stacks have native resources and no dynamic ones. */
  readonly native: boolean;
  /** The place of the stack that has the object's zone, or of the only stack. */
  readonly place?: Place | undefined;
  /** Whether the service made the object, so that a program takes it over by its id. @default false */
  readonly isMade?: boolean;
}

/** Returns the steps for an object that is in no state. */
export function nextForUnmanaged(
  kind: KindName,
  id: string,
  name: string,
  { provider, native, place, isMade = false }: TakingOver,
): NextStep[] {
  const { parent, nameField }: Kind = kinds[kind];
  const isPart = parent !== undefined;
  const byName = `{ ${nameField === undefined ? "" : `${nameField}: ${JSON.stringify(name)}, `}…, adopt: true }`;
  const args = isMade ? `{ existingId: ${id}, … }` : byName;
  const unless = isPart ? "" : ", unless a stack that was not checked manages it";
  const steps: NextStep[] = [];
  if (provider === undefined) {
    const option = onStack(place?.stack);
    const command = native ? nativeImport(kind, id, name, option) : dynamicImport(kind, id, option);
    steps.push({ purpose: `to take it over${unless}${inFolder(place)}`, command }, { purpose: declareFirst });
    if (!native && !isPart) steps.push({ purpose: `or declare it: new ${kind}(…, ${args})` });
  } else {
    const withProvider = `with the provider ${JSON.stringify(provider)}`;
    const options = isPart ? `…, { provider, import: ${JSON.stringify(id)} }` : `${args}, { provider }`;
    const declaration = native
      ? `a ${kind} ${withProvider} and the resource option import: ${JSON.stringify(id)}`
      : `new ${kind}(…, ${options}), ${withProvider}`;
    steps.push({
      purpose: `to take it over${unless}, add this declaration to the program, before the next pulumi up: ${declaration}`,
    });
  }
  // A part of a zone may be a manual change, so removing it is also a possible step.
  return isPart ? [...steps, { purpose: "or remove it in the service's dashboard" }] : steps;
}

/** After an import without a declaration, `pulumi up` fails because the object is protected. Without the protection, it would be deleted. */
const declareFirst = "then add the declaration that the command prints to the program, before the next pulumi up";

function dynamicImport(kind: KindName, id: string, stack: string): string {
  const written = shell`npx pulumi-cdn-zones import ${importWord(kind, id)}`;
  const importing = shell`pulumi import` + stack;
  return `${written}${stack} > import.json && ${importing} --file import.json --generate-code=false --yes`;
}

/** Returns Pulumi's own import, which prints the declaration in the language of the project. */
function nativeImport(kind: KindName, id: string, name: string, stack: string): string {
  const slug = withWildcardSpelled(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return shell`pulumi import` + stack + shell` ${nativeType(kind)} ${slug || "imported"} ${id}`;
}

/** Returns the steps for a file that is not in the source of a storage folder. */
export function nextForFile(folder: OpenResource, place: Place): NextStep[] {
  const { source, releases } = folder.inputs;
  const where = typeof source === "string" ? `${source}, the source of ${folder.name}` : `the source of ${folder.name}`;
  if (releases !== undefined) {
    // A new release takes effect with the edge rule that names it, so the command has no target.
    return [
      {
        purpose: `to publish it with the next release, add it to ${where}, then${inFolder(place)}`,
        command: `pulumi up${onStack(folder.stack)}`,
      },
      { purpose: "and delete it in the service's dashboard: releases are in folders of their own" },
    ];
  }
  return [
    {
      purpose: `to keep it, add it to ${where}, then${inFolder(place)}`,
      command: pulumi("up", folder),
    },
    { purpose: "or delete it in the service's dashboard" },
  ];
}

/** Returns the steps for a variable or secret of an edge script that no program declares. */
export function nextForValue(script: OpenResource, property: string, place: Place): NextStep[] {
  return [
    {
      purpose: `to take it over, add it to ${property} of ${script.name} in the program, then${inFolder(place)}`,
      command: pulumi("up", script),
    },
    { purpose: "or delete it in the service's dashboard" },
  ];
}

/** Returns the folder to add to a purpose, if the command belongs to another project than the current one. */
function inFolder(place: Place | undefined): string {
  return place?.project === undefined ? "" : `, in the folder of project ${place.project}`;
}

function pulumi(command: string, { urn, stack }: OpenResource): string {
  return `pulumi ${command}${onStack(stack)}${shell` --target ${urn}`}`;
}
