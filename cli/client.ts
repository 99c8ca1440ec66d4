import { CdnClient } from "../provider/api/client";
import type { CommandIo } from "./command";
import { stackSettings } from "./stack";

/** This many retries in a row, with no new request begun in between, mean that the service has failed for some seconds. */
const manyRetries = 4;

/** A client for the account of the selected stack. If the service fails for long, standard error says so, once. */
export async function openClient(io: CommandIo): Promise<CdnClient> {
  const client = new CdnClient(await stackSettings(io));
  /** The counters when a new request was last sent. */
  let last = { begun: 0, retries: 0 };
  const timer = setInterval(() => {
    const { requests, retries } = client.counters;
    // One lower while a retry waits.
    const begun = requests - retries;
    if (begun > last.begun) last = { begun, retries };
    if (retries - last.retries < manyRetries) return;
    clearInterval(timer);
    io.stderr.write("The service does not answer as it should. Trying again for up to a minute …\n");
  }, 500).unref();
  return client;
}
