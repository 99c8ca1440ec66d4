import type { CachePurgeDetails } from "../types/cachePurge";
import { option, table } from "./fields";

/** What a cache purge empties, and when. Assumption: all of it. The service has no object for it. */
export const cachePurgeTable = table<CachePurgeDetails>(
  { object: "cache purge", type: "CachePurgeDetails", doc: "What a cache purge empties, and when.", partial: true },
  {
    Triggers: {
      type: "json[]?",
      assumed: true,
      doc: "SHA-256 of each trigger, such as `sha256:9f86d0…`, so that a state has no values of triggers.",
      input: {
        required: true,
        doc: "Values of any type. A change of one of them empties the cache, once in a run. The state has only their SHA-256, so that triggers can be secret or large.",
      },
    },
    PullZoneId: {
      type: "int64",
      optional: true,
      assumed: true,
      doc: "ID of the pull zone whose cache is emptied.",
      input: {
        doc: "ID of the pull zone whose cache is emptied. Declare either it or `urls`.",
        min: 1,
      },
    },
    Tag: {
      type: "string?",
      optional: true,
      assumed: true,
      doc: "Cache tag of the responses that are removed.",
      input: {
        doc: "With `pullZoneId`: removes only responses with this cache tag.",
        fallback: "the whole cache",
      },
    },
    Urls: {
      type: "string[]?",
      optional: true,
      assumed: true,
      doc: "URLs that are removed from the caches of the pull zones that have their hostnames.",
      input: {
        doc: "URLs that are removed from the caches of the pull zones that have their hostnames, with one request each, such as `https://www.acme.example/style.css`. A `*` at the end removes all URLs with that prefix. Declare either them or `pullZoneId`.",
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
