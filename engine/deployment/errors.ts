/** Already reported with a diagnostic; whoever catches it only has to stop. */
export class Reported extends Error {
  override readonly name = "Reported";
}

/** Not started, because the operation had failed or was cancelled. */
export class Stopped extends Error {
  override readonly name = "Stopped";

  constructor() {
    super("the operation has stopped");
  }
}
