"use strict";
// The modules by which the package is entered; package.json names them. Everything else is inside the bundle.
module.exports = {
  "provider/index": "index",
  "provider/client": "client",
  "provider/serve/dynamic/dynamicV1": "dynamicV1",
  "drift/index": "drift",
  "emulator/index": "emulator",
  "cli/main": "cli",
};
