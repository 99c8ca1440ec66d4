import type { CdnClient } from "../../api/client";
import { ConflictError, ServiceError, UnavailableError, UnexpectedResponseError } from "../../api/errors";
import { shown } from "../../api/input";
import { pause } from "../../api/retry";
import type { WholeKind } from "../../kinds";
import { nameIn } from "../../kinds";
import { withArticle } from "../../wire/name";
import type { Zone } from "../shared/find";
import { eventually, findByName, findNew } from "../shared/find";
import type { CreateResult, LifeCycleContext, Properties } from "../shared/lifeCycle";
import { IncompleteError, messageOf } from "../shared/failures";
import { ownerRecord } from "../shared/identity";
import { nounOf, requestOf } from "../shared/messages";
import { listed } from "../shared/properties";
import { createOnce, isUnclear, maxRequests } from "../shared/requests";
import { pending } from "../shared/updates";
import { adoptById, adoptOrRefuse } from "./adopt";
import type { ZoneKind } from "./kind";
import { immutableDifferences } from "./kind";

/**
 * Creates a zone, or adopts an existing one. The id of a created zone is never lost, whatever fails afterwards.
 *
 * @param existingId adopt the zone with this id, and no other
 * @throws {IncompleteError} with the id, if what follows the creation fails
 */
export async function createZone(
  zones: ZoneKind,
  context: LifeCycleContext,
  inputs: Properties,
  existingId?: string,
): Promise<CreateResult> {
  // Of two with the same name, neither may adopt the other's zone.
  const taken = (): ConflictError =>
    new ConflictError(
      `Nothing was created: another resource of this program declares ${withArticle(nounOf(zones.name))} named ${shown(nameIn(zones.kind, inputs))} too. Names are unique: declare it once`,
      { request: requestOf("add", zones.name) },
    );
  return context.memory.claimed(zones.kind.claim(inputs), taken, () =>
    existingId === undefined ? create(zones, context, inputs) : adoptById(zones, context, inputs, existingId),
  );
}

/** Requests the zone, unless one of that name exists, which is adopted or refused. */
async function create(zones: ZoneKind, context: LifeCycleContext, inputs: Properties): Promise<CreateResult> {
  const { client, reader } = context;
  const name = nameIn(zones.kind, inputs) ?? "";
  const existing = (await reader.mayExist(zones.name, name)) ? await findByName(zones, client, name) : undefined;
  const adopted = existing && (await adoptOrRefuse(zones, context, existing, inputs, "Nothing was created"));
  if (adopted !== undefined) return adopted;

  const began = client.serviceTime();
  let id: number;
  try {
    id = await addOnceFree(zones, context, inputs);
  } catch (error) {
    if (error instanceof ConflictError && !isBeingDeleted(error)) return resolveTaken(zones, context, inputs, error);
    if (isUnclear(error)) return resolveUnclear(zones, context, inputs, error, began);
    throw error;
  }
  return complete(zones, context, id, inputs);
}

/** Requests the zone, once. @returns its id: other values in the answer may be placeholders */
async function add(zones: ZoneKind, client: CdnClient, inputs: Properties): Promise<number> {
  try {
    return (await zones.add(client, inputs)).id;
  } catch (error) {
    if (error instanceof UnexpectedResponseError && error.zoneId !== undefined) return error.zoneId;
    throw error;
  }
}

/** How long a creation waits for the name of a zone that is being deleted, and how often it asks, in milliseconds. */
export const nameWaits = { longest: 120_000, first: 1_000, between: 10_000 };

/** Requests the zone, once the service has deleted the one that had its name: a deleted zone keeps its name for a while. */
async function addOnceFree(zones: ZoneKind, { client, tell }: LifeCycleContext, inputs: Properties): Promise<number> {
  const { longest, first, between } = nameWaits;
  const began = performance.now();
  const seconds = String(Math.round(longest / 1000));
  const name = `the name of ${nounOf(zones.name)} ${shown(nameIn(zones.kind, inputs))}`;
  for (let delay = first; ; delay = Math.min(between, delay * 2)) {
    try {
      return await add(zones, client, inputs);
    } catch (error) {
      if (!(error instanceof ConflictError) || !isBeingDeleted(error)) throw error;
      if (performance.now() - began + delay > longest) {
        throw new ConflictError(
          `${error.message}. The service did not free ${name} within ${seconds} s after the deletion, so nothing was created. ` +
            `Run the same command again later, or choose another name: a name may stay taken for long`,
          error.evidence,
        );
      }
    }
    if (delay === first) {
      tell(`Waiting up to ${seconds} s for ${name}: the service is still deleting the zone that had it`);
    }
    await pause(delay);
  }
}

/** Assumption: the service says so, beside the key for a name that is taken. */
function isBeingDeleted({ evidence: { said } }: ConflictError): boolean {
  return /being deleted/i.test(said?.message ?? "");
}

