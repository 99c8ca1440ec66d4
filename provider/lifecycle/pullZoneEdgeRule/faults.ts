import { partId } from "../../api/ids";
import type { Reads } from "../../api/reads";
import { pullZoneEdgeRule } from "../../kinds/pullZoneEdgeRule";
import type { Properties } from "../../declared/properties";
import { namesOf, originsOfAll } from "../../files/origins";
import type { Fault } from "../lifeCycle";
import { isGuid } from "./apply";

/** Returns the fault of a rule that chooses the files of every address while another rule does so as well. */
export async function rivalFaults(reader: Reads, id: string, { pullZoneId }: Properties): Promise<readonly Fault[]> {
  const zone = await reader.find("PullZone", Number(pullZoneId));
  const rivals = originsOfAll(zone?.edgeRules ?? []);
  const { part: own } = partId(pullZoneEdgeRule, id);
  const others = rivals.filter((rule) => !isGuid(rule, own));
  if (others.length === 0 || others.length === rivals.length) return [];
  return [
    {
      property: "actionType",
      expected: "the only enabled rule that chooses the files of every address",
      actual: `so does ${namesOf(others)}`,
      todo: "visitors get the files of only one of these edge rules: delete or disable the others, in the program or in the service's dashboard",
    },
  ];
}
