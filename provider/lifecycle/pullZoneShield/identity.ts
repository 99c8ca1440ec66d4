import type { CdnClient } from "../../api/client";
import {
  ConflictError,
  InvalidInputError,
  isRefusedIn2xx,
  isUnclear,
  NotFoundError,
  ServiceError,
  UnexpectedResponseError,
} from "../../api/errors";
import { requestOf } from "../../api/messages";
import { eventually } from "../../api/waits";
import { wholeKinds } from "../../kinds";
import { planName, shieldPlans } from "../../wire/shieldConstants";
import { ownerKey } from "../../wire/stateKeys";
import { inMessage, waysText, aliasesOption } from "../../wire/words";
import type { Properties } from "../../declared/properties";
import { isUnknown, picked } from "../../declared/properties";
import type { RunMemory } from "../../run/memory";
import { shownWhole } from "../byName";
import type { ImportContext, LifeCycleContext } from "../lifeCycle";
import { wholeFor } from "../locate";
import type { Identity, Made } from "../operations";
import { appliedText, refusedDelays } from "../readBack";
import { createOnce } from "../requests";
import { refusePlan } from "./plan";
import type { LiveShield } from "./state";

const { PullZoneShield: kind } = wholeKinds;

/** Identifies a shield by its pull zone, which has only one. */
export const byPullZone: Identity<LiveShield> = {
  taken: (_, inputs) =>
    new ConflictError(
      `Nothing was created: another resource of this program declares the shield of pull zone ${inMessage(inputs["pullZoneId"])}. A pull zone has one shield: declare it once`,
      { request: requestOf("add", "PullZoneShield") },
    ),
  make: (_, context, inputs) => make(context, inputs),
  shown: shownWhole,
  contradictions: ({ pullZoneId }, inputs) =>
    pullZoneId === inputs["pullZoneId"] ? [] : [`it is the shield of pull zone ${inMessage(pullZoneId)}`],
  refuseId: (_, context, id) => refuseId(context, id),
  refuseTaken: async (_, context, _id, state, inputs) => {
    const { pullZoneId } = inputs;
    const isMoved = typeof pullZoneId === "number" && pullZoneId !== state["pullZoneId"];
    if (!isMoved) return;
    const existing = await existingShield(context.client, pullZoneId);
    if (existing === undefined) return;
    const isTaken = inputs["adopt"] !== true && !context.memory.isGivenUp(kind.claim(inputs));
    if (isTaken) throw takenError(context, existing, pullZoneId, "Nothing was replaced");
    // Its adoption must not fail after the former shield has lost its parts.
    refusePlan(String(existing.id), existing.planType, inputs);
  },
};

/** Notes that this run has kept a shield whose resource is deleted: a replacement of the resource gets the same shield. */
export function noteKept({ once }: RunMemory, inputs: Properties): void {
  once.add(keptKey(inputs));
}

function keptKey(inputs: Properties): string {
  return `kept shield ${kind.claim(inputs)}`;
}

