import type { ArgumentTable } from "../../wire/functions";

/** The type of a website in Pulumi, of dynamic and of native parts alike. FROZEN: it is part of every URN. */
export const websiteType = "cdn:index:Website";

const seconds = "in seconds, a whole number from 0";

/** The arguments of `Website`, and of the objects in them. Interfaces, schema and reference follow from these tables. */
export const websiteTables = {
  redirect: {
    type: "WebsiteRedirect",
    doc: "A redirect of a website.",
    specs: {
      from: {
        type: "string",
        doc: 'Path that is redirected, such as `"/blog"`. It begins with a slash, and `*` stands for any characters.',
        required: true,
      },
      to: {
        type: "string",
        doc: 'Where it leads: a path of the site, such as `"/news/"`, or an absolute URL.',
        required: true,
      },
      status: { type: "301 | 302 | 307 | 308", doc: "Status of the answer: 301, 302, 307 or 308.", fallback: "302" },
    },
  },
  cache: {
    type: "WebsiteCache",
    doc: "How long browsers cache the files of a website. In the CDN they are cached until a change, for 30 days at most.",
    specs: {
      html: {
        type: "number",
        doc: `Cache time of HTML and of all that \`assets\` does not cover, ${seconds}; 0 does not cache.`,
        fallback: "0",
      },
      assets: {
        type: "number",
        doc: `Cache time of files with the extension of a style sheet, script, font, picture, sound, film or document, ${seconds}; 0 does not cache.`,
        fallback: "86400, a day",
      },
    },
  },
  website: {
    type: "WebsiteArgs",
    doc: "The arguments of a website.",
    specs: {
      name: {
        type: "pulumi.Input<string>",
        doc: "Name of the storage zone and of the pull zone, which nobody else may have. Changing it replaces both.",
        required: true,
      },
      source: {
        type: "pulumi.Input<string>",
        doc: 'Folder on this machine, such as `"./public"`, from the folder of the project.',
        required: true,
      },
      exclude: {
        type: "pulumi.Input<pulumi.Input<string>[]>",
        doc: "Globs of files that are not sent. One without a slash matches names in any folder.",
      },
      contentTypes: {
        type: "pulumi.Input<Record<string, pulumi.Input<string>>>",
        doc: 'Content types by glob, such as `{ "*.data": "application/json" }`, for files whose extension does not tell.',
      },
      region: {
        type: "pulumi.Input<string>",
        doc: "Main region of the storage zone. Changing it replaces the zone.",
        fallback: '`"DE"`',
      },
      replicationRegions: {
        type: "pulumi.Input<pulumi.Input<string>[]>",
        doc: 'Replication regions of the storage zone, such as `["NY", "SYD"]`. A region can be added but not removed.',
        fallback: "none",
      },
      hostnames: {
        type: "readonly string[]",
        doc: 'Hostnames of the site, such as `["www.acme.example"]`, each with a free certificate and a redirect to HTTPS.',
        fallback: "only the one that the service gives",
      },
      dnsZoneId: {
        type: "pulumi.Input<number>",
        doc: "ID of the DNS zone that gets a record for each hostname, before its certificate.",
        fallback: "none: the records are set elsewhere",
      },
      notFoundPage: {
        type: "string",
        doc: 'File of the source that a visitor gets for a missing one, with the status 404; `""` for none.',
        fallback: "`404.html`, if the source has it",
      },
      singlePageApp: {
        type: "boolean",
        doc: "Whether `index.html` answers for every path that has no file, with the status 200.",
        fallback: "false",
      },
      headers: {
        type: "Record<string, pulumi.Input<string>>",
        doc: 'Headers of each response, by name, such as `{ "X-Frame-Options": "DENY" }`.',
      },
      redirects: { type: "readonly WebsiteRedirect[]", doc: "Redirects; of several that match, the first one." },
      cache: { type: "WebsiteCache", doc: "How long browsers cache the files." },
      releases: {
        type: "StorageFolderReleasesInputs | false",
        doc: "Delivers each content to a folder of its own, and switches to it once all of it is there. `keep` says how many of the newest releases stay, at least 2. `false` delivers the files in place.",
        fallback: "`{ keep: 5 }`",
      },
      forceDestroy: {
        type: "pulumi.Input<boolean>",
        doc: "Whether the storage zone is deleted although it has files that this website has not sent.",
        fallback: "false",
      },
      transform: {
        type: "WebsiteTransform",
        doc: "Changes the arguments of the storage zone, the pull zone and the folder: an object of those to replace, or a function of the arguments.",
      },
    },
  },
} as const satisfies Readonly<Record<string, ArgumentTable>>;
