import { declaredKey, declaredNames } from "../shared/declared";
import type { ObjectReader, Properties, ReadResult } from "../shared/lifeCycle";
import { refuseToRead, renamedFrom, renamedKey } from "../shared/identity";
import { unmetIn } from "./unmet";
import type { Zone } from "../shared/find";
import type { ZoneKind } from "./zoneKind";
import { isSameInput } from "./zoneKind";

/** What a read returns of a zone that this stack manages. */
export function managedRead<Live extends Zone>(
  zones: ZoneKind<Live>,
  reader: ObjectReader,
  zone: Live,
  id: string,
  prior: Properties,
  lastInputs?: Properties,
): ReadResult {
  refuseToRead(zones.name, reader, zone, id, prior);
  const declared = declaredNames(zones.kind, prior, lastInputs);
  const inputs = zones.liveInputs(prior, zone, declared);
  for (const [key, value] of Object.entries(unmetIn(prior))) {
    if (inputs[key] !== undefined && isSameInput(zones.kind, key, inputs[key], prior[key])) inputs[key] = value;
  }
  // A declared property stays declared even if the live zone lacks it.
  const state = { ...zones.managedState(zone, inputs, prior), [declaredKey]: declared };
  const lastName = renamedFrom(zones.name, zone, prior);
  return { state: lastName === undefined ? state : { ...state, [renamedKey]: lastName }, inputs, live: zone };
}
