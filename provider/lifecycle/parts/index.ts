import type { CdnClient } from "../../api/client";
import { InvalidInputError } from "../../api/errors";
import type { Reads } from "../../api/reads";
import type { Readable, WholeKind } from "../../kinds";
import { kinds } from "../../kinds";
import { capitalized } from "../../wire/name";
import { ownerRecord, recordOf } from "../shared/identity";
import { declaredKey, declaredNames, isManaged } from "../shared/state";
import type {
  CheckResult,
  CreateResult,
  DiffResult,
  Importable,
  ImportContext,
  ImportResult,
  LifeCycle,
  LifeCycleContext,
  Properties,
  ReadResult,
} from "../shared/lifeCycle";
import { markKey, newMark } from "../shared/memory";
import { without } from "../shared/properties";
import { deleteOrAdvise } from "../shared/requests";
import type { LivePart, OfPart, PartFinder } from "./find";
import { findPart, gonePartError, hasPart, noPartError, zoneIdOf } from "./find";

/** What distinguishes one kind of parts. */
export interface PartKind<Part extends object = object, Whole extends WholeKind = "PullZone"> extends PartFinder<
  Part,
  Whole
> {
  check(olds: Properties, news: Properties, context: Parameters<LifeCycle["check"]>[0]): CheckResult;
  diff(state: Properties, news: Properties): DiffResult;
  checkReplacement?: NonNullable<LifeCycle["checkReplacement"]>;
  create(context: LifeCycleContext, inputs: Properties, existingId?: string): Promise<CreateResult>;
  /** Sends what the program changed. The zone's turn has come. @returns the new state */
  update(
    context: LifeCycleContext,
    live: LivePart<Part, Whole>,
    id: string,
    state: Properties,
    inputs: Properties,
  ): Promise<Properties>;
  /** Why one stays when its entry is deleted, in words; undefined if it does not. */
  kept?(live: LivePart<Part, Whole>): string | undefined;
  /** What a deletion is called. */
  readonly deletion: "delete" | "remove";
  delete(client: CdnClient, live: LivePart<Part, Whole>): Promise<void>;
  /** Refuses a deletion in view of the run. */
  refuseDeletion?(context: LifeCycleContext, live: LivePart<Part, Whole>): void;
  /** Refuses what the service does not allow. */
  refuse?(live: LivePart<Part, Whole>, step: "imported" | "updated" | "deleted"): void;
  idOf(live: LivePart<Part, Whole>): string;
  /** What takes turns with the writes to the part with an id. @default its zone */
  turnOf?(id: string): string;
  /** The state of one that is only read. */
  externalState(live: LivePart<Part, Whole>): Properties;
  /** @param prior the previous state, or what a new one has besides its inputs */
  managedState(live: LivePart<Part, Whole>, inputs: Properties, prior: Properties): Properties;
  /** The live values of the declared inputs, and of others that count as declared. */
  liveInputs(live: LivePart<Part, Whole>, prior: Properties, declared: readonly string[]): Properties;
  /** The inputs to declare an existing one with. */
  importInputs(live: LivePart<Part, Whole>): Properties;
  /** The names of inputs that may hold a secret. */
  secretsIn?(live: LivePart<Part, Whole>): string[];
  /** What the command `import` takes over of a zone, with what each can be called in the program. */
  importable(zone: Readable<Whole>): { readonly part: Part; readonly name: string }[];
}

/** The life cycle of a kind of parts. Writes to one zone take turns, unless its parts are independent. Assumption: every operation but reading. */
export function partLifeCycle<Part extends object, Whole extends WholeKind = "PullZone">(
  parts: PartKind<Part, Whole>,
): LifeCycle {
  const { checkReplacement } = parts;
  return {
    check: (context, olds, news) => parts.check(olds, news, context),
    diff: (state, news) => parts.diff(state, news),
    ...(checkReplacement === undefined ? {} : { checkReplacement }),
    isSameObject: async ({ reader }, id, state) => !isManaged(state) || hasPart(parts, reader, id, state),
    create: (context, inputs, existingId) => parts.create(context, inputs, existingId),
    read: ({ reader }, id, prior, inputs) => read(parts, reader, id, prior, inputs),
    import: (context, id) => importPart(parts, context, id),
    importable: (zone, owner) => importable(parts, zone as Readable<Whole>, owner),
    update: (context, id, state, inputs) => update(parts, context, id, state, inputs),
    delete: (context, id, state) => remove(parts, context, id, state),
  };
}

