import type { Reads } from "../api/reads";
import { InvalidInputError, UnauthorizedError, UnexpectedResponseError } from "../api/errors";
import { eventually, findDelays } from "../api/waits";
import type { Kind } from "../kinds";
import { kinds, nameIn, wholeKey } from "../kinds";
import { fieldNames } from "../wire/fields";
import { replacedValues } from "../wire/replaced";
import { capitalized, inMessage, warning } from "../wire/words";
import { fieldsWithNestedSecrets, withoutSecrets } from "../wire/secrets";
import { createObject } from "./create";
import type { Locate, Look } from "./locate";
import { find, goneObjectError, has, recordOf, requestForWhole } from "./locate";
import type { Operations } from "./operations";
import { changeable, inTurn, settled } from "./operations";
import { digest, refuseRenamed } from "./knownWhole";
import type {
  CheckResult,
  DiffResult,
  Importable,
  ImportContext,
  ImportResult,
  LifeCycle,
  LifeCycleContext,
  ReadResult,
} from "./lifeCycle";
import type { Properties } from "../declared/properties";
import { isManaged, lastDeclaredNames, unmetIn } from "../declared/state";
import { existingIdIn, isExisting, withKnownId } from "../declared/existing";
import {
  diffOfExisting,
  importInputsOf,
  keptText,
  marked,
  refuseFixed,
  refuseFixedByState,
  refuseSameName,
} from "./existing";
import type { DeletionsEnd } from "../run/deletions";
import { newMark } from "../run/entries";
import { propertyOf, without } from "../declared/properties";
import { deleteOrAdvise } from "./requests";
import { isSameName } from "../wire/dnsName";
import { changedSettings, immutableChanges, keepUndeclared, leaveOthers, Writes } from "../declared/updates";
import { declaredKey, formerNameKey, markKey, nestedSecretsKey, renamedFromKey } from "../wire/stateKeys";

/** Returns the life cycle of a kind. Writes to one whole take turns. */
export function objectLifeCycle<Live extends object>(of: Operations<Live>): LifeCycle {
  const { locate, identity } = of;
  const diff = of.diff?.bind(of) ?? ((state: Properties, news: Properties) => diffOf(locate.kind, state, news));
  return {
    check: (context, olds, news) => withReplaced(locate.kind, of.check(olds, withKnownId(olds, news), context)),
    diff,
    checkReplacement: async (context, id, state, news) => {
      const isReplaced = diff(state, news).replaces.length > 0;
      // The replacement of an existing object deletes nothing.
      if (isReplaced && !isExisting(state)) refuseRenamed(locate.wholeKind, id, state);
      if (existingIdIn(news) === undefined) await identity.refuseTaken?.(of, context, id, state, news);
      if (isReplaced && isExisting(state)) refuseSameName(of, id, state, news);
    },
    lookAhead: (_, id, state, news) => Promise.resolve(refuseFixedByState(of, id, state, news)),
    isSameObject: async ({ reader }, id, state) =>
      (!locate.guardsReads && !isManaged(state)) || has(locate, reader, id, state),
    create: (context, inputs, existingId) => createObject(of, context, inputs, existingId),
    read: ({ reader }, id, prior, lastInputs) => read(of, reader, id, prior, lastInputs),
    import: (context, id) => importObject(of, context, id),
    importable: (whole, owner, allSettings) => importable(of, whole, owner, allSettings),
    // Only kinds whose objects are wholes have further details.
    withDetails: async (reader, live) => (await of.withDetails?.(reader, live as Live, {}, false)) ?? live,
    update: (context, id, state, inputs) =>
      inTurn(of, context, id, () =>
        marked(id, state, inputs, (markedState) => update(of, context, id, markedState, inputs)),
      ),
    delete: async (context, id, state) => {
      // Before everything that refuses a deletion: nothing is deleted.
      if (isExisting(state)) context.tell(keptText(locate.kind, id, state));
      else await removeAndLook(of, context, id, state);
    },
  };
}

