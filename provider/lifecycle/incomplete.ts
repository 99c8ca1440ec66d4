import { CdnError } from "../api/errors";
import type { Properties } from "./lifeCycle";

/** The object exists, but what was to follow its creation failed. Its id and state must be kept all the same. */
export class IncompleteError extends CdnError {
  override readonly name = "IncompleteError";

  constructor(
    readonly id: string,
    readonly state: Properties,
    /** What failed. */
    readonly reason: string,
    /** The error that says so, where there is one. */
    override readonly cause?: unknown,
  ) {
    super(reason);
  }
}
