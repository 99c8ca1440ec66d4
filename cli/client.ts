import { CdnClient } from "../provider/api/client";
import type { CommandIo } from "./command";
import { tell } from "./command";
import { stackSettings } from "./stack";

/** This many retries take some seconds, unless the service only limits the rate of requests. */
const manyRetries = 4;

/** A client for the account of the selected stack. Once requests had to be repeated several times, standard error says so. */
export async function openClient(io: CommandIo): Promise<CdnClient> {
  const client = new CdnClient(await stackSettings(io));
  const timer = setInterval(() => {
    if (client.counters.retries < manyRetries) return;
    clearInterval(timer);
    tell(io, "The service fails or limits requests. Each is repeated for up to a minute …");
  }, 500).unref();
  return client;
}
