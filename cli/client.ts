import { CdnClient } from "../provider/api/client";
import type { CommandIo } from "./command";
import { stackSettings } from "./stack";

/** This many retries in a row, with no new request begun in between, mean that the service has failed for some seconds. */
const manyRetries = 4;

/** A client for the account of the selected stack. If the service fails for long, standard error says so, once. */
export async function openClient(io: CommandIo): Promise<CdnClient> {
  const client = new CdnClient(await stackSettings(io));
  /** When the last first attempt was sent: the number of them, and of retries until then. */
  let last = { firstAttempts: 0, retries: 0 };
  const timer = setInterval(() => {
    const { requests, retries } = client.counters;
    // A retry is counted as one before it waits, and as a request afterwards; while it waits, this is one too low.
    const firstAttempts = requests - retries;
    if (firstAttempts > last.firstAttempts) last = { firstAttempts, retries };
    if (retries - last.retries < manyRetries) return;
    clearInterval(timer);
    io.stderr.write("The service does not answer as it should. Trying again for up to a minute …\n");
  }, 500).unref();
  return client;
}
