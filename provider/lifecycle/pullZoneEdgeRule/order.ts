import type { EdgeRuleBody } from "../../api/client";
import { ConflictError, InvalidInputError } from "../../api/errors";
import { pullZoneEdgeRule } from "../../kinds/pullZoneEdgeRule";
import type { EdgeRule, GetPullZoneResult } from "../../types/pullZone";
import type { LifeCycleContext, Properties } from "../lifeCycle";
import { pullZoneFor } from "../parts";
import { eventually } from "../zones/find";
import { requestOf } from "../zones/requests";
import type { LiveRule } from "./rule";
import { idOf } from "./rule";

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
    if (!(error instanceof InvalidInputError) || orderIndex === undefined) throw error;
    if (!/order/i.test(JSON.stringify(error.evidence?.said ?? ""))) throw error;
    const zone = await pullZoneFor(context.client, pullZoneEdgeRule.noun, pullZoneId);
    const inTheWay = zone.edgeRules.filter((rule) => rule.orderIndex === orderIndex);
    if (inTheWay.length === 0 || inTheWay.some(isOwn)) throw error;
    const taken = new Set(zone.edgeRules.map((rule) => rule.orderIndex));
    for (const rule of inTheWay) {
      const free = await freeIndexFor(context, { zone, rule }, inputs, taken);
      taken.add(free);
      await context.client.updateEdgeRule(pullZoneId, { ...(rule as EdgeRuleBody), guid: rule.guid, orderIndex: free });
    }
    return send();
  }
}

/** Where a rule moves that is in another one's way: to the place that the program declares, or behind all others. */
async function freeIndexFor(
  { memory, tell }: Context,
  live: LiveRule,
  inputs: Properties,
  taken: ReadonlySet<number>,
): Promise<number> {
  const { orderIndex, readOnly } = live.rule;
  const id = idOf(live);
  if (readOnly) throw takenError(live, "is read-only. Declare another orderIndex");
  // The engine may ask about the other rule a moment later.
  const declared = await eventually(() => Promise.resolve(memory.declaredAs.get(id)));
  if (declared === undefined && !memory.entries.has(id)) {
    throw takenError(
      live,
      "no resource of this program is known to keep, so it is not moved. If the program had it before, run pulumi up --refresh; otherwise declare another orderIndex, or declare that rule too, with the resource option import",
    );
  }
  const wanted = declared?.["orderIndex"];
  // A rule that is being replaced is declared as its replacement.
  const isReplaced = declared !== undefined && pullZoneEdgeRule.claim(declared) === pullZoneEdgeRule.claim(inputs);
  if (wanted === orderIndex && !isReplaced) {
    throw takenError(live, "another resource of this program declares there. Declare each orderIndex once");
  }
  if (typeof wanted === "number" && !taken.has(wanted)) return wanted;
  const last = Math.max(...taken) + 1;
  if (declared !== undefined && wanted === undefined) {
    tell(`Edge rule ${id} moved from orderIndex ${String(orderIndex)} to ${String(last)}: it declares none`);
  }
  return last;
}

function takenError({ zone, rule }: { zone: GetPullZoneResult; rule: EdgeRule }, why: string): ConflictError {
  const { description } = rule;
  const called = description === undefined || description === "" ? "" : ` (${JSON.stringify(description)})`;
  return new ConflictError(
    `orderIndex ${String(rule.orderIndex)} of pull zone ${String(zone.id)} is taken by edge rule ${idOf({ zone, rule })}${called}, which ${why}`,
    { request: requestOf("get", "PullZone", zone.id) },
  );
}
