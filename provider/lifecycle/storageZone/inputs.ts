import type { StorageZoneInputs } from "../../types/storageZone";
import type { Properties } from "../shared/lifeCycle";

/** Types the inputs that the other steps of the life cycle receive: `check` has validated them. */
export function inputsOf(properties: Properties): StorageZoneInputs {
  return properties as Properties & StorageZoneInputs;
}
