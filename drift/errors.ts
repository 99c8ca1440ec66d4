/** The input of a drift check is invalid. The message says what and where, and holds no secret. */
export class DriftError extends Error {
  override readonly name: string = "DriftError";
}

/** A state can't be read, or is not a state. */
export class StateError extends DriftError {
  override readonly name = "StateError";
}

/** The file of ignore rules is malformed. */
export class IgnoreFileError extends DriftError {
  override readonly name = "IgnoreFileError";

  constructor(
    message: string,
    /** From 1. */
    readonly line: number,
    /** From 1. */
    readonly column: number,
  ) {
    super(message);
  }
}
