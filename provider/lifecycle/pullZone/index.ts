import { InvalidInputError, NotFoundError } from "../../api/errors";
import { zoneId } from "../../api/input";
import type { LifeCycle } from "../lifeCycle";
import { pullZoneState } from "./state";

/** The life of a pull zone, of which only reading is ours. */
export const pullZoneLifeCycle: LifeCycle = {
  check: (_context, _olds, news) => ({ inputs: news, failures: [] }),
  diff: () => ({ replaces: [], deleteBeforeReplace: false }),
  read: async ({ client }, id, prior) => {
    const includeCertificate = prior["includeCertificate"] === true;
    try {
      return { state: pullZoneState(await client.getPullZone(id, { includeCertificate }), includeCertificate) };
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      if (prior["pullZoneId"] !== undefined) return undefined;
      throw new NotFoundError(
        `There is no pull zone ${String(zoneId("pull zone", id))} in this account. Check the id, and that cdn:accessKey is of the account that has it`,
        error.evidence,
      );
    }
  },
  // One that is read is read anew by every preview.
  isSameObject: () => Promise.resolve(true),
  create: () => Promise.reject(readOnly()),
  update: () => Promise.reject(readOnly()),
  delete: () => Promise.reject(readOnly()),
};

function readOnly(): InvalidInputError {
  return new InvalidInputError("A pull zone can only be read. Use PullZone.get(name, id) for one that exists");
}
