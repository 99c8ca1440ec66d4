import { CdnError } from "../api/errors";

/** An error as a program throws it: Pulumi prints a `CdnError` without its stack, because its message says what to do. */
export function withoutStack(error: unknown): unknown {
  if (!(error instanceof CdnError)) return error;
  Object.defineProperty(error, "__pulumiRunError", { value: true });
  // The SDK formats the stack nevertheless, for tracing. With source-mapped frames this takes Node 20.20 half a minute and most of
  // the memory.
  return Object.defineProperty(error, "stack", { value: "" });
}

/**
 * Suspends stack traces while a constructor of the SDK runs. The SDK makes about five promises for each output of a resource
 * and records a stack trace for each, mapped to TypeScript, which is more than half of what a resource costs. It shows them only
 * with PULUMI_DEBUG_PROMISE_LEAKS. The position of a resource in the program is found nevertheless: for that, the SDK sets a limit
 * of its own.
 */
export function suspendStackTraces(): { resume<T>(error?: T): T | undefined } {
  const { stackTraceLimit } = Error;
  if ((process.env["PULUMI_DEBUG_PROMISE_LEAKS"] ?? "") === "") Error.stackTraceLimit = 0;
  return {
    /** @returns the error that the constructor threw, with a stack trace from here */
    resume(error) {
      Error.stackTraceLimit = stackTraceLimit;
      if (error instanceof Error) Error.captureStackTrace(error);
      return error;
    },
  };
}
