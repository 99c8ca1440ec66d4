import { CdnClient } from "../provider/api/client";
import type { OwnedSettings } from "../provider/api/settings";
import type { CommandIo } from "./command";
import { tell } from "./command";
import { stackSettings } from "./stack";

/** This many retries take some seconds, unless the service only limits the rate of requests. */
const manyRetries = 4;

/** A client for the account of the selected stack. */
export async function openClient(io: CommandIo): Promise<CdnClient> {
  return clientWith(await stackSettings(io), io);
}

/** A client with these settings. Once requests had to be repeated several times, standard error says so. */
export function clientWith(settings: OwnedSettings, io: CommandIo): CdnClient {
  const client = new CdnClient(settings);
  const timer = setInterval(() => {
    if (client.counters.retries < manyRetries) return;
    clearInterval(timer);
    tell(io, "The service fails or limits requests. Each is repeated for up to a minute …");
  }, 500).unref();
  return client;
}

/** Says that the service asks to wait before it purges, which the command then does. */
export function waitingTo(io: CommandIo, what: string): { readonly onWait: (seconds: number) => void } {
  return { onWait: (seconds) => tell(io, `The service asks to wait ${String(seconds)} s before it ${what}`) };
}
