import type { Readable, WholeKind } from "../kinds";
import { confirmed } from "../api/confirm";
import type { Properties } from "../declared/properties";
import { goneError, nounOf, requestOf } from "../api/messages";
import type { ApplyContext, Change } from "./operations";
import { warning } from "../wire/words";

interface Sending<Live> {
  /** Declared values. */
  readonly values: Properties;
  /** Sends the values. @returns the object, if the response has it */
  readonly send: () => Promise<Live | undefined>;
  /** Returns the names of the settings that an object does not show as declared. */
  readonly unshown: (object: Live) => readonly string[];
}

/**
 * Sends settings, and waits some seconds for the object to show them, because a successful response to an assumed operation proves little. Settings
 * that the object does not show are reported, and are drift in the next refresh.
 *
 * @returns the object after the change
 */
export async function sendSettings<Kind extends WholeKind>(
  { client, tell }: ApplyContext,
  kind: Kind,
  id: number,
  { values, send, unshown }: Sending<Readable<Kind>>,
  change: Change,
): Promise<Readable<Kind>> {
  const isSettled = (object: Readable<Kind>): boolean => unshown(object).length === 0;
  const object = await confirmed(
    () => change.send(values, send),
    () => client.reads.find(kind, id),
    isSettled,
  );
  const what = `${nounOf(kind, "atStart")} ${String(id)}`;
  if (object === undefined)
    throw goneError(`${what} was deleted while it was being updated`, requestOf("get", kind, id));
  const hidden = unshown(object);
  if (hidden.length > 0)
    tell(warning(`${what} was updated, but does not show the declared values: ${hidden.join(", ")}`));
  return object;
}