/** Returns the shield of a pull zone; undefined if it has none. */
async function shieldOf(client: CdnClient, pullZoneId: number): Promise<LiveShield | undefined> {
  try {
    const shield = await client.objects.getOf<LiveShield>(kind, pullZoneId);
    return shield.pullZoneId === pullZoneId ? shield : undefined;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/**
 * Returns the shield of a pull zone; undefined if two responses say that it has none. After a wrong one, an existing shield would seem to be new, or
 * its adoption would fail late.
 */
async function existingShield(client: CdnClient, pullZoneId: number): Promise<LiveShield | undefined> {
  return (await shieldOf(client, pullZoneId)) ?? shieldOf(client, pullZoneId);
}

/** Requests a shield once, even if responses are lost. @returns the id of the shield to adopt instead, if the pull zone has one */
async function make(context: LifeCycleContext, inputs: Properties): Promise<Made<LiveShield> | string> {
  const { client, reader, memory, tell } = context;
  const pullZoneId = Number(inputs["pullZoneId"]);
  const existing = await existingShield(client, pullZoneId);
  if (existing !== undefined) return adopted(context, existing, inputs, "Nothing was created");
  // The service answers the same for a pull zone without a shield and for one of another account.
  const { userId } = await wholeFor(client.reads, "PullZone", kind.noun, pullZoneId);
  const prior = { [ownerKey]: userId };
  const now = performance.now();
  const before = {
    began: client.serviceTime(),
    owners: client.objects.lists.knownOwners(),
    existed: (id: string) => memory.entries.knows(id) || reader.wasListed("PullZoneShield", Number(id), now),
  };
  const find = (delays?: number[]): Promise<LiveShield | undefined> =>
    eventually(() => shieldOf(client, pullZoneId), undefined, delays);
  let mayExist = false;
  const request = async (): Promise<Made<LiveShield> | string | ServiceError> => {
    try {
      const id = await client.objects.addForId(kind, bodyOf(inputs));
      if (id !== undefined) return { live: presumed(id, inputs), prior, before };
      const live = await find();
      if (live !== undefined) return { live, prior };
      const text = `A shield was added to pull zone ${String(pullZoneId)}, which does not show it. Run the same command again`;
      throw new UnexpectedResponseError(text, { request: requestOf("add", "PullZoneShield"), status: 200 });
    } catch (error) {
      if (isUnclear(error)) {
        mayExist = true;
        return error;
      }
      const isTaken = error instanceof ConflictError;
      const live = isTaken || isRefusedIn2xx(error) ? await find(refusedDelays) : undefined;
      if (live === undefined) throw error;
      if (isTaken && !mayExist) return adopted(context, live, inputs, "Somebody created it in the meantime");
      if (!isTaken && error instanceof Error)
        tell(appliedText(`The shield of pull zone ${String(pullZoneId)} was created`, error));
      return { live, prior };
    }
  };
  // Before the first request, the pull zone had no shield. So one that follows a lost response is the requested one.
  const made = await createOnce(request, async () => {
    const live = await find();
    return live && { live, prior };
  });
  if (made instanceof ServiceError) throw made;
  return made;
}

/** Returns the body of a creation. Without a plan, the service could choose one that the account pays for; without a mode, it learns. */
function bodyOf({ pullZoneId, ...inputs }: Properties): object {
  const { wafEngineConfig, ...settings } = picked(
    inputs,
    kind.settings.map(({ name }) => name),
  );
  const engine = Object.entries((wafEngineConfig ?? {}) as Readonly<Record<string, string>>);
  return {
    pullZoneId,
    shieldZone: {
      planType: shieldPlans.Basic,
      learningMode: false,
      ...settings,
      ...(engine.length === 0
        ? {}
        : { wafEngineConfig: engine.map(([name, valueEncoded]) => ({ name, valueEncoded })) }),
    },
  };
}

function presumed(id: number, inputs: Properties): LiveShield {
  const settings = picked(
    inputs,
    kind.settings.map(({ name }) => name),
  );
  const { planType = shieldPlans.Basic } = settings;
  return { ...settings, id, planType, wafEngineConfig: [] } as object as LiveShield;
}

/** Returns the id of an existing shield to adopt. @throws {ConflictError} that explains how to adopt it */
function adopted(context: LifeCycleContext, live: LiveShield, inputs: Properties, why: string): string {
  if (inputs["adopt"] === true || context.memory.once.has(keptKey(inputs))) return String(live.id);
  throw takenError(context, live, Number(inputs["pullZoneId"]), why);
}

function takenError(
  { importCommand }: Pick<LifeCycleContext, "importCommand">,
  { id, planType }: LiveShield,
  pullZoneId: number,
  why: string,
): ConflictError {
  return new ConflictError(
    `${why}: pull zone ${String(pullZoneId)} already has shield ${String(id)}, on the plan ${planName(planType)}. There are these ways:` +
      waysText([
        `To adopt it, declare it with adopt: true, or import it: ${importCommand(String(id))}`,
        `To rename a resource that has it, use ${aliasesOption}`,
        "If another stack of yours has it, don't adopt it before it is removed from the state of that stack",
        "To recreate a resource with up --replace or state taint, set the resource option deleteBeforeReplace: true",
      ]),
    { request: requestOf("add", "PullZoneShield") },
  );
}

async function refuseId({ client, importCommand }: ImportContext, text: string): Promise<void> {
  if (/^[1-9][0-9]*$/.test(text)) return;
  const shield = /^0[0-9]+$/.test(text) ? await client.reads.find("PullZoneShield", Number(text)) : undefined;
  const advice =
    shield === undefined || isUnknown(text)
      ? "npx pulumi-cdn-zones zones --kind PullZoneShield lists the shields of the account with their ids"
      : `It is ${String(shield.id)}: ${importCommand(String(shield.id))}`;
  throw new InvalidInputError(`An import takes the id of a shield, but got: ${inMessage(text)}. ${advice}`, "id");
}
