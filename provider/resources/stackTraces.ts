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
