import type { CdnClient } from "../../api/client";
import { ConflictError, ServiceError, UnavailableError, UnexpectedResponseError } from "../../api/errors";
import { shown } from "../../api/input";
import { pause } from "../../api/retry";
import type { WholeKind } from "../../kinds";
import { nameIn } from "../../kinds";
import { withArticle } from "../../wire/name";
import type { CreateResult, LifeCycleContext, Properties } from "../shared/lifeCycle";
import { IncompleteError } from "../shared/lifeCycle";
import { listed } from "../shared/properties";
import { pending } from "../shared/updates";
import { adoptById, adoptOrRefuse } from "./adopt";
import { eventually, findByName, findNew } from "../shared/find";
import { nounOf, requestOf } from "../shared/requests";
import { unmetInputs, unmetKey } from "./unmet";
import type { Zone } from "../shared/find";
import type { ZoneKind } from "./zoneKind";
import { immutableDifferences } from "./zoneKind";

/** How often a creation with an unclear result is requested. */
export const maxRequests = 5;

/**
 * Creates a zone, or adopts an existing one. The id of a created zone is never lost, whatever fails afterwards.
 *
 * @param existingId adopt the zone with this id, and no other
 * @throws {IncompleteError} with the id, if what follows the creation fails
 */
export async function createZone<Live extends Zone>(
  zones: ZoneKind<Live>,
  context: LifeCycleContext,
  inputs: Properties,
  existingId?: string,
): Promise<CreateResult> {
  // Resources are created in parallel: of two with the same name, neither may adopt the other's zone.
  const { claims } = context.memory;
  const claim = zones.kind.claim(inputs);
  if (claims.has(claim)) {
    throw new ConflictError(
      `Nothing was created: another resource of this program declares ${withArticle(nounOf(zones.name))} named ${shown(nameIn(zones.kind, inputs))} too. Names are unique: declare it once`,
      { request: requestOf("add", zones.name) },
    );
  }
  claims.add(claim);
  try {
    return await (existingId === undefined
      ? create(zones, context, inputs)
      : adoptById(zones, context, inputs, existingId));
  } catch (error) {
    if (!(error instanceof IncompleteError)) claims.delete(claim);
    throw error;
  }
}

/** Requests the zone, unless one of that name exists, which is adopted or refused. */
async function create<Live extends Zone>(
  zones: ZoneKind<Live>,
  context: LifeCycleContext,
  inputs: Properties,
): Promise<CreateResult> {
  const { client, reader } = context;
  const name = nameOf(zones, inputs);
  const existing = (await reader.mayExist(zones.name, name)) ? await findByName(zones, client, name) : undefined;
  const adopted = existing && (await adoptOrRefuse(zones, context, existing, inputs, "Nothing was created"));
  if (adopted !== undefined) return adopted;

  const began = client.serviceTime();
  const answer = await requestOnceFree(zones, context, inputs);
  switch (answer.is) {
    case "created":
      return complete(zones, context, answer.id, inputs);
    case "taken":
      return resolveTaken(zones, context, inputs, answer.error);
    case "unclear":
      return resolveUnclear(zones, context, inputs, answer.error, began);
  }
}

/** How long a creation waits for the name of a zone that is being deleted, and how often it asks, in milliseconds. */
export const nameWaits = { longest: 120_000, first: 1_000, between: 10_000 };

/** Requests the zone, once the service has deleted the one that had its name: a deleted zone keeps its name for a while. */
async function requestOnceFree<Live extends Zone>(
  zones: ZoneKind<Live>,
  { client, tell }: LifeCycleContext,
  inputs: Properties,
): Promise<Answer> {
  const { longest, first, between } = nameWaits;
  const began = performance.now();
  const name = `the name of ${nounOf(zones.name)} ${shown(nameIn(zones.kind, inputs))}`;
  for (let delay = first; ; delay = Math.min(between, delay * 2)) {
    const answer = await request(zones, client, inputs);
    if (answer.is !== "taken" || !isBeingDeleted(answer.error)) return answer;
    if (performance.now() - began + delay > longest) {
      throw new ConflictError(
        `${answer.error.message}. The service did not free ${name} within ${String(Math.round(longest / 1000))} s after the deletion, so nothing was created. ` +
          `Run the same command again later, or choose another name: a name may stay taken for long`,
        answer.error.evidence,
      );
    }
    if (delay === first) {
      tell(
        `Waiting up to ${String(Math.round(longest / 1000))} s for ${name}: the service is still deleting the zone that had it`,
      );
    }
    await pause(delay);
  }
}

/** Assumption: the service says so, beside the key for a name that is taken. */
function isBeingDeleted({ evidence: { said } }: ConflictError): boolean {
  return /being deleted/i.test(said?.message ?? "");
}

/** The name is taken, although no zone had it a moment ago: by a new zone, or by a zone of another account. */
async function resolveTaken<Live extends Zone>(
  zones: ZoneKind<Live>,
  context: LifeCycleContext,
  inputs: Properties,
  taken: ConflictError,
): Promise<CreateResult> {
  const zone = await eventually(() => findByName(zones, context.client, nameOf(zones, inputs)));
  const adopted = zone && (await adoptOrRefuse(zones, context, zone, inputs, "Somebody created it in the meantime"));
  if (adopted !== undefined) return adopted;
  throw new ConflictError(
    `${taken.message}. No zone of this account has that name, so another account's has: names are unique across the whole service. Choose another name`,
    taken.evidence,
  );
}

