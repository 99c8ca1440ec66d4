import type { CachePurgeDetails } from "../types/cachePurge";
import { option, table } from "./fields";

/** What a cache purge empties, and when. Assumption: all of it. The service has no object for it. */
export const cachePurgeTable = table<CachePurgeDetails>(
  {
    object: "cache purge",
    type: "CachePurgeDetails",
    doc: "What a cache purge empties, and when.",
    partial: true,
    assumed: true,
  },
  {
    Triggers: {
      type: "json[]?",
      doc: "SHA-256 of each trigger, such as `sha256:9f86d0…`.",
      input: {
        required: true,
        doc: "Values of any type. A change of one of them empties the cache, once in a run. They can be secret or large, because the state has only their SHA-256.",
      },
    },
    PullZoneId: {
      type: "int64",
      optional: true,
      doc: "ID of the pull zone whose cache is emptied.",
      input: {
        doc: "ID of the pull zone whose cache is emptied.",
        min: 1,
      },
    },
    Tag: {
      type: "string?",
      optional: true,
      doc: "Cache tag of the responses that are removed.",
      input: {
        doc: "Cache tag of the responses that are removed, with `pullZoneId`.",
        fallback: "the whole cache",
      },
    },
    Urls: {
      type: "string[]?",
      optional: true,
      doc: "URLs that are removed from the caches of the pull zones that have their hostnames.",
      input: {
        doc: "URLs that are removed from the caches of the pull zones that have their hostnames, with one request each, such as `https://www.acme.example/style.css`. A `*` at the end removes all URLs with that prefix.",
      },
    },
  },
);

/** Options of a cache purge. */
export const cachePurgeOptions = table(
  { object: "cache purge", type: "CachePurgeOptions", doc: "Options of a cache purge.", partial: true },
  {
    PurgeOnCreate: option("Whether the creation of the resource also empties the cache."),
  },
);
