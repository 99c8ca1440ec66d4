import type { CdnClient, EdgeRuleBody } from "../../api/client";
import { ConflictError, InvalidInputError, NotFoundError } from "../../api/errors";
import { partId } from "../../api/ids";
import { pullZoneEdgeRule } from "../../kinds/pullZoneEdgeRule";
import type { EdgeRule } from "../../types/pullZone";
import type { InputField } from "../../wire/fields";
import { find, goneObjectError, inWhole, wholeFor } from "../locate";
import type { Change } from "../operations";
import { confirmed } from "../../api/confirm";
import type { LifeCycleContext } from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { requestOf } from "../../api/messages";
import { picked, stringsIn } from "../../declared/properties";
import { unchangedError, unsupportedError } from "../requests";
import { dueAfterChange } from "./purge";
import { isOriginOfAll, rivalsText } from "../../files/origins";
import type { LiveRule } from "./state";
import { bodyOf, idOf, isAsDeclared, isSame } from "./state";
import { nameKey } from "../../wire/dnsName";
import { inMessage, sentence, warning } from "../../wire/words";

export const locate = inWhole<EdgeRule, "PullZone">(pullZoneEdgeRule, idOf, (id) => {
  const { part } = partId(pullZoneEdgeRule, id);
  return (zone) => zone.edgeRules.find((rule) => isGuid(rule, part));
});

/** Applies the declaration to a rule, in turn with other writes to its zone. Sends nothing if nothing differs. */
export async function apply(
  context: LifeCycleContext,
  live: LiveRule,
  inputs: Properties,
  { changed, send, reached, target }: Change,
): Promise<LiveRule> {
  // `moveTo` must know that the program declares this rule.
  if (target !== "managed") context.memory.becomes(idOf(live), inputs);
  // A rule that already equals the declaration also needs a purge: a killed update or creation may have sent the rule without one.
  const mayBeSent = changed.length > 0 || target === "adopted";
  if (mayBeSent) Object.assign(reached, dueAfterChange(inputs));
  const { client, tell } = context;
  if (mayBeSent || target !== "managed") reportRivals(context, live, inputs);
  if (target === "new" || target === "adopted") reportOthers(context, live, inputs);
  if (isAsDeclared(live.part, inputs, changed)) return live;
  const { whole: zone, part: rule } = live;
  const id = idOf(live);
  const isOwn = (one: EdgeRule): boolean => isGuid(one, rule.guid);
  const isMoved = changed.some(({ name }) => name === "orderIndex");
  const body = bodyOf(inputs, rule, changed);
  // A field that a response omits is not necessarily absent.
  const isWhole = (one: EdgeRule): boolean => Object.keys(rule).every((name) => name in one);
  const isSettled = (one: LiveRule): boolean => isAsDeclared(one.part, inputs, changed);
  let updated: LiveRule | undefined;
  const request = async (): Promise<void> => {
    const update = async (): Promise<LiveRule | undefined> => {
      const part = await client.updateEdgeRule(zone.id, { ...body, guid: rule.guid });
      return part !== undefined && isOwn(part) && isWhole(part) ? { whole: zone, part } : undefined;
    };
    updated = await confirmed(update, () => lookAtRule(client, zone.id, isOwn), isSettled);
    if (updated !== undefined && isLeft(rule, updated.part, inputs, changed)) {
      throw unchangedError(`Edge rule ${id}`, requestOf("get", "PullZone", zone.id));
    }
  };
  const sets = picked(
    inputs,
    changed.map(({ name }) => name),
  );
  const write = (): Promise<void> => send(sets, request);
  try {
    await (isMoved ? sendInOrder(context, zone.id, inputs, isOwn, write) : write());
  } catch (error) {
    if (error instanceof NotFoundError && (await find(locate, client.reads, id, {}, "read")) === undefined) {
      throw goneObjectError(locate, id);
    }
    const text = `Edge rule ${id} was not updated: this service has no operation that updates one. Change it in the service's dashboard, and declare the same values`;
    throw (await unsupportedError(client, "PullZone", zone.id, error, text)) ?? error;
  }
  if (updated === undefined) throw goneObjectError(locate, id);
  if (!isSettled(updated)) tell(warning(`Edge rule ${id} was updated, but the service does not show it as declared`));
  return updated;
}

