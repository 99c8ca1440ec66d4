import { CdnError, ServiceError } from "../api/errors";
import { headline } from "../api/outcome";
import type { Properties } from "../lifecycle/lifeCycle";
import { IncompleteError } from "../lifecycle/incomplete";

/** What Pulumi's server makes a partial failure of: the resource is saved with the id, and the operation fails. */
interface PartialFailure {
  id: string;
  properties: Properties;
  reasons: string[];
}

const told = new Set<string>();

/**
 * An error as Pulumi's server is to print it. One of ours says what to do, so its stack is left out; and where one cause
 * fails many resources, it is explained once.
 *
 * @param propertiesOf makes the properties that are saved from a state
 */
export function servedError(error: unknown, propertiesOf: (state: Properties) => Properties): unknown {
  if (!(error instanceof CdnError)) return error;
  const cause = causeOf(error);
  const served: Error & Partial<PartialFailure> = new Error(
    told.has(cause) ? `${firstSentence(error.message)} (the cause and the cure are reported above)` : error.message,
  );
  told.add(cause);
  served.name = error.name;
  served.stack = "";
  if (error instanceof IncompleteError) {
    Object.assign(served, { id: error.id, properties: propertiesOf(error.state), reasons: [error.reason] });
  }
  return served;
}

/** What went wrong, without which request it went wrong with: a refused key or a service that is away meets them all. */
function causeOf(error: CdnError): string {
  if (!(error instanceof ServiceError)) return error.message;
  const { request, unanswered } = error.evidence;
  return unanswered === true ? "no answer" : error.message.replace(headline(request), "");
}

function firstSentence(message: string): string {
  return message.split(/[.\n](?:\s|$)/, 1)[0] ?? message;
}
