import { idIn } from "../../api/dialect";
import { isRefusedIn2xx, LimitError, NotFoundError, PlanError } from "../../api/errors";
import { partId } from "../../api/ids";
import { requestOf } from "../../api/messages";
import type { Reads } from "../../api/reads";
import { eventually, pause } from "../../api/waits";
import { wholeKey, wholeKinds } from "../../kinds";
import { shieldRateLimit } from "../../kinds/shieldRateLimit";
import type { GetPullZoneShieldResult } from "../../types/pullZoneShield";
import type { GetShieldRateLimitResult } from "../../types/shieldRateLimit";
import { encode } from "../../wire/codec";
import { aliasesOption } from "../../wire/words";
import { shieldLimitBodyTable } from "../../wire/shieldRateLimit";
import type { Properties } from "../../declared/properties";
import { picked } from "../../declared/properties";
import type { LifeCycle, LifeCycleContext } from "../lifeCycle";
import { belowParent, find } from "../locate";
import { nameless } from "../nameless";
import { objectLifeCycle } from "../objectLifeCycle";
import type { ApplyContext, Change, Operations } from "../operations";
import { appliedText, readBack, refusedDelays, removeAndLook } from "../readBack";
import { checkLimit } from "./check";
import type { LiveLimit } from "./state";
import {
  bodyOf,
  comparison,
  differences,
  externalState,
  idOf,
  importable,
  importInputs,
  limitsOf,
  liveInputs,
  managedState,
  withLimits,
} from "./state";

const { PullZoneShield: shieldKind } = wholeKinds;
const path = "/shield/rate-limit";

const locate = belowParent<GetShieldRateLimitResult, "PullZoneShield">(shieldRateLimit, idOf, (id) => {
  const number = Number(partId(shieldRateLimit, id).part);
  return async (shield, reader) => (await limitIn(reader, shield, number)) ?? limitIn(reader, shield, number, true);
});

/** Returns a rate limit in the list of its shield. @param again whether to confirm with another request that the list lacks it */
async function limitIn(
  reader: Reads,
  { id }: GetPullZoneShieldResult,
  number: number,
  again = false,
): Promise<GetShieldRateLimitResult | undefined> {
  const limits = (await reader.details("PullZoneShield", id, "rateLimits", { again })) ?? [];
  return limits.find((limit) => limit.id === number);
}

/** Assumption: every operation. */
const limits: Operations<LiveLimit> = {
  locate,
  identity: nameless<GetShieldRateLimitResult, "PullZoneShield">({
    locate,
    wholeKind: "PullZoneShield",
    word: "rate limit",
    idWord: "RATE-LIMIT-ID",
    zoneInput: "shieldZoneId",
    purpose: "turn",
    partsOf: limitsOf,
    withParts: withLimits,
    pathOf: ({ id }) => `${path}/${String(id)}`,
    isLike: (part, inputs) => differences(part, inputs).length === 0,
    isAsDeclared: (part, inputs) => differences(part, inputs).length === 0,
    isMeant: ({ ruleName }, inputs) => inputs["adopt"] === true && ruleName === inputs["name"],
    // Requests that arrived side by side were seen to be lost.
    turnOfNew: (id) => wholeKey("PullZoneShield", String(id)),
    checkWhole: () => undefined,
    add,
    incomplete: (made, cause) => `Rate limit ${idOf(made)} was added, but not as declared yet: ${cause}`,
  }),
  check: checkLimit,
  comparison: () => comparison,
  differences: ({ part }, inputs) => differences(part, inputs),
  apply,
  delete: remove,
  externalState,
  managedState,
  liveInputs,
  importInputs,
  importable,
};

export const shieldRateLimitLifeCycle: LifeCycle = {
  ...objectLifeCycle(limits),
  withDetails: (reader, shield) => withLimits(reader, shield as GetPullZoneShieldResult),
};

/** Delay before a refused addition is repeated, in milliseconds: additions were seen to be refused although there was a free place. */
const repetitionDelayMs = 2_000;