/**
 * The zone may have been created: it is looked for, and requested again if there is none.
 *
 * @param unclear why that is not known
 * @param began when the first request was sent, by the service's clock
 */
async function resolveUnclear<Live extends Zone>(
  zones: ZoneKind<Live>,
  context: LifeCycleContext,
  inputs: Properties,
  unclear: ServiceError,
  began: number,
): Promise<CreateResult> {
  const { client } = context;
  const result = await findOrRequest(zones, client, inputs).catch((error: unknown) => {
    throw error instanceof ServiceError ? unclearError(zones, inputs, unclear, error) : error;
  });
  if (result === undefined) throw unclearError(zones, inputs, unclear);
  if ("createdId" in result) return complete(zones, context, result.createdId, inputs);
  const { zone } = result;
  if (zones.isOurs(zone, inputs, began)) return complete(zones, context, zone.id, inputs);
  const why = `It is unknown whether the creation worked (${unclear.message})`;
  const adopted = await adoptOrRefuse(zones, context, zone, inputs, why);
  if (adopted === undefined) throw unclearError(zones, inputs, unclear);
  return adopted;
}

/**
 * Looks for a zone that was requested before, and requests it again if there is none. Names are unique, so a first request that
 * arrives late can't create a second zone: the name is then taken, by the zone that the next look finds.
 *
 * @returns undefined if neither succeeds
 */
async function findOrRequest<Live extends Zone>(
  zones: ZoneKind<Live>,
  client: CdnClient,
  inputs: Properties,
): Promise<{ readonly zone: Live } | { readonly createdId: number } | undefined> {
  for (let requests = 1; ; requests++) {
    const found = await eventually(() => findByName(zones, client, nameOf(zones, inputs)));
    // The list may leave things out.
    if (found !== undefined) return { zone: (await newZone(zones, client, found.id)) ?? found };
    if (requests === maxRequests) return undefined;
    const answer = await request(zones, client, inputs);
    if (answer.is === "created") return { createdId: answer.id };
  }
}

/** The answer to a request for a zone. */
type Answer =
  /** Only its id is taken from the answer: other values may be placeholders. */
  | { readonly is: "created"; readonly id: number }
  /** The name is taken. */
  | { readonly is: "taken"; readonly error: ConflictError }
  /** The zone may have been created. */
  | { readonly is: "unclear"; readonly error: ServiceError };

/**
 * Requests the zone, once.
 *
 * @throws {ServiceError} if it certainly was not created
 */
async function request<Live extends Zone>(
  zones: ZoneKind<Live>,
  client: CdnClient,
  inputs: Properties,
): Promise<Answer> {
  try {
    return { is: "created", id: (await zones.add(client, inputs)).id };
  } catch (error) {
    if (error instanceof UnexpectedResponseError && error.zoneId !== undefined) {
      return { is: "created", id: error.zoneId };
    }
    if (error instanceof ConflictError) return { is: "taken", error };
    if (isUnclear(error)) return { is: "unclear", error };
    throw error;
  }
}

/** Whether what was requested may have been created: there was no response, a failure of the service, or a success with an invalid body. */
export function isUnclear(error: unknown): error is ServiceError {
  if (error instanceof UnavailableError) return error.mayHaveBeenApplied;
  return error instanceof UnexpectedResponseError && error.evidence.status === undefined;
}

/** Reads the new zone, and sets what the creation can't set. */
async function complete<Live extends Zone>(
  zones: ZoneKind<Live>,
  context: LifeCycleContext,
  id: number,
  inputs: Properties,
): Promise<CreateResult> {
  let state = zones.presumedState(id, inputs);
  try {
    const zone = await newZone(zones, context.client, id);
    if (zone === undefined) throw notShownError(zones.name, id);
    const unmet = unmetInputs(zones, zone, inputs);
    if (unmet !== undefined) {
      context.tell(
        `${nounOf(zones.name, "atStart")} ${shown(nameIn(zones.kind, zone))} (id ${String(id)}) was created, but not as declared: ${listed(immutableDifferences(zones, zone, inputs))}. ` +
          `That can't be changed, so the zone stays as it is and is not replaced. Declare its actual values`,
      );
    }
    const more = unmet === undefined ? {} : { [unmetKey]: unmet };
    state = { ...zones.managedState(zone, inputs), ...more };
    return {
      id: String(id),
      state: { ...zones.managedState(await zones.applySettings(context, zone, inputs), inputs), ...more },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new IncompleteError(String(id), incomplete(zones, state), reason, error);
  }
}

async function newZone<Live extends Zone>(
  { name }: ZoneKind<Live>,
  client: CdnClient,
  id: number,
): Promise<Live | undefined> {
  return (await findNew(client, name, id)) as Zone as Live | undefined;
}

function notShownError(kind: WholeKind, id: number): UnavailableError {
  return new UnavailableError(
    `${nounOf(kind, "atStart")} ${String(id)} was created, but the service does not show it yet. Run the same command again: it reads the zone`,
    { request: requestOf("get", kind, id), status: 404 },
    true,
  );
}

/** The state of a zone whose settings the next update compares with the live ones. */
function incomplete<Live extends Zone>({ kind }: ZoneKind<Live>, state: Properties): Properties {
  return pending(
    state,
    kind.settings.filter(({ immutable }) => immutable !== true),
  );
}

function unclearError<Live extends Zone>(
  zones: ZoneKind<Live>,
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

function nameOf<Live extends Zone>({ kind }: ZoneKind<Live>, inputs: Properties): string {
  return nameIn(kind, inputs) ?? "";
}
