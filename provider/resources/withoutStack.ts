import { CdnError } from "../api/errors";

/** Makes Pulumi print a `CdnError` without its stack, because its message says what to do. */
export function withoutStack(error: unknown): unknown {
  if (!(error instanceof CdnError)) return error;
  Object.defineProperty(error, "__pulumiRunError", { value: true });
  // The SDK formats the stack for tracing nevertheless. With source-mapped frames of its own this takes Node 20.20 half a minute
  // and most of the memory.
  return Object.defineProperty(error, "stack", { value: "" });
}
