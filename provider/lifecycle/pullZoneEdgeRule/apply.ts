import type { CdnClient, EdgeRuleBody } from "../../api/client";
import { ConflictError, InvalidInputError, NotFoundError } from "../../api/errors";
import { partId } from "../../api/input";
import { pullZoneEdgeRule } from "../../kinds/pullZoneEdgeRule";
import type { EdgeRule, GetPullZoneResult } from "../../types/pullZone";
import type { InputField } from "../../wire/fields";
import type { PartFinder } from "../parts/find";
import { findPart, gonePartError, zoneFor } from "../parts/find";
import { eventually, findById, findDelays } from "../shared/find";
import type { LifeCycleContext, Properties } from "../shared/lifeCycle";
import { requestOf } from "../shared/messages";
import { unsupportedError } from "../shared/requests";
import type { LiveRule } from "./state";
import { bodyOf, idOf, isAsDeclared } from "./state";

/** What finds rules. */
export const rules: PartFinder<EdgeRule> = {
  kind: pullZoneEdgeRule,
  partIn: (id) => {
    const { part } = partId(pullZoneEdgeRule.noun, id);
    return (zone) => zone.edgeRules.find((rule) => isGuid(rule, part));
  },
};

/**
 * Makes a rule as declared, in its zone's turn. Sends nothing if it is.
 *
 * @param changed the settings to change; the others stay as they are
 * @param send sends the request that writes this rule
 */
export async function apply(
  context: Pick<LifeCycleContext, "client" | "memory" | "tell">,
  live: LiveRule,
  inputs: Properties,
  changed?: readonly InputField[],
  send: (written: EdgeRuleBody, request: () => Promise<void>) => Promise<void> = (_, request) => request(),
): Promise<LiveRule> {
  if (isAsDeclared(live.part, inputs, changed)) return live;
  const { client, tell } = context;
  const { zone, part: rule } = live;
  const id = idOf(live);
  const isOwn = (one: EdgeRule): boolean => isGuid(one, rule.guid);
  const isMoved = changed === undefined || changed.some(({ name }) => name === "orderIndex");
  const body = bodyOf(inputs, rule, changed);
  let answered: EdgeRule | undefined;
  const request = async (): Promise<void> => {
    answered = await client.updateEdgeRule(zone.id, { ...body, guid: rule.guid });
  };
  const write = (): Promise<void> => send(body, request);
  try {
    await (isMoved ? sendInOrder(context, zone.id, inputs, isOwn, write) : write());
  } catch (error) {
    if (error instanceof NotFoundError && (await findPart(rules, client, id, {}, "read")) === undefined) {
      throw gonePartError(rules, id);
    }
    const text = `Edge rule ${id} was not updated: this service has no operation that updates one. Change it in the service's dashboard, and declare it as it is there`;
    throw (await unsupportedError(client, "PullZone", zone.id, error, text)) ?? error;
  }
  // What an answer leaves out is not known to be gone.
  const isWhole = (one: EdgeRule): boolean => Object.keys(rule).every((name) => name in one);
  if (answered !== undefined && isOwn(answered) && isWhole(answered) && isAsDeclared(answered, inputs, changed)) {
    return { zone, part: answered };
  }
  const isSettled = (one: LiveRule): boolean => isAsDeclared(one.part, inputs, changed);
  const updated = await shownRule(client, zone.id, isOwn, isSettled);
  if (updated === undefined) throw gonePartError(rules, id);
  if (!isSettled(updated)) tell(`Edge rule ${id} was updated, but is not shown as declared`);
  return updated;
}

/** The rule that is meant, once the zone shows it as it should be; after a few seconds, as it is. */
export async function shownRule(
  client: CdnClient,
  pullZoneId: number,
  isMeant: (rule: EdgeRule) => boolean,
  isSettled?: (live: LiveRule) => boolean,
): Promise<LiveRule | undefined> {
  return eventually(async () => {
    const zone = await findById(client, "PullZone", pullZoneId);
    const part = zone?.edgeRules.find(isMeant);
    return zone && part && { zone, part };
  }, isSettled);
}

export function isGuid({ guid }: EdgeRule, other: string): boolean {
  return guid.toLowerCase() === other.toLowerCase();
}

type Context = Pick<LifeCycleContext, "client" | "memory" | "tell">;

/**
 * Sends a rule in its zone's turn. Assumption: the service refuses an `orderIndex` that another rule of the zone has. Where the program
 * keeps that rule too, it makes way, so that rules can change places.
 *
 * @param isOwn whether a live rule is the one that is sent
 */
