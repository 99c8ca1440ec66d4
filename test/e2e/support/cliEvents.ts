import type { ChangeSummary, DetailedDiff, PropertyDiffKind, StepOp } from "../../../tools/local-engine";
import type { RunResult, RunStep, Status } from "./engineUnderTest";

/** A line of the CLI's event log, with the properties that are used here. */
interface CliEvent {
  resourcePreEvent?: { metadata: StepMetadata };
  resOutputsEvent?: { metadata: StepMetadata };
  resOpFailedEvent?: { metadata: StepMetadata };
  summaryEvent?: { resourceChanges?: ChangeSummary };
  diagnosticEvent?: { message: string; urn?: string; ephemeral?: boolean };
}

interface StepMetadata {
  op: StepOp;
  urn: string;
  type: string;
  detailedDiff?: Record<string, { diffKind: PropertyDiffKind }> | null;
}

/** Reads the steps of a run, the number of resources per operation, and what was shown meanwhile, from its event log. */
export function readEvents(log: string): Pick<RunResult, "steps" | "summary" | "statuses"> {
  const steps: RunStep[] = [];
  const statuses: Status[] = [];
  let summary: ChangeSummary = {};
  const running = (urn: string): RunStep | undefined => steps.findLast((step) => step.urn === urn);
  for (const line of log.split("\n").filter((text) => text !== "")) {
    const event = JSON.parse(line) as CliEvent;
    const { resourcePreEvent: begun, resOutputsEvent: done, resOpFailedEvent: failed } = event;
    if (begun !== undefined) steps.push(stepOf(begun.metadata));
    if (failed !== undefined) Object.assign(running(failed.metadata.urn) ?? {}, { failed: true });
    if (done !== undefined) settle(running(done.metadata.urn), done.metadata);
    const { message = "", urn = "", ephemeral } = event.diagnosticEvent ?? {};
    if (ephemeral === true) statuses.push({ text: message.replace(/<\{%[^%]*%\}>/g, "").trim(), urn });
    if (event.summaryEvent !== undefined) summary = event.summaryEvent.resourceChanges ?? {};
  }
  return { steps: steps.filter(({ urn }) => !isDefaultProvider(urn)), summary, statuses };
}

// A refresh step reports its findings when it ends.
function settle(step: RunStep | undefined, metadata: StepMetadata): void {
  if (step?.op !== "refresh") return;
  if (metadata.op !== "same") step.op = metadata.op;
  step.detailedDiff = detailOf(metadata);
}

function stepOf(metadata: StepMetadata): RunStep {
  const { op, urn, type } = metadata;
  const name = urn.split("::").slice(3).join("::");
  return { op, urn, type, name, detailedDiff: detailOf(metadata), failed: false };
}

function detailOf({ detailedDiff }: StepMetadata): DetailedDiff {
  return Object.fromEntries(Object.entries(detailedDiff ?? {}).map(([path, { diffKind }]) => [path, diffKind]));
}

function isDefaultProvider(urn: string): boolean {
  return /::pulumi:providers:[^:]+::default(_|$)/.test(urn);
}
