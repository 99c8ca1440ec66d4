"use strict";
// mocha's spec report, closed by the one line that says how many tests really ran; before it, by name, those that were skipped
// and those that passed only when they were tried again.
const Mocha = require("mocha");

class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const lines = [];
    runner.on("pending", (test) => lines.push(`skipped: ${test.fullTitle()}`));
    runner.on("pass", (test) => {
      if (test.currentRetry() > 0) lines.push(`retried: ${test.fullTitle()}`);
    });
    runner.once("end", () => {
      for (const line of lines.sort()) console.log(line);
      const { passes, failures, pending } = this.stats;
      const closing = `${passes} passed, ${failures} failed`;
      console.log(pending > 0 ? `${closing}, ${pending} skipped` : closing);
    });
  }
}

module.exports = CountingReporter;
