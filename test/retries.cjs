"use strict";
// A test that fails is tried once more, as a busy machine makes it late; the report names each that passed only then. But not
// one that draws at random: what failed once has failed. A suite that sets its own number of retries keeps it.
const drawing = /[\\/](?:faults|fuzz|secrets)[\\/][^\\/]+$/;
const unset = -1;

exports.mochaHooks = {
  beforeEach() {
    const test = this.currentTest;
    if (test.retries() === unset && !drawing.test(test.file ?? "")) test.retries(1);
  },
};
