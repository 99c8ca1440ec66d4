import type { Table } from "../../provider/wire/fields";
import type { EmulatorSettings, Lag } from "../settings";
import type { Answer } from "../http";
import { profileOf } from "../profiles";
import type { View } from "../profiles/profile";
import type { Source } from "../sources";
import { Random } from "../random";
import { parsed } from "../wire/schema";
import type { Validator } from "../wire/validator";
import { complete } from "./objects";

/** The fields that every object has. */
export interface ObjectFields {
  Id: number;
  [name: string]: unknown;
}

/** The surroundings of a store. Methods of a kind that shows parts of others declare the other stores that they need. */
export interface WithSettings {
  readonly settings: EmulatorSettings;
}

/** The properties of a kind of object. */
export interface Kind<
  Whole extends ObjectFields = ObjectFields,
  Given extends { Id?: number } = Partial<ObjectFields>,
> {
  readonly table: Table;
  /** The first segment of the kind's paths. */
  readonly path: string;
  /** The field with the name, which a search in the list uses. @default objects have no name */
  readonly nameField?: string;
  /** The operation that lists the kind, and what it rests on. @default there is no list */
  readonly list?: { readonly operation: string; readonly source: Source };
  readonly schema: Validator<Given>;
  /** The schema of an object in a seed. @default schema */
  readonly seedSchema?: Validator<Given>;
  /** Whether a deleted object remains, with `Deleted: true`. @default false */
  readonly keepsDeleted?: boolean;
  /** Returns the non-empty defaults of a new object. */
  defaults(given: Given, random: Random, settings: EmulatorSettings): Given;
  /** Returns the fields that every change sets unless they are given. @param before the object; undefined if it is new @default none */
  onChange?(now: number, before?: Whole): Given;
  /** Returns an object with the fields that depend on other state. @default the object as it is stored */
  whole?(state: WithSettings, stored: Stored<Whole>): Whole;
  /** Returns an object as the API shows it. */
  shown(state: WithSettings, stored: Stored<Whole>, how: Shown): object;
}

/** The operation that shows an object, and its options. */
export interface Shown {
  readonly view: View;
  readonly includeCertificate?: boolean;
  readonly includeLinkedPullZones?: boolean;
}

/** A stored object with its hidden state. Times are in milliseconds since 1970. */
export interface Stored<Whole> {
  /** The object, which a change replaces and never modifies. */
  object: Whole;
  /** The time until which GET responds with 404. It also does so while hidden requests are left. */
  readonly hiddenUntil: number;
  hiddenRequests: number;
  readonly listedFrom: number;
  /** The object to show until a time, because a change may become visible late. */
  earlier?: { readonly object: Whole; readonly until: number };
  /** The time until which the list still shows a deleted object. */
  listedUntil: number;
  /** The time of the deletion. */
  deletedAt?: number;
}

/** The content of a store as plain data. */
export interface SavedStore<Whole = ObjectFields> {
  readonly lastId: number;
  /** The position in the random sequence. @default the start */
  readonly random?: number;
  readonly stored: readonly Stored<Whole>[];
}

/** The objects of one kind. `list`, `get`, `named`, `add` and `change` return copies; a `Stored` is not a copy. */
export class Store<Whole extends ObjectFields = ObjectFields, Given extends { Id?: number } = Partial<ObjectFields>> {
  readonly #stored = new Map<number, Stored<Whole>>();
  /** The sequence from which values of objects are generated. */
  readonly random: Random;
  /** Objects before their changes, for edges that learn of a change late, the oldest first. */
  readonly #former = new WeakMap<Stored<Whole>, { readonly object: Whole; readonly until: number }[]>();
  #lastId = 0;
  #groups: { readonly all: unknown; readonly by: ReadonlyMap<unknown, Stored<Whole>[]> } | undefined;
  /** A cache, which every change clears. */
  #sorted: readonly Stored<Whole>[] | undefined;

  constructor(
    private readonly kind: Kind<Whole, Given>,
    private readonly state: WithSettings,
  ) {
    this.random = new Random(state.settings.randomSeed);
  }

