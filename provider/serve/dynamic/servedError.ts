import { CdnError, ServiceError } from "../../api/errors";
import { headline } from "../../api/response";
import type { Properties } from "../../lifecycle/lifeCycle";
import { IncompleteError } from "../../lifecycle/incomplete";

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
  const text = (whole: string): string =>
    told.has(cause) ? `${firstSentence(whole)} (the same error as for another resource, which says what to do)` : whole;
  const served: Error & Partial<PartialFailure> = new Error(text(error.message));
  served.name = error.name;
  served.stack = "";
  if (error instanceof IncompleteError) {
    Object.assign(served, { id: error.id, properties: propertiesOf(error.state), reasons: [text(error.reason)] });
  }
  told.add(cause);
  return served;
}

/** Answers that speak of the one zone or operation that was asked for; any other is about the key or the whole service. */
const ownStatuses = new Set([400, 404, 405, 409, 422, 501]);

/**
 * What went wrong, without which request it went wrong with: a refused key or a service that is away meets them all. What
 * the service says of it does not count, because it may name the request.
 */
function causeOf(error: CdnError): string {
  if (error instanceof IncompleteError && error.cause instanceof CdnError) return causeOf(error.cause);
  if (!(error instanceof ServiceError)) return error.message;
  const { request, status, unanswered } = error.evidence;
  const at = request.origin ?? "";
  if (unanswered === true) return `${at} no answer`;
  if (status !== undefined && !ownStatuses.has(status)) return `${at} ${error.name} ${String(status)}`;
  return `${at} ${error.message.replace(headline(request), "")}`;
}

/** What it meant for one resource. Where a cause stands in brackets that the sentence does not close, it is left out. */
function firstSentence(message: string): string {
  const sentence = message.split(/[.\n](?:\s|$)/, 1)[0] ?? message;
  const opened: number[] = [];
  for (const { 0: bracket, index } of sentence.matchAll(/[()]/g)) {
    if (bracket === "(") opened.push(index);
    else opened.pop();
  }
  return sentence.slice(0, opened[0]).trimEnd();
}
