#!/usr/bin/env node
import { keepCompiledCode } from "./compileCache";

keepCompiledCode();
const { run } = require("./run") as typeof import("./run");
const { tell } = require("./command") as typeof import("./command");

// A reader such as `head` may close the pipe early. Anything else, such as a full disk, is a failure.
// eslint-disable-next-line no-restricted-syntax -- nothing is written
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  tell(process, `pulumi-cdn-zones: the output can't be written: ${error.message}`);
  process.exit(1);
});

// The exit code is set rather than forced, so that buffered output is still written.
run(process.argv.slice(2), process).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    tell(process, `pulumi-cdn-zones: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    process.exitCode = 1;
  },
);
