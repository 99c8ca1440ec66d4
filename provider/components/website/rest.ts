import type * as pulumi from "@pulumi/pulumi";
import { info } from "@pulumi/pulumi/log";
import { all, output } from "@pulumi/pulumi/output";
import { isDryRun } from "@pulumi/pulumi/runtime/settings";
import type { GetPullZoneResult } from "../../types/pullZone";
import { nameKey } from "../../wire/dnsName";
import { inMessage, sentence } from "../../wire/words";

/** What a website has declared of its pull zone. */
export interface Declared {
  readonly pullZoneId: pulumi.Output<number>;
  readonly hostnames: readonly string[];
  readonly rules: readonly pulumi.CustomResource[];
  /** The parts after which the pull zone is read. */
  readonly after: readonly pulumi.CustomResource[];
}

/**
 * Tells which edge rules and hostnames of an adopted pull zone belong to no part of the website, once all its parts exist.
 *
 * @param pullZoneOf reads a pull zone
 * @returns an output that is known when that has been told
 */
export function tellRest(
  component: pulumi.ComponentResource,
  { pullZoneId, hostnames, rules, after }: Declared,
  pullZoneOf: (id: pulumi.Input<number>) => pulumi.Output<Partial<GetPullZoneResult>>,
): pulumi.Output<unknown> {
  if (isDryRun()) return output(undefined);
  const ids = all([...rules, ...after].map(({ id }) => id));
  const zone = ids.apply(() => pullZoneId).apply((id) => pullZoneOf(id));
  return all([ids, zone]).apply(async ([known, { id, name = "", edgeRules = [], hostnames: live = [] }]) => {
    const guids = new Set(known.map((own) => own.split("/")[1]?.toLowerCase()));
    const own = new Set(hostnames.map(nameKey));
    const rest = [
      ...edgeRules
        .filter(({ guid }) => !guids.has(guid.toLowerCase()))
        .map(({ guid, description = "" }) => `edge rule ${guid} (${inMessage(description)})`),
      ...live
        .filter(({ value, isSystemHostname }) => !isSystemHostname && !own.has(nameKey(value)))
        .map(({ value }) => `hostname ${value}`),
    ];
    if (rest.length === 0) return;
    const text = `Pull zone ${name} (id ${String(id)}) also has ${sentence(rest)}, which match nothing in the Website. They stay as they are: delete what nothing needs in the service's dashboard. Without adopt: true, this is not told again`;
    await info(text, component);
  });
}
