import { distance } from "fastest-levenshtein";
import type { CdnClient } from "../provider/api/client";
import { UnsupportedError } from "../provider/api/errors";
import { zoneId } from "../provider/api/ids";
import type { KindName, Readable, WholeKind } from "../provider/kinds";
import { kindNames, kinds, nameIn } from "../provider/kinds";
import { pluralOf } from "../provider/wire/words";
import type { WholeLists } from "../provider/api/lookUp";
import { findNamed } from "../provider/api/find";
import { printableName } from "../terminal/text";
import type { CommandIo } from "./command";
import { CommandError, warn } from "./command";

/** The zones of a kind that are not deleted. If the service does not list that kind, standard error says so and the result is undefined. */
export async function listZones<Name extends WholeKind>(
  lists: WholeLists,
  kind: Name,
  io: CommandIo,
): Promise<Readable<Name>[] | undefined> {
  try {
    const zones = await lists.of(kind);
    return zones.filter((whole) => !("deleted" in whole && whole.deleted));
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    warn(io, `${error.message}, so these are omitted`);
    return undefined;
  }
}

/** Whether an argument is a zone's id: digits are an id, everything else is a name. */
export function isId(zone: string): boolean {
  return /^[0-9]+$/.test(zone);
}

/**
 * Returns the id of a zone, given the id or the name.
 *
 * @throws {InvalidInputError} for an impossible id
 * @throws {CommandError} if there is none of that name
 */
export async function idOfZone(client: CdnClient, kind: WholeKind, zone: string): Promise<number> {
  return isId(zone) ? zoneId(kinds[kind].noun, zone) : (await zoneNamed(client, kind, zone)).id;
}

/**
 * Returns a zone, given the id or the name. The zone is read by its id, because a list may omit some of its fields.
 *
 * @throws {InvalidInputError} for an impossible id
 * @throws {CommandError} if there is none
 */
export async function readZone<Name extends WholeKind>(
  client: CdnClient,
  kind: Name,
  given: string,
): Promise<Readable<Name>> {
  const id = await idOfZone(client, kind, given);
  const whole = await client.reads.find(kind, id);
  if (whole === undefined) throw missingZoneError(kind, String(id));
  return whole;
}

/** The kind that a word names, in any spelling: `PullZone`, `pull-zone`, `pullzones`. */
export function kindCalled(word: string): KindName | undefined {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^a-z]/g, "")
      .replace(/s$/, "");
  return kindNames.find((name) => plain(name) === plain(word));
}

/** Returns the zone with a name, as the list shows it. @throws {CommandError} if there is none, if there are several, or if the service has no list */
export async function zoneNamed<Name extends WholeKind>(
  client: CdnClient,
  kind: Name,
  name: string,
): Promise<Readable<Name>> {
  const list = (search: string): Promise<Readable<Name>[]> => client.reads.list(kind, { search });
  const [whole, ...others] = await findNamed(kinds[kind], name, list).catch((error: unknown) => {
    if (error instanceof UnsupportedError) throw new CommandError(`${error.message}: give the id instead of the name`);
    throw error;
  });
  if (others.length > 0) {
    const ids = [whole, ...others].map((one) => String(one?.id)).join(", ");
    throw new CommandError(
      `There are ${String(others.length + 1)} ${pluralOf(kinds[kind].noun)} named ${JSON.stringify(name)}, with the ids ${ids}: give one of these ids`,
    );
  }
  if (whole !== undefined) return whole;
  throw missingZoneError(kind, `named ${JSON.stringify(name)}`, await nearestName(client, kind, name));
}

/** Returns the name of the zone that is spelled most like the given name. */
async function nearestName(client: CdnClient, kind: WholeKind, name: string): Promise<string | undefined> {
  const wanted = name.toLowerCase();
  // Without a list there is no hint, but the error still says what is missing.
  const zones: readonly object[] = await client.reads.list(kind).catch(() => []);
  const isLeft = (whole: object): boolean => !("deleted" in whole && whole.deleted === true);
  const names = zones.filter(isLeft).flatMap((whole) => nameIn(kinds[kind], whole) ?? []);
  const far = new Map(names.map((one) => [one, distance(one.toLowerCase(), wanted)]));
  const [nearest] = [...far].sort(([, a], [, b]) => a - b);
  return nearest !== undefined && nearest[1] <= Math.max(1, wanted.length / 3) ? nearest[0] : undefined;
}

/** @param which describes the zone: its id, or `named "…"` @param nearest the most similar name that exists */
export function missingZoneError(kind: WholeKind, which: string, nearest?: string): CommandError {
  const { noun } = kinds[kind];
  const hint = nearest === undefined ? "" : ` Did you mean ${printableName(nearest)}?`;
  return new CommandError(
    `There is no ${noun} ${which} in this account.${hint} List what it has with: npx pulumi-cdn-zones zones`,
  );
}
