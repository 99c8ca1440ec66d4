import path from "node:path";

/**
 * Returns a program that requires a file that `import` wrote. A program of native resources imports the generated SDK, whose place is taken by that
 * of these tests.
 */
export function requiring(file: string): string {
  return `
    const Module = require("node:module");
    const load = Module._load;
    Module._load = function (name, ...more) {
      return load.call(this, name === "pulumi-cdn-sdk" ? ${JSON.stringify(path.join(__dirname, "nativeSdk.cjs"))} : name, ...more);
    };
    require(${JSON.stringify(file)});`;
}
