import { NotFoundError, UnauthorizedError } from "./errors";
import { keyRefusedError } from "./httpErrors";
import { headline } from "./operation";
import type { SettingsOwner } from "./settingsOwner";
import { pluralOf } from "../wire/words";

// The service answers the same for a wrong key and for an object of another account: a 401 without a body or, for access logs, a 403. A list that
// is read with the same key shows which of the two it was.

/** Whether a refusal can be caused by either the key or the id. */
export function isAmbiguous(error: unknown): error is UnauthorizedError {
  return error instanceof UnauthorizedError && error.evidence.status === 401 && error.evidence.said === undefined;
}

/**
 * Returns the error for an ambiguous refusal.
 *
 * @param isListed whether the account's list has the object; undefined if the service has no list of this kind; rejects if the list can't be read
 */
export async function refusalError(
  { noun, id }: { readonly noun: string; readonly id: number },
  { evidence }: UnauthorizedError,
  owner: SettingsOwner,
  isListed: () => Promise<boolean | undefined>,
): Promise<Error> {
  const object = `${noun} ${String(id)}`;
  const failed = `${headline(evidence.request)} failed with ${String(evidence.status)}`;
  let isInAccount: boolean | undefined;
  try {
    isInAccount = await isListed();
  } catch (error) {
    if (error instanceof UnauthorizedError) return keyRefusedError(evidence, owner);
    if (!(error instanceof Error)) throw error;
    return new UnauthorizedError(
      `${failed}. Either the access key was refused, or ${object} is not in this account. The list, which would show which of the two it is, could not be read: ${error.message}`,
      evidence,
    );
  }
  if (isInAccount === undefined) {
    // Not a `NotFoundError`: an object that exists would be taken for deleted.
    return new UnauthorizedError(
      `${failed}. The access key is valid, but either it is not allowed to do this, or ${object} is not in this account: the service has no list of ${pluralOf(noun)}, which would show which of the two it is. Check the id and the key's rights`,
      evidence,
    );
  }
  const { setting } = evidence.request;
  const address = setting === undefined ? "" : `, and that ${setting} is the base URL of this operation`;
  if (isInAccount) {
    return new UnauthorizedError(
      `${failed}. The access key is valid, and ${object} is in its account, but the key is not allowed to do this. Check the key's rights${address}`,
      evidence,
    );
  }
  return new NotFoundError(
    `${failed}. The access key is valid, but ${object} is not in this account. Check the id, and that the access key belongs to the account that owns the ${noun}`,
    evidence,
  );
}
