import type { PropertyChange } from "./diff";
import type { OperationResult } from "./stack";
import type { Diagnostic, Step } from "./run";
import { urnName, urnType } from "./urn";
import { isMap, Secret, unknownValue, type PropertyValue } from "./values";

/** Returns the result of an operation as text: steps with the changed properties, diagnostics, outputs and counts. */
export function formatResult({ steps, diagnostics, outputs, summary }: OperationResult): string {
  const shown = steps.filter(
    ({ op, failed, changes }) => failed || changes.length > 0 || !["same", "refresh"].includes(op),
  );
  return [
    ...shown.flatMap(formatStep),
    ...section("Diagnostics:", diagnostics.map(formatDiagnostic)),
    ...section(
      "Outputs:",
      Object.entries(outputs).map(
        ([name, { value, secret }]) => `${name}: ${secret ? "[secret]" : formatValue(value)}`,
      ),
    ),
    ...section(
      "Resources:",
      Object.entries(summary).map(([op, count]) => `${count} ${op}`),
    ),
  ].join("\n");
}

function formatStep({ op, type, urn, changes, failed }: Step): string[] {
  const visible = changes.filter(({ path }) => !path.startsWith("__"));
  return [
    `  ${op} ${type} ${urnName(urn)}${failed ? " **failed**" : ""}`,
    ...visible.map((change) => `      ${formatChange(change)}`),
  ];
}

function formatChange({ path, kind, before, after }: PropertyChange): string {
  const why = kind.endsWith("-replace") ? " (forces replacement)" : "";
  if (kind.startsWith("add")) return `+ ${path}: ${formatValue(after)}${why}`;
  if (kind.startsWith("delete")) return `- ${path}: ${formatValue(before)}${why}`;
  return `~ ${path}: ${formatValue(before)} => ${formatValue(after)}${why}`;
}

function formatDiagnostic({ severity, message, urn }: Diagnostic): string {
  const where = urn === undefined ? "" : `${urnType(urn)} (${urnName(urn)}): `;
  const level = severity === "error" || severity === "warning" ? `${severity}: ` : "";
  return `${where}${level}${message.replaceAll("\n", "\n    ")}`;
}

function formatValue(value: PropertyValue): string {
  if (value instanceof Secret) return "[secret]";
  if (value === unknownValue) return "(unknown)";
  if (Array.isArray(value)) return `[${value.map(formatValue).join(", ")}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([key]) => !key.startsWith("__"));
  return `{${fields.map(([key, field]) => ` ${key}: ${formatValue(field)}`).join(",")} }`;
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `    ${line}`)];
}
