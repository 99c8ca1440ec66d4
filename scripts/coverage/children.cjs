"use strict";
// For mocha's workers, which begin each file of tests with these hooks: what these suites start as processes of their own does
// again what others do and are measured at, and a process that is measured takes a third more time, and longer to end.
const unmeasured = /[\\/]test[\\/](?:compatibility|faults|package|secrets|engine[\\/](?!interruption))/;
const raw = process.env.NODE_V8_COVERAGE;

exports.mochaHooks = {
  beforeAll() {
    const file = this.test.parent.suites[0]?.file ?? "";
    if (unmeasured.test(file)) delete process.env.NODE_V8_COVERAGE;
  },
  afterAll() {
    if (raw !== undefined) process.env.NODE_V8_COVERAGE = raw;
  },
};
