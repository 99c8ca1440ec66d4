// Generated from provider/components/website/arguments.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { StorageFolderReleasesInputs } from "./storageFolder";
import type { WebsiteTransform } from "./websiteTransform";

/** A redirect of a website. */
export interface WebsiteRedirect {
  /** Path that is redirected, such as `"/blog"`. It begins with a slash, and `*` stands for any characters. */
  from: string;
  /** Where it leads: a path of the site, such as `"/news/"`, or an absolute URL. */
  to: string;
  /** Status of the answer: 301, 302, 307 or 308. @default 302 */
  status?: 301 | 302 | 307 | 308;
}

/** How long browsers cache the files of a website. In the CDN they are cached until a change, for 30 days at most. */
export interface WebsiteCache {
  /** Cache time of HTML and of all that `assets` does not cover, in seconds, a whole number from 0; 0 does not cache. @default 0 */
  html?: number;
  /** Cache time of files with the extension of a style sheet, script, font, picture, sound, film or document, in seconds, a whole number from 0; 0 does not cache. @default 86400, a day */
  assets?: number;
}

/** The arguments of a website. */
export interface WebsiteArgs {
  /** Name of the storage zone and of the pull zone, which nobody else may have. Changing it replaces both. */
  name: pulumi.Input<string>;
  /** Folder on this machine, such as `"./public"`, from the folder of the project. */
  source: pulumi.Input<string>;
  /** Globs of files that are not sent. One without a slash matches names in any folder. */
  exclude?: pulumi.Input<pulumi.Input<string>[]>;
  /** Content types by glob, such as `{ "*.data": "application/json" }`, for files whose extension does not tell. */
  contentTypes?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** Main region of the storage zone. Changing it replaces the zone. @default `"DE"` */
  region?: pulumi.Input<string>;
  /** Replication regions of the storage zone, such as `["NY", "SYD"]`. A region can be added but not removed. @default none */
  replicationRegions?: pulumi.Input<pulumi.Input<string>[]>;
  /** Hostnames of the site, such as `["www.acme.example"]`, each with a free certificate and a redirect to HTTPS. @default only the one that the service gives */
  hostnames?: readonly string[];
  /** ID of the DNS zone that gets a record for each hostname, before its certificate. @default none: the records are set elsewhere */
  dnsZoneId?: pulumi.Input<number>;
  /** File of the source that a visitor gets for a missing one, with the status 404; `""` for none. @default `404.html`, if the source has it */
  notFoundPage?: string;
  /** Whether `index.html` answers for every path that has no file, with the status 200. @default false */
  singlePageApp?: boolean;
  /** Headers of each response, by name, such as `{ "X-Frame-Options": "DENY" }`. */
  headers?: Record<string, pulumi.Input<string>>;
  /** Redirects; of several that match, the first one. */
  redirects?: readonly WebsiteRedirect[];
  /** How long browsers cache the files. */
  cache?: WebsiteCache;
  /** Delivers each content to a folder of its own, and switches to it once all of it is there. `keep` says how many of the newest releases stay, at least 2. `false` delivers the files in place. @default `{ keep: 5 }` */
  releases?: StorageFolderReleasesInputs | false;
  /** Whether the storage zone is deleted although it has files that this website has not sent. @default false */
  forceDestroy?: pulumi.Input<boolean>;
  /** Changes the arguments of the storage zone, the pull zone and the folder: an object of those to replace, or a function of the arguments. */
  transform?: WebsiteTransform;
}
