// Generated from provider/components/website/arguments.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { StorageFolderReleasesInputs } from "./storageFolder";
import type { WebsiteTransform } from "./websiteTransform";

/** A redirect of a website. */
export interface WebsiteRedirect {
  /** Path to redirect, such as `"/blog"`, with any query string. It begins with a slash, and `*` stands for any characters. */
  from: string;
  /** Target: a path of the site, such as `"/news/"`, or an absolute URL. */
  to: string;
  /** Status of the response: 301, 302, 307 or 308. @default 302 */
  status?: 301 | 302 | 307 | 308;
}

/** How long browsers cache the files of a website. The CDN caches them until a change, for at most 30 days. */
export interface WebsiteCache {
  /** Cache time of HTML and all other files that are not assets, in whole seconds; 0 disables caching. @default 0 */
  html?: number;
  /** Cache time of style sheets, scripts, fonts, images, audio, video and documents, by their extension, in whole seconds; 0 disables caching. @default 86400 */
  assets?: number;
}

/** The arguments of a website. */
export interface WebsiteArgs {
  /** Name of the storage zone and of the pull zone, unique across the service. Changing it replaces both zones. */
  name: pulumi.Input<string>;
  /** Folder on this machine, such as `"./public"`, relative to the project's folder. */
  source: pulumi.Input<string>;
  /** Globs of files that are not uploaded. A glob without a slash matches names in any folder. */
  exclude?: pulumi.Input<pulumi.Input<string>[]>;
  /** Content types by glob, such as `{ "*.data": "application/json" }`, for files whose extension does not determine the type. */
  contentTypes?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** Main region of the storage zone. To change it, change `name` as well. @default `"DE"` */
  region?: pulumi.Input<string>;
  /** Replication regions of the storage zone, such as `["NY", "SYD"]`. A region can be added but not removed. */
  replicationRegions?: pulumi.Input<pulumi.Input<string>[]>;
  /** Hostnames of the site, such as `["www.acme.example"]`, each with a free certificate and a redirect to HTTPS. @default only the service's hostname */
  hostnames?: readonly string[];
  /** One of `hostnames`, such as `"www.acme.example"`: the others are redirected to it with path, query and status 301. Without it, each hostname serves the site. */
  canonicalHostname?: string;
  /** ID of the DNS zone in which a record for each hostname is created, before its certificate. Without it, set the records yourself. */
  dnsZoneId?: pulumi.Input<number>;
  /** File of the source that visitors get for a missing file, with the status 404; `""` for none. @default `404.html`, if the source has it */
  notFoundPage?: string;
  /** Whether visitors get `index.html` for every path without a file. Its status is 200, or 404 if the path has an extension, such as `/app.js`. @default false */
  singlePageApp?: boolean;
  /** Headers of every response, by name, such as `{ "X-Frame-Options": "DENY" }`. */
  headers?: Record<string, pulumi.Input<string>>;
  /** Redirects. If several match, the first one applies. */
  redirects?: readonly WebsiteRedirect[];
  /** How long browsers cache the files. */
  cache?: WebsiteCache;
  /** Delivers each version of the site to its own folder, and switches to it once the upload is complete. `keep` is the number of the newest releases to keep, at least 2. `false` delivers the files in place. @default `{ keep: 5 }` */
  releases?: StorageFolderReleasesInputs | false;
  /** Allows deleting the storage zone even if it holds files that this website did not upload. @default false */
  forceDestroy?: pulumi.Input<boolean>;
  /** Adopts existing zones, hostnames, records and edge rules of the website, for example after the state was lost. What matches nothing stays as it is. @default false */
  adopt?: boolean;
  /** Moves hostnames here that another pull zone of this account has, with their `PullZone` records, instead of failing. @default false */
  takeOverHostnames?: boolean;
  /** Changes arguments of the `storageZone`, the `pullZone` and the `folder`: for each, an object with the arguments to replace, or a function that returns all arguments. */
  transform?: WebsiteTransform;
}
