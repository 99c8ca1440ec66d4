import { Resolver } from "node:dns/promises";
import { asciiName } from "../wire/dnsName";
import type { OwnedSettings } from "./settings";
import { isLoopback } from "./settings";

/** How long DNS is asked for the nameservers of a domain, in milliseconds. */
const timeoutMs = 3_000;

/** The codes of a resolver's answer that a name has no such record. */
const noneCodes: readonly unknown[] = ["ENOTFOUND", "ENODATA"];

/** What DNS says of domains and hostnames. */
export interface Dns {
  /** The nameservers of a domain: none if it is not delegated; undefined if that is not known. */
  nameserversOf(domain: string): Promise<readonly string[] | undefined>;
  /** Whether a hostname may have an address: false only if DNS says that it has none. Takes a second at most. */
  mayHaveAddress(hostname: string): Promise<boolean>;
}

/**
 * Asks DNS. Tests and emulators are on this machine, and no query of theirs may leave it: then only the resolver of the settings is asked.
 *
 * @returns undefined if DNS is not to be asked
 */
export function dnsOf({ baseUrl, checkDelegation = true, resolver: address = "" }: OwnedSettings): Dns | undefined {
  if (!checkDelegation || (address === "" && isLoopback(new URL(baseUrl).hostname))) return undefined;
  const resolverOf = (tries: number): Resolver => {
    const resolver = new Resolver({ timeout: 1_000, tries });
    if (address !== "") resolver.setServers([address]);
    return resolver;
  };
  return {
    nameserversOf: (domain) => nameserversOf(resolverOf(2), domain),
    mayHaveAddress: async (hostname) => {
      try {
        await resolverOf(1).resolve4(asciiName(hostname));
        return true;
      } catch (error) {
        return !isNone(error);
      }
    },
  };
}

async function nameserversOf(resolver: Resolver, domain: string): Promise<readonly string[] | undefined> {
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const labels = asciiName(domain).split(".");
    const names = labels.map((_, index) => labels.slice(index).join("."));
    const [own, ...above] = await Promise.allSettled(names.map((name) => resolver.resolveNs(name)));
    if (own?.status === "fulfilled") return own.value;
    // A resolver that knows no name at all, as in a network behind a proxy, says nothing about this one.
    const knowsParent = above.some(({ status }) => status === "fulfilled");
    return knowsParent && isNone(own?.reason) ? [] : undefined;
  } finally {
    clearTimeout(timer);
  }
}

function isNone(error: unknown): boolean {
  return noneCodes.includes((error as NodeJS.ErrnoException | undefined)?.code);
}