/** Adds a notice for each declared value that the service replaces without an error. */
function withReplaced(kind: Kind, result: CheckResult): CheckResult {
  const { inputs, notices = [] } = result;
  const subject = kind.nameField === undefined ? "" : ` ${inMessage(nameIn(kind, inputs) ?? existingIdIn(inputs))}`;
  const replaced = replacedValues(kind.settings, inputs).map((text) => `${capitalized(kind.noun)}${subject}: ${text}`);
  return replaced.length === 0 ? result : { ...result, notices: [...notices, ...replaced] };
}

/**
 * Returns the changes that need a new object. Names are unique, so if the name stays, the old object must be deleted first, whatever the reason for
 * the replacement. With another name, the new object is created first, so that nothing is lost if that fails. A zone that was renamed outside is
 * not deleted, so nothing is created instead of it either.
 */
function diffOf(kind: Kind, state: Properties, news: Properties): DiffResult {
  if (existingIdIn(news) !== undefined) return diffOfExisting(kind, state, news);
  const { nameField, replacedNotice } = kind;
  // A state of 0.3.0 records what the service did not apply. That is no reason to replace the object.
  const unmet = unmetIn(state);
  const replaces = immutableChanges(kind, state, news).filter(
    (name) => unmet[name] === undefined || unmet[name] !== news[name],
  );
  const keepsName = nameField !== undefined && isSameName(nameIn(kind, state), nameIn(kind, news));
  const isRenamed = state[renamedFromKey] !== undefined;
  return {
    replaces,
    deleteBeforeReplace: keepsName || isRenamed,
    ...(replaces.length > 0 && keepsName && replacedNotice !== undefined ? { notice: warning(replacedNotice) } : {}),
    ...(keepsName && isRenamed ? { settles: true } : {}),
  };
}

/** Reads an object. @returns undefined if it was deleted since the last read */
async function read<Live extends object>(
  of: Operations<Live>,
  reader: Reads,
  id: string,
  prior: Properties,
  lastInputs?: Properties,
): Promise<ReadResult | undefined> {
  const { locate } = of;
  const { kind } = locate;
  const found = await find(locate, reader, id, prior, "read");
  if (found === undefined) {
    if (prior[kinds[locate.wholeKind].idOutput] === undefined) throw locate.missingError(id, "read");
    return undefined;
  }
  const live = (await of.withDetails?.(reader, found, prior, isManaged(prior), lastInputs)) ?? found;
  if (!isManaged(prior)) return { state: of.externalState(live, prior) };
  const declaredNames = lastDeclaredNames(kind, prior, lastInputs);
  const inputs = of.liveInputs(live, prior, declaredNames);
  // A declared property stays in the state even if the live object lacks it.
  const state: Properties = {
    ...of.managedState(live, inputs, prior),
    ...(await recordOf(locate, reader, live, prior)),
    [declaredKey]: declaredNames,
  };
  // Volatile values stay those of the last creation or update, so that a refresh shows only real changes.
  for (const key of volatileOutputs(kind)) if (prior[key] !== undefined) state[key] = prior[key];
  const lastName = lastNameDigest(kind, live, prior);
  if (lastName !== undefined) state[renamedFromKey] = lastName;
  const object = locate.object(live);
  // The object may no longer be what made a value of the state secret.
  const secrets = new Set([object, prior].flatMap((one) => of.secretsIn?.(one) ?? []));
  return { state, inputs, live: object, secrets: [...secrets] };
}

function volatileOutputs({ table, hasVolatileOutputs }: Kind): string[] {
  return hasVolatileOutputs === false ? [] : fieldNames(table, ({ volatile }) => volatile === true);
}

/** Returns the digest of the last declared name if the object no longer has that name. */
function lastNameDigest(kind: Kind, live: object, state: Properties): string | undefined {
  const name = digest(nameIn(kind, live));
  const before = state[renamedFromKey] ?? digest(nameIn(kind, state));
  const isRenamed = name !== undefined && name !== before && name !== state[formerNameKey];
  return isRenamed && typeof before === "string" ? before : undefined;
}

