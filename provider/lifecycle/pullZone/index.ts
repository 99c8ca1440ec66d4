import { InvalidInputError, NotFoundError } from "../api/errors";
import type { GetPullZoneResult } from "../types/pullZone";
import { pullZoneTable } from "../wire/pullZone";
import type { LifeCycle, Properties } from "./lifeCycle";
import { canonical } from "./properties";

/** The life cycle of a pull zone, which can only be read. */
export const pullZoneLifeCycle: LifeCycle = {
  // Called for a declared pull zone only, never for one that is read with get.
  check: (_context, _olds, news) => ({ inputs: news, failures: [{ property: "", reason: readOnlyError().message }] }),
  diff: () => ({ replaces: [], deleteBeforeReplace: false }),
  read: async ({ reader }, id, prior) => {
    const includeCertificate = prior["includeCertificate"] === true;
    try {
      return {
        state: pullZoneState(
          await reader.read("PullZone", id, includeCertificate ? { query: { includeCertificate } } : {}),
          includeCertificate,
        ),
      };
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      if (prior["pullZoneId"] !== undefined) return undefined;
      throw new NotFoundError(
        `There is no pull zone ${id} in this account. Check the id, and that the access key belongs to the account that owns the zone`,
        error.evidence,
      );
    }
  },
  // Nothing is written to a pull zone, and every preview reads it through the provider that it has now.
  isSameObject: () => Promise.resolve(true),
  import: () => Promise.reject(readOnlyError()),
  create: () => Promise.reject(readOnlyError()),
  update: () => Promise.reject(readOnlyError()),
  delete: () => Promise.reject(readOnlyError()),
};

/** The state of a pull zone, without volatile fields: every difference is a change that somebody made. */
export function pullZoneState(zone: GetPullZoneResult, includeCertificate: boolean): Properties {
  const { id, ...state } = canonical(pullZoneTable, zone);
  return { ...state, pullZoneId: id, ...(includeCertificate ? { includeCertificate } : {}) };
}

function readOnlyError(): InvalidInputError {
  return new InvalidInputError("A pull zone can only be read. Use PullZone.get(name, id) for one that exists");
}
