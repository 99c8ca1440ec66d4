import type { ChangeSummary, Diagnostic } from "./deployment/events";
import { formatStep } from "./display/steps";
import { formatValue } from "./display/values";
import type { StackOutput } from "./operations/outputs";
import type { OperationResult } from "./operations/session";
import { urnName, urnType } from "./resource/urn";

export { formatStep } from "./display/steps";
export { formatValue } from "./display/values";

/** Says who is at work, wherever the engine shows something: nobody should take it for the CLI. */
export const banner = "local engine (stand-in for the Pulumi CLI)";

/** What an operation did, as text: steps with their property diffs, diagnostics, outputs and counts. */
export function formatResult(result: OperationResult): string {
  const steps = result.steps.filter(({ op, failed }) => (op !== "same" && op !== "refresh") || failed === true);
  return [
    ...steps.map(formatStep),
    ...section("Diagnostics:", result.diagnostics.map(formatDiagnostic)),
    ...section("Outputs:", formatOutputs(result.outputs)),
    ...section("Resources:", formatSummary(result.summary)),
  ].join("\n");
}

export function formatDiagnostic({ severity, message, urn }: Diagnostic): string {
  const where = urn === undefined ? "" : `${urnType(urn)} (${urnName(urn)}): `;
  const level = severity === "error" || severity === "warning" ? `${severity}: ` : "";
  return `${where}${level}${message.replaceAll("\n", "\n    ")}`;
}

function formatOutputs(outputs: Record<string, StackOutput>): string[] {
  return Object.entries(outputs).map(
    ([name, { value, secret }]) => `${name}: ${secret ? "[secret]" : formatValue(value)}`,
  );
}

function formatSummary({ same, ...changes }: ChangeSummary): string[] {
  const counts = Object.entries(changes).map(([op, count]) => `${count} ${op}`);
  return same === undefined ? counts : [...counts, `${same} same`];
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `    ${line}`)];
}
