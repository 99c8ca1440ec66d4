import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { Emulator } from "../../../emulator";

/** Requests an address of a site, and returns the response with its body. */
export async function asVisitor(
  { port }: Emulator,
  host: string,
  path: string,
): Promise<{ response: IncomingMessage; body: string }> {
  const sent = request({ host: "127.0.0.1", port, path, headers: { host } }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { response, body: await text(response) };
}
