import * as pulumi from "@pulumi/pulumi";
import { baseUrlIn } from "./api/settings";
import { providerOwner } from "./api/settingsOwner";
import type { WebsiteOutputs, WebsiteParts } from "./components/website";
import { declareWebsite } from "./components/website";
import { websiteType } from "./components/website/arguments";
import { checkWebsite } from "./components/website/check";
import { sourceFault } from "./components/website/source";
import type { Scope } from "./components/website/names";
import { getDnsZoneOutput } from "./functions/dnsZones";
import { DnsRecord } from "./resources/dnsRecord";
import { stackSource } from "./resources/client";
import { Provider } from "./resources/provider";
import { PullZone } from "./resources/pullZone";
import { PullZoneEdgeRule } from "./resources/pullZoneEdgeRule";
import { PullZoneHostname } from "./resources/pullZoneHostname";
import { StorageFolder } from "./resources/storageFolder";
import { StorageZone } from "./resources/storageZone";
import type { WebsiteArgs } from "./types/website";

const classes = { StorageZone, PullZone, StorageFolder, PullZoneHostname, PullZoneEdgeRule, DnsRecord };

/**
 * A website: a storage zone with the files of a folder, a pull zone that serves them, hostnames with HTTPS and their DNS records, headers,
 * redirects and cache times.
 *
 * `pulumi up` uploads a changed site as a new release, switches to it once the upload is complete, and empties the cache. The parts are
 * resources of this package. The component's options `protect`, `provider`, `providers`, `aliases` and `transforms` also apply to the parts, and
 * the argument `transform` changes their arguments.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const site = new cdn.Website("site", { name: "acme-site", source: "./public" });
 *
 * export const url = site.url;
 * ```
 *
 * @example With custom hostnames, whose records are created in a DNS zone
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const zone = new cdn.DnsZone("zone", { domain: "acme.example" });
 * const site = new cdn.Website("site", {
 *   name: "acme-site",
 *   source: "./public",
 *   hostnames: ["www.acme.example", "acme.example"],
 *   dnsZoneId: zone.dnsZoneId,
 *   headers: { "X-Content-Type-Options": "nosniff" },
 *   redirects: [{ from: "/blog/*", to: "https://blog.acme.example/", status: 301 }],
 * });
 *
 * export const url = site.url;
 * ```
 */
export class Website extends pulumi.ComponentResource {
  /** Address of the site: `https://` and `canonicalHostname`, else the first hostname without a wildcard, or the service's hostname if there are none. If the API is on this machine, it is the emulator's: `http://www.acme.example.localhost:8080`. */
  readonly url: pulumi.Output<string>;
  /** Addresses of all hostnames without a wildcard. The service's hostname comes last. */
  readonly urls: pulumi.Output<string[]>;
  /** ID of the release that the program delivered: 12 hexadecimal digits that are derived from the files; undefined with `releases: false`. After a rollback, visitors get another one. */
  readonly release: pulumi.Output<string | undefined>;
  /** ID of the pull zone. */
  readonly pullZoneId: pulumi.Output<number>;
  /** ID of the storage zone. */
  readonly storageZoneId: pulumi.Output<number>;
  /** Zone that holds the files. */
  readonly storageZone: StorageZone;
  /** Zone that serves the files. */
  readonly pullZone: PullZone;
  /** The files. */
  readonly folder: StorageFolder;

  // Without a comment of its own: an editor then shows that of the class.
  constructor(name: string, args: WebsiteArgs, opts?: pulumi.ComponentResourceOptions) {
    const checked = checkWebsite(name, args);
    // A resource that it depends on may build the source. A preview of a source that is not built yet is useful. Unit tests with mocks have no engine.
    const isRun = pulumi.runtime.getEngine() !== undefined && !pulumi.runtime.isDryRun();
    const faultOf = opts?.dependsOn === undefined && isRun ? sourceFault : undefined;
    super(websiteType, name, {}, opts);
    const scope = {
      run: pulumi.runtime.getMonitor() ?? this,
      parents: typesOf(opts?.parent),
      baseUrl: this.#baseUrl(),
    };
    const { source } = checked;
    const built = opts?.dependsOn !== undefined && typeof source === "string" ? { source: this.#built(source) } : {};
    const site = this.#declare(name, { ...checked, ...built }, scope, faultOf);
    this.url = site.url;
    this.urls = site.urls;
    this.release = site.release;
    this.pullZoneId = site.pullZoneId;
    this.storageZoneId = site.storageZoneId;
    this.storageZone = site.storageZone;
    this.pullZone = site.pullZone;
    this.folder = site.folder;
    this.registerOutputs({
      url: this.url,
      urls: this.urls,
      release: this.release,
      pullZoneId: this.pullZoneId,
      storageZoneId: this.storageZoneId,
    });
  }

  #provider(): Provider | undefined {
    const provider = this.getProvider("pulumi-nodejs:dynamic/cdn:DnsZone");
    return provider instanceof Provider ? provider : undefined;
  }

  #baseUrl(): pulumi.Input<string | undefined> {
    const provider = this.#provider();
    if (provider === undefined) return baseUrlIn(stackSource());
    const { baseUrl, variableName } = provider;
    const owner = providerOwner(variableName);
    return baseUrl.apply((given) => baseUrlIn({ config: () => given, env: process.env, owner }));
  }

  /** Returns the source once everything is there that the website depends on, which may build it. A promise, because the parts must not depend on the website. */
  #built(source: string): Promise<string> {
    return new Promise((resolve) => void this.urn.apply(() => resolve(source)));
  }

  #declare(
    name: string,
    args: WebsiteArgs,
    scope: Scope,
    faultOf: typeof sourceFault | undefined,
  ): WebsiteParts<typeof classes> & WebsiteOutputs {
    const domainOf = (dnsZoneId: pulumi.Input<number>): pulumi.Output<string> => {
      const provider = this.#provider();
      const options = provider === undefined ? {} : { provider };
      return getDnsZoneOutput({ id: dnsZoneId }, options).apply(({ domain = "" }) => domain);
    };
    return declareWebsite(this, name, args, classes, domainOf, scope, faultOf);
  }
}

/** Returns the types of a resource and of those around it. The SDK declares both members as internal. */
function typesOf(resource: pulumi.Resource | undefined): string {
  const { __pulumiType: type = "", __parentResource: parent } = (resource ?? {}) as {
    readonly __pulumiType?: string;
    readonly __parentResource?: pulumi.Resource;
  };
  return resource === undefined ? "" : `${typesOf(parent)}$${type}`;
}
