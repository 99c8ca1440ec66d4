import type { Step, StepOp } from "../deployment/events";
import { parsePath } from "../property/path";
import { urnName } from "../resource/urn";
import { formatValue, isInternal, shownAt } from "./values";

const symbols: Record<StepOp, string> = {
  same: "  ",
  create: "+ ",
  update: "~ ",
  replace: "+-",
  "create-replacement": "++",
  delete: "- ",
  "delete-replaced": "--",
  discard: "< ",
  "discard-replaced": "<<",
  "remove-pending-replace": "~ ",
  read: "> ",
  "read-replacement": ">>",
  refresh: "~~",
};

/** A step as text: what is done to which resource, and which of its properties change. */
export function formatStep(step: Step): string {
  const found = step.resultOp === undefined || step.resultOp === step.op ? "" : ` (${step.resultOp})`;
  const failed = step.failed === true ? " **failed**" : "";
  const head = ` ${symbols[step.op]} ${step.type} ${urnName(step.urn)} ${step.op}${found}${failed}`;
  return [head, ...propertyLines(step).map((line) => `        ${line}`)].join("\n");
}

function propertyLines(step: Step): string[] {
  if (step.detailedDiff !== undefined) return diffLines(step);
  if (step.op !== "create") return [];
  const inputs = Object.entries(step.newInputs ?? {}).filter(([key]) => !isInternal(key));
  return inputs.map(([key, value]) => `+ ${key}: ${formatValue(value)}`);
}

function diffLines({
  detailedDiff = {},
  oldInputs = {},
  newInputs = {},
  oldOutputs = {},
  newOutputs = {},
}: Step): string[] {
  return Object.entries(detailedDiff).flatMap(([text, kind]) => {
    const path = parsePath(text);
    if (path.some(isInternal)) return [];
    // What was only read has no inputs of its own to show: its outputs are compared.
    const was = shownAt(oldInputs, path) ?? shownAt(oldOutputs, path);
    const is = shownAt(newInputs, path) ?? (kind === "delete" ? undefined : shownAt(newOutputs, path));
    const why = kind.endsWith("-replace") ? " (replaces)" : "";
    if (kind.startsWith("add")) return [`+ ${text}: ${formatValue(is)}${why}`];
    if (kind.startsWith("delete")) return [`- ${text}: ${formatValue(was)}${why}`];
    return [`~ ${text}: ${formatValue(was)} => ${formatValue(is)}${why}`];
  });
}
