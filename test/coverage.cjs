"use strict";
// Coverage is measured in mocha's workers. They write it after each file, since a worker is killed a second after its last one;
// the processes that tests start are not measured, which would take a third more time.
const v8 = require("node:v8");

exports.mochaHooks = {
  beforeAll() {
    delete process.env.NODE_V8_COVERAGE;
  },
  afterAll() {
    v8.takeCoverage();
  },
};
