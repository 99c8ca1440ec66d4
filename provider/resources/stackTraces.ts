/**
 * Suspends stack traces while a constructor of the SDK runs. The SDK creates about five promises for each output of a resource and records a stack
 * trace, mapped to TypeScript, for each: more than half the cost of a resource. It shows them only with PULUMI_DEBUG_PROMISE_LEAKS. The position of
 * a resource in the program is still found, because the SDK sets a separate limit for that.
 */
export function suspendStackTraces(): { resume<T>(error?: T): T | undefined } {
  const { stackTraceLimit } = Error;
  if ((process.env["PULUMI_DEBUG_PROMISE_LEAKS"] ?? "") === "") Error.stackTraceLimit = 0;
  return {
    /** Ends the suspension. @returns the error that the constructor threw, with a stack trace from here */
    resume(error) {
      Error.stackTraceLimit = stackTraceLimit;
      if (error instanceof Error) Error.captureStackTrace(error);
      return error;
    },
  };
}