export async function sendInOrder<Answer>(
  context: Context,
  pullZoneId: number,
  inputs: Properties,
  isOwn: (rule: EdgeRule) => boolean,
  send: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const { orderIndex } = inputs;
    if (orderIndex === undefined || !isPlaceTaken(error)) throw error;
    const zone = await zoneFor(context.client, pullZoneEdgeRule, pullZoneId);
    const inTheWay = rulesAt(zone, orderIndex);
    if (inTheWay.length === 0 || inTheWay.some(isOwn)) throw error;
    // What can't be placed in the end is refused before anything moves.
    const seen = new Set(zone.edgeRules.filter(isOwn));
    for (const rule of inTheWay) await refuseUnmovable(context, { zone, part: rule }, inputs, seen);
    const taken = new Set(zone.edgeRules.map((rule) => rule.orderIndex));
    for (const rule of inTheWay) {
      const free = freeIndexFor(context, { zone, part: rule }, taken);
      taken.add(free);
      await context.client.updateEdgeRule(pullZoneId, { ...(rule as EdgeRuleBody), guid: rule.guid, orderIndex: free });
    }
    return send();
  }
}

/** Whether the service refuses a rule for its `orderIndex`. */
export function isPlaceTaken(error: unknown): boolean {
  return error instanceof InvalidInputError && /order/i.test(JSON.stringify(error.evidence?.said ?? ""));
}

/** A place behind all rules. */
export function placeBehind(places: Iterable<number>): number {
  return Math.max(0, ...places) + 1;
}

function rulesAt(zone: GetPullZoneResult, orderIndex: unknown): EdgeRule[] {
  return zone.edgeRules.filter((rule) => rule.orderIndex === orderIndex);
}

/**
 * Refuses to move a rule unless the program keeps it, and unless what is where the program declares it can move, too.
 *
 * @param inputs what is declared for its place
 * @param seen the rules that were asked about
 */
async function refuseUnmovable(
  context: Context,
  live: LiveRule,
  inputs: Properties,
  seen: Set<EdgeRule>,
): Promise<void> {
  const { zone, part: rule } = live;
  if (seen.has(rule)) return;
  seen.add(rule);
  const { memory } = context;
  const id = idOf(live);
  if (rule.readOnly) throw takenError(live, "is read-only. Declare another orderIndex");
  // The engine may ask about the other rule a moment later.
  const delays = memory.once.has(`wait for ${id}`) ? [0] : findDelays;
  const declared = await eventually(() => Promise.resolve(memory.declaredAs.get(id)), undefined, delays);
  memory.once.add(`wait for ${id}`);
  if (declared === undefined) {
    if (memory.entries.has(id)) return;
    throw takenError(
      live,
      "no resource of this program is known to keep, so it is not moved. If the program had it before, run pulumi up --refresh; otherwise declare another orderIndex, or declare that rule too, with the resource option import",
    );
  }
  const { orderIndex: wanted } = declared;
  if (wanted !== rule.orderIndex) {
    for (const next of rulesAt(zone, wanted)) await refuseUnmovable(context, { zone, part: next }, declared, seen);
    return;
  }
  // A rule that is being replaced is declared as its replacement.
  if (pullZoneEdgeRule.claim(declared) === pullZoneEdgeRule.claim(inputs)) return;
  throw takenError(live, "another resource of this program declares there. Declare each orderIndex once");
}

/** Where a rule moves that is in another one's way: to the place that the program declares, or behind all others. */
function freeIndexFor({ memory, tell }: Context, live: LiveRule, taken: ReadonlySet<number>): number {
  const id = idOf(live);
  const declared = memory.declaredAs.get(id);
  const wanted = declared?.["orderIndex"];
  if (typeof wanted === "number" && !taken.has(wanted)) return wanted;
  const last = placeBehind(taken);
  if (declared !== undefined && wanted === undefined) {
    tell(`Edge rule ${id} moved from orderIndex ${String(live.part.orderIndex)} to ${String(last)}: it declares none`);
  }
  return last;
}

function takenError({ zone, part: rule }: LiveRule, why: string): ConflictError {
  const { description } = rule;
  const called = description === undefined || description === "" ? "" : ` (${JSON.stringify(description)})`;
  return new ConflictError(
    `orderIndex ${String(rule.orderIndex)} of pull zone ${String(zone.id)} is taken by edge rule ${idOf({ zone, part: rule })}${called}, which ${why}`,
    { request: requestOf("get", "PullZone", zone.id) },
  );
}
