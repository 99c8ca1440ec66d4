import { isIPv4, isIPv6 } from "node:net";
import { shown } from "../../api/input";
import { dnsRecord } from "../../kinds/dnsRecord";
import { dnsRecordTypes } from "../../wire/dnsRecord";
import type { Report } from "../shared/checkInputs";
import { checkInputs, reportTo } from "../shared/checkInputs";
import type { CheckResult, Properties } from "../shared/lifeCycle";
import { isUnknown, listed } from "../shared/properties";
import { has, isSame, ofHosts, sentValue, typesWith } from "./types";

/** What each type needs besides its value. */
const needed: Readonly<Record<string, string>> = {
  MX: "priority",
  SRV: "port",
  CAA: "tag",
  PullZone: "pullZoneId",
  Script: "scriptId",
};

/**
 * Validates the inputs of a record and normalises them; see {@link checkInputs}. A value as in the old inputs is written as there.
 *
 * @param domains of the zones that may be the record's, as far as the program tells
 */
export function checkRecord(olds: Properties, news: Properties, domains: readonly string[]): CheckResult {
  const { inputs, failures } = checkInputs(dnsRecord, news, []);
  const { type, value } = inputs;
  const isFit = !failures.some(({ property }) => property === "type") && !isUnknown(type);
  if (isApex(inputs["name"])) delete inputs["name"];
  if (failures.length === 0) {
    const report = reportTo(failures);
    // A record that the service has stays as it is.
    if (inputs["name"] !== olds["name"]) checkName(inputs["name"], domains, report);
    if (isFit) checkType(type, inputs, report);
    if (isFit && has(type, "value")) checkValue(type, inputs, report);
  }
  if (isFit && typeof value === "string" && !isUnknown(value)) inputs["value"] = sentValue(type, value);
  for (const field of dnsRecord.settings) {
    const [old, given] = [olds[field.name], inputs[field.name]];
    if (type !== olds["type"] || old === undefined || given === undefined || isUnknown(given)) continue;
    if (has(type, field.name) && isSame(type, field, given, old)) inputs[field.name] = old;
  }
  return { inputs, failures };
}

function isApex(name: unknown): boolean {
  return name === "" || name === "@";
}

/** The name relative to a domain, if it ends in that; undefined otherwise. */
export function relativeName(name: string, domain: string): string | undefined {
  const [full, end] = [name.toLowerCase().replace(/\.$/, ""), domain.toLowerCase()];
  if (full === end) return "";
  return full.endsWith(`.${end}`) ? name.slice(0, full.length - end.length - 1) : undefined;
}

/** The rule that a name which ends in its zone's domain breaks. */
export function wholeNameText(relative: string, domain: string): string {
  const instead = relative === "" ? "omit it for the domain itself" : `declare ${JSON.stringify(relative)}`;
  return `must be relative to the zone's domain ${domain}: ${instead}`;
}

function checkName(name: unknown, domains: readonly string[], report: Report): void {
  if (typeof name !== "string" || isUnknown(name)) return;
  const relatives = domains.map((domain) => relativeName(name, domain));
  const [relative, domain] = [relatives[0], domains[0]];
  if (relative !== undefined && domain !== undefined && !relatives.includes(undefined)) {
    report("name", wholeNameText(relative, domain), shown(name));
  } else if (/[\s/:]|^\.|\.\.|\.$/.test(name)) {
    report(
      "name",
      'must be relative to the zone\'s domain, such as "www" or "_sip._tcp", without a dot at its end',
      shown(name),
    );
  }
}

/** Reports what a type does not take, and what it needs. */
function checkType(type: unknown, inputs: Properties, report: Report): void {
  for (const name of Object.keys(inputs)) {
    if (has(type, name)) continue;
    const instead = name === "value" ? `Declare ${needed[String(type)] ?? ""} instead` : "Remove it";
    const others = typesWith[name];
    const of = others === undefined ? "" : `: it is a property of ${listed(others)} records`;
    report(name, `can't be declared for the type ${String(type)}${of}. ${instead}`);
  }
  const { weight } = inputs;
  if (type !== "SRV" && has(type, "weight") && Object.hasOwn(dnsRecordTypes, String(type)) && Number(weight) > 100) {
    report("weight", `of the type ${String(type)} must be an integer from 0 to 100`, shown(weight));
  }
  const name = needed[String(type)];
  if (name !== undefined && inputs[name] === undefined) {
    report(name, `is required for the type ${String(type)}`, "nothing");
  }
}

interface ValueRule {
  readonly words: string;
  readonly allows: (value: string) => boolean;
}

const valueRules: Readonly<Record<string, ValueRule>> = {
  A: { words: "an IPv4 address, such as 203.0.113.7", allows: isIPv4 },
  AAAA: { words: "an IPv6 address, such as 2001:db8::7", allows: isIPv6 },
  Redirect: {
    words: "the URL to redirect to, such as https://www.acme.example/",
    allows: (url) => /^https?:\/\/./i.test(url),
  },
};

function hostRule(type: unknown): ValueRule {
  const more = type === "MX" ? ", without its priority" : type === "SRV" ? ", without priority, weight and port" : "";
  return { words: `a host, such as host.acme.example${more}`, allows: (host) => /^[^\s/:@]+$/.test(host) };
}

function checkValue(type: unknown, { value, name }: Properties, report: Report): void {
  if (isUnknown(value)) return;
  if (typeof value !== "string" || value === "") {
    // A type that this version does not know may have none.
    const isKnown = Object.hasOwn(dnsRecordTypes, String(type));
    if (isKnown) report("value", `is required for the type ${String(type)}`, shown(value));
    return;
  }
  const rule = ofHosts.includes(type) ? hostRule(type) : valueRules[String(type)];
  if (rule !== undefined && !rule.allows(value)) {
    report("value", `of the type ${String(type)} must be ${rule.words}`, shown(value));
  }
  if (type === "NS" && name === undefined) {
    const advice = "The nameservers of the domain itself are the zone's own, and no records";
    report("name", "is required for the type NS: that of the part of the domain to delegate", "nothing", advice);
  }
}
