import { Resolver } from "node:dns/promises";
import { asciiName } from "../wire/dnsName";
import type { OwnedSettings } from "./settings";
import { isLoopback } from "./settings";

/** Time limit of a query for the nameservers of a domain, in milliseconds. */
const timeoutMs = 3_000;

/** Error codes by which a resolver says that a name has no such record. */
const noneCodes: readonly unknown[] = ["ENOTFOUND", "ENODATA"];

/** Queries to DNS about domains and hostnames. */
export interface Dns {
  /** Returns the nameservers of a domain: none if the domain is not delegated, undefined if that can't be found out. */
  nameserversOf(domain: string): Promise<readonly string[] | undefined>;
  /** Whether a hostname may have an address: false only if DNS says that it has none. The query takes a second at most. */
  mayHaveAddress(hostname: string): Promise<boolean>;
}

/**
 * Returns the queries to DNS. If the service is on this machine, as in tests and with the emulator, no query may leave it: only the resolver of the
 * setting `resolver` is used.
 *
 * @returns undefined if no query may be sent
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
    // A resolver that knows no name at all, as in a network behind a proxy, proves nothing about this name.
    const knowsParent = above.some(({ status }) => status === "fulfilled");
    return knowsParent && isNone(own?.reason) ? [] : undefined;
  } finally {
    clearTimeout(timer);
  }
}

function isNone(error: unknown): boolean {
  return noneCodes.includes((error as NodeJS.ErrnoException | undefined)?.code);
}
