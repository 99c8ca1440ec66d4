import { eventually } from "./waits";

/**
 * Sends a request that changes an object, and returns the object afterwards. A successful response alone proves nothing: the service may answer 200
 * with an error, or 202, and do nothing. So the response must show the whole object as it should be, or a read must.
 *
 * @param request returns the object, if the response shows all of it
 * @param look reads the object
 * @param isDone whether an object is as it should be
 * @param delays delays before each read, in milliseconds
 * @returns the object as it should be or, after a few seconds, its last version; undefined if it does not exist
 */
export async function confirmed<Live>(
  request: () => Promise<Live | undefined>,
  look: () => Promise<Live | undefined>,
  isDone: (live: Live) => boolean,
  delays?: number[],
): Promise<Live | undefined> {
  const answered = await request();
  return answered !== undefined && isDone(answered) ? answered : eventually(look, isDone, delays);
}
