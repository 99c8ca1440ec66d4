// Generated from the field tables in provider/wire by `npm run generate`.

/** What a cache purge empties, and when. */
export interface CachePurgeDetails {
  /** SHA-256 of each trigger, such as `sha256:9f86d0…`. */
  triggers: unknown[];
  /** ID of the pull zone whose cache is emptied. */
  pullZoneId?: number;
  /** Cache tag of the responses that are removed. */
  tag?: string;
  /** URLs that are removed from the caches of the pull zones that have their hostnames. */
  urls?: string[];
}

/** What a program declares about a cache purge. */
export interface CachePurgeInputs {
  /** Values of any type. A change of one of them empties the cache, once in a run. They can be secret or large, because the state has only their SHA-256. */
  triggers: unknown[];
  /** ID of the pull zone whose cache is emptied. */
  pullZoneId?: number;
  /** Cache tag of the responses that are removed, with `pullZoneId`. @default the whole cache */
  tag?: string;
  /** URLs that are removed from the caches of the pull zones that have their hostnames, with one request each, such as `https://www.acme.example/style.css`. A `*` at the end removes all URLs with that prefix. */
  urls?: string[];
  /** Whether the creation of the resource also empties the cache. @default false */
  purgeOnCreate?: boolean;
}
