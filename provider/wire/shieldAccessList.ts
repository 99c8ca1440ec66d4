import type {
  GetShieldAccessListResult,
  ShieldAccessListContent,
  ShieldAccessListDetails,
  ShieldAccessLists,
} from "../types/shieldAccessList";
import { option, table } from "./fields";
import { shieldListActions, shieldListTypes, shieldMeanings } from "./shieldConstants";

// Assumption: everything about Shield. The contract has none of it.

const of = { partial: true, assumed: true } as const;

/** An access list in the overview of a shield. Its entries have a separate operation. */
export const shieldListTable = table<GetShieldAccessListResult>(
  { ...of, object: "access list", type: "GetShieldAccessListResult", doc: "An access list of a shield." },
  {
    listId: { type: "int64", typed: "id", essential: true, readOnly: true, doc: "ID of the list." },
    configurationId: {
      type: "int64",
      essential: true,
      readOnly: true,
      doc: "ID of what the shield does with the list.",
    },
    name: { type: "string", essential: true, doc: "Name of the list." },
    type: { type: "enum", essential: true, doc: "Type of the entries." },
    action: { type: "enum", essential: true, doc: "What happens to a request that matches." },
    isEnabled: { type: "boolean", essential: true, doc: "Whether the list is in use." },
    content: { type: "string?", optional: true, doc: "The entries, one a line." },
  },
);

/** The overview of the access lists of a shield. */
export const shieldListsTable = table<ShieldAccessLists>(
  { ...of, object: "access lists", type: "ShieldAccessLists", doc: "The access lists of a shield." },
  { customLists: { type: "object[]?", of: shieldListTable, essential: true, present: true, doc: "The own lists." } },
);

/** An access list with its entries. */
export const shieldListContentTable = table<ShieldAccessListContent>(
  { ...of, object: "access list", type: "ShieldAccessListContent", doc: "The entries of an access list." },
  {
    id: { type: "int64", essential: true, doc: "ID of the list." },
    content: { type: "string?", essential: true, doc: "The entries, one a line." },
  },
);

/** Arguments and outputs of an access list. */
export const shieldAccessListTable = table<ShieldAccessListDetails>(
  { ...of, object: "access list", type: "ShieldAccessListDetails", doc: "An access list of a shield." },
  {
    shieldZoneId: {
      type: "int64",
      immutable: true,
      doc: "ID of the shield.",
      input: {
        required: true,
        doc: "ID of the shield: its output `shieldZoneId`, not the ID of the pull zone. Changing it replaces the list.",
      },
    },
    name: { type: "string", doc: "Name of the list.", input: { required: true } },
    type: {
      type: "enum",
      immutable: true,
      doc: "Type of the entries: a `ShieldListType`.",
      input: {
        required: true,
        doc: "Type of the entries: a `ShieldListType` or another integer. Changing it replaces the list.",
        constants: { name: "ShieldListType", values: shieldListTypes, open: true, docs: shieldMeanings.listTypes },
      },
    },
    entries: {
      type: "string[]?",
      unordered: true,
      doc: "Entries of the list.",
      input: {
        required: true,
        doc: 'Entries of the list, of its type: addresses such as `"203.0.113.7"`, networks such as `"203.0.113.0/24"`, numbers of autonomous systems such as `"64500"`, country codes such as `"DE"`, organizations, or JA4 fingerprints. Spaces around an entry are removed.',
      },
    },
    description: {
      type: "string?",
      immutable: true,
      writeOnly: true,
      doc: "Description of the list.",
      input: {
        initial: "",
        doc: "Description of the list, which the service does not show. Changing it replaces the list.",
      },
    },
    action: {
      type: "enum",
      doc: "What happens to a request that matches: a `ShieldListAction`.",
      input: {
        required: true,
        doc: "What happens to a request that matches: a `ShieldListAction` or another integer. If several lists match, the order is `Bypass`, `Allow`, `Block`, `Challenge`, `Log`.",
        constants: {
          name: "ShieldListAction",
          values: shieldListActions,
          open: true,
          docs: shieldMeanings.listActions,
        },
      },
    },
    enabled: {
      type: "boolean",
      doc: "Whether the list is in use.",
      input: { initial: true, resets: true, fallback: "true" },
    },
    listId: { type: "int64", readOnly: true, doc: "ID of the list." },
    configurationId: { type: "int64", readOnly: true, doc: "ID of what the shield does with the list." },
    entryCount: { type: "int32", readOnly: true, doc: "Number of entries." },
  },
);

export const shieldAccessListOptions = table(
  { object: "access list", type: "ShieldAccessListOptions", doc: "Options of a declared access list.", partial: true },
  {
    Adopt: option(
      "Adopts the access list of this name and type that the shield already has and applies the declared settings to it, instead of adding another one. If several have the name, the creation fails.",
    ),
  },
);
