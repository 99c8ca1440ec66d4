#!/usr/bin/env node
import "./compileCache";
import { run } from "./run";

// The exit code is set rather than forced, so that what was written still gets out.
run(process.argv.slice(2), process).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(
      `pulumi-cdn-zones: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = 1;
  },
);
