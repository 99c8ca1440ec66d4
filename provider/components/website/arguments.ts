import type { ArgumentTable } from "../../wire/functions";

/** Pulumi type of a website, for dynamic and native parts. FROZEN: it is part of every URN. */
export const websiteType = "cdn:index:Website";

const seconds = "in whole seconds; 0 disables caching";

/** Arguments of `Website`, and of the objects in them. Interfaces, schema and reference are generated from these tables. */
export const websiteTables = {
  redirect: {
    type: "WebsiteRedirect",
    doc: "A redirect of a website.",
    specs: {
      from: {
        type: "string",
        doc: 'Path to redirect, such as `"/blog"`, with any query string. It begins with a slash, and `*` stands for any characters.',
        required: true,
      },
      to: {
        type: "string",
        doc: 'Target: a path of the site, such as `"/news/"`, or an absolute URL.',
        required: true,
      },
      status: { type: "301 | 302 | 307 | 308", doc: "Status of the response: 301, 302, 307 or 308.", fallback: "302" },
    },
  },
  cache: {
    type: "WebsiteCache",
    doc: "How long browsers cache the files of a website. The CDN caches them until a change, for at most 30 days.",
    specs: {
      html: {
        type: "number",
        doc: `Cache time of HTML and all other files that are not assets, ${seconds}.`,
        fallback: "0",
      },
      assets: {
        type: "number",
        doc: `Cache time of style sheets, scripts, fonts, images, audio, video and documents, by their extension, ${seconds}.`,
        fallback: "86400",
      },
    },
  },
  website: {
    type: "WebsiteArgs",
    doc: "The arguments of a website.",
    specs: {
      name: {
        type: "pulumi.Input<string>",
        doc: "Name of the storage zone and of the pull zone, unique across the service. Changing it replaces both zones.",
        required: true,
      },
      source: {
        type: "pulumi.Input<string>",
        doc: 'Folder on this machine, such as `"./public"`, relative to the project\'s folder.',
        required: true,
      },
      exclude: {
        type: "pulumi.Input<pulumi.Input<string>[]>",
        doc: "Globs of files that are not uploaded. A glob without a slash matches names in any folder.",
      },
      contentTypes: {
        type: "pulumi.Input<Record<string, pulumi.Input<string>>>",
        doc: 'Content types by glob, such as `{ "*.data": "application/json" }`, for files whose extension does not determine the type.',
      },
      region: {
        type: "pulumi.Input<string>",
        doc: "Main region of the storage zone. To change it, change `name` as well.",
        fallback: '`"DE"`',
      },
      replicationRegions: {
        type: "pulumi.Input<pulumi.Input<string>[]>",
        doc: 'Replication regions of the storage zone, such as `["NY", "SYD"]`. A region can be added but not removed.',
      },
      hostnames: {
        type: "readonly string[]",
        doc: 'Hostnames of the site, such as `["www.acme.example"]`, each with a free certificate and a redirect to HTTPS.',
        fallback: "only the service's hostname",
      },
      canonicalHostname: {
        type: "string",
        doc: 'One of `hostnames`, such as `"www.acme.example"`: the others are redirected to it with path, query and status 301. Without it, each hostname serves the site.',
      },
      dnsZoneId: {
        type: "pulumi.Input<number>",
        doc: "ID of the DNS zone in which a record for each hostname is created, before its certificate. Without it, set the records yourself.",
      },
      notFoundPage: {
        type: "string",
        doc: 'File of the source that visitors get for a missing file, with the status 404; `""` for none.',
        fallback: "`404.html`, if the source has it",
      },
      singlePageApp: {
        type: "boolean",
        doc: "Whether visitors get `index.html` for every path without a file. Its status is 200, or 404 if the path has an extension, such as `/app.js`.",
        fallback: "false",
      },
      headers: {
        type: "Record<string, pulumi.Input<string>>",
        doc: 'Headers of every response, by name, such as `{ "X-Frame-Options": "DENY" }`.',
      },
      redirects: { type: "readonly WebsiteRedirect[]", doc: "Redirects. If several match, the first one applies." },
      cache: { type: "WebsiteCache", doc: "How long browsers cache the files." },
      releases: {
        type: "StorageFolderReleasesInputs | false",
        doc: "Delivers each version of the site to its own folder, and switches to it once the upload is complete. `keep` is the number of the newest releases to keep, at least 2. `false` delivers the files in place.",
        fallback: "`{ keep: 5 }`",
      },
      forceDestroy: {
        type: "pulumi.Input<boolean>",
        doc: "Allows deleting the storage zone even if it holds files that this website did not upload.",
        fallback: "false",
      },
      adopt: {
        type: "boolean",
        doc: "Adopts existing zones, hostnames, records and edge rules of the website, for example after the state was lost. What matches nothing stays as it is.",
        fallback: "false",
      },
      takeOverHostnames: {
        type: "boolean",
        doc: "Moves hostnames here that another pull zone of this account has, with their `PullZone` records, instead of failing.",
        fallback: "false",
      },
      transform: {
        type: "WebsiteTransform",
        doc: "Changes arguments of the `storageZone`, the `pullZone` and the `folder`: for each, an object with the arguments to replace, or a function that returns all arguments.",
      },
    },
  },
} as const satisfies Readonly<Record<string, ArgumentTable>>;
