/** The input of a drift check is invalid. The message says what and where, and holds no secret. */
export class DriftError extends Error {
  override readonly name: string = "DriftError";
}

/** A state can't be read, or is not a state. */
export class StateError extends DriftError {
  override readonly name = "StateError";
}

/** What is not read has this before the message of the request that failed. */
export const givenUp = "not read, because an earlier request failed: ";

/** `.cdn-drift.yaml`, the file of ignore rules and accounts, is malformed. */
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
