"use strict";
// mocha's spec report, which names each test that was skipped. At its end, where a reader of a long log looks first: how many were
// skipped of each suite, which passed only when they were tried again, what failed and why, and the one line that says how many
// tests really ran.
const Mocha = require("mocha");

class CountingReporter extends Mocha.reporters.Spec {
  #skipped = new Map();
  #retried = [];

  constructor(runner, options) {
    super(runner, options);
    runner.on("pending", ({ parent }) => {
      const suite = parent.fullTitle();
      this.#skipped.set(suite, (this.#skipped.get(suite) ?? 0) + 1);
    });
    runner.on("pass", (test) => {
      if (test.currentRetry() > 0) this.#retried.push(test.fullTitle());
    });
  }

  epilogue() {
    for (const [suite, count] of this.#skipped) console.log(`skipped: ${count} of: ${suite}`);
    for (const title of this.#retried) console.log(`retried: ${title}`);
    super.epilogue();
    const { passes, failures, pending } = this.stats;
    const closing = `${passes} passed, ${failures} failed`;
    console.log(pending > 0 ? `${closing}, ${pending} skipped` : closing);
  }
}

module.exports = CountingReporter;