/** Reports other rules that choose the files of every address, if this one does. */
function reportRivals(
  { tell }: Pick<LifeCycleContext, "tell">,
  { whole: zone, part }: LiveRule,
  inputs: Properties,
): void {
  const wanted = { ...part, ...inputs };
  if (!wanted.enabled || !isOriginOfAll(wanted)) return;
  const edgeRules = [wanted, ...zone.edgeRules.filter((rule) => !isGuid(rule, part.guid))];
  const text = rivalsText({ ...zone, edgeRules });
  if (text !== undefined) tell(warning(`${text}. Delete or disable the others, unless this run deletes them`));
}

/** Reports the edge rules that no resource of this run has, and the hostnames that are not in `reportOthers`. */
function reportOthers(
  { memory, tell }: Pick<LifeCycleContext, "memory" | "tell">,
  { whole: zone, part }: LiveRule,
  { reportOthers: declared }: Properties,
): void {
  if (declared === undefined) return;
  const own = new Set(stringsIn(declared).map(nameKey));
  const others = [
    ...zone.edgeRules
      .filter(
        (rule) => !rule.readOnly && !isGuid(rule, part.guid) && !memory.entries.has(idOf({ whole: zone, part: rule })),
      )
      .map(({ guid, description = "" }) => `edge rule ${guid} (${inMessage(description)})`),
    ...zone.hostnames
      .filter(({ value, isSystemHostname }) => !isSystemHostname && !own.has(nameKey(value)))
      .map(({ value }) => `hostname ${value}`),
  ];
  if (others.length === 0) return;
  tell(
    `Pull zone ${zone.name ?? ""} (id ${String(zone.id)}) also has what matches nothing in the program: ${sentence(others)}. They stay as they are: delete what nothing needs in the service's dashboard`,
  );
}

async function lookAtRule(
  client: CdnClient,
  pullZoneId: number,
  isMeant: (rule: EdgeRule) => boolean,
): Promise<LiveRule | undefined> {
  const zone = await client.reads.find("PullZone", pullZoneId);
  const part = zone?.edgeRules.find(isMeant);
  return zone && part && { whole: zone, part };
}

/** Whether an update has changed nothing that decides what visitors get. The service may choose other places or descriptions. */
function isLeft(before: EdgeRule, after: EdgeRule, inputs: Properties, changed: readonly InputField[]): boolean {
  const among = changed.filter(({ name }) => name !== "orderIndex" && name !== "description");
  const fields = (rule: EdgeRule): Properties => rule as object as Properties;
  const isSameAsBefore = (field: InputField): boolean =>
    isSame(field, fields(before)[field.name], fields(after)[field.name]);
  return !isAsDeclared(after, inputs, among) && among.every(isSameAsBefore);
}

export function isGuid({ guid }: EdgeRule, other: string): boolean {
  return guid.toLowerCase() === other.toLowerCase();
}

type OrderContext = Pick<LifeCycleContext, "client" | "memory" | "tell">;

/**
 * Sends a rule, in turn with other writes to its zone. Assumption: the service refuses an `orderIndex` that another rule of the zone has. The other
 * rule is then moved behind all others, and the refused request is sent again. If the program declares another place for the other rule, its own
 * update follows.
 *
 * @param isOwn whether a live rule is the one to send
 */
export async function sendInOrder<Answer>(
  context: OrderContext,
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
    const zone = await wholeFor(context.client.reads, "PullZone", pullZoneEdgeRule.noun, pullZoneId);
    const inTheWay = zone.edgeRules.filter((rule) => rule.orderIndex === orderIndex);
    if (inTheWay.length === 0 || inTheWay.some(isOwn)) throw error;
    for (const part of inTheWay) refuseMove({ whole: zone, part }, context, inputs);
    const free = placeBehind(zone.edgeRules.map((rule) => rule.orderIndex));
    const begun: EdgeRule[] = [];
    try {
      for (const [index, part] of inTheWay.entries()) {
        // A move whose response is lost may be applied.
        begun.push(part);
        await moveTo(free + index, { whole: zone, part }, context, inputs);
      }
      return await send();
    } catch (failure) {
      // The rules would stay behind all others, which no preview shows.
      for (const part of begun) await moveBack({ whole: zone, part }, context);
      throw failure;
    }
  }
}

