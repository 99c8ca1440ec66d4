import { CdnError } from "../api/errors";

/** Fault of a declared value. Rule and value are kept separate, because the value may turn out to be secret. */
export class CheckFailure {
  constructor(
    readonly property: string,
    /** Rule that the value violates. It may quote the value only if `got` is absent. */
    readonly rule: string,
    /** Description of the value. */
    readonly got?: string,
    readonly advice?: string,
  ) {}

  get reason(): string {
    const got = this.got === undefined ? "" : `, but got: ${this.got}`;
    return this.rule + got + (this.advice === undefined ? "" : `. ${this.advice}`);
  }
}

/** Failure of a creation or update that has already changed something. The object's id and the current state must be saved. */
export class IncompleteError extends CdnError {
  override readonly name = "IncompleteError";

  constructor(
    readonly id: string,
    readonly state: Record<string, unknown>,
    message: string,
    /** The original error, if there is one. */
    override readonly cause?: unknown,
  ) {
    super(message);
  }
}
