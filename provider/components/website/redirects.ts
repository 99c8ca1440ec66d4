import { hostKey } from "../../wire/dnsName";

/** A redirect of a website. */
interface Redirect {
  readonly from: string;
  readonly to: string;
}

/** A redirect that begins a circle. */
export interface Circle {
  /** Place of the redirect in the list. */
  readonly index: number;
  /** Paths and targets from one redirect to the next. The last target leads to the first path again. */
  readonly steps: readonly string[];
  /** Hostname of the website in the target of the redirect, if the target names one. */
  readonly hostname: string | undefined;
}

/**
 * Follows each redirect to another path of the website until no redirect matches, or one matches again.
 *
 * @param hostnames hostnames of the website; `*.acme.example` stands for all names of one more label
 * @returns circles, each once, at its first redirect
 */
export function circlesIn(redirects: readonly Redirect[], hostnames: readonly string[]): Circle[] {
  const isOwn = (host: string): boolean =>
    hostnames.some((own) => hostKey(own) === host || hostKey(own) === host.replace(/^[^.]+/, "*"));
  const rules = redirects.map(({ from, to }) => ({
    from,
    to,
    matches: globOf(from),
    target: targetOf(to, from, isOwn),
  }));
  return rules.flatMap(({ target }, index): Circle[] => {
    const passed = [index];
    for (let path = target?.path; path !== undefined;) {
      const found = path;
      const next = rules.findIndex(({ matches }) => matches(found));
      if (next === index && Math.min(...passed) === index) {
        const steps = passed.flatMap((at, place) => [
          ...(place === 0 ? [rules[at]?.from ?? ""] : []),
          rules[at]?.to ?? "",
        ]);
        return [{ index, steps, hostname: target?.hostname }];
      }
      if (next < 0 || passed.includes(next)) break;
      passed.push(next);
      path = rules[next]?.target?.path;
    }
    return [];
  });
}

/** Stands for the hostname that the visitor requested. */
const requested = "requested.invalid";

/** Returns the path of a target on the website, without query and fragment, as a browser requests it; undefined for a target elsewhere. */
function targetOf(
  to: string,
  from: string,
  isOwn: (host: string) => boolean,
): { readonly path: string; readonly hostname: string | undefined } | undefined {
  const filled = to.replaceAll("%{Url.Hostname}", requested).replaceAll(/%\{(Request|Url)\.Path\}/g, from);
  const url = parsed(filled.startsWith("/") ? `https://${requested}${filled}` : filled);
  if (url === undefined || url.port !== "") return undefined;
  const host = hostKey(url.hostname);
  if (host === requested) return { path: decodedPath(url.pathname), hostname: undefined };
  return isOwn(host) ? { path: decodedPath(url.pathname), hostname: host } : undefined;
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Returns a function that tests whether a path matches a pattern, in which `*` stands for any characters. */
function globOf(from: string): (path: string) => boolean {
  const literal = from.split("*").map((text) => decodedPath(text).replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"));
  const expression = new RegExp(`^${literal.join(".*")}$`, "s");
  return (path) => expression.test(path);
}
