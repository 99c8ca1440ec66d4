import { InvalidInputError } from "../../api/errors";
import { inMessage, sentence } from "../../wire/words";
import { dnsRecord } from "../../kinds/dnsRecord";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import { asciiName, hasNameShape, labelFault, nameKey } from "../../wire/dnsName";
import { dnsRecordTypes } from "../../wire/dnsRecord";
import type { Report } from "../../declared/checkInputs";
import { checkInputs, reportTo } from "../../declared/checkInputs";
import { CheckFailure } from "../../declared/failures";
import type { CheckResult } from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { isUnknown } from "../../declared/properties";
import type { DeclaredRecords } from "./declaredRecords";
import { has, isSame, typesWith } from "./types";
import { caaTags, isCaaTag, isSameRecordValue, splitPriority, tidyValue, valueFault } from "./values";

/** Input that each type requires in addition to the value. */
const needed: Readonly<Record<string, string>> = {
  MX: "priority",
  SRV: "port",
  HTTPS: "priority",
  SVCB: "priority",
  CAA: "tag",
  PullZone: "pullZoneId",
  Script: "scriptId",
};

/**
 * Validates and normalises the inputs of a record; see {@link checkInputs}. An unchanged value keeps its old spelling.
 *
 * @param otherRecords the other records that the program declares
 */
export function checkRecord(olds: Properties, news: Properties, otherRecords?: DeclaredRecords): CheckResult {
  const { inputs, failures } = checkInputs(dnsRecord, news);
  const { type, value } = inputs;
  const isFit = !failures.some(({ property }) => property === "type") && !isUnknown(type);
  if (isApex(inputs["name"])) delete inputs["name"];
  const split = isFit ? splitPriority(type, inputs) : undefined;
  const notices = split === undefined ? [] : [splitText(type, value, split)];
  // 0.3.0 sent the priority as part of the value. That form stays until the program declares both.
  const isAsBefore =
    olds["priority"] === undefined &&
    typeof olds["value"] === "string" &&
    isSameRecordValue(type, olds["value"], String(value));
  const meant = { ...inputs, ...split };
  if (failures.length === 0) {
    const report = reportTo(failures);
    // The name of an existing record is not checked again.
    if (inputs["name"] !== olds["name"]) checkName(inputs["name"], report);
    if (isFit) {
      checkType(type, meant, report);
      if (has(type, "value")) checkValue(type, meant, report);
      otherRecords?.check(olds, inputs, report);
    }
  }
  if (!isAsBefore) Object.assign(inputs, split);
  const { value: checked } = inputs;
  if (isFit && typeof checked === "string" && !isUnknown(checked)) inputs["value"] = tidyValue(type, checked);
  for (const field of dnsRecord.settings) {
    const [old, given] = [olds[field.name], inputs[field.name]];
    if (type !== olds["type"] || old === undefined || given === undefined || isUnknown(given)) continue;
    if (has(type, field.name) && isSame(type, field, given, old)) inputs[field.name] = old;
  }
  return { inputs, failures: failures.map(withoutVariable), notices };
}

/** Removes the value of an environment variable from a failure: it may be secret, which only the engine knows. */
function withoutVariable(failure: CheckFailure): CheckFailure {
  const { property, rule, got } = failure;
  const isOpen = !property.startsWith("environmentalVariables") || got === undefined || got === "nothing";
  return isOpen ? failure : new CheckFailure(property, rule, "another value");
}

function splitText(
  type: unknown,
  value: unknown,
  split: { readonly priority: number; readonly value: string },
): string {
  const { priority, value: rest } = split;
  return `DNS record of the type ${String(type)}: the value ${inMessage(value)} begins with the priority. Declare priority: ${String(priority)}, value: ${JSON.stringify(rest)}`;
}

function isApex(name: unknown): boolean {
  return name === "" || name === "@";
}

