import type { Properties } from "../shared/lifeCycle";
import { markKey } from "../shared/memory";
import type { Zone } from "../shared/find";
import type { ZoneKind } from "./zoneKind";
import { differingKeys } from "./zoneKind";

/**
 * The key under which a state keeps the declared values of immutable inputs that the service did not follow when it created the zone, such as
 * another region. While these are declared, and the zone stays as it was created, that is no difference: a replacement would come to the same.
 */
export const unmetKey = "__unmet";

/** What the service did not follow in creating a zone; undefined if it is as declared. */
export function unmetInputs<Live extends Zone>(
  zones: ZoneKind<Live>,
  zone: Live,
  inputs: Properties,
): Properties | undefined {
  // A name may be secret, and the service shows it as it was sent.
  const unmet = differingKeys(zones, zone, inputs).filter((key) => key !== zones.kind.nameField);
  return unmet.length === 0 ? undefined : Object.fromEntries(unmet.map((key) => [key, inputs[key]]));
}

/** What the service did not follow in creating the zone in a state. */
export function unmetIn(state: Properties): Properties {
  const unmet = state[unmetKey];
  return typeof unmet === "object" && unmet !== null ? (unmet as Properties) : {};
}

/** Takes over what a state keeps besides fields and inputs. */
export function keepMarks(state: Properties, prior: Properties): void {
  for (const key of [markKey, unmetKey]) if (prior[key] !== undefined) state[key] = prior[key];
}
