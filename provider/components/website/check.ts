import { inMessage } from "../../wire/words";
import { InvalidInputError, withoutStack } from "../../api/errors";
import { labelFault, nameKey } from "../../wire/dnsName";
import type { WebsiteArgs } from "../../types/website";
import { websiteTables } from "./arguments";
import { circlesIn } from "./redirects";

/** Unchecked arguments of a program. */
type Given = Readonly<Record<string, unknown>>;

/** Records a fault. @param rule what the value must be @param advice what to do */
type Report = (property: string, rule: string, got: unknown, advice?: string) => void;

/**
 * Checks the arguments of a website before anything is declared, as far as the parts follow from them. The checks of the parts cover the rules
 * of the service.
 *
 * @throws {InvalidInputError} that lists all faults
 */
export function checkWebsite(name: string, args: unknown): WebsiteArgs {
  const faults: string[] = [];
  const report: Report = (property, rule, got, advice) => {
    const [what, todo] = isOutput(got) ? ["an Output", plainAdvice] : [inMessage(got), advice];
    faults.push(`${property} ${rule}, but got: ${what}${todo === undefined ? "" : `. ${todo}`}`);
  };
  const given = withoutAbsent(args);
  if (given === undefined) report("args", "must be an object", args);
  else {
    refuseOthers("", given, websiteTables.website.specs, report);
    for (const [property, check] of Object.entries(checks)) {
      if (given[property] !== undefined) check(given[property], property, report);
    }
    for (const property of ["name", "source"]) {
      if (given[property] === undefined) report(property, "is required", undefined);
    }
    checkCanonical(given, report);
    checkCircles(given, report);
    if (given["singlePageApp"] === true && typeof given["notFoundPage"] === "string" && given["notFoundPage"] !== "") {
      report("notFoundPage", 'must be "" with singlePageApp: true', given["notFoundPage"], "Remove one of them");
    }
  }
  if (faults.length > 0) throw websiteError(name, faults.join("\n  "));
  const whole = (value: unknown): unknown => withoutAbsent(value) ?? value;
  const entries = Object.entries(given ?? {}).map(([property, value]) => [
    property,
    Array.isArray(value) ? value.map(whole) : whole(value),
  ]);
  return Object.fromEntries(entries) as WebsiteArgs;
}

/** An error of a component, which Pulumi prints without its stack. */
export function websiteError(name: string, message: string): unknown {
  return withoutStack(new InvalidInputError(`Website ${name}: ${message}`));
}