/** Returns the name relative to a domain; undefined if it does not end in the domain. */
function relativeName(name: string, domain: string): string | undefined {
  const [full, end] = [nameKey(name).replace(/\.$/, ""), nameKey(domain)];
  if (full === end) return "";
  if (!full.endsWith(`.${end}`)) return undefined;
  return name
    .split(".")
    .slice(0, full.split(".").length - end.split(".").length)
    .join(".");
}

/** Refuses a name that ends in the domain of its zone. @throws {InvalidInputError} */
export function refuseWholeName({ name }: Properties, { domain }: Pick<GetDnsZoneResult, "domain">): void {
  const relative = typeof name === "string" && domain ? relativeName(name, domain) : undefined;
  if (relative === undefined || domain === undefined) return;
  const instead = relative === "" ? "omit it for the domain itself" : `declare ${JSON.stringify(relative)}`;
  throw new InvalidInputError(
    `The name of a DNS record must be relative to the zone's domain ${domain}: ${instead}, but got: ${inMessage(name)}`,
    "name",
  );
}

/** Checks the shape of a name. Whether it ends in the zone's domain is checked once the zone is read; see {@link refuseWholeName}. */
function checkName(name: unknown, report: Report): void {
  if (typeof name !== "string" || isUnknown(name)) return;
  const rule = hasNameShape(asciiName(name))
    ? labelFault(name)
    : 'must be relative to the zone\'s domain, such as "www" or "_sip._tcp", without a trailing dot';
  if (rule !== undefined) report("name", rule, inMessage(name));
}

/** Reports properties that a type does not have, and those that it requires. */
function checkType(type: unknown, inputs: Properties, report: Report): void {
  for (const name of Object.keys(inputs)) {
    if (has(type, name)) continue;
    const instead = name === "value" ? `Declare ${needed[String(type)] ?? ""} instead` : "Remove it";
    const others = typesWith[name];
    const of = others === undefined ? "" : `: it is a property of ${sentence(others)} records`;
    report(name, `can't be declared for the type ${String(type)}${of}. ${instead}`);
  }
  const { weight, accelerated, tag } = inputs;
  if (type !== "SRV" && has(type, "weight") && Object.hasOwn(dnsRecordTypes, String(type)) && Number(weight) > 100) {
    report("weight", `of the type ${String(type)} must be an integer from 0 to 100`, inMessage(weight));
  }
  if (type === "AAAA" && accelerated === true) {
    const advice = "Remove it, or accelerate an A or CNAME record: the service accelerates only these types";
    report("accelerated", "of the type AAAA must be false", "true", advice);
  }
  if (type === "CAA" && tag !== undefined && !isUnknown(tag) && !isCaaTag(tag)) {
    report("tag", `must be one of ${caaTags.join(", ")}`, inMessage(tag));
  }
  const name = needed[String(type)];
  if (name !== undefined && inputs[name] === undefined) {
    report(name, `is required for the type ${String(type)}`, "nothing");
  }
}

function checkValue(type: unknown, { value, name, tag }: Properties, report: Report): void {
  if (isUnknown(value)) return;
  if (typeof value !== "string" || value === "") {
    // A type that this version does not know may have no value.
    const isKnown = Object.hasOwn(dnsRecordTypes, String(type));
    const ofTag = type === "CAA" && typeof tag === "string" ? ` with the tag ${tag}` : "";
    if (isKnown) report("value", `is required for the type ${String(type)}${ofTag}`, inMessage(value));
    return;
  }
  const fault = valueFault(type, value);
  if (fault !== undefined) {
    const { rule, got = inMessage(value), advice } = fault;
    report("value", rule, got, ...(advice === undefined ? [] : [advice]));
  }
  if (type === "NS" && name === undefined) {
    const advice = "The nameservers of the domain itself are settings of the zone, not records";
    report("name", "is required for the type NS: the part of the domain to delegate", "nothing", advice);
  }
}
