"use strict";
// For mocha's workers: a worker that has a second to end gets longer to write what it has covered.
process.on("SIGTERM", () => undefined);