  /** Returns all objects, ascending by id. @param includeDeleted default false */
  list({ includeDeleted = false }: { readonly includeDeleted?: boolean } = {}): Whole[] {
    const listed = this.all().filter((stored) => includeDeleted || !this.#isDeleted(stored));
    return listed.map((stored) => this.#copy(stored));
  }

  /** Returns an object, even if it is deleted: check `Deleted`. */
  get(id: number): Whole | undefined {
    const stored = this.#stored.get(id);
    return stored && this.#copy(stored);
  }

  /** Returns the object with a name that is not deleted. */
  named(name: string): Whole | undefined {
    const stored = this.all().find((one) => this.#nameOf(one) === name && !this.#isDeleted(one));
    return stored && this.#copy(stored);
  }

  /** Adds an object. Missing fields are filled as in a seed. */
  add(fields: Given, { getMs = 0, getRequests = 0, listMs = 0 }: Lag = {}): Whole {
    const given = this.#parsed(fields);
    const noun = this.kind.table.object;
    const id = given.Id ?? this.#lastId + 1;
    if (this.#stored.has(id)) {
      throw new TypeError(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${String(id)} exists already.`);
    }
    this.#lastId = Math.max(this.#lastId, id);
    const now = this.state.settings.now();
    const { nameField } = this.kind;
    const name = nameField === undefined ? {} : { [nameField]: `${noun.replaceAll(" ", "-")}-${String(id)}` };
    const common = { ...name, ...this.kind.onChange?.(now) };
    const stored = {
      object: this.#complete({
        ...common,
        ...this.kind.defaults(given, this.random, this.state.settings),
        ...given,
        Id: id,
      }),
      hiddenUntil: now + getMs,
      hiddenRequests: getRequests,
      listedFrom: now + listMs,
      listedUntil: 0,
    };
    this.#stored.set(id, stored);
    this.#sorted = undefined;
    return this.#copy(stored);
  }

  /**
   * Changes fields. Unless it is given, `DateModified` is set as well.
   *
   * @param lateMs time for which GET and the list show the old object
   * @throws {RangeError} if there is no such object
   */
  change(id: number, fields: Given, lateMs = 0): Whole {
    const stored = this.existing(id);
    if (lateMs > 0) stored.earlier = { object: stored.object, until: this.state.settings.now() + lateMs };
    this.#keepFormer(stored);
    const given = this.#parsed(fields);
    const changed = this.kind.onChange?.(this.state.settings.now(), stored.object);
    stored.object = this.#complete({ ...stored.object, ...changed, ...given, Id: id });
    this.#sorted = undefined;
    return this.#copy(stored);
  }

  /** Deletes an object, but not those that are linked to it; false if there was none. @param listedMs time for which it stays listed */
  delete(id: number, listedMs = 0): boolean {
    const stored = this.#stored.get(id);
    if (stored === undefined || this.#isDeleted(stored)) return false;
    this.#sorted = undefined;
    if (this.kind.keepsDeleted !== true) return this.#stored.delete(id);
    const now = this.state.settings.now();
    stored.object = { ...stored.object, Deleted: true, ...this.kind.onChange?.(now, stored.object) };
    stored.listedUntil = now + listedMs;
    stored.deletedAt = now;
    return true;
  }

  reset(): void {
    this.#stored.clear();
    this.#sorted = undefined;
    this.#lastId = 0;
    this.random.reset();
  }

  saved(): SavedStore<Whole> {
    return { lastId: this.#lastId, random: this.random.state, stored: this.all() };
  }

  /** Restores what {@link saved} returned. An earlier version may have saved it, so missing fields are filled. */
  restore({ lastId, random, stored }: SavedStore<Whole>): void {
    this.reset();
    for (const one of stored) this.#stored.set(one.object.Id, { ...one, object: this.#complete(one.object) });
    this.#lastId = lastId;
    if (random !== undefined) this.random.state = random;
  }

  /** Returns a stored object, even if it is deleted. */
  stored(id: number): Stored<Whole> | undefined {
    return this.#stored.get(id);
  }

  /** Returns the object as it was some time ago, or as it was added. */
  before(stored: Stored<Whole>, ms: number): Whole {
    const time = this.state.settings.now() - ms;
    return this.#former.get(stored)?.find(({ until }) => until > time)?.object ?? stored.object;
  }

  #keepFormer(stored: Stored<Whole>): void {
    const { edges, now } = this.state.settings;
    const longest = Math.max(0, ...edges.map(({ delayMs }) => delayMs));
    if (longest === 0) return;
    const kept = (this.#former.get(stored) ?? []).filter(({ until }) => until > now() - longest);
    this.#former.set(stored, [...kept, { object: stored.object, until: now() }]);
  }

  /** Does what {@link stored} does. @throws {RangeError} if there is no such object */
  existing(id: number): Stored<Whole> {
    const stored = this.#stored.get(id);
    if (stored === undefined) throw new RangeError(`There is no ${this.kind.table.object} ${String(id)}.`);
    return stored;
  }

  /** Returns the object that GET finds. A request during the lag uses up one of its hidden requests. */
  found(id: number): Stored<Whole> | undefined {
    const stored = this.#stored.get(id);
    if (stored === undefined) return undefined;
    const { now, softDelete } = this.state.settings;
    if (this.#isDeleted(stored)) return softDelete ? stored : undefined;
    if (stored.hiddenRequests === 0) return now() < stored.hiddenUntil ? undefined : stored;
    stored.hiddenRequests -= 1;
    return undefined;
  }

  /** Returns the objects that the list shows, ascending by id. @param search a part of the name, in lower case */
  listed(search: string, includeDeleted: boolean): readonly Stored<Whole>[] {
    const now = this.state.settings.now();
    const isListed = (stored: Stored<Whole>): boolean =>
      now >= stored.listedFrom &&
      (!this.#isDeleted(stored) || includeDeleted || now < stored.listedUntil) &&
      this.#nameOf(stored).toLowerCase().includes(search);
    return this.all().filter(isListed);
  }

  /** Returns all stored objects, including deleted ones, ascending by id. After a change it returns another array. */
  all(): readonly Stored<Whole>[] {
    return (this.#sorted ??= [...this.#stored.values()].sort((a, b) => a.object.Id - b.object.Id));
  }

  /** Returns the objects with a value in a field, ascending by id. The field must always be the same, because the groups are cached. */
  having(field: string, value: unknown): readonly Stored<Whole>[] {
    const all = this.all();
    if (this.#groups?.all !== all) {
      const by = new Map<unknown, Stored<Whole>[]>();
      for (const stored of all) {
        const group = by.get(stored.object[field]);
        if (group === undefined) by.set(stored.object[field], [stored]);
        else group.push(stored);
      }
      this.#groups = { all, by };
    }
    return this.#groups.by.get(value) ?? [];
  }

  /** Whether an object, here or in another account, has the name, ignoring case. */
  isTaken(name: string, namesOfOthers: readonly string[]): boolean {
    const own = this.all().flatMap((stored) => (this.#isDeleted(stored) ? [] : this.#nameOf(stored)));
    return [...namesOfOthers, ...own].some((taken) => taken.toLowerCase() === name.toLowerCase());
  }

  /** Whether the name is not free yet because its object was deleted recently. */
  isBeingDeleted(name: string): boolean {
    const { deletedNamesMs, now } = this.state.settings;
    const isSame = (stored: Stored<Whole>): boolean => this.#nameOf(stored).toLowerCase() === name.toLowerCase();
    return this.all().some((stored) => isSame(stored) && now() < (stored.deletedAt ?? -Infinity) + deletedNamesMs);
  }

  /** Returns the response for an id that GET does not find. */
  notFound(id: number): Answer {
    return profileOf(this.state.settings).notFound(this.kind.table.object, this.#stored.has(id));
  }

  /** Returns a stored object as the API shows it. */
  shown(stored: Stored<Whole>, how: Shown): object {
    const { earlier } = stored;
    const isLate = earlier !== undefined && this.state.settings.now() < earlier.until;
    const seen = isLate ? { ...stored, object: earlier.object } : stored;
    return this.kind.shown(this.state, seen, how);
  }

  #nameOf({ object }: Stored<Whole>): string {
    const { nameField } = this.kind;
    return nameField === undefined ? "" : ((object[nameField] as string | null) ?? "");
  }

  #isDeleted({ object }: Stored<Whole>): boolean {
    return this.kind.keepsDeleted === true && object["Deleted"] === true;
  }

  #parsed(fields: Given): Given {
    return parsed(this.kind.schema, `The fields of the ${this.kind.table.object} are`, fields);
  }

  #complete(fields: object): Whole {
    return complete<ObjectFields>(this.kind.table, fields) as Whole;
  }

  #copy(stored: Stored<Whole>): Whole {
    return structuredClone(this.kind.whole?.(this.state, stored) ?? stored.object);
  }
}
