import { Resolver } from "node:dns/promises";
import { asciiName } from "../wire/dnsName";
import type { OwnedSettings } from "./settings";
import { isLoopback } from "./settings";

/** How long the nameservers of a domain are asked for, in milliseconds. */
const timeoutMs = 3_000;

/** The codes of a resolver's answer that a name has no nameservers. */
const noneCodes: readonly unknown[] = ["ENOTFOUND", "ENODATA"];

/**
 * The nameservers of a domain, as DNS has them. Tests and emulators are on this machine, and no query of theirs may leave it: then only the
 * resolver of the settings is asked.
 *
 * @returns none if the domain is not delegated; undefined if that is not known
 */
export async function nameserversOf(
  domain: string,
  { baseUrl, checkDelegation = true, resolver: address = "" }: OwnedSettings,
): Promise<readonly string[] | undefined> {
  if (!checkDelegation || (address === "" && isLoopback(new URL(baseUrl).hostname))) return undefined;
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  if (address !== "") resolver.setServers([address]);
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const labels = asciiName(domain).split(".");
    const names = labels.map((_, index) => labels.slice(index).join("."));
    const [own, ...above] = await Promise.allSettled(names.map((name) => resolver.resolveNs(name)));
    if (own?.status === "fulfilled") return own.value;
    // A resolver that knows no name at all, as in a network behind a proxy, says nothing about this one.
    const knowsParent = above.some(({ status }) => status === "fulfilled");
    return knowsParent && noneCodes.includes((own?.reason as NodeJS.ErrnoException | undefined)?.code) ? [] : undefined;
  } finally {
    clearTimeout(timer);
  }
}
