import { distance } from "fastest-levenshtein";
import type { CdnClient } from "../provider/api/client";
import { UnsupportedError } from "../provider/api/errors";
import { zoneId } from "../provider/api/ids";
import type { KindName, Readable, WholeKind } from "../provider/kinds";
import { kindNames, kinds, nameIn } from "../provider/kinds";
import { listWhole } from "../provider/api/lookUp";
import { findAllByName } from "../provider/api/find";
import { printableName } from "../drift/terminal/text";
import type { CommandIo } from "./command";
import { CommandError, tell } from "./command";

/** The zones of a kind that are not deleted; undefined if the service has no list of them, which standard error then says. */
export async function listZones<Name extends WholeKind>(
  client: CdnClient,
  kind: Name,
  io: CommandIo,
): Promise<Readable<Name>[] | undefined> {
  try {
    const zones = await listWhole(client, kind);
    return zones.filter((zone) => !("deleted" in zone && zone.deleted));
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    tell(io, `${error.message}, so they are left out`);
    return undefined;
  }
}

/** Whether a zone is given by its id: digits are one. */
export function isId(zone: string): boolean {
  return /^[0-9]+$/.test(zone);
}

/**
 * The id of a zone that is given by its id or name.
 *
 * @throws {InvalidInputError} for an impossible id
 * @throws {CommandError} if there is none of that name
 */
export async function idOfZone(client: CdnClient, kind: WholeKind, zone: string): Promise<number> {
  return isId(zone) ? zoneId(kinds[kind].noun, zone) : (await zoneNamed(client, kind, zone)).id;
}

/**
 * The zone that is given by its id or name, read by its id: a list may leave out a part of it.
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
  const zone = await client.find(kind, id);
  if (zone === undefined) throw missingZoneError(kind, String(id));
  return zone;
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

/** A listed zone with its parts, which the list of some kinds leaves out. */
export async function wholeZone<Name extends WholeKind>(
  client: CdnClient,
  kind: Name,
  zone: Readable<Name>,
): Promise<Readable<Name>> {
  return kinds[kind].partsAreOutputs === false ? client.read(kind, zone.id) : zone;
}

/** The zone of that name. @throws {CommandError} if there is none or there are several, or the service has no list */
export async function zoneNamed<Name extends WholeKind>(
  client: CdnClient,
  kind: Name,
  name: string,
): Promise<Readable<Name>> {
  const filters = "search" in kinds[kind].filters ? { search: name } : {};
  const list = (): Promise<Readable<Name>[]> => client.list(kind, filters);
  const [zone, ...others] = await findAllByName({ kind: kinds[kind], list }, client, name).catch((error: unknown) => {
    if (error instanceof UnsupportedError) throw new CommandError(`${error.message}: give its id instead of its name`);
    throw error;
  });
  if (others.length > 0) {
    const ids = [zone, ...others].map((one) => String(one?.id)).join(", ");
    throw new CommandError(
      `There are ${String(others.length + 1)} ${kinds[kind].noun}s named ${JSON.stringify(name)}, with the ids ${ids}: give the id of the one that is meant`,
    );
  }
  if (zone !== undefined) return wholeZone(client, kind, zone);
  throw missingZoneError(kind, `named ${JSON.stringify(name)}`, await nearestName(client, kind, name));
}

/** The name of a zone that may be meant. */
async function nearestName(client: CdnClient, kind: WholeKind, name: string): Promise<string | undefined> {
  const wanted = name.toLowerCase();
  // Only the hint is lost.
  const zones: readonly object[] = await client.list(kind).catch(() => []);
  const isLeft = (zone: object): boolean => !("deleted" in zone && zone.deleted === true);
  const names = zones.filter(isLeft).flatMap((zone) => nameIn(kinds[kind], zone) ?? []);
  const far = new Map(names.map((one) => [one, distance(one.toLowerCase(), wanted)]));
  const [nearest] = [...far].sort(([, a], [, b]) => a - b);
  return nearest !== undefined && nearest[1] <= Math.max(1, wanted.length / 3) ? nearest[0] : undefined;
}

/** @param which its id, or what it is named @param nearest the name of one that may be meant */
export function missingZoneError(kind: WholeKind, which: string, nearest?: string): CommandError {
  const { noun } = kinds[kind];
  const hint = nearest === undefined ? "" : ` Did you mean ${printableName(nearest)}?`;
  return new CommandError(
    `There is no ${noun} ${which} in this account.${hint} npx pulumi-cdn-zones zones lists what it has`,
  );
}
