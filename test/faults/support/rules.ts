import { parseFaultRules } from "../../../emulator/faults/rules";
import type { JournalEntry } from "../../../emulator";
import type { FaultRule } from "../../../emulator/faults/rules";

/** Every kind of fault that a run must come through, in the ways that each kind has. */
const faults: readonly FaultRule["fault"][] = [
  { kind: "status", status: 500 },
  { kind: "status", status: 502, body: "<html>Bad gateway</html>", applied: true },
  { kind: "status", status: 503, body: { ErrorKey: "busy", Message: "Try again later." } },
  { kind: "tooManyRequests", retryAfterSeconds: 0.2, as: "seconds" },
  { kind: "latency", ms: 40 },
  { kind: "latency", medianMs: 20, sigma: 1 },
  { kind: "refuse", ms: 30 },
  { kind: "reset", when: "before" },
  { kind: "reset", when: "after" },
  { kind: "cutShort" },
  { kind: "invalidJson" },
  { kind: "contentType" },
  { kind: "contentType", contentType: "text/html", body: "<html>Welcome</html>" },
  { kind: "hang" },
  { kind: "hang", applied: true },
  { kind: "duplicate", answer: "first" },
  { kind: "duplicate", answer: "second" },
];

/** A date is of whole seconds, and everybody waits for it: as often as the others it would be most of a run's time. */
const rare: FaultRule = {
  probability: 0.003,
  fault: { kind: "tooManyRequests", retryAfterSeconds: 0, as: "date" },
};

/** Only what was made can be shown late. */
const late: FaultRule = {
  method: "POST",
  path: "/storagezone",
  probability: 0.05,
  fault: { kind: "lag", getRequests: 2, getMs: 200, listMs: 400 },
};

/** Rules under which so large a share of all requests meets a fault, each in its way as often as the others but two. */
export function faultRules(share: number): FaultRule[] {
  const rules = faults.map((fault, index) => ({
    // Of several due rules the first wins, so a later one is drawn more often for the same effect.
    probability: share / faults.length / (1 - (share * index) / faults.length),
    fault,
  }));
  return parseFaultRules([rare, late, ...rules]);
}

/** How often each rule struck where its way differs from others: what is applied or not is seen in a change only. */
export function strikes(rules: readonly FaultRule[], journal: readonly JournalEntry[]): Record<string, number> {
  return Object.fromEntries(
    rules.map(({ fault }, index) => {
      const isOfChanges = "applied" in fault || ["hang", "reset", "duplicate"].includes(fault.kind);
      const struck = journal.filter(
        ({ faultRules, method }) => faultRules.includes(index) && !(isOfChanges && method === "GET"),
      );
      return [JSON.stringify(fault), struck.length];
    }),
  );
}
