import {
  ConflictError,
  InvalidInputError,
  NotFoundError,
  ServiceError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../api/errors";
import { partId } from "../../api/input";
import type { CdnClient, EdgeRuleBody } from "../../api/client";
import { pullZoneEdgeRule } from "../../kinds/pullZoneEdgeRule";
import type { EdgeRule, GetPullZoneResult } from "../../types/pullZone";
import type { InputField } from "../../wire/fields";
import type { CreateResult, LifeCycleContext, ObjectReader, Properties } from "../shared/lifeCycle";
import { IncompleteError } from "../shared/lifeCycle";
import { markKey } from "../shared/memory";
import { findPart, noPartError, pullZoneFor } from "../shared/parts";
import { isUnclear, maxRequests } from "../zones/create";
import { eventually, findById } from "../shared/find";
import { goneError, requestOf, unsupportedError } from "../shared/requests";
import { sendInOrder } from "./order";
import type { LiveRule } from "./rule";
import { bodyOf, idOf, isAsDeclared, managedState, readInstead, refuseReadOnly, withoutPlace } from "./rule";

const { noun } = pullZoneEdgeRule;

/** Adds a rule. Rules have no name: one whose creation is in doubt is the new one that is as declared. */
export async function createRule(context: LifeCycleContext, inputs: Properties): Promise<CreateResult> {
  const { client, memory, tell, turns } = context;
  const pullZoneId = Number(inputs["pullZoneId"]);
  return turns.inTurn(String(pullZoneId), async () => {
    const zone = await pullZoneFor(client, noun, pullZoneId);
    for (const rule of zone.edgeRules) {
      const id = idOf({ zone, rule });
      if (!isAsDeclared(rule, inputs) || memory.entries.has(id)) continue;
      tell(
        `Pull zone ${String(pullZoneId)} has an equal edge rule, ${id}. If this run does not delete it and no resource has it, delete it in the dashboard: an interrupted run may have added it`,
      );
    }
    const known = new Set(zone.edgeRules.map((rule) => rule.guid));
    tellOfOrder(context, zone, inputs);
    const guid = await addRule(context, inputs, pullZoneId, known);
    const added: LiveRule = { zone, rule: { ...bodyOf(inputs), guid, readOnly: false } as EdgeRule };
    const id = idOf(added);
    memory.entries.note(id, {});
    memory.declaredAs.set(id, inputs);
    try {
      const live = await shownRule(client, pullZoneId, (rule) => isGuid(rule, guid));
      if (live === undefined) return { id, state: managedState(added, inputs) };
      await removeTwins(context, live, inputs, known);
      return { id, state: managedState(await applyRule(context, live, inputs), inputs) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new IncompleteError(id, managedState(added, inputs), reason, error);
    }
  });
}

/** @param known the GUIDs before @returns the GUID of the new rule */
async function addRule(
  context: LifeCycleContext,
  inputs: Properties,
  pullZoneId: number,
  known: ReadonlySet<string>,
): Promise<string> {
  const { client } = context;
  const isNew = (rule: EdgeRule): boolean => !known.has(rule.guid) && isAsDeclared(rule, inputs, withoutPlace);
  const findNew = async (): Promise<string | undefined> => (await shownRule(client, pullZoneId, isNew))?.rule.guid;
  const lookUpNew = async (): Promise<string | undefined> =>
    (await findById(client, "PullZone", pullZoneId))?.edgeRules.find(isNew)?.guid;
  const into = `pull zone ${String(pullZoneId)}`;
  const advice = `Look whether it has the rule: if so, give the resource the option import: "${String(pullZoneId)}/GUID" before the next pulumi up`;
  for (let requests = 1; ; requests++) {
    let unclear: ServiceError;
    try {
      const add = (): Promise<string | undefined> => client.addEdgeRule(pullZoneId, bodyOf(inputs));
      const guid = (await sendInOrder(context, pullZoneId, inputs, isNew, add)) ?? (await findNew());
      if (guid !== undefined) return guid;
      throw new UnexpectedResponseError(`An edge rule was added to ${into}, which does not show it. ${advice}`, {
        request: requestOf("get", "PullZone", pullZoneId),
        status: 200,
      });
    } catch (error) {
      // A request that arrived twice is in its own way.
      const twin = error instanceof InvalidInputError ? await lookUpNew() : undefined;
      if (twin !== undefined) return twin;
      if (!isUnclear(error)) {
        const text = `The edge rule was not added to ${into}: this service has no operation that adds one. Add it in the service's dashboard, and read it with PullZoneEdgeRule.get`;
        throw (await unsupportedError(client, "PullZone", pullZoneId, error, text)) ?? error;
      }
      unclear = error;
    }
    const doubt = (then?: ServiceError): UnavailableError =>
      new UnavailableError(
        `It is unknown whether an edge rule was added to ${into} (${unclear.message})${then === undefined ? "" : `, and then: ${then.message}`}. ${advice}`,
        unclear.evidence,
        true,
      );
    const found = await findNew().catch((error: unknown) => {
      throw error instanceof ServiceError ? doubt(error) : error;
    });
    if (found !== undefined) return found;
    if (requests === maxRequests) throw doubt();
  }
}

/** Tells once for a zone that nobody has chosen the order of its rules. */
function tellOfOrder({ memory, tell }: LifeCycleContext, zone: GetPullZoneResult, { orderIndex }: Properties): void {
  const key = `order ${String(zone.id)}`;
  if (orderIndex !== undefined || zone.edgeRules.length === 0 || memory.once.has(key)) return;
  memory.once.add(key);
  tell(
    `Pull zone ${String(zone.id)} has several edge rules, and not all declare an orderIndex: the service gives them the order in which they happen to be added. Declare orderIndex where the order matters`,
  );
}

/** A request that was sent again after a lost answer, or that arrived twice, can add the rule twice. @param known the GUIDs before */
async function removeTwins(
  { client, tell }: Pick<LifeCycleContext, "client" | "tell">,
  { zone, rule: { guid } }: LiveRule,
  inputs: Properties,
  known: ReadonlySet<string>,
): Promise<void> {
  for (const rule of zone.edgeRules) {
    if (isGuid(rule, guid) || known.has(rule.guid) || !isAsDeclared(rule, inputs, withoutPlace)) continue;
    await client.deleteEdgeRule(zone.id, rule.guid);
    tell(`Deleted edge rule ${idOf({ zone, rule })}: the service added edge rule ${guid} twice`);
  }
}

/** Takes over the rule with that id: the resource has the option `import`. */
export async function adoptRule(context: LifeCycleContext, id: string, inputs: Properties): Promise<CreateResult> {
  const { client, memory, tell, turns } = context;
  const { pullZoneId } = partId(noun, id);
  if (pullZoneId !== inputs["pullZoneId"]) {
    throw new ConflictError(
      `Edge rule ${id} was not imported: its pullZoneId is ${String(pullZoneId)}, declared is ${String(inputs["pullZoneId"])}. Declare it as it is, or remove the resource option import`,
      { request: requestOf("get", "PullZone", pullZoneId) },
    );
  }
  return memory.entries.inTurn(id, () =>
    turns.inTurn(String(pullZoneId), async () => {
      const found = await findRule(client, id, {});
      if (found === undefined) throw noPartError(noun, id);
      refuseReadOnly(found, "imported", readInstead);
      const mark = memory.entries.add(idOf(found));
      memory.declaredAs.set(idOf(found), inputs);
      const live = await applyRule(context, found, inputs);
      tell(`Adopted edge rule ${id}. ${live === found ? "All declared settings match" : "It was updated"}`);
      return { id: idOf(live), state: managedState(live, inputs, { [markKey]: mark }) };
    }),
  );
}

/**
 * Makes a rule as declared, in its zone's turn. Sends nothing if it is.
 *
 * @param changed the settings to change; the others stay as they are
 * @param send sends the request that writes this rule
 */
export async function applyRule(
  context: Pick<LifeCycleContext, "client" | "memory" | "tell">,
  live: LiveRule,
  inputs: Properties,
  changed?: readonly InputField[],
  send: (written: EdgeRuleBody, request: () => Promise<void>) => Promise<void> = (_, request) => request(),
): Promise<LiveRule> {
  if (isAsDeclared(live.rule, inputs, changed)) return live;
  const { client, tell } = context;
  const { zone, rule } = live;
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
    if (error instanceof NotFoundError && (await findRule(client, id, {})) === undefined) throw goneRuleError(id);
    const text = `Edge rule ${id} was not updated: this service has no operation that updates one. Change it in the service's dashboard, and declare it as it is there`;
    throw (await unsupportedError(client, "PullZone", zone.id, error, text)) ?? error;
  }
  if (answered !== undefined && isOwn(answered) && isAsDeclared(answered, inputs, changed)) {
    return { zone, rule: answered };
  }
  const isSettled = (one: LiveRule): boolean => isAsDeclared(one.rule, inputs, changed);
  const updated = await shownRule(client, zone.id, isOwn, isSettled);
  if (updated === undefined) throw goneRuleError(id);
  if (!isSettled(updated)) tell(`Edge rule ${id} was updated, but is not shown as declared`);
  return updated;
}

export function goneRuleError(id: string): NotFoundError {
  const fact = `Edge rule ${id} no longer exists, so it can't be updated`;
  return goneError(fact, requestOf("get", "PullZone", partId(noun, id).pullZoneId));
}

/** The rule in a state; undefined if it no longer exists. @throws {CdnError} if this is another account or service */
export async function findRule(
  reader: ObjectReader,
  id: string,
  state: Properties,
  step: "read" | "changed" = "changed",
): Promise<LiveRule | undefined> {
  const found = await findPart(reader, partId(noun, id).pullZoneId, state, step, ruleIn(id));
  return found && { zone: found.zone, rule: found.part };
}

/** Finds the rule with that id in its zone. */
export function ruleIn(id: string): (zone: GetPullZoneResult) => EdgeRule | undefined {
  const { part } = partId(noun, id);
  return (zone) => zone.edgeRules.find((rule) => isGuid(rule, part));
}

/** The rule that is meant, once the zone shows it as it should be; after a few seconds, as it is. */
async function shownRule(
  client: CdnClient,
  pullZoneId: number,
  isMeant: (rule: EdgeRule) => boolean,
  isSettled?: (live: LiveRule) => boolean,
): Promise<LiveRule | undefined> {
  return eventually(async () => {
    const zone = await findById(client, "PullZone", pullZoneId);
    const rule = zone?.edgeRules.find(isMeant);
    return zone && rule && { zone, rule };
  }, isSettled);
}

function isGuid({ guid }: EdgeRule, other: string): boolean {
  return guid.toLowerCase() === other.toLowerCase();
}
