import type * as pulumi from "@pulumi/pulumi";
import { output } from "@pulumi/pulumi/output";
import { addressAt, localPortOf } from "../../api/siteAddress";

/** The names under which visitors reach a website. */
export interface SiteNames {
  readonly hostnames: readonly string[];
  readonly canonicalHostname: string | undefined;
  /** Name of the pull zone. */
  readonly zoneName: pulumi.Input<string>;
  /** Hostname of the service. */
  readonly systemHostname: pulumi.Output<string | undefined>;
}

/**
 * Returns the addresses of a website. On this machine that is what an emulator serves: each name, followed by `.localhost` and the port of the API.
 * Hostnames of objects have no port, because DNS records are made from them.
 *
 * @param baseUrl of the API; undefined if it is not set
 */
export function addressesOf(
  { hostnames, canonicalHostname, zoneName, systemHostname }: SiteNames,
  baseUrl: pulumi.Input<string | undefined>,
): { readonly url: pulumi.Output<string>; readonly urls: pulumi.Output<string[]> } {
  const port = output(baseUrl).apply(localPortOf);
  // A wildcard is no address.
  const own = hostnames.filter((hostname) => !hostname.startsWith("*"));
  const first = canonicalHostname ?? own[0];
  const ofService = port.apply((local): pulumi.Output<string[]> => {
    if (local !== undefined) return output(zoneName).apply((name) => [addressAt(name, local)]);
    return systemHostname.apply((name) => (name === undefined ? [] : [addressAt(name, undefined)]));
  });
  const urls = port.apply((local) =>
    ofService.apply((last) => [...own.map((hostname) => addressAt(hostname, local)), ...last]),
  );
  return {
    url: first === undefined ? urls.apply(([only = ""]) => only) : port.apply((local) => addressAt(first, local)),
    urls,
  };
}
