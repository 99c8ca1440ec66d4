import { table } from "../../provider/wire/fields";
import { entriesOf, switchedOff } from "../shield/lists";
import { noted } from "../sources";
import { partialWireSchema } from "../wire/schema";
import type { PartialShieldAccessList, ShieldAccessList } from "./objects";
import type { WithShields } from "./pullZoneShields";
import type { Kind, Store } from "./store";

/** The store of own access lists. A list has the id of its shield in `shieldZoneId`. */
export interface WithShieldAccessLists extends WithShields {
  readonly shieldAccessLists: Store<ShieldAccessList, PartialShieldAccessList>;
}

const storedTable = table(
  {
    object: "access list",
    type: "GetShieldAccessListResult",
    doc: "An access list of a shield, and what the shield does with it.",
    assumed: true,
  },
  {
    Id: { type: "int64", doc: "ID of the list." },
    shieldZoneId: { type: "int64", doc: "ID of its shield." },
    configurationId: { type: "int64", doc: "ID of what the shield does with it." },
    name: { type: "string", doc: "Name of the list." },
    description: { type: "string?", doc: "Description of the list." },
    type: { type: "enum", doc: "Type of the entries." },
    content: { type: "string", doc: "The entries, one a line." },
    checksum: { type: "string?", doc: "Checksum that the request had." },
    isEnabled: { type: "boolean", doc: "Whether the list is in use." },
    action: { type: "enum", doc: "What happens to a request that matches." },
    lastModified: { type: "date-time", doc: "Last change of the list." },
  },
);

const schema = partialWireSchema<PartialShieldAccessList>(storedTable);

export const shieldAccessListKind: Kind<ShieldAccessList, PartialShieldAccessList> = {
  table: storedTable,
  path: "shieldaccesslist",
  nameField: "name",
  schema,
  seedSchema: schema.refine(({ shieldZoneId }) => shieldZoneId !== undefined, {
    path: ["shieldZoneId"],
    message: "each access list needs the shieldZoneId of its shield",
  }),
  defaults: (_given, random) => ({ configurationId: 1000 + Math.floor(random.next() * 2 ** 31), ...switchedOff }),
  onChange: (now) => ({ lastModified: new Date(now).toISOString() }),
  shown(_state, { object: list }, { view }) {
    const { Id, configurationId, name, description, type, content, checksum, isEnabled, action, lastModified } = list;
    const entries = entriesOf(content);
    const common = { name, description, type, entryCount: entries.length };
    if (view !== "list") {
      const inOrder = noted("R13.22", entries.toSorted().join("\n"));
      return { id: Id, ...common, content: inOrder, checksum, lastModified };
    }
    return {
      ...{ listId: Id, configurationId, ...common, isEnabled, action },
      ...{ category: 0, requiredPlan: 0, updateFrequency: null, lastUpdated: lastModified },
    };
  },
};
