"use strict";
// Compiles TypeScript when it is loaded. ts-node takes seconds for the tests, in each of mocha's processes.
const { readFileSync } = require("node:fs");
const { transformSync } = require("esbuild");

require.extensions[".ts"] = (module, file) => {
  const options = { loader: "ts", format: "cjs", target: "node20", sourcemap: "inline", sourcefile: file };
  module._compile(transformSync(readFileSync(file, "utf8"), options).code, file);
};
process.setSourceMapsEnabled(true);
