import type { CdnClient } from "../../provider/api/client";
import { partId, zoneId } from "../../provider/api/ids";
import { WholeLists, withParts } from "../../provider/api/lookUp";
import type { Kind, KindName, Readable, WholeKind } from "../../provider/kinds";
import { importedKinds, kinds, listedKinds, nameIn, wholeOf } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import { secretsOf } from "../../provider/lifecycle/edgeScript/live";
import type { Importable } from "../../provider/lifecycle/lifeCycle";
import { nounOf } from "../../provider/api/messages";
import { idKey } from "../../provider/wire/dnsName";
import { printableName } from "../../terminal/text";
import { listZones, missingZoneError, zoneNamed } from "../accountZones";
import type { CommandIo } from "../command";
import { CommandError, tell, warn } from "../command";
import type { Wanted } from "./wanted";

/** A live object that can be imported. */
export interface Found extends Importable {
  readonly kind: KindName;
  /** The name that the resource keeps. @default a slug of the object's name */
  readonly keptName?: string;
  /** The names of the object's secrets. No operation returns their values. */
  readonly secretNames?: readonly string[];
}

/** The objects to search for. */
export interface Search {
  readonly wanted: readonly Wanted[];
  /** Whether to find every object of the account. */
  readonly all: boolean;
  /** Whether to include the hostnames, edge rules or records of zones. */
  readonly parts: boolean;
  /** Whether to include the storage zones that are origins of pull zones. */
  readonly origins: boolean;
  /** Whether to declare every setting that an update can send. */
  readonly allSettings: boolean;
}

export interface SearchResult {
  /** The objects, each once: an object that is in the file twice would become two resources. */
  readonly found: readonly Found[];
  /** The parts of these zones that are not among the objects. */
  readonly otherParts: readonly Found[];
  /** The ids of storage zones that are origins of these pull zones and are not among the objects. */
  readonly otherOrigins: readonly string[];
  /** The ids of storage zones that are origins of these pull zones and that the account lacks, as far as that was asked. */
  readonly absentOrigins: readonly string[];
  /** Objects of a Terraform state that the account lacks or that nobody can change. */
  readonly absent: readonly Wanted[];
}

/** Returns an object's kind, id and name for a message. */
export function shownAs({ kind, id, name }: Found): string {
  return `${kinds[kind].noun} ${printableName(id)} (${printableName(name)})`;
}

interface Zone {
  readonly id: number;
}

/** Finds the wanted objects. @throws {CommandError} if an argument matches no object */
export async function find(client: CdnClient, search: Search, io: CommandIo): Promise<SearchResult> {
  const finder = new Finder(client, search, io);
  await finder.prefetch();
  const former = search.wanted.filter((one) => one.former !== undefined);
  for (const one of former) await finder.addFormer(one);
  for (const kind of search.all ? listedKinds : []) {
    for (const whole of await finder.listOf(kind)) await finder.addZone(kind, whole, search.parts);
  }
  for (const one of search.wanted) {
    if (one.former === undefined)
      await (one.glob === undefined ? finder.addNamed(one) : finder.addMatching(one, one.glob));
  }
  return finder.result();
}

class Finder {
  /** Parts are read with their zone, which is requested once. */
  readonly #zones = new Map<string, Promise<Zone | undefined>>();
  readonly #lists = new Map<WholeKind, Promise<readonly Zone[]>>();
  readonly #account: WholeLists;
  readonly #found = new Map<string, Found>();
  readonly #parts = new Map<string, Found>();
  readonly #named = new Set<string>();
  readonly #absent: Wanted[] = [];

  constructor(
    private readonly client: CdnClient,
    private readonly search: Search,
    private readonly io: CommandIo,
  ) {
    this.#account = new WholeLists(client, true);
  }

  /** Starts all requests that are known to be needed, so that they run at the same time. */
  async prefetch(): Promise<void> {
    if (this.search.all) await Promise.all(listedKinds.map((kind) => this.listOf(kind)));
    for (const { kind, id, former } of this.search.wanted) {
      if (id !== undefined && former?.ofShield !== true)
        void this.#zone(...wholeOf(kind, id), former === undefined ? liveZone : zoneIfAny);
    }
  }