/**
 * Reads an existing object for an import by the engine.
 *
 * @param id id in the service's spelling. The engine would treat any other text as another object, and then delete the "original"
 * @throws {NotFoundError}
 * @throws {InvalidInputError} for a text that is not the id, such as a name
 */
async function importObject<Live extends object>(
  of: Operations<Live>,
  context: ImportContext,
  id: string,
): Promise<ImportResult> {
  const { locate } = of;
  const { client, reader, memory } = context;
  await of.identity.refuseId?.(of, context, id);
  return memory.entries.inTurn(id, async () => {
    const found = await find(locate, reader, id, {}, "read");
    if (found === undefined) throw locate.missingError(id, "import");
    const own = locate.idOf(found);
    if (own !== id)
      throw new InvalidInputError(`The id of this ${locate.kind.noun} is ${own}. Import it by that id`, "id");
    of.refuse?.(found, "imported");
    const live = (await of.withDetails?.(reader, found, of.importInputs(found), true)) ?? found;
    const inputs = importInputsOf(of, live);
    const prior = { [markKey]: memory.entries.takeOver(id) };
    const record = await recordOf(locate, client.reads, live, prior);
    const state = { ...of.managedState(live, inputs, { ...inputs, ...prior }), ...record };
    return { id, state, inputs, secrets: of.secretsIn?.(locate.object(live)) ?? [] };
  });
}

/** Returns what the command `import` can import. Inputs and state contain no secrets; the next read adds them to the state. */
function importable<Live extends object>(
  of: Operations<Live>,
  whole: object,
  owner?: string,
  allSettings = false,
): Importable[] {
  const { locate } = of;
  const { table, secretInputs, secretOutputs } = locate.kind;
  return of.importable(whole).map(({ live, name }) => {
    const all = allSettings ? allInputs(of, live) : importInputsOf(of, live);
    const secrets = [...secretInputs, ...(of.secretsIn?.(locate.object(live)) ?? [])].filter(
      (input) => all[input] !== undefined,
    );
    const inputs = without(all, secrets);
    const managed = of.managedState(live, inputs, { ...inputs, [markKey]: newMark() });
    const state = withoutSecrets(
      table,
      without({ ...managed, ...locate.record(live, owner) }, [...secretOutputs, ...secrets]),
    );
    // Without these keys, a read would take the state for one of the first release, and encrypt these arrays completely.
    for (const field of fieldsWithNestedSecrets(table)) state[nestedSecretsKey(field.name)] = {};
    return { id: locate.idOf(live), name, inputs, state, secrets };
  });
}

/** Returns all inputs that an update can send, without those that a program can't declare, such as a value that depends on another setting. */
function allInputs<Live extends object>(of: Operations<Live>, live: Live): Properties {
  const needed = importInputsOf(of, live);
  const inputs = importInputsOf(of, live, true);
  const { failures } = of.check({}, inputs, {});
  const refused = failures.map(({ property }) => propertyOf(property)).filter((name) => !(name in needed));
  return without(inputs, refused);
}

/** Sends what the program changed when it is the object's turn. @returns the new state */
async function update<Live extends object>(
  of: Operations<Live>,
  context: LifeCycleContext,
  id: string,
  state: Properties,
  inputs: Properties,
): Promise<Properties> {
  const { locate } = of;
  const { kind } = locate;
  const live = await find(locate, context.client.reads, id, state, "updated", { inputs });
  if (live === undefined) throw goneObjectError(locate, id);
  of.refuse?.(live, "updated");
  refuseFixed(of, live, inputs, id, "updated");
  of.refuseInputs?.(live, inputs);
  const settings = changeable(of);
  const comparison = of.comparison?.(live);
  const declaration = { kind, settings, state, inputs, ...(comparison === undefined ? {} : { comparison }) };
  const redeclared = changedSettings(declaration);
  const resent = of.resent?.(state, inputs) ?? [];
  const changed = settings.filter((field) => redeclared.includes(field) || resent.includes(field.name));
  const writes = new Writes(id, { ...declaration, changed });
  const { send, reached } = writes;
  const after = await writes.during(() =>
    of.apply(context, live, inputs, { changed, send, reached, target: "managed" }),
  );
  const read = settled(of, after, inputs, state, reached);
  // A kind with computed inputs records what it has seen of its content in its state.
  const kept =
    kind.computed === undefined ? keepUndeclared(read, of.managedState(live, inputs, state), declaration) : read;
  const updated = { ...kept, ...(await recordOf(locate, context.client.reads, after, state)) };
  const left = of.left?.(after, inputs, changed, state) ?? [];
  return leaveOthers(updated, { ...declaration, changed }, left, (what) => {
    context.tell(warning(`${capitalized(kind.noun)} ${id} ${what}`));
  });
}