function place(client: CdnClient, zoneId: number, rule: EdgeRule, orderIndex: unknown): Promise<unknown> {
  return client.updateEdgeRule(zoneId, { ...(rule as EdgeRuleBody), guid: rule.guid, orderIndex: Number(orderIndex) });
}

/** Whether the service refused a rule because of its `orderIndex`. */
export function isPlaceTaken(error: unknown): boolean {
  return error instanceof InvalidInputError && /order/i.test(JSON.stringify(error.evidence?.said ?? ""));
}

/** Returns a place behind all rules. */
export function placeBehind(places: Iterable<number>): number {
  return Math.max(0, ...places) + 1;
}

/** Refuses to move a rule that has to stay in its place. @param inputs declared inputs of the rule that needs the place */
function refuseMove(live: LiveRule, { memory }: OrderContext, inputs: Properties): void {
  const { part: rule } = live;
  if (rule.readOnly)
    throw takenError(
      live,
      "is read-only. Declare another orderIndex (a Website can't: ask the service about that rule, or use another pull zone)",
    );
  const ownInputs = memory.declarationOf(idOf(live));
  if (ownInputs?.["orderIndex"] === rule.orderIndex && !isReplacedBy(ownInputs, inputs)) {
    throw takenError(live, "another resource of this program declares there. Declare each orderIndex once");
  }
}

/** Whether the declaration of a live rule is that of another rule, which replaces it. */
function isReplacedBy(ownInputs: Properties | undefined, inputs: Properties): boolean {
  return ownInputs !== undefined && pullZoneEdgeRule.claim(ownInputs) === pullZoneEdgeRule.claim(inputs);
}

/** Moves a rule behind all others, because another one needs its place. @param inputs declared inputs of the other rule */
async function moveTo(orderIndex: number, live: LiveRule, context: OrderContext, inputs: Properties): Promise<void> {
  const { client, memory, tell } = context;
  const { whole: zone, part: rule } = live;
  const id = idOf(live);
  const ownInputs = memory.declarationOf(id);
  if (!isReplacedBy(ownInputs, inputs)) {
    const [from, to] = [String(rule.orderIndex), String(orderIndex)];
    // Before the request: the run may end before the response.
    tell(
      `Edge rule ${id} is moved from orderIndex ${from} to ${to}, because another rule is declared there${laterText(ownInputs)}`,
    );
  }
  await place(client, zone.id, rule, orderIndex);
}

/** Returns what follows for a rule that was moved. @param ownInputs its declared inputs, undefined if the run does not know them, or not yet */
function laterText(ownInputs: Properties | undefined): string {
  const place = "its own declared place later in this run";
  const advice = "the run fails before that, run pulumi up --refresh, also if you revert the program";
  if (ownInputs === undefined) return `. If the program declares that rule, it gets ${place}; if ${advice}`;
  return ownInputs["orderIndex"] === undefined ? "" : `. It gets ${place}. If ${advice}`;
}

/** Moves a rule back after a failure. The service refuses this if it has applied what seemed to fail. */
async function moveBack(live: LiveRule, { client, memory, tell }: OrderContext): Promise<void> {
  const { whole: zone, part: rule } = live;
  const { orderIndex } = rule;
  const id = idOf(live);
  await place(client, zone.id, rule, orderIndex).catch(() => {
    const advice =
      memory.declarationOf(id)?.["orderIndex"] === undefined
        ? "Check its place in the service's dashboard, or run pulumi up --refresh if the program declares its place"
        : "Run pulumi up --refresh, also if you revert the program";
    const text = `Edge rule ${id} had to leave orderIndex ${String(orderIndex)} to another rule, whose request failed, and may still be behind all others: it could not be moved back. ${advice}`;
    tell(warning(text));
  });
}

function takenError({ whole: zone, part: rule }: LiveRule, why: string): ConflictError {
  const { description, orderIndex } = rule;
  const called = description === undefined || description === "" ? "" : ` (${JSON.stringify(description)})`;
  return new ConflictError(
    `orderIndex ${String(orderIndex)} of pull zone ${String(zone.id)} is taken by edge rule ${idOf({ whole: zone, part: rule })}${called}, which ${why}`,
    { request: requestOf("get", "PullZone", zone.id) },
  );
}