async function read<Part extends object, Whole extends WholeKind>(
  parts: PartKind<Part, Whole>,
  reader: Reads,
  id: string,
  prior: Properties,
  lastInputs?: Properties,
): Promise<ReadResult | undefined> {
  const live = await findPart(parts, reader, id, prior, "read");
  if (live === undefined) {
    if (prior[kinds[parts.kind.parent].idOutput] === undefined) throw noPartError(parts.kind, id);
    return undefined;
  }
  if (!isManaged(prior)) return { state: parts.externalState(live) };
  const declared = declaredNames(parts.kind, prior, lastInputs);
  const inputs = parts.liveInputs(live, prior, declared);
  const known = { ...prior, ...(await ownerRecord(kinds[parts.kind.parent], reader, prior)) };
  // A declared property stays declared even if the live part lacks it.
  const state = { ...parts.managedState(live, inputs, known), [declaredKey]: declared };
  return { state, inputs, live: live.part, secrets: parts.secretsIn?.(live) ?? [] };
}

/** @param id as the service writes it: see `importZone` */
async function importPart<Part extends object, Whole extends WholeKind>(
  parts: PartKind<Part, Whole>,
  { client, reader, memory }: ImportContext,
  id: string,
): Promise<ImportResult> {
  return memory.entries.inTurn(id, async () => {
    const live = await findPart(parts, reader, id, {}, "read");
    if (live === undefined) throw noPartError(parts.kind, id);
    const own = parts.idOf(live);
    if (own !== id) throw new InvalidInputError(`The id of this ${parts.kind.noun} is ${own}: import that`, "id");
    parts.refuse?.(live, "imported");
    const inputs = parts.importInputs(live);
    const owner = await ownerRecord(kinds[parts.kind.parent], client);
    const state = parts.managedState(live, inputs, { ...inputs, ...owner, [markKey]: memory.entries.add(id) });
    return { id, state, inputs, secrets: parts.secretsIn?.(live) ?? [] };
  });
}

function importable<Part extends object, Whole extends WholeKind>(
  parts: PartKind<Part, Whole>,
  zone: Readable<Whole>,
  owner?: string,
): Importable[] {
  const known = recordOf(kinds[parts.kind.parent], owner);
  return parts.importable(zone).map(({ part, name }) => {
    const live = { zone, part };
    const all = parts.importInputs(live);
    const secrets = parts.secretsIn?.(live).filter((input) => all[input] !== undefined) ?? [];
    const inputs = without(all, secrets);
    const state = without(parts.managedState(live, inputs, { ...inputs, ...known, [markKey]: newMark() }), secrets);
    return { id: parts.idOf(live), name, inputs, state, secrets };
  });
}

async function update<Part extends object, Whole extends WholeKind>(
  parts: PartKind<Part, Whole>,
  context: LifeCycleContext,
  id: string,
  state: Properties,
  inputs: Properties,
): Promise<Properties> {
  return context.turns.inTurn(turnOf(parts, id), async () => {
    const live = await findPart(parts, context.client, id, state, "changed");
    if (live === undefined) throw gonePartError(parts, id);
    parts.refuse?.(live, "updated");
    const known = { ...state, ...(await ownerRecord(kinds[parts.kind.parent], context.client, state)) };
    return parts.update(context, live, id, known, inputs);
  });
}

/** What takes turns with the writes to a part. */
function turnOf(parts: OfPart & { turnOf?(id: string): string }, id: string) {
  return parts.turnOf?.(id) ?? String(zoneIdOf(parts, id));
}

/** How old a look at a zone may be that shows a part to delete, in milliseconds. Many deletions share it: its parts change under no other id. */
const deletionLookMs = 2_000;

/** One that is gone already is a success. */
async function remove<Part extends object, Whole extends WholeKind>(
  parts: PartKind<Part, Whole>,
  context: LifeCycleContext,
  id: string,
  state: Properties,
): Promise<void> {
  const { client, turns, tell } = context;
  const find = (maxLookAgeMs?: number): Promise<LivePart<Part, Whole> | undefined> =>
    findPart(parts, client, id, state, "changed", maxLookAgeMs);
  await turns.inTurn(turnOf(parts, id), async () => {
    const live = await find(deletionLookMs);
    if (live === undefined) return;
    parts.refuse?.(live, "deleted");
    parts.refuseDeletion?.(context, live);
    const kept = parts.kept?.(live);
    if (kept !== undefined) {
      tell(`Kept ${kept}. Only its entry was removed from the state`);
      return;
    }
    const what = `${capitalized(parts.kind.noun)} ${id}`;
    await deleteOrAdvise(what, parts.deletion, () => parts.delete(client, live), find);
  });
}
