import { storageZone } from "../../kinds/storageZone";
import type { LinkedStorageZone } from "../../types/storageZone";
import type { LifeCycle } from "../shared/lifeCycle";
import { refuseTakenName } from "../zones/adopt";
import { createZone } from "../zones/create";
import { diffZone } from "../zones/diff";
import { isSameZone } from "../shared/identity";
import { importableZone, importZone } from "../zones/import";
import { checkStorageZone } from "./check";
import { deleteStorageZone } from "./delete";
import { importInputs } from "./import";
import { readStorageZone } from "./read";
import { replicaRefusal } from "./replicas";
import { updateStorageZone } from "./update";
import { storageZones } from "./zones";

/** The life cycle of a storage zone. */
export const storageZoneLifeCycle: LifeCycle = {
  check: ({ extraRegions }, olds, news) => checkStorageZone(extraRegions, olds, news),
  diff: (state, news) => diffZone(storageZone, state, news),
  checkReplacement: (context, id, state, news) => refuseTakenName(storageZones, context, id, state, news),
  refusal: replicaRefusal,
  isSameObject: ({ reader }, id, state) => isSameZone("StorageZone", reader, id, state),
  create: (context, inputs, existingId) => createZone(storageZones, context, inputs, existingId),
  read: ({ reader }, id, prior, inputs) => readStorageZone(reader, id, prior, inputs),
  import: (context, id) => importZone(storageZones, context, id, importInputs),
  importable: (live) => [importableZone(storageZones, live as LinkedStorageZone, importInputs)],
  update: updateStorageZone,
  delete: deleteStorageZone,
};
