import type { GetPullZoneResult } from "../types/pullZone";
import { pullZoneBodyTable, pullZoneOptions, pullZoneTable } from "../wire/pullZone";
import type { ListedAs, WholeKindOf } from "./kind";
import { defineKind } from "./kind";

const listedAs: ListedAs<GetPullZoneResult> = {
  columns: [
    {
      head: "ORIGIN",
      of: ({ originType, originUrl, storageZoneId, edgeScriptId }) => {
        if (originType === 4) return `edge script ${String(edgeScriptId)}`;
        return originType === 2 ? `storage zone ${String(storageZoneId)}` : originUrl;
      },
    },
    { head: "HOSTNAMES", of: ({ hostnames }) => hostnames.map(({ value }) => value) },
    { head: "RULES", unit: "count", of: ({ edgeRules }) => String(edgeRules.length) },
  ],
  summary: ({ id, name, originType, originUrl, storageZoneId, cnameDomain, enabled, hostnames, edgeRules }) => {
    const own = { id, name, originType, originUrl, storageZoneId, cnameDomain, enabled };
    return { ...own, hostnames: hostnames.map(({ value }) => value), edgeRules: edgeRules.length };
  },
};

/** Type of the origin of zones for containers. */
const containers = 5;

function isId(id: unknown): boolean {
  return typeof id === "number" && id > 0;
}

export const pullZone: WholeKindOf<GetPullZoneResult> = defineKind({
  name: "PullZone",
  noun: "pull zone",
  description:
    "A pull zone, which delivers files from an origin. Undeclared settings keep the service's values and are drift only in a strict check. Deleting a pull zone stops its delivery: use the resource option `protect`. `get` reads an existing zone without managing it; `pulumi refresh` then shows changes.",
  class: {
    doc: [
      "A pull zone, which delivers files from one origin: `originUrl`, `storageZoneId`, `edgeScriptId`, or an `originType` with the id that belongs to it. Every setting of the service is an optional argument; a setting that is removed from the program keeps its value. {@link PullZone.get} reads an existing zone without managing it. Deleting a pull zone stops its delivery: use the resource option `protect`.",
      "Assumption: the operations that add, update and delete a pull zone. The contract has only the operation that reads one.",
      "Secret outputs are `zoneSecurityKey`, `cloudSigningKey`, `cloudSigningSecret`, `logForwardingToken`, the private keys of `hostnames` and the action parameters of `edgeRules`. Sets are sorted.",
    ],
    example: `
      const site = new cdn.StorageZone("site", { name: "acme-site", region: "DE" });
      const web = new cdn.PullZone("web", { name: "acme-web", storageZoneId: site.storageZoneId, enableLogging: true });

      export const domain = web.cnameDomain;
    `,
    get: "Reads an existing pull zone without managing it. If there is no such zone, the deployment fails.",
    args: "Omitted settings keep the service's values, and are never drift.",
    getOptions: ["includeCertificate"],
  },
  table: pullZoneTable,
  // Assumption: names are unique, and the service ignores their case.
  nameField: "name",
  listedAs,
  path: "/pullzone",
  filters: { search: "string" },
  listIsAssumed: true,
  add: pullZoneBodyTable,
  update: pullZoneBodyTable,
  idOutput: "pullZoneId",
  refersTo: {
    middlewareScriptId: { kind: "EdgeScript", output: "edgeScriptId" },
    existingId: { kind: "DnsRecord", output: "acceleratedPullZoneId" },
  },
  fixedIfExisting: [
    "originUrl",
    "storageZoneId",
    "edgeScriptId",
    "originType",
    "containerAppId",
    "containerEndpointId",
  ],
  madeBy: ({ dnsZoneId, dnsRecordId, videoLibraryId, originType, containerAppId }) => {
    if (isId(dnsRecordId)) {
      const zone = isId(dnsZoneId) ? `${String(dnsZoneId)}/` : "";
      return { text: `DNS record ${zone}${String(dnsRecordId)}`, isCertain: true };
    }
    if (isId(videoLibraryId)) return { text: `video library ${String(videoLibraryId)}`, isCertain: true };
    if (originType !== containers || typeof containerAppId !== "string" || containerAppId === "") return undefined;
    return { text: `container app ${containerAppId}`, isCertain: false };
  },
  options: pullZoneOptions,
  parts: {
    hostnames: { kind: "PullZoneHostname", key: "value" },
    edgeRules: { kind: "PullZoneEdgeRule", key: "guid" },
  },
  repeatingOutputs: ["originLinkValue"],
  linkedOutputs: ["originUrl", "storageZoneId", "edgeScriptId", "originType", "originLinkValue"],
  hasVolatileOutputs: false,
  hints: { replaced: "stops its delivery", refused: "declare the live values in the program" },
});