/** Delays before each look after a deletion, and after its repetition, in milliseconds: the service may show an object for a moment. */
const lookDelaysAfterDeletion = [findDelays.slice(0, 3), [...findDelays, 4_000]];

/**
 * Deletes an object, and looks whether it is gone: a successful response alone would leave an object that still exists in no state. Deletions that run
 * at the same time share the look. If the object is still there, it is deleted once more.
 *
 * @throws {UnexpectedResponseError} if the service keeps showing the object
 */
async function removeAndLook<Live extends object>(
  of: Operations<Live>,
  context: LifeCycleContext,
  id: string,
  state: Properties,
): Promise<void> {
  const { locate } = of;
  const { deletion = "delete" } = locate.kind;
  const group = locate.kind.parent === undefined ? locate.wholeKind : wholeKey(locate.wholeKind, locate.wholeId(id));
  for (const delays of lookDelaysAfterDeletion) {
    const deletes = (): Promise<boolean> => inTurn(of, context, id, () => remove(of, context, id, state));
    const { result: wasSent, end } = await context.memory.deletions.run(group, deletes);
    if (!wasSent || (await isGone(locate, context.client.reads, id, end, delays))) return;
  }
  const what = `${capitalized(locate.kind.noun)} ${id}`;
  throw new UnexpectedResponseError(
    `${what} was not ${deletion}d: the service answered that it was, but still shows it. Run the same command again; if it stays so, ${deletion} it in the service's dashboard`,
    { request: requestForWhole(locate, "get", id), status: 200 },
  );
}

/** Whether the service no longer shows an object within a few seconds after its deletion. */
async function isGone<Live>(
  locate: Locate<Live>,
  reader: Reads,
  id: string,
  first: DeletionsEnd,
  delays: number[],
): Promise<boolean> {
  let end = first;
  const look = async (): Promise<true | undefined> => {
    const isShown = await locate.stillShows(reader, id, end).catch((error: unknown) => {
      // The service can answer 401 for a deleted object that the list still shows.
      if (error instanceof UnauthorizedError) return true;
      throw error;
    });
    end = { at: performance.now(), size: 1 };
    return isShown ? undefined : true;
  };
  return (await eventually(look, undefined, delays)) === true;
}

/** Deletes an object when it is its turn. It is no error if the object no longer exists. @returns whether the service answered that it was deleted */
async function remove<Live extends object>(
  of: Operations<Live>,
  context: LifeCycleContext,
  id: string,
  state: Properties,
): Promise<boolean> {
  const { locate } = of;
  const { deletion = "delete" } = locate.kind;
  const look = (how?: Look): Promise<Live | undefined> => find(locate, context.client.reads, id, state, "deleted", how);
  const live = await look({ purpose: "deletion" });
  if (live === undefined) return false;
  of.refuse?.(live, "deleted");
  await of.refuseDeletion?.(context, live, state);
  const kept = await of.kept?.(live, state, context);
  if (kept !== undefined) {
    context.tell(`Kept ${kept}. Its entry was removed from the state`);
    return false;
  }
  if (of.delete === undefined) return false;
  const what = `${capitalized(locate.kind.noun)} ${id}`;
  const request = async (): Promise<void> => of.delete?.(context, live);
  return deleteOrAdvise(what, deletion, request, () => look());
}
