"use strict";
// Preloaded into the SDK's processes. To serialize functions, the SDK loads TypeScript and arborist when it starts, which takes
// two thirds of that time. Our resources serialize none: here both are loaded when they are first used.
const Module = require("node:module");

const load = Module._load;
Module._load = function (request, ...rest) {
  const loaded = () => load.call(this, request, ...rest);
  if (!request.endsWith("/typescript-shim") && request !== "@npmcli/arborist") return loaded();
  return new Proxy({}, { get: (_, name) => (name === "__esModule" ? true : loaded()[name]) });
};
