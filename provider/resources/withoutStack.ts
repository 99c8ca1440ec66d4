import { CdnError } from "../api/errors";

/** Has Pulumi print an error of ours without its stack, because its message says what to do. */
export function withoutStack(error: unknown): unknown {
  if (!(error instanceof CdnError)) return error;
  Object.defineProperty(error, "__pulumiRunError", { value: true });
  // The SDK formats the stack for its trace even so, and over one with frames of its own, mapped to TypeScript, Node 20.20
  // loops until memory is short, which takes half a minute.
  return Object.defineProperty(error, "stack", { value: "" });
}
