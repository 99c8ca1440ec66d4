import { CdnClient } from "../provider/api/client";
import type { OwnedSettings } from "../provider/api/settings";
import { edgeDelayOf } from "../provider/api/settings";
import { Purges } from "../provider/run/purges";
import type { CommandIo } from "./command";
import { tell, warn } from "./command";
import { stackSettings } from "./stack";

/** After this many retries the user should know why the command waits: they take seconds, unless the service only limits the rate. */
const manyRetries = 4;

/** Returns a client for the account of the selected stack. */
export async function openClient(io: CommandIo): Promise<CdnClient> {
  return clientWith(await stackSettings(io), io);
}

/** Returns a client with these settings. After several retries, standard error says that requests are being repeated. */
export function clientWith(settings: OwnedSettings, io: CommandIo): CdnClient {
  const client = new CdnClient(settings);
  const timer = setInterval(() => {
    if (client.counters.retries < manyRetries) return;
    clearInterval(timer);
    warn(io, "The service is failing or limiting requests. Each request is retried for up to a minute …");
  }, 500).unref();
  return client;
}

/** Returns what empties caches, at once or when every edge has a changed rule. */
export function purgesWith(client: CdnClient, settings: OwnedSettings, io: CommandIo): Purges {
  return new Purges({
    purge: (pullZoneId, tag) => client.purgePullZone(pullZoneId, tag, waitingTo(io, "purges the cache")),
    purgeUrl: (url) => client.purgeUrl(url, waitingTo(io, `purges ${url}`)),
    edgeDelaySeconds: () => edgeDelayOf(settings),
  });
}

/** Returns the option that prints how long the service asks the client to wait. The client then waits. */
export function waitingTo(io: CommandIo, what: string): { readonly onWait: (seconds: number) => void } {
  return { onWait: (seconds) => tell(io, `Waiting ${String(seconds)} s, as the service asks, before it ${what}`) };
}
