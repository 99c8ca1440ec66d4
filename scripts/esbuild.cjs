"use strict";
// What ts-node compiles with. TypeScript's own transpiler takes seconds in each of mocha's processes.
const { transformSync } = require("esbuild");

exports.create = () => ({
  transpile(source, { fileName }) {
    const options = { loader: "ts", format: "cjs", target: "node20", sourcemap: true, sourcefile: fileName };
    const { code, map } = transformSync(source, options);
    return { outputText: code, sourceMapText: map };
  },
});
