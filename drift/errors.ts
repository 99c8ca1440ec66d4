/** Invalid input of a drift check. The message names the fault and its place, and contains no secret. */
export class DriftError extends Error {
  override readonly name: string = "DriftError";
}

/** A state that can't be read or is invalid. */
export class StateError extends DriftError {
  override readonly name = "StateError";
}

/** Prefix of the reason for resources that are not read, before the message of the failed request. */
export const unreadPrefix = "not read, because an earlier request failed: ";

/** Malformed `.cdn-drift.yaml`, the file of ignore rules and accounts. */
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
