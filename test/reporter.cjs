"use strict";
// mocha's spec report, closed by the one line that says how many tests really ran, and how many were skipped, by name.
const Mocha = require("mocha");

class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const skipped = [];
    runner.on("pending", (test) => skipped.push(test.fullTitle()));
    runner.once("end", () => {
      for (const title of skipped) console.log(`skipped: ${title}`);
      const { passes, failures, pending } = this.stats;
      const closing = `${passes} passed, ${failures} failed`;
      console.log(pending > 0 ? `${closing}, ${pending} skipped` : closing);
    });
  }
}

module.exports = CountingReporter;