const checks: Readonly<Record<string, (value: unknown, property: string, report: Report) => void>> = {
  name: (value, property, report) => {
    if (!isOutput(value) && (typeof value !== "string" || value === "")) {
      report(property, "must be the name of the zones, a string", value);
    }
  },
  source: (value, property, report) => {
    if (typeof value === "string" ? value !== "" : isOutput(value)) return;
    report(property, 'must be the path of a folder, such as "./public"', value);
  },
  hostnames: checkHostnames,
  notFoundPage: (value, property, report) => {
    if (typeof value === "string" && !/^\.{0,2}\/|\\|[?#]/.test(value)) return;
    report(property, 'must be a path below the source, such as "404.html", or "" for none', value);
  },
  singlePageApp: checkBoolean,
  adopt: checkBoolean,
  takeOverHostnames: checkBoolean,
  headers: checkHeaders,
  redirects: checkRedirects,
  cache: checkCache,
  releases: (value, property, report) => {
    if (value === false) return;
    const settings = objectAt(property, value, report) ?? {};
    refuseOthers(`${property}.`, settings, { keep: true }, report);
    const { keep = 2 } = settings;
    if (typeof keep !== "number" || !Number.isSafeInteger(keep) || keep < 2) {
      report(`${property}.keep`, "must be an integer of at least 2", keep);
    }
  },
  transform: (value, property, report) => {
    const parts = objectAt(property, value, report);
    if (parts === undefined) return;
    refuseOthers(`${property}.`, parts, { storageZone: true, pullZone: true, folder: true }, report);
    for (const [part, change] of Object.entries(parts)) {
      if (isObject(change) || typeof change === "function") continue;
      report(`${property}.${part}`, "must be an object of arguments, or a function that returns them", change);
    }
  },
};

function checkBoolean(value: unknown, property: string, report: Report): void {
  if (typeof value !== "boolean") report(property, "must be true or false", value);
}

function checkHostnames(value: unknown, property: string, report: Report): void {
  const seen = new Set<string>();
  for (const [at, hostname] of elementsAt(property, value, report)) {
    const isShaped = typeof hostname === "string" && hostname !== "" && !/[\s/:]/.test(hostname);
    if (!isShaped) {
      report(at, 'must be a hostname without scheme, port or slash, such as "www.acme.example"', hostname);
      continue;
    }
    const fault = labelFault(hostname);
    if (fault !== undefined) report(at, fault, hostname);
    if (seen.has(nameKey(hostname))) report(at, "must be unique", hostname, "Remove the duplicate");
    seen.add(nameKey(hostname));
  }
}

function checkHeaders(value: unknown, property: string, report: Report): void {
  const seen = new Set<string>();
  for (const [header, text] of Object.entries(objectAt(property, value, report) ?? {})) {
    const at = `${property}[${JSON.stringify(header)}]`;
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(header)) report(at, "must be the name of a header", header);
    if (seen.has(header.toLowerCase())) report(at, "must be unique, ignoring case", header, "Remove one of them");
    seen.add(header.toLowerCase());
    if (isOutput(text) || (typeof text === "string" && text !== "" && !/[\r\n]/.test(text))) continue;
    report(at, "must be the value of the header, on one line", text);
  }
}

function checkRedirects(value: unknown, property: string, report: Report): void {
  const seen = new Set<string>();
  for (const [at, redirect] of elementsAt(property, value, report)) {
    const fields = objectAt(at, redirect, report);
    if (fields === undefined) continue;
    refuseOthers(`${at}.`, fields, websiteTables.redirect.specs, report);
    const { from, to, status } = fields;
    const isPath = typeof from === "string" && /^\/[^\s?#]*$/.test(from);
    if (!isPath) report(`${at}.from`, 'must be a path such as "/blog", without a query string', from);
    else if (seen.has(from)) report(`${at}.from`, "must be unique", from, "Remove one of the redirects");
    else seen.add(from);
    if (typeof to !== "string" || !/^(\/(?!\/)|https?:\/\/.)\S*$/.test(to)) {
      report(`${at}.to`, 'must be a path such as "/news/", or a URL that begins with https:// or http://', to);
    } else if (to.includes("*")) {
      report(
        `${at}.to`,
        "must not contain *, because the text that * matches in from is not inserted",
        to,
        "Give a single address",
      );
    }
    if (status !== undefined && ![301, 302, 307, 308].includes(status as number)) {
      report(`${at}.status`, "must be 301, 302, 307 or 308", status);
    }
  }
}

/** Refuses redirects that lead in circles. Faulty redirects are reported elsewhere. */
function checkCircles({ redirects, hostnames }: Given, report: Report): void {
  const isRedirect = (redirect: unknown): redirect is { readonly from: string; readonly to: string } => {
    const { from, to } = withoutAbsent(redirect) ?? {};
    return typeof from === "string" && typeof to === "string" && !to.includes("*");
  };
  const all: readonly unknown[] = Array.isArray(redirects) ? redirects : [];
  const sound = all.filter(isRedirect);
  const own = stringsIn(hostnames);
  for (const { index, steps, hostname } of circlesIn(sound, own)) {
    const redirect = sound[index];
    const isForAll = redirect?.from === "/*" && own.some((name) => nameKey(name) === hostname);
    const advice = isForAll
      ? `To redirect the other hostnames, set canonicalHostname: ${JSON.stringify(hostname)}`
      : undefined;
    const rule = `must not redirect in circles: ${steps.join(" → ")}`;
    report(`redirects[${String(all.indexOf(redirect))}].to`, rule, redirect?.to, advice);
  }
}

function checkCanonical({ canonicalHostname, hostnames }: Given, report: Report): void {
  if (canonicalHostname === undefined) return;
  const plainHostnames = stringsIn(hostnames).filter((name) => !name.startsWith("*"));
  if (
    typeof canonicalHostname === "string" &&
    plainHostnames.some((name) => nameKey(name) === nameKey(canonicalHostname))
  )
    return;
  const names = plainHostnames.length === 0 ? "" : ` (${plainHostnames.join(", ")})`;
  report("canonicalHostname", `must be one of hostnames${names}, without *`, canonicalHostname, "Add it to hostnames");
}

function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((element): element is string => typeof element === "string") : [];
}

function checkCache(value: unknown, property: string, report: Report): void {
  const times = objectAt(property, value, report) ?? {};
  refuseOthers(`${property}.`, times, websiteTables.cache.specs, report);
  for (const [name, seconds] of Object.entries(times)) {
    if (typeof seconds === "number" && Number.isSafeInteger(seconds) && seconds >= 0) continue;
    report(`${property}.${name}`, "must be a number of seconds, an integer of at least 0", seconds);
  }
}

function refuseOthers(path: string, given: Given, specs: Given, report: Report): void {
  const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();
  for (const property of Object.keys(given).filter((name) => !Object.hasOwn(specs, name))) {
    const rule = `is not one of the arguments ${Object.keys(specs).join(", ")}`;
    const meant = Object.keys(specs).find((name) => plain(name) === plain(property));
    report(path + property, rule, given[property], meant === undefined ? "Remove it" : `Write ${meant}`);
  }
}

function elementsAt(property: string, value: unknown, report: Report): [string, unknown][] {
  if (Array.isArray(value)) return value.map((element, index) => [`${property}[${String(index)}]`, element]);
  report(property, "must be an array", value);
  return [];
}

function objectAt(property: string, value: unknown, report: Report): Given | undefined {
  const found = withoutAbsent(value);
  if (found === undefined) report(property, "must be an object", value);
  return found;
}

/** The parts of a site follow from the arguments that must not be Outputs. */
const plainAdvice = "Pass a plain value: it must be known before anything is created";

/** Returns the properties of an object; undefined for anything else. SDKs and YAML pass null for omitted properties. */
function withoutAbsent(value: unknown): Given | undefined {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null));
}

function isObject(value: unknown): value is Given {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isOutput(value);
}

function isOutput(value: unknown): boolean {
  return (value as { __pulumiOutput?: unknown } | null | undefined)?.__pulumiOutput === true;
}
