import { isDeepStrictEqual } from "node:util";
import { ConflictError, NotFoundError } from "../../api/errors";
import { shown } from "../../api/input";
import { nameIn } from "../../kinds";
import { withArticle } from "../../wire/name";
import type { CreateResult, LifeCycleContext, Properties } from "../shared/lifeCycle";
import { markKey } from "../shared/memory";
import { isUnknown, listed } from "../shared/properties";
import { isSameName } from "../shared/sameValue";
import { findById, findByName } from "../shared/find";
import { ownerRecord } from "../shared/identity";
import { nounOf, requestOf } from "../shared/messages";
import type { Zone } from "../shared/find";
import type { ZoneKind } from "./kind";
import { immutableDifferences } from "./kind";

/**
 * Adopts an existing zone of the declared name if the resource says so and nothing immutable differs.
 *
 * @param why why the zone is not created
 * @returns undefined if the zone was deleted in the meantime
 * @throws {ConflictError} with the ways to adopt it
 */
export async function adoptOrRefuse(
  zones: ZoneKind,
  context: LifeCycleContext,
  zone: Zone,
  inputs: Properties,
  why: string,
): Promise<CreateResult | undefined> {
  if (isAdoptable(zones, zone, inputs)) return adopt(zones, context, String(zone.id), inputs, "adopt");
  throw takenError(zones, context, zone, inputs, why, replacedAdvice);
}

/** For `up --replace` and taint the engine does not call Diff, so it creates the new zone while the old one has the name. */
const replacedAdvice = `. If up --replace or state taint is to make it anew, set the resource option deleteBeforeReplace: true`;

/** Refuses a replacement whose new name another zone of this account has, unless it adopts that. */
export async function refuseTakenName(
  zones: ZoneKind,
  context: LifeCycleContext,
  id: string,
  state: Properties,
  inputs: Properties,
): Promise<void> {
  const name = nameIn(zones.kind, inputs);
  if (name === undefined || isUnknown(name) || isSameName(name, nameIn(zones.kind, state))) return;
  const { client, reader, memory } = context;
  // Another resource of this run may give the name up.
  if (memory.givenUp.has(zones.kind.claim(inputs)) || !(await reader.mayExist(zones.name, name))) return;
  const zone = await findByName(zones, client, name);
  if (zone === undefined || String(zone.id) === id || isAdoptable(zones, zone, inputs)) return;
  throw takenError(zones, context, zone, inputs, "Nothing was replaced");
}

function isAdoptable(zones: ZoneKind, zone: Zone, inputs: Properties): boolean {
  return inputs["adopt"] === true && immutableDifferences(zones, zone, inputs).length === 0;
}

/**
 * @param why why the zone is not created
 * @param more further advice
 */
function takenError(
  zones: ZoneKind,
  { importCommand }: LifeCycleContext,
  zone: Zone,
  inputs: Properties,
  why: string,
  more = "",
): ConflictError {
  const differing = immutableDifferences(zones, zone, inputs);
  const id = String(zone.id);
  const advice =
    differing.length === 0
      ? `To adopt it, declare it with adopt: true, or import it: ${importCommand(id)}. ` +
        `If another resource or stack of yours has it, don't: rename a resource with the option aliases: [{ name: "OLD-NAME" }], or remove it from its state first`
      : `It can't be adopted as declared: ${listed(differing)}. Declare its actual values, with adopt: true, or choose another name`;
  return new ConflictError(
    `${why}: ${withArticle(nounOf(zones.name))} named ${shown(nameIn(zones.kind, zone))} exists in this account with id ${id}. ${advice}${more}`,
    { request: requestOf("add", zones.name) },
  );
}

/** Adopts the zone with that id: the resource has the option `import`. */
export async function adoptById(
  zones: ZoneKind,
  context: LifeCycleContext,
  inputs: Properties,
  id: string,
): Promise<CreateResult> {
  const adopted = await adopt(zones, context, id, inputs, "the resource option import");
  if (adopted !== undefined) return adopted;
  throw new NotFoundError(
    `There is no ${nounOf(zones.name)} ${id} to import in this account. Check the id in the resource option import, or remove the option to create the zone`,
    { request: requestOf("get", zones.name, id) },
  );
}

/**
 * Another resource of this run may delete the zone, so it is looked at again once that has ended. Throws no `IncompleteError`: if a
 * setting can't be applied, the zone must not enter the state.
 *
 * @returns undefined if the zone no longer exists
 */
async function adopt(
  zones: ZoneKind,
  context: LifeCycleContext,
  id: string,
  inputs: Properties,
  by: "adopt" | "the resource option import",
): Promise<CreateResult | undefined> {
  const { client, memory, tell } = context;
  return memory.entries.inTurn(id, async () => {
    const zone: Zone | undefined = await findById(client, zones.name, id);
    if (zone === undefined) return undefined;
    const differing = immutableDifferences(zones, zone, inputs);
    if (differing.length > 0) {
      throw new ConflictError(
        `${nounOf(zones.name, "atStart")} ${id} was not ${by === "adopt" ? "adopted" : "imported"}: ${listed(differing)}. Declare it as it is, or remove ${by}`,
        { request: requestOf("get", zones.name, id) },
      );
    }
    const mark = memory.entries.add(id);
    const owner = await ownerRecord(zones.kind, client);
    const live = await zones.apply(context, zone, inputs);
    tell(adoptionText(zones, zone, live));
    return { id, state: { ...zones.managedState(live, inputs), ...owner, [markKey]: mark } };
  });
}

/** What was taken over, without values: they may be secret. */
function adoptionText(zones: ZoneKind, before: Zone, after: Zone): string {
  const [old, now] = [before, after] as unknown as [Properties, Properties];
  const changed = zones.kind.settings
    .map((field) => field.name)
    .filter((key) => !isDeepStrictEqual(old[key], now[key]));
  return (
    `Adopted ${nounOf(zones.name)} ${shown(nameIn(zones.kind, before))} (id: ${String(before.id)}, ${zones.contents(before)}). ` +
    (changed.length === 0 ? "All declared settings match" : `Updated: ${changed.join(", ")}`)
  );
}
