import { isDrift } from "../summary";
import type { DriftReport, ResourceReport, StackReport, UnmanagedZone } from "./model";
import { changeText, classText, printable, resourceText } from "./words";

/**
 * The report as JUnit XML: a suite for each stack, a case for each zone. Drift is a failure, an unread zone an error, and
 * what is ignored is skipped.
 */
export function renderJunit(report: DriftReport): string {
  const suites = [
    ...report.stacks.map(stackSuite),
    ...(report.unmanaged === undefined ? [] : [unmanagedSuite(report.unmanaged)]),
  ];
  const total = (of: "tests" | "failures" | "errors"): string =>
    String(suites.reduce((sum, suite) => sum + suite[of], 0));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="CDN zones" tests="${total("tests")}" failures="${total("failures")}" errors="${total("errors")}" time="${report.cost.seconds.toFixed(3)}" timestamp="${report.checkedAt}">`,
    ...suites.flatMap((suite) => [
      `  <testsuite name="${xml(suite.name)}" tests="${String(suite.tests)}" failures="${String(suite.failures)}" errors="${String(suite.errors)}">`,
      ...suite.cases,
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

interface Suite {
  readonly name: string;
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly cases: readonly string[];
}

function stackSuite({ stack, resources }: StackReport): Suite {
  return {
    name: stack,
    tests: resources.length,
    failures: resources.filter(isDrift).length,
    errors: resources.filter(({ status }) => status === "unread").length,
    cases: resources.map((resource) => testCase(stack, resourceText(resource), resultOf(resource))),
  };
}

function unmanagedSuite({ zones, unread }: NonNullable<DriftReport["unmanaged"]>): Suite {
  return {
    name: "unmanaged",
    tests: zones.length + unread.length,
    failures: zones.filter(({ counts }) => counts).length,
    errors: unread.length,
    cases: [
      ...zones.map((zone) => testCase("unmanaged", `${zone.name} (${zone.id})`, unmanagedResult(zone))),
      ...unread.map(({ provider, reason }) =>
        testCase("unmanaged", `account of ${provider}`, element("error", "could not be listed", reason)),
      ),
    ],
  };
}

function resultOf(resource: ResourceReport): string | undefined {
  const { status, reason, ignored, differences } = resource;
  const lines = [
    resource.urn,
    ...differences.map((found) => `${found.property}: ${changeText(found)} (${classText(found)})`),
    ...resource.next.map(({ purpose, command }) => (command === undefined ? purpose : `${purpose}: ${command}`)),
  ];
  if (status === "unread") return element("error", "unread", reason ?? "");
  if (isDrift(resource)) return element("failure", status, lines.join("\n"));
  if (ignored !== undefined) return `<skipped message="${xml(ignored.reason)}"/>`;
  return differences.length === 0 ? undefined : `<system-out>${xml(lines.join("\n"))}</system-out>`;
}

function unmanagedResult({ ignored, next }: UnmanagedZone): string {
  if (ignored !== undefined) return `<skipped message="${xml(ignored.reason)}"/>`;
  return element("failure", "unmanaged", next.map(({ purpose, command }) => `${purpose} ${command ?? ""}`).join("\n"));
}

function testCase(suite: string, name: string, result: string | undefined): string {
  const open = `    <testcase classname="${xml(suite)}" name="${xml(name)}"`;
  return result === undefined ? `${open}/>` : `${open}>${result}</testcase>`;
}

function element(tag: "failure" | "error", message: string, text: string): string {
  return `<${tag} message="${xml(message)}">${xml(text)}</${tag}>`;
}

/** XML knows no escape for most control characters, so they are made readable first, line by line. */
function xml(text: string): string {
  return text
    .split("\n")
    .map(printable)
    .join("\n")
    .replace(/[\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