/** The name is taken, although no zone had it a moment ago: by a new zone, or by a zone of another account. */
async function resolveTaken(
  zones: ZoneKind,
  context: LifeCycleContext,
  inputs: Properties,
  taken: ConflictError,
): Promise<CreateResult> {
  const zone = await eventually(() => findByName(zones, context.client, nameIn(zones.kind, inputs) ?? ""));
  const adopted = zone && (await adoptOrRefuse(zones, context, zone, inputs, "Somebody created it in the meantime"));
  if (adopted !== undefined) return adopted;
  throw new ConflictError(
    `${taken.message}. No zone of this account has that name, so another account's has: names are unique across the whole service. ${zones.kind.takenAdvice ?? "Choose another name"}`,
    taken.evidence,
  );
}

/**
 * The zone may have been created: it is looked for, and requested again if there is none. Names are unique, so a first request that
 * arrives late can't create a second zone: the name is then taken, by the zone that the next look finds.
 *
 * @param unclear why it is not known
 * @param began when the first request was sent, by the service's clock
 */
async function resolveUnclear(
  zones: ZoneKind,
  context: LifeCycleContext,
  inputs: Properties,
  unclear: ServiceError,
  began: number,
): Promise<CreateResult> {
  const { client } = context;
  const find = async (): Promise<Created | undefined> => {
    const found = await eventually(() => findByName(zones, client, nameIn(zones.kind, inputs) ?? ""));
    // The list may leave things out.
    return found && { id: found.id, zone: (await findNew(client, zones.name, found.id)) ?? found };
  };
  const request = async (): Promise<Created | ServiceError> => {
    try {
      return { id: await add(zones, client, inputs) };
    } catch (error) {
      if (error instanceof ConflictError || isUnclear(error)) return error;
      throw error;
    }
  };
  let created: Created | ServiceError;
  try {
    created = (await find()) ?? (await createOnce(request, find, maxRequests - 1));
  } catch (error) {
    throw error instanceof ServiceError ? unclearError(zones, inputs, unclear, error) : error;
  }
  if (created instanceof ServiceError) throw unclearError(zones, inputs, unclear);
  const { id, zone } = created;
  if (zone === undefined || zones.isOurs(zone, inputs, began)) return complete(zones, context, id, inputs);
  const why = `It is unknown whether the creation worked (${unclear.message})`;
  const adopted = await adoptOrRefuse(zones, context, zone, inputs, why);
  if (adopted === undefined) throw unclearError(zones, inputs, unclear);
  return adopted;
}

interface Created {
  readonly id: number;
  /** The zone of that name that was found; it need not be ours. */
  readonly zone?: Zone;
}

/** Reads the new zone, and sets what the creation can't set. */
async function complete(
  zones: ZoneKind,
  context: LifeCycleContext,
  id: number,
  inputs: Properties,
): Promise<CreateResult> {
  let state = zones.presumedState(id, inputs);
  try {
    const zone = await findNew(context.client, zones.name, id);
    if (zone === undefined) throw notShownError(zones.name, id);
    const differing = immutableDifferences(zones, zone, inputs);
    if (differing.length > 0) {
      context.tell(
        `${nounOf(zones.name, "atStart")} ${shown(nameIn(zones.kind, zone))} (id ${String(id)}) was created, but not as declared: ${listed(differing)}. ` +
          `That can't be changed. Declare its actual values; otherwise a later update replaces it`,
      );
    }
    const owner = await ownerRecord(zones.kind, context.client);
    state = { ...zones.managedState(zone, inputs), ...owner };
    return {
      id: String(id),
      state: { ...zones.managedState(await zones.apply(context, zone, inputs), inputs), ...owner },
    };
  } catch (error) {
    // The next update compares the settings with the live ones.
    const settings = zones.kind.settings.filter(({ immutable }) => immutable !== true);
    throw new IncompleteError(String(id), pending(state, settings), messageOf(error), error);
  }
}

function notShownError(kind: WholeKind, id: number): UnavailableError {
  return new UnavailableError(
    `${nounOf(kind, "atStart")} ${String(id)} was created, but the service does not show it yet. Run the same command again: it reads the zone`,
    { request: requestOf("get", kind, id), status: 404 },
    true,
  );
}

function unclearError(
  zones: ZoneKind,
  inputs: Properties,
  unclear: ServiceError,
  then?: ServiceError,
): UnavailableError {
  const followed = then === undefined ? "" : `, and then: ${then.message}`;
  return new UnavailableError(
    `It is unknown whether ${nounOf(zones.name)} ${shown(nameIn(zones.kind, inputs))} was created (${unclear.message})${followed}. ` +
      `Run the same command again: it looks for the zone first, and says how to adopt it`,
    (then ?? unclear).evidence,
    true,
  );
}
