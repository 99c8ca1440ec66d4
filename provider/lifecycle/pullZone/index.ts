import { pullZone } from "../../kinds/pullZone";
import { declaredIn, isManaged } from "../shared/declared";
import type { LifeCycle, LifeCycleContext, ObjectReader, Properties, ReadResult } from "../shared/lifeCycle";
import type { GetPullZoneResult } from "../../types/pullZone";
import { fieldNames } from "../../wire/fields";
import { changedSettings, leaveOthers, Writes } from "../shared/updates";
import { refuseTakenName } from "../zones/adopt";
import { createZone } from "../zones/create";
import { diffZone } from "../zones/diff";
import { findById } from "../shared/find";
import { isSameZone, refuseIfElsewhere, refuseToDelete, refuseToUpdate } from "../shared/identity";
import { importableZone, importZone } from "../zones/import";
import { managedRead } from "../zones/read";
import { deleteOrAdvise, goneError, noZoneError, requestOf } from "../shared/requests";
import { apply, unapplied } from "./applySettings";
import { checkPullZone } from "./check";
import { unusedOrigin } from "./origin";
import { managedState, pullZoneState } from "./state";
import { importInputs, pullZones } from "./zones";

/** The life cycle of a pull zone. Assumption: every operation but reading one. */
export const pullZoneLifeCycle: LifeCycle = {
  check: (_context, olds, news) => checkPullZone(olds, news),
  diff: (state, news) => diffZone(pullZone, state, news),
  checkReplacement: (context, id, state, news) => refuseTakenName(pullZones, context, id, state, news),
  isSameObject: async ({ reader }, id, state) => !isManaged(state) || isSameZone("PullZone", reader, id, state),
  create: (context, inputs, existingId) => createZone(pullZones, context, inputs, existingId),
  read: ({ reader }, id, prior, inputs) => read(reader, id, prior, inputs),
  import: (context, id) => importZone(pullZones, context, id, importInputs),
  importable: (live) => [importableZone(pullZones, live as GetPullZoneResult, importInputs)],
  update,
  delete: remove,
};

async function read(
  reader: ObjectReader,
  id: string,
  prior: Properties,
  lastInputs?: Properties,
): Promise<ReadResult | undefined> {
  const includeCertificate = prior["includeCertificate"] === true;
  const zone = await findById(reader, "PullZone", id, includeCertificate ? { query: { includeCertificate } } : {});
  if (zone === undefined) {
    if (prior["pullZoneId"] === undefined) throw noZoneError("PullZone", id);
    if (isManaged(prior)) await refuseIfElsewhere("PullZone", reader, id, prior);
    return undefined;
  }
  if (!isManaged(prior)) return { state: knownTo(prior, pullZoneState(zone, includeCertificate)) };
  return managedRead(pullZones, reader, zone, id, prior, lastInputs);
}

/** What follows from other fields is no drift in a state of a version that did not have it. */
function knownTo(prior: Properties, state: Properties): Properties {
  if (prior["pullZoneId"] === undefined) return state;
  const isNew = (key: string): boolean => !(key in prior) && derivedNames.has(key);
  return Object.fromEntries(Object.entries(state).filter(([key]) => !isNew(key)));
}

const derivedNames = new Set(fieldNames(pullZone.table, ({ derived }) => derived !== undefined));

async function update(
  context: LifeCycleContext,
  id: string,
  state: Properties,
  inputs: Properties,
): Promise<Properties> {
  const { client } = context;
  const live = await findById(client, "PullZone", id);
  if (live === undefined) {
    await refuseIfElsewhere("PullZone", client, id, state);
    throw goneError(`Pull zone ${id} no longer exists, so it can't be updated`, requestOf("update", "PullZone", id));
  }
  refuseToUpdate("PullZone", live, id, state, inputs);
  const declared = declaredIn(pullZone, inputs);
  // A refresh may have found another origin than the declared one, with the declared address beside it.
  const refound = unusedOrigin(state, declared);
  const declaration = { kind: pullZone, settings: pullZone.settings, state, inputs };
  const redeclared = changedSettings(declaration);
  const changed = pullZone.settings.filter((field) => field.name === refound || redeclared.includes(field));
  const unshown = unapplied(live, inputs, changed);
  const pending = changed.filter((field) => field.writeOnly === true || unshown.includes(field));
  const update = { ...declaration, changed };
  const writes = new Writes(id, update);
  const zone =
    pending.length === 0
      ? live
      : await writes.during(() => apply(context, live, pending, inputs, (sets, request) => writes.send(sets, request)));
  const unused = unusedOrigin(zone, declared);
  const isLeft = unused !== undefined && !changed.some(({ name }) => name === unused);
  return leaveOthers(managedState(zone, inputs, state), update, isLeft ? ["originType"] : [], (what) =>
    context.tell(`Pull zone ${id} ${what}`),
  );
}

async function remove({ client, turns }: LifeCycleContext, id: string, state: Properties): Promise<void> {
  const zone = await findById(client, "PullZone", id);
  if (zone === undefined) return refuseIfElsewhere("PullZone", client, id, state);
  refuseToDelete("PullZone", zone, id, state);
  const request = (): Promise<void> => turns.inTurn(id, () => client.deletePullZone(id));
  const find = (): Promise<unknown> => findById(client, "PullZone", id);
  await deleteOrAdvise(`Pull zone ${id}`, "delete", request, find);
}