  /** Returns the zones of a kind with their parts. If the service has no list, standard error says so and there are none. */
  listOf(kind: WholeKind): Promise<readonly Zone[]> {
    const before = this.#lists.get(kind);
    if (before !== undefined) return before;
    const list = listZones(this.#account, kind, this.io).then(async (listed = []) => {
      const zones = await Promise.all(listed.map((whole) => withParts(this.client, kind, whole)));
      for (const whole of zones) this.#zones.set(`${kind} ${String(whole.id)}`, Promise.resolve(whole));
      return zones;
    });
    this.#lists.set(kind, list);
    return list;
  }

  /** Adds an object of a Terraform state under its name there. Zones come without parts, which are entries of their own there. */
  async addFormer(wanted: Wanted): Promise<void> {
    const { kind, former } = wanted;
    const id = former?.ofShield === true ? await this.#belowShield(wanted.id) : (wanted.id ?? "");
    const [wholeKind, zoneId] = wholeOf(kind, id);
    if (zoneId === "") return void this.#absent.push(wanted);
    const whole = await this.#zone(wholeKind, zoneId, zoneIfAny);
    const live = whole && (await this.#importable(kind, whole)).find((one) => idKey(one.id) === idKey(id));
    if (whole === undefined || live === undefined) return void this.#absent.push(wanted);
    const one = former === undefined ? live : { ...live, keptName: former.name };
    if (kind === wholeKind) await this.addZone(wholeKind, whole, false, one);
    else this.#add(one);
  }

  /** Returns the id of a part of a shield for an id with the pull zone; "" if the pull zone has no shield. */
  async #belowShield(idWithPullZone = ""): Promise<string> {
    const [pullZoneId, part] = idWithPullZone.split("/");
    const shields = (await this.listOf("PullZoneShield")) as readonly Readable<"PullZoneShield">[];
    const shield = shields.find((one) => String(one.pullZoneId) === pullZoneId);
    return shield === undefined ? "" : `${String(shield.id)}/${part ?? ""}`;
  }

  /** Adds the object that an argument names by id or name; a zone comes with its parts. */
  async addNamed({ kind, id = "", name }: Wanted): Promise<void> {
    const [wholeKind, zoneId] = wholeOf(kind, id);
    // The zone is read by its id, because a list may omit some of its fields.
    const wholeId = name === undefined ? zoneId : String((await zoneNamed(this.client, wholeKind, name)).id);
    const whole = await this.#zone(wholeKind, wholeId, liveZone);
    const isWanted = (one: Found): boolean => wholeKind === kind || idKey(one.id) === idKey(id);
    const one = (await this.#importable(kind, whole ?? {})).find(isWanted);
    if (whole === undefined || one === undefined) {
      const advice = "Check the id. System hostnames and rules that can't be changed are not imported";
      throw new CommandError(
        `${nounOf(wholeKind, "atStart")} ${zoneId} has no ${kinds[kind].noun} ${id} to import. ${advice}`,
      );
    }
    if (this.#named.has(keyOf(one))) tell(this.io, `Named twice, imported once: ${shownAs(one)}`);
    this.#named.add(keyOf(one));
    if (wholeKind === kind) await this.addZone(wholeKind, whole, this.search.parts, one);
    else this.#add(one);
  }

  /** Adds the zones whose names match a glob. */
  async addMatching({ kind }: Wanted, glob: NonNullable<Wanted["glob"]>): Promise<void> {
    const [wholeKind] = wholeOf(kind, "");
    const zones = await this.listOf(wholeKind);
    const matching = zones.filter((whole) => glob.matches(nameIn(kinds[wholeKind], whole) ?? ""));
    if (matching.length === 0) throw missingZoneError(wholeKind, `whose name matches ${glob.text}`);
    for (const whole of matching) await this.addZone(wholeKind, whole, this.search.parts);
  }

  /** Adds a zone. @param parts whether its parts are added as well */
  async addZone(kind: WholeKind, whole: Zone, parts: boolean, itself?: Found): Promise<void> {
    const one = itself ?? (await this.#importable(kind, whole))[0];
    // A shield without a pull zone can't be declared, and neither can its parts.
    if (one === undefined) return;
    this.#add(one);
    tellUnreadable(kind, whole, this.io);
    for (const part of importedKinds.filter((of) => of !== kind && wholeOf(of, "")[0] === kind)) {
      for (const one of await this.#importable(part, whole)) {
        this.#parts.set(keyOf(one), one);
        if (parts) this.#add(one);
      }
    }
  }

  async result(): Promise<SearchResult> {
    const origins = new Set<string>();
    for (const { kind, inputs } of this.#found.values()) {
      const id = kind === "PullZone" ? inputs["storageZoneId"] : undefined;
      if (typeof id === "number" && !this.#found.has(`StorageZone ${String(id)}`)) origins.add(String(id));
    }
    const absentOrigins = new Set<string>();
    for (const id of this.search.origins || this.search.all ? origins : []) {
      const whole = await this.#zone("StorageZone", id, zoneIfAny);
      if (whole === undefined) absentOrigins.add(id);
      else if (this.search.origins) await this.addZone("StorageZone", whole, this.search.parts);
    }
    return {
      found: [...this.#found.values()],
      otherParts: [...this.#parts].flatMap(([key, part]) => (this.#found.has(key) ? [] : [part])),
      otherOrigins: this.search.origins ? [] : [...origins].filter((id) => !absentOrigins.has(id)),
      absentOrigins: [...absentOrigins],
      absent: this.#absent,
    };
  }

  #add(one: Found): void {
    const key = keyOf(one);
    if (this.#found.has(key)) return;
    if (hasUsableId(one)) this.#found.set(key, one);
    else warn(this.io, `Left out, because its id is not a valid one: ${shownAs(one)}`);
  }

  #zone(kind: WholeKind, id: string, read: typeof liveZone): Promise<Zone | undefined> {
    const key = `${kind} ${id}`;
    const zone = this.#zones.get(key) ?? read(this.client, kind, id);
    this.#zones.set(key, zone);
    // A rejection before the promise is awaited must not end the process.
    zone.catch(() => undefined);
    return zone;
  }

  async #importable(kind: KindName, whole: object): Promise<Found[]> {
    // A zone that was read earlier already includes the part.
    const owner = await this.client.reads.anyOwner();
    const lifeCycle = lifeCycleOf(kind);
    if (!("id" in whole)) return [];
    const [complete, secrets] = await Promise.all([
      lifeCycle.withDetails(this.client.reads, whole),
      kind === "EdgeScript" && secretsOf(this.client.reads, Number(whole.id), "type" in whole ? whole.type : undefined),
    ]);
    const secretNames = secrets === false ? {} : { secretNames: secrets.map(({ name }) => name) };
    const all = lifeCycle.importable(complete, owner, this.search.allSettings);
    return all.map((one) => ({ ...one, kind, ...secretNames }));
  }
}

function keyOf({ kind, id }: Found): string {
  return `${kind} ${idKey(id)}`;
}

/** Whether an id can be part of a path. Any other text would lead to another object. */
function hasUsableId({ kind: name, id }: Found): boolean {
  const kind: Kind = kinds[name];
  try {
    if (kind.parent === undefined) zoneId(kind.noun, id);
    else partId(kind, id);
    return true;
  } catch {
    return false;
  }
}

/** Reports the parts of a zone that can't be read. The zone is imported without them. */
function tellUnreadable(
  kind: WholeKind,
  zone: { readonly id: number; readonly extraFields?: unknown },
  io: CommandIo,
): void {
  const { noun, table }: Kind = kinds[kind];
  const unread = Object.keys(zone.extraFields ?? {});
  for (const { wire } of table.fields.filter(({ of, wire: name }) => of !== undefined && unread.includes(name))) {
    warn(io, `Left out: all ${wire} of ${noun} ${String(zone.id)}, because one of them can't be read`);
  }
}

async function liveZone(client: CdnClient, kind: WholeKind, id: string): Promise<Zone | undefined> {
  const whole = await client.reads.read(kind, id);
  if (!("deleted" in whole) || !whole.deleted) return whole;
  throw new CommandError(`${nounOf(kind, "atStart")} ${id} was deleted`);
}

/** Returns the zone with an id; undefined if there is none. */
function zoneIfAny(client: CdnClient, kind: WholeKind, id: string): Promise<Zone | undefined> {
  return client.reads.find(kind, id);
}
