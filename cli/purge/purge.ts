import { zoneId } from "../../provider/api/input";
import { NotFoundError } from "../../provider/api/errors";
import { unsupportedError } from "../../provider/lifecycle/shared/requests";
import { zoneNamed } from "../accountZones";
import { CommandError, UsageError, type CommandIo } from "../command";
import { printableLines } from "../../terminal/text";
import { openClient } from "../client";

/** Empties the cache of a pull zone, by its id or name: all of it, or what has the tag. */
export async function purgeCache(zone: string, tag: string | undefined, io: CommandIo): Promise<void> {
  // For example from a variable that is not set: the service would empty the whole cache.
  if (tag === "") throw new UsageError("--tag must not be empty; omit it to purge everything");
  const isId = /^[0-9]+$/.test(zone);
  if (isId) zoneId("pull zone", zone);
  const client = await openClient(io);
  const id = isId ? zone : String((await zoneNamed(client, "PullZone", zone)).id);
  try {
    await client.purgePullZone(id, tag);
  } catch (error) {
    const advice = `The cache of pull zone ${id} was not purged: this service has no operation that purges`;
    const unsupported = await unsupportedError(client, "PullZone", id, error, advice);
    if (unsupported !== undefined) throw unsupported;
    if (error instanceof NotFoundError) throw new CommandError(`There is no pull zone ${id} in this account`);
    throw error;
  }
  const what = tag === undefined ? "all of it" : `what has the tag ${JSON.stringify(tag)}`;
  io.stdout.write(`${printableLines(`Purged the cache of pull zone ${isId ? id : `${id} (${zone})`}: ${what}`)}\n`);
}
