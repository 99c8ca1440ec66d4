"use strict";
// mocha's spec report, closed by one line that says how many tests ran.
const { Spec } = require("mocha").reporters;

module.exports = class extends Spec {
  epilogue() {
    super.epilogue();
    const { passes, failures, pending } = this.stats;
    console.log(`${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ""}`);
  }
};
