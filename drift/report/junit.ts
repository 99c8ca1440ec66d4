import { printableMessage, printableName } from "../../terminal/text";
import { isDrift } from "../judge";
import type { DriftReport, ResourceReport, StackReport, UnmanagedZone } from "../model";
import { rowsOf } from "./differences";
import { changeText, classText, markup, nextText, resourceText, shownStep, unmanagedText, whoText } from "./words";

/**
 * Renders the report as JUnit XML, with a suite for each stack and a case for each resource. A resource that drifted is a failure, an unread
 * resource is an error, and an ignored resource is skipped.
 */
export function renderJunit(report: DriftReport): string {
  const suites = report.stacks.map(stackSuite);
  if (report.unmanaged !== undefined) suites.push(unmanagedSuite(report.unmanaged));
  const cases = suites.flatMap((suite) => suite.cases);
  const time = `time="${report.cost.seconds.toFixed(3)}" timestamp="${report.checkedAt}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="CDN zones" ${countsOf(cases)} ${time}>`,
    ...suites.flatMap((suite) => [
      `  <testsuite name="${xml(suite.name)}" ${countsOf(suite.cases)}>`,
      ...suite.cases.map((one) => `    ${caseXml(suite.name, one)}`),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

interface Case {
  readonly name: string;
  /** The result; absent for a case that passed with nothing to report. */
  readonly result?: {
    readonly tag: "failure" | "error" | "skipped" | "system-out";
    readonly message?: string;
    readonly text?: string;
  };
}

function stackSuite({ stack, resources, reason }: StackReport): Suite {
  const unread: Case[] =
    reason === undefined
      ? []
      : [{ name: "state", result: { tag: "error", message: "unread", text: printableMessage(reason) } }];
  return { name: printableName(stack), cases: [...unread, ...resources.map(resourceCase)] };
}

function resourceCase(resource: ResourceReport): Case {
  const { status, reason = "", ignored, differences } = resource;
  const name = resourceText(resource);
  const text = [
    printableName(resource.urn),
    ...differences
      .flatMap(rowsOf)
      .map((found) => `${printableName(found.property)}: ${changeText(found)} (${classText(found, resource.type)})`),
    ...(resource.changes ?? []).map(whoText),
    ...resource.next.map(shownStep).map(nextText),
  ].join("\n");
  if (status === "unread") return { name, result: { tag: "error", message: "unread", text: printableMessage(reason) } };
  if (isDrift(resource)) return { name, result: { tag: "failure", message: status, text } };
  if (ignored !== undefined) return { name, result: { tag: "skipped", message: printableName(ignored.reason) } };
  return differences.length === 0 ? { name } : { name, result: { tag: "system-out", text } };
}

function unmanagedSuite({ zones, unread }: NonNullable<DriftReport["unmanaged"]>): Suite {
  const accounts = unread.map(({ provider, reason }): Case => {
    const result = { tag: "error", message: "could not be listed", text: printableMessage(reason) } as const;
    return { name: `account of ${printableName(provider)}`, result };
  });
  return { name: "unmanaged", cases: [...zones.map(unmanagedCase), ...accounts] };
}

function unmanagedCase(object: UnmanagedZone): Case {
  const { ignored, changes = [], next } = object;
  const lines = [...changes.map(whoText), ...next.map(shownStep).map(nextText)];
  const name = unmanagedText(object);
  if (ignored !== undefined) return { name, result: { tag: "skipped", message: printableName(ignored.reason) } };
  return { name, result: { tag: "failure", message: "unmanaged", text: lines.join("\n") } };
}

function countsOf(cases: readonly Case[]): string {
  const having = (tag: string): string => String(cases.filter(({ result }) => result?.tag === tag).length);
  return `tests="${String(cases.length)}" failures="${having("failure")}" errors="${having("error")}" skipped="${having("skipped")}"`;
}

function caseXml(suite: string, { name, result }: Case): string {
  const open = `<testcase classname="${xml(suite)}" name="${xml(name)}"`;
  if (result === undefined) return `${open}/>`;
  const message = result.message === undefined ? "" : ` message="${xml(result.message)}"`;
  return `${open}><${result.tag}${message}>${xml(result.text ?? "")}</${result.tag}></testcase>`;
}

/** Replaces noncharacters and unpaired surrogates, which XML does not allow even escaped. */
function xml(text: string): string {
  return markup(
    text.replace(/[\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd"),
  );
}
