import { cachePurgeOptions, cachePurgeTable } from "../wire/cachePurge";
import type { PartKindOf } from "./kind";
import { defineKind, inputsText } from "./kind";

export const cachePurge: PartKindOf<"PullZone"> = defineKind({
  name: "CachePurge",
  noun: "cache purge",
  description:
    "Empties the cache of a pull zone, or removes URLs from caches, whenever one of its triggers changes. The service has no object for it: creating it with the default settings, reading and deleting it send nothing.",
  class: {
    doc: [
      "Empties the cache of a pull zone, or removes URLs from caches, whenever one of its triggers changes: at once, and again when every edge has changed rules (`cdn:edgeDelaySeconds`). The service has no object for it: creating it sends nothing unless `purgeOnCreate` is true, and reading and deleting it never do.",
      "A failed purge fails the run, and the next `pulumi up` repeats it.",
      "Assumption: the operations that empty caches. The contract has none.",
    ],
    example: `
      const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://www.acme.example" });

      new cdn.CachePurge("web", { pullZoneId: web.pullZoneId, triggers: [process.env.CI_COMMIT_SHA ?? ""] }, { dependsOn: web });
    `,
    get: "Fails, because the service has no object for a cache purge: declare it with `new`.",
    id: "any id",
  },
  table: cachePurgeTable,
  parent: "PullZone",
  partId: { shape: /^[0-9a-f]+$/, example: "0f4a3c2b1d0e9f8a" },
  options: cachePurgeOptions,
  hasNoObject: true,
  noImport: () =>
    "A cache purge can't be imported or read, because the service has no object for it: declare new CachePurge(…), which changes nothing until a trigger changes",
  claim: (inputs) => inputsText(inputs),
});
