import type { NextStep, PropertyDifference } from "./report/model";
import type { ZoneResource } from "./state/state";
import { urnParts } from "./state/urn";

/** What to do about a zone that changed. */
export function nextForChanged(resource: ZoneResource, differences: readonly PropertyDifference[]): NextStep[] {
  const counting = differences.filter(({ counts }) => counts);
  if (counting.length === 0) return [];
  if (resource.external) {
    return [{ purpose: "to take the live settings into the state", command: pulumi("refresh", resource) }];
  }
  const refused = counting.flatMap((difference) => difference.refused ?? []);
  const replaced = counting.filter(({ replaces }) => replaces).map(({ property }) => property);
  if (refused.length > 0) {
    return refused.map((reason) => ({ purpose: `pulumi up can't put it back: ${reason}` }));
  }
  const warning =
    replaced.length === 0 ? "" : `, which REPLACES the zone (${replaced.join(", ")}) and deletes its files`;
  return [
    // Without --refresh the engine compares the program with the state, and sees nothing to do.
    { purpose: `to put the declared settings back${warning}`, command: pulumi("up --refresh", resource) },
    { purpose: "to keep the live settings, declare them in the program, then", command: pulumi("refresh", resource) },
  ];
}

/** What to do about a zone that is gone. */
export function nextForMissing(resource: ZoneResource): NextStep[] {
  const forget = {
    purpose: "to let it go, take it out of the program, then",
    command: pulumi("refresh", resource),
  };
  if (resource.external) return [forget];
  return [{ purpose: "to make it anew, empty", command: pulumi("up --refresh", resource) }, forget];
}

/**
 * What to do about a zone that nobody declares.
 *
 * @param provider the explicit provider of its account; absent where that is the default one's, which alone imports are for
 */
export function nextForUnmanaged(id: string, name: string, provider?: string): NextStep[] {
  const args = `{ name: ${JSON.stringify(name)}, …, adopt: true }`;
  if (provider !== undefined) {
    return [
      {
        purpose: `to take it over, declare it: new StorageZone(…, ${args}, { provider }), with the provider ${JSON.stringify(provider)}`,
      },
    ];
  }
  return [
    {
      purpose: "to take it over",
      command: `pulumi-cdn-zones import ${id} > import.json && pulumi import --file import.json --generate-code=false --yes`,
    },
    { purpose: `or declare it: new StorageZone(…, ${args})` },
  ];
}

function pulumi(command: string, { urn }: ZoneResource): string {
  const stack = urnParts(urn)?.stack;
  return [
    `pulumi ${command}`,
    ...(stack === undefined ? [] : [`--stack ${quoted(stack)}`]),
    `--target ${quoted(urn)}`,
  ].join(" ");
}

/** As a POSIX shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