/**
 * Adds a rate limit. A refused addition can have been applied, so the list is read; if there is a free place, the request is repeated once.
 *
 * @returns the rate limit, if the response has its id
 */
async function add(
  { client, tell }: LifeCycleContext,
  shieldId: number,
  inputs: Properties,
  isNew: (part: GetShieldRateLimitResult) => boolean,
): Promise<GetShieldRateLimitResult | undefined> {
  const body = encode(shieldLimitBodyTable, { shieldZoneId: shieldId, ...bodyOf(inputs) });
  const request = { operation: "add a rate limit", method: "POST", path, body, repeatable: false } as const;
  for (let isLast = false; ; isLast = true) {
    try {
      const answer = await client.objects.change(shieldKind, shieldId, request);
      const id = idIn(answer, "id");
      return id === undefined ? undefined : ({ ...bodyOf(inputs), id } as GetShieldRateLimitResult);
    } catch (error) {
      if (!isRefusedIn2xx(error) || error instanceof NotFoundError) throw error;
      const read = async (): Promise<readonly GetShieldRateLimitResult[]> =>
        (await client.reads.details("PullZoneShield", shieldId, "rateLimits")) ?? [];
      const listed = await eventually(read, (all) => all.some(isNew), refusedDelays);
      const added = listed?.find(isNew);
      if (added !== undefined) {
        tell(appliedText(`Rate limit ${String(shieldId)}/${String(added.id)} was added`, error));
        return added;
      }
      const used = listed?.length ?? 0;
      const max = (await client.reads.find("PullZoneShield", shieldId))?.rateLimitRulesLimit;
      const isFree = max === undefined || used < max;
      if (isFree && !isLast) {
        await pause(repetitionDelayMs);
        continue;
      }
      const places = max === undefined ? String(used) : `${String(used)} of ${String(max)}`;
      const advice = isFree
        ? ""
        : `. To exchange one, first delete it with a pulumi up of its own; to rename a resource, use ${aliasesOption}`;
      const text = `${error.message}. Shield ${String(shieldId)} has ${places} rate limits, and this one was not added${advice}`;
      const { evidence = { request: requestOf("get", "PullZoneShield", shieldId) } } = error;
      throw isFree || error instanceof PlanError ? new PlanError(text, evidence) : new LimitError(text, evidence);
    }
  }
}

/** Applies the declaration to a rate limit. Sends nothing if nothing differs. */
async function apply(
  { client, tell }: ApplyContext,
  live: LiveLimit,
  inputs: Properties,
  { changed, send }: Change,
): Promise<LiveLimit> {
  const missing = differences(live.part, inputs, changed);
  if (missing.length === 0) return live;
  const { whole: shield, part } = live;
  const body = encode(shieldLimitBodyTable, bodyOf(inputs, live, missing));
  const own = `${path}/${String(part.id)}`;
  const request = { operation: "update a rate limit", method: "PATCH", path: own, body } as const;
  const values = picked(
    inputs,
    missing.map(({ name }) => name),
  );
  return send(values, () =>
    readBack({
      called: `Rate limit ${idOf(live)}`,
      request: { operation: request.operation, method: request.method, path: own },
      send: () => client.objects.change(shieldKind, shield.id, request),
      look: () => find(locate, client.reads, idOf(live), {}, "read"),
      stayed: (shown) => differences(shown.part, inputs, missing).map(({ name }) => name),
      tell,
    }),
  );
}

/** Deletes a rate limit; see {@link removeAndLook}. */
function remove({ client }: LifeCycleContext, live: LiveLimit): Promise<void> {
  const { whole: shield, part } = live;
  const own = `${path}/${String(part.id)}`;
  const request = { operation: "delete a rate limit", method: "DELETE", path: own } as const;
  return removeAndLook(
    () => client.objects.change(shieldKind, shield.id, request),
    () => find(locate, client.reads, idOf(live), {}, "read"),
  );
}
