import { CdnError } from "../api/errors";

/** What is wrong with a declared value. The reason is put together last, because the value may be secret. */
export class CheckFailure {
  constructor(
    readonly property: string,
    /** What the value must be. Only if `got` is absent, it may quote the value. */
    readonly rule: string,
    /** What the value is, in words. */
    readonly got?: string,
    readonly advice?: string,
  ) {}

  get reason(): string {
    const got = this.got === undefined ? "" : `, but got: ${this.got}`;
    return this.rule + got + (this.advice === undefined ? "" : `. ${this.advice}`);
  }
}

/** A creation or update failed after it had changed something. The object's id and the state reached must be saved. */
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
