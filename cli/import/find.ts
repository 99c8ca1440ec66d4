import type { CdnClient } from "../../provider/api/client";
import { partId, zoneId } from "../../provider/api/input";
import type { Kind, KindName, WholeKind } from "../../provider/kinds";
import { defaultKind, importedKinds, kinds, listedKinds, readAs } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import type { Importable } from "../../provider/lifecycle/shared/lifeCycle";
import { nounOf } from "../../provider/lifecycle/shared/messages";
import { idKey } from "../../provider/wire/dnsName";
import { printableName } from "../../terminal/text";
import { kindCalled, listZones, wholeZone, zoneNamed } from "../accountZones";
import type { CommandIo } from "../command";
import { CommandError, tell, UsageError } from "../command";

/** What an argument names: an object by its id, or a zone by its name. */
export interface Wanted {
  readonly kind: KindName;
  readonly id?: string;
  readonly name?: string;
}

/** A live object that can be imported. */
export interface Found extends Importable {
  readonly kind: KindName;
}

/** Parses `KIND:ID`, or `KIND:NAME`, by default of a storage zone. Digits are an id, unless a name is asked for. */
export function wantedIn(word: string, as?: "name"): Wanted {
  const [, given = defaultKind, text = word] = /^([^:]*):(.*)$/s.exec(word) ?? [];
  const kind = kindCalled(given);
  if (kind === undefined) {
    throw new UsageError(`the kind in ${JSON.stringify(word)} must be one of ${importedKinds.join(", ")}`);
  }
  const { noun, parent, noImport }: Kind = kinds[kind];
  const id = parent && partId(noun, text).whole;
  if (noImport !== undefined) throw new UsageError(noImport(id ?? text));
  if (id !== undefined) return { kind, id };
  return as === undefined && /^[0-9]+$/.test(text) ? { kind, id: text } : { kind, name: text };
}

/** An object in a message. */
export function shownAs({ kind, id, name }: Found): string {
  return `${kinds[kind].noun} ${id} (${printableName(name)})`;
}

/** The wanted objects, each once: in the file twice, one would become two resources. */
export async function find(
  client: CdnClient,
  { wanted, all }: { readonly wanted: readonly Wanted[]; readonly all: boolean },
  io: CommandIo,
): Promise<Found[]> {
  const found = new Map<string, Found>();
  // Parts come with their zone, which is read once.
  const zones = new Map<string, Promise<object>>();
  const importable = async (kind: KindName, live: object): Promise<Found[]> => {
    // Zones that were read before have shown it.
    const owner = await client.anyOwner();
    return lifeCycleOf(kind)
      .importable(live, owner)
      .map((one) => ({ ...one, kind }));
  };
  const add = (one: Found): void => {
    const key = `${one.kind} ${one.id}`;
    if (found.has(key)) tell(io, `Given twice, used once: ${shownAs(one)}`);
    found.set(key, one);
  };
  for (const kind of all ? listedKinds : []) {
    const listed = (await listZones(client, kind, io)) ?? [];
    for (const zone of await Promise.all(listed.map((one) => wholeZone(client, kind, one)))) {
      zones.set(`${kind} ${String(zone.id)}`, Promise.resolve(zone));
      tellUnreadable(kind, zone, io);
      const ofZone = importedKinds.filter((of) => readAs(of, "")[0] === kind);
      for (const one of (await Promise.all(ofZone.map((of) => importable(of, zone)))).flat()) {
        if (hasUsableId(one)) add(one);
        else tell(io, `Left out, as the service gives it an id that is none: ${shownAs(one)}`);
      }
    }
  }
  for (const { kind, id = "", name } of wanted) {
    const [whole, zoneId] = readAs(kind, id);
    const key = `${whole} ${zoneId}`;
    if (name === undefined && !zones.has(key)) zones.set(key, liveZone(client, whole, zoneId));
    // A list may leave out a part of a zone.
    const named = name === undefined ? undefined : await zoneNamed(client, whole, name);
    const zone = named === undefined ? await zones.get(key) : await liveZone(client, whole, String(named.id));
    const isWanted = (one: Found): boolean => whole === kind || idKey(one.id) === idKey(id);
    const one = (await importable(kind, zone ?? {})).find(isWanted);
    if (one === undefined) {
      const advice = "Check the id; system hostnames, and rules that can't be changed, are not imported";
      throw new CommandError(
        `${nounOf(whole, "atStart")} ${zoneId} has no ${kinds[kind].noun} ${id} to import. ${advice}`,
      );
    }
    add(one);
  }
  return [...found.values()];
}

/** Whether an id of the service can be asked for again. Another one would become a path of another object. */
function hasUsableId({ kind, id }: Found): boolean {
  const { noun, parent }: Kind = kinds[kind];
  try {
    if (parent === undefined) zoneId(noun, id);
    else partId(noun, id);
    return true;
  } catch {
    return false;
  }
}

/** Says which parts of a zone could not be read: the zone then has none. */
function tellUnreadable(
  kind: WholeKind,
  zone: { readonly id: number; readonly extraFields?: unknown },
  io: CommandIo,
): void {
  const { noun, table }: Kind = kinds[kind];
  const unread = Object.keys(zone.extraFields ?? {});
  for (const { wire } of table.fields.filter(({ of, wire: name }) => of !== undefined && unread.includes(name))) {
    tell(io, `Left out, as one of them can't be read: all ${wire} of ${noun} ${String(zone.id)}`);
  }
}

async function liveZone(client: CdnClient, kind: WholeKind, id: string): Promise<object> {
  const zone = await client.read(kind, id);
  if (!("deleted" in zone) || !zone.deleted) return zone;
  throw new CommandError(`${nounOf(kind, "atStart")} ${id} was deleted`);
}
