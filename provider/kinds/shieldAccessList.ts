import {
  shieldAccessListOptions,
  shieldAccessListTable,
  shieldListContentTable,
  shieldListsTable,
  shieldListTable,
} from "../wire/shieldAccessList";
import type { PartKindOf } from "./kind";
import { defineKind } from "./kind";

export const shieldAccessList: PartKindOf<"PullZoneShield"> = defineKind({
  name: "ShieldAccessList",
  noun: "access list",
  description:
    "An access list of a shield: addresses, networks, countries and similar entries, and what happens to requests from them. Its id is `SHIELD-ID/LIST-ID`.",
  class: {
    doc: [
      "An access list of a shield: addresses, networks, countries and similar entries, and what happens to requests from them. The order of the entries has no meaning.",
      "Assumption: all of it; the contract has no shields.",
    ],
    example: `
      const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://www.acme.example" });
      const shield = new cdn.PullZoneShield("web", { pullZoneId: web.pullZoneId, wafEnabled: true });

      new cdn.ShieldAccessList("blocked", {
        shieldZoneId: shield.shieldZoneId,
        name: "Blocked networks",
        type: cdn.ShieldListType.Cidr,
        entries: ["203.0.113.0/24", "198.51.100.0/24"],
        action: cdn.ShieldListAction.Block,
      });
    `,
    get: "Reads an existing access list without managing it. If there is no such list, the deployment fails.",
    id: "the ids of the shield and of the list, with a slash between them",
  },
  table: shieldAccessListTable,
  readTable: shieldListTable,
  bodies: [shieldListTable, shieldListsTable, shieldListContentTable],
  parent: "PullZoneShield",
  partId: { shape: /^[1-9][0-9]{0,15}$/, example: "501" },
  options: shieldAccessListOptions,
  claim: ({ shieldZoneId, name }) => `${String(shieldZoneId)}/${String(name)}`,
  outline: ({ name, entries }) => ({
    ...(typeof name === "string" ? { name } : {}),
    text: `entries: ${String(Array.isArray(entries) ? entries.length : 0)}`,
  }),
  linkedOutputs: ["entries", "entryCount"],
});
