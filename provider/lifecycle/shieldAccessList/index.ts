import { idIn } from "../../api/dialect";
import { isRefusedIn2xx, NotFoundError } from "../../api/errors";
import { partId } from "../../api/ids";
import { eventually } from "../../api/waits";
import { wholeKey, wholeKinds } from "../../kinds";
import { shieldAccessList } from "../../kinds/shieldAccessList";
import type { GetPullZoneShieldResult } from "../../types/pullZoneShield";
import type { GetShieldAccessListResult } from "../../types/shieldAccessList";
import type { Properties } from "../../declared/properties";
import { picked, stringsIn } from "../../declared/properties";
import type { LifeCycle, LifeCycleContext } from "../lifeCycle";
import { belowParent, find, goneObjectError } from "../locate";
import { nameless } from "../nameless";
import { objectLifeCycle } from "../objectLifeCycle";
import type { ApplyContext, Change, Operations } from "../operations";
import { appliedText, readBack, refusedDelays, removeAndLook } from "../readBack";
import { checkList } from "./check";
import type { LiveList } from "./state";
import {
  comparison,
  differences,
  externalState,
  idOf,
  importable,
  importInputs,
  listsOf,
  liveInputs,
  managedState,
  withContent,
  withLists,
} from "./state";

const { PullZoneShield: shieldKind } = wholeKinds;
const below = "/access-lists";

const locate = belowParent<GetShieldAccessListResult, "PullZoneShield">(shieldAccessList, idOf, (id) => {
  const number = Number(partId(shieldAccessList, id).part);
  return async (shield, reader) => {
    for (const again of [false, true]) {
      const overview = await reader.details("PullZoneShield", shield.id, "accessLists", { again });
      const list = overview?.customLists.find((one) => one.id === number);
      if (list !== undefined) return withContent(reader, shield.id, list);
    }
    return undefined;
  };
});

const identity = nameless<GetShieldAccessListResult, "PullZoneShield">({
  locate,
  wholeKind: "PullZoneShield",
  word: "access list",
  idWord: "LIST-ID",
  zoneInput: "shieldZoneId",
  purpose: "turn",
  partsOf: listsOf,
  withParts: withLists,
  pathOf: ({ id }) => `access-lists/${String(id)}`,
  isLike,
  // The overview lacks the entries, so a list is found by its name, and then changed.
  isAsDeclared: () => false,
  isMeant: (part, inputs) => inputs["adopt"] === true && isLike(part, inputs),
  turnOfNew: (id) => wholeKey("PullZoneShield", String(id)),
  checkWhole: () => undefined,
  add,
  incomplete: (made, cause) => `Access list ${idOf(made)} was added, but not as declared yet: ${cause}`,
});

/** Assumption: every operation. */
const lists: Operations<LiveList> = {
  locate,
  identity: {
    ...identity,
    shown: async (of, context, made, inputs) => {
      const id = idOf(await identity.shown(of, context, made, inputs));
      const live = await find(locate, context.client.reads, id, {}, "read");
      if (live === undefined) throw goneObjectError(locate, id);
      return live;
    },
  },
  check: checkList,
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

export const shieldAccessListLifeCycle: LifeCycle = {
  ...objectLifeCycle(lists),
  withDetails: async (reader, shield) => {
    const whole = await withLists(reader, shield as GetPullZoneShieldResult);
    const accessLists = await Promise.all(listsOf(whole).map((list) => withContent(reader, whole.id, list)));
    return { ...whole, accessLists };
  },
};

function isLike({ name, type }: GetShieldAccessListResult, inputs: Properties): boolean {
  return name === inputs["name"] && type === inputs["type"];
}

function contentOf({ entries }: Properties): string {
  return stringsIn(entries).join("\n");
}

/** Adds a list, which is not in use yet. A refused addition can have been applied, so the overview is read. */
async function add(
  { client, tell }: LifeCycleContext,
  shieldId: number,
  inputs: Properties,
  isNew: (part: GetShieldAccessListResult) => boolean,
): Promise<GetShieldAccessListResult | undefined> {
  const body = { ...picked(inputs, ["name", "type", "description"]), content: contentOf(inputs) };
  const request = { operation: "add an access list", method: "POST", below, body, repeatable: false } as const;
  try {
    const { data } = ((await client.objects.change(shieldKind, shieldId, request)) ?? {}) as { readonly data?: object };
    const id = idIn(data, "id");
    if (id === undefined) return undefined;
    return { id, configurationId: 0, action: 0, isEnabled: false, ...body } as unknown as GetShieldAccessListResult;
  } catch (error) {
    if (!isRefusedIn2xx(error) || error instanceof NotFoundError) throw error;
    const read = async (): Promise<readonly GetShieldAccessListResult[]> =>
      (await client.reads.details("PullZoneShield", shieldId, "accessLists"))?.customLists ?? [];
    const added = (await eventually(read, (all) => all.some(isNew), refusedDelays))?.find(isNew);
    if (added === undefined) throw error;
    tell(appliedText(`Access list ${String(shieldId)}/${String(added.id)} was added`, error));
    return added;
  }
}

/** Settings that belong to the list itself. Of these, both are sent if one changes. */
const ownSettings = ["name", "entries"];

/** Applies the declaration to a list: one request for name and entries, one for what the shield does with the list. */
async function apply(context: ApplyContext, live: LiveList, inputs: Properties, change: Change): Promise<LiveList> {
  const { client, tell } = context;
  let list = live;
  const write = async (
    names: readonly string[],
    path: string,
    bodyFor: (values: Properties) => object,
  ): Promise<void> => {
    const among = differences(list.part, inputs, change.changed).filter(({ name }) => names.includes(name));
    if (among.length === 0) return;
    const { whole: shield } = list;
    // What the program does not change keeps its live value.
    const live = externalState(list);
    const values = Object.fromEntries(
      names.map((name) => [name, among.some((field) => field.name === name) ? valueIn(inputs, name) : live[name]]),
    );
    const request = {
      operation: "update an access list",
      method: "PATCH",
      below: path,
      body: bodyFor(values),
    } as const;
    const sent = picked(
      values,
      among.map(({ name }) => name),
    );
    list = await change.send(sent, () =>
      readBack({
        called: `Access list ${idOf(list)}`,
        request: { operation: request.operation, method: request.method, path },
        send: () => client.objects.change(shieldKind, shield.id, request),
        look: () => find(locate, client.reads, idOf(list), {}, "read"),
        stayed: (shown) => differences(shown.part, inputs, among).map(({ name }) => name),
        tell,
      }),
    );
  };
  const { id, configurationId } = live.part;
  await write(ownSettings, `${below}/${String(id)}`, ({ name, ...values }) => ({ name, content: contentOf(values) }));
  await write(["action", "enabled"], `${below}/configurations/${String(configurationId)}`, ({ action, enabled }) => ({
    isEnabled: enabled,
    action,
  }));
  return list;
}

function valueIn(inputs: Properties, name: string): unknown {
  return name === "enabled" ? (inputs["enabled"] ?? true) : inputs[name];
}

/** Deletes a list; see {@link removeAndLook}. */
function remove({ client }: LifeCycleContext, live: LiveList): Promise<void> {
  const { whole: shield, part } = live;
  const path = `${below}/${String(part.id)}`;
  const request = { operation: "delete an access list", method: "DELETE", below: path } as const;
  return removeAndLook(
    () => client.objects.change(shieldKind, shield.id, request),
    () => find(locate, client.reads, idOf(live), {}, "read"),
  );
}
