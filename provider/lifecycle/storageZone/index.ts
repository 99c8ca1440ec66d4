import type { LifeCycle } from "../lifeCycle";
import { checkStorageZone } from "./check";
import { createStorageZone } from "./create";
import { deleteStorageZone } from "./delete";
import { diffStorageZone } from "./diff";
import { isSameZone } from "./identity";
import { importStorageZone } from "./import";
import { inputsOf } from "./inputs";
import { readStorageZone } from "./read";
import { replicaRefusal } from "./replicas";
import { updateStorageZone } from "./update";

/** The life cycle of a storage zone. */
export const storageZoneLifeCycle: LifeCycle = {
  check: ({ extraRegions }, olds, news) => checkStorageZone(extraRegions, olds, news),
  diff: diffStorageZone,
  refusal: replicaRefusal,
  isSameObject: ({ reader }, id, state) => isSameZone(reader, id, state),
  create: (context, inputs, existingId) => createStorageZone(context, inputsOf(inputs), existingId),
  read: ({ reader }, id, prior, inputs) => readStorageZone(reader, id, prior, inputs),
  import: importStorageZone,
  update: (context, id, state, inputs) => updateStorageZone(context, id, state, inputsOf(inputs)),
  delete: deleteStorageZone,
};
