import type { Details, Readable, WholeKind, WholeKindOf } from "../kinds";
import { kinds, wholeKinds } from "../kinds";
import type { Field } from "../wire/fields";
import { capitalized, pluralOf } from "../wire/words";
import type { Purpose } from "./answers";
import { Answers, maxAgeMs, mayBeListed } from "./answers";
import type { Listed, ReadOptions, WholeSource } from "./batchedReads";
import { BatchedReads } from "./batchedReads";
import { idFieldOf, idIn as idInField, isDeleted, requestFor } from "./dialect";
import { NotFoundError, UnexpectedResponseError } from "./errors";
import type { Everyone } from "./everyone";
import { everyone } from "./everyone";
import { zoneId } from "./ids";
import { maxPerPage } from "./lists";
import type { Objects } from "./objects";
import type { CallOptions } from "./operation";
import { dropUnread, withoutUnknown } from "./response";
import { eventually, findDelays, isRecent, pause } from "./waits";
import type { Service } from "./settings";
import type { StorageAccess, StorageFiles } from "./storageFiles";

/** Options of a {@link Reads}. */
export interface ReadsOptions {
  /** Answers reads from lists where that is cheaper. @default every read requests the object */
  readonly lists?: true;
  /** What reads are for, unless they say so. @default "refresh" with lists, otherwise "decision" */
  readonly purpose?: Purpose;
  /** Sends each request, or refuses to by throwing. @default every request is sent */
  readonly send?: <T>(request: () => Promise<T>) => Promise<T>;
  /** Whether only GET requests may be sent. */
  readonly onlyGets?: true;
}

/** An object of a kind, by its id. */
export interface ObjectOf {
  readonly kind: WholeKind;
  readonly id: number;
}

/** Result of a single request for an object. Undefined means a 404, which alone proves nothing. */
export type Seen<Kind extends WholeKind> = Readable<Kind> | "deleted" | undefined;

/** Delays before each attempt to find an object in a state. There are more than usual: an object that is taken for deleted would be lost. */
const knownDelays = [...findDelays, 4000, 8000];
/** Delays before each further attempt to read an object that is listed but was not found. */
const secondLookDelays = findDelays.slice(1);

/**
 * Reads the objects of every kind, singly or from lists where that is cheaper. Reads of an object that is being read share the next read: a read
 * returns all parts of an object, and a run may change hundreds of them.
 */
export class Reads {
  readonly #options: ReadsOptions;
  readonly #batches = new Map<WholeKind, BatchedReads<Readable>>();
  readonly #purpose: Purpose;
  readonly #answers: Answers<unknown>;

  /** @internal */
  constructor(
    /** @internal */
    readonly objects: Objects,
    options: ReadsOptions = {},
  ) {
    this.#options = options;
    this.#purpose = options.purpose ?? (options.lists === true ? "refresh" : "decision");
    this.#answers = new Answers(options.lists === true ? [this.#purpose] : ["deletion", "turn", "creation"]);
  }

  /** The service that is called. @internal */
  get service(): Service {
    return this.objects.service;
  }

  /** The service's current time according to its `Date` headers, in milliseconds since the epoch. Compare dates of the service with it. */
  serviceTime(): number {
    return this.objects.serviceTime();
  }

  /**
   * Returns access to the files of a storage zone. Assumption: the contract has no files.
   *
   * @throws {ConfigurationError} for an unusable host
   * @internal
   */
  storageFiles(access: StorageAccess): StorageFiles {
    return this.objects.storageHosts.files(access);
  }

  /**
   * Returns ids of users that own zones in this account: those seen so far or, if the wanted one is not among them, all of them.
   * Assumption: a user owns zones of one account only.
   */
  owners(wanted: string): Promise<ReadonlySet<string>> {
    return this.#send(() => this.objects.lists.owners(wanted));
  }

  /**
   * Returns the id of the user that owns an object, by the object to which it belongs, or else of a user that owns zones in this account; undefined
   * if there is none. A reader that only gets returns undefined: a report writes no state, so it needs no owner.
   *
   * @param belongsTo kind and id of the object that shows the owner
   * @internal
   */
  async anyOwner(belongsTo?: ObjectOf): Promise<string | undefined> {
    if (this.#options.onlyGets === true) return undefined;
    if (belongsTo === undefined) return this.#send(() => this.objects.lists.anyOwner());
    const shown = (await this.find(belongsTo.kind, belongsTo.id)) as { readonly userId?: string } | undefined;
    return shown?.userId;
  }

  /** Reads an object by id. @throws {NotFoundError} @internal */
  async read<Kind extends WholeKind>(kind: Kind, id: number | string, options?: ReadOptions): Promise<Readable<Kind>>;
  async read(kind: WholeKind, id: number | string, options: ReadOptions = {}): Promise<Readable> {
    const number = zoneId(kinds[kind].noun, id);
    const { purpose = this.#purpose } = options;
    if (this.#options.lists === true && mayBeListed(purpose)) return this.#batched(kind).read(number, options);
    return this.#readSingly(kind, number, options);
  }

  /** Requests something that several callers can share, such as lists. @param key what is requested */
  shared<Result>(key: string, purpose: Purpose, request: () => Promise<Result>): Promise<Result> {
    return this.#answers.ask(key, { purpose, request }) as Promise<Result>;
  }

  /**
   * Reads details of an object that the service returns only at a separate path.
   *
   * @param options `again` requests parts although an earlier read is recent enough, to confirm that one is missing; `part` is the id of the part
   * whose details are read
   * @returns undefined if the object has none, or if reading them takes another method than GET and this reader only gets
   * @internal
   */
  async details<Kind extends keyof Details, Name extends keyof Details[Kind] & string>(
    kind: Kind,
    id: number | string,
    name: Name,
    { again = false, part, ...options }: CallOptions & { readonly again?: boolean; readonly part?: number } = {},
  ): Promise<Details[Kind][Name] | undefined> {
    const { method = "GET", hasParts = false } = wholeKinds[kind].details?.[name] ?? {};
    if (this.#options.onlyGets === true && method !== "GET") return undefined;
    const read = (): Promise<unknown> =>
      this.#send(() => this.objects.details(wholeKinds[kind], id, name, options, part));
    // Each part would request the same list.
    const isShared =
      hasParts && this.#options.lists === true && !this.objects.writtenOf(wholeKinds[kind]).has(Number(id));
    const key = `${kind} ${String(id)} ${name}${again ? " again" : ""}`;
    const details = isShared ? this.shared(key, this.#purpose, read) : read();
    return details as Promise<Details[Kind][Name] | undefined>;
  }

  /** Lists the objects of a kind. @internal */
  list<Kind extends WholeKind>(kind: Kind, filters: object = {}): Promise<Readable<Kind>[]> {
    return this.#send(() => this.objects.list(wholeKinds[kind], filters));
  }

  /** Returns every object of a kind, for a decision that must not miss one. See {@link everyone}. @internal */
  everyone<Kind extends WholeKind>(kind: Kind, how: Everyone<Readable<Kind>> = {}): Promise<Readable<Kind>[]> {
    const find = (id: number): Promise<Readable<Kind> | undefined> => this.find(kind, id);
    return everyone({ objects: this.objects, send: (request) => this.#send(request), find }, kind, how);
  }

  /** Whether the complete list has the object; undefined if the service has no such list. @internal */
  async isListed(kind: WholeKind, id: number | string): Promise<boolean | undefined> {
    const number = zoneId(kinds[kind].noun, id);
    if (this.#options.lists === true && this.#batched(kind).lacks(number)) return false;
    return this.#send(() => this.objects.lists.isListed(wholeKinds[kind], number));
  }

  /** Whether two lists lack an object that was deleted: one alone may lack an object that exists. Simultaneous calls share both. @internal */
  async isUnlisted(kind: WholeKind, id: number | string): Promise<boolean> {
    const number = zoneId(kinds[kind].noun, id);
    return (await this.#send(() => this.objects.lists.isListedAtAll(wholeKinds[kind], number))) === false;
  }

  /**
   * Returns the object with that id; undefined if it does not exist or was deleted. That takes two reads: a 404, confirmed by the list or, if there
   * is none, by a second 404. An object that was changed a moment ago gets more attempts, because the service may show it late.
   *
   * @param options `lastModified` is the object's last known modification date
   * @throws {UnexpectedResponseError} if the list keeps showing an object for which the service answers 404
   * @internal
   */
  async find<Kind extends WholeKind>(
    kind: Kind,
    id: number | string,
    options: ReadOptions = {},
  ): Promise<Readable<Kind> | undefined> {
    const once = (): Promise<Seen<Kind>> => this.look(kind, id, options);
    const first = await (isRecent(options.lastModified, this) ? eventually(once, undefined, knownDelays) : once());
    return this.#confirmed(first, kind, id, options);
  }

  /** Returns an object that was created a moment ago, as soon as the service shows it. @internal */
  async findNew<Kind extends WholeKind>(kind: Kind, id: number): Promise<Readable<Kind> | undefined> {
    const seen = await eventually(() => this.look(kind, id), undefined, knownDelays);
    return seen === "deleted" ? undefined : seen;
  }

  /** Reads an object with one request, without confirming a 404. @internal */
  async look<Kind extends WholeKind>(kind: Kind, id: number | string, options?: ReadOptions): Promise<Seen<Kind>> {
    try {
      const object = await this.read(kind, id, options);
      return (object as { readonly deleted?: boolean }).deleted === true ? "deleted" : object;
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  /** Confirms a 404: for some seconds, the list may still show a deleted object, and a read may miss an existing one. */
  async #confirmed<Kind extends WholeKind>(
    first: Seen<Kind>,
    kind: Kind,
    id: number | string,
    options: ReadOptions,
  ): Promise<Readable<Kind> | undefined> {
    let seen = first;
    for (const delay of secondLookDelays) {
      if (seen === "deleted") return undefined;
      if (seen !== undefined) return seen;
      const isListed = await this.isListed(kind, id);
      if (isListed === false) return undefined;
      await pause(delay);
      seen = await this.look(kind, id, { singly: true, ...options });
      if (isListed === undefined && seen === undefined) return undefined;
    }
    if (seen === "deleted") return undefined;
    if (seen !== undefined) return seen;
    const { noun } = kinds[kind];
    const request = requestFor("get", kinds[kind], id);
    throw new UnexpectedResponseError(
      `${capitalized(noun)} ${String(id)} is in the list of ${pluralOf(noun)}, but the service answers 404 for it (${request.method} ${request.path}), so it is not treated as deleted. Run the same command again; if it stays so, look in the service's dashboard whether the account is suspended`,
      { request },
    );
  }

  /** Whether the account may have an object with that name, which must then be looked up. See {@link BatchedReads.mayExist}. @internal */
  async mayExist(kind: WholeKind, name: string): Promise<boolean> {
    return this.#options.lists !== true || this.#batched(kind).mayExist(name);
  }

  /** Whether the last list showed an object before a point in time, by `performance.now()`. Nothing is requested for this. @internal */
  wasListed(kind: WholeKind, id: number, before: number): boolean {
    return this.#batches.get(kind)?.showed(id, before) === true;
  }

  /** Announces reads. See {@link BatchedReads.expect}. @internal */
  expect(kind: WholeKind, reads: number): void {
    this.#batched(kind).expect(reads);
  }

  /** Returns all objects of the account except deleted ones. See {@link BatchedReads.all}. @internal */
  all(kind: WholeKind): Promise<readonly Listed<Readable>[]> {
    return this.#batched(kind).all();
  }

  /** Reads an object singly, or shares another single read of it. Only the read of a whole is kept, because it shows all its parts. */
  #readSingly(kind: WholeKind, id: number, options: ReadOptions): Promise<Readable> {
    const { query, singly, purpose = this.#purpose, notBefore } = options;
    const request = (): Promise<Readable> =>
      this.#send(() => this.objects.get<Readable>(wholeKinds[kind], id, {}, query));
    if (query !== undefined) return request();
    const { parts } = kinds[kind];
    const partsIn = (whole: unknown): number => {
      const lists = Object.keys(parts ?? {}).map((name) => (whole as Readonly<Record<string, unknown>>)[name]);
      return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
    };
    const writtenAt = this.objects.writtenOf(wholeKinds[kind]).get(id);
    const key = `${kind} ${String(id)}${singly === "again" ? " again" : ""}`;
    const isKept = parts !== undefined;
    return this.#answers.ask(key, { purpose, notBefore, writtenAt, request, partsIn, isKept }) as Promise<Readable>;
  }

  /** Returns the source of a kind's objects for batched reads. @internal */
  sourceOf<Name extends WholeKind>(name: Name): WholeSource<Readable<Name>> {
    const { objects } = this;
    const kind: WholeKindOf<Readable<Name>> = wholeKinds[name];
    const idIn = (item: unknown): number | undefined => idInField(item, idFieldOf(kind));
    const partNames = kind.partsAreOutputs === false ? [] : Object.keys(kind.parts ?? {});
    const partFields = kind.table.fields.filter(({ name }) => partNames.includes(name)).map(({ wire }) => wire);
    // A list that omits parts may also omit settings.
    const settings = kind.partsAreOutputs === false ? kind.settings.map(({ wire }) => wire) : [];
    let needed = kind.readTable.fields.filter(({ always, essential }) => always === true || essential === true);
    // A list may omit fields that a read shows, such as a password. Without them, the object would seem to have changed.
    const isShown = (item: unknown, { wire, always, of }: Field): boolean => {
      const value = (item as Readonly<Record<string, unknown>>)[wire];
      return value !== undefined && (value !== null || (always !== true && of === undefined));
    };
    let isCompared = false;
    // A field that a read does not show either is no reason to read each object.
    const compareWithRead = async (items: readonly unknown[]): Promise<void> => {
      if (isCompared) return;
      const isLacking = (item: unknown, field: Field): boolean => field.always === true && !isShown(item, field);
      const named = items.filter((one) => idIn(one) !== undefined && !isDeleted(one));
      const item = named.find((one) => needed.some((field) => isLacking(one, field)));
      const id = idIn(item);
      if (id === undefined) return;
      isCompared = true;
      const read = await objects.get<Readable<Name>>(kind, id, {}).catch(() => undefined);
      if (read !== undefined) needed = needed.filter((field) => field.name in read || !isLacking(item, field));
    };
    const nameField = kind.table.fields.find(({ name }) => name === kind.nameField)?.wire ?? "";
    const list: WholeSource<Readable<Name>>["list"] = async (page) => {
      const query = { page, perPage: maxPerPage };
      const { items, operation, totalItems, hasMoreItems } = await objects.lists.page(kind, query);
      await compareWithRead(items);
      const zones = items.flatMap((item) => {
        const id = idIn(item);
        if (id === undefined) return [];
        dropUnread(kind.table, item);
        const shown = item as Readonly<Record<string, unknown>>;
        const read = (): Readable<Name> => withoutUnknown(kind, item, objects.decode(operation, kind, item));
        const isComplete =
          partFields.every((wire) => Array.isArray(shown[wire])) &&
          settings.every((wire) => wire in shown) &&
          needed.every((field) => isShown(shown, field));
        const name = shown[nameField];
        return [{ id, name: typeof name === "string" ? name : undefined, deleted: isDeleted(item), isComplete, read }];
      });
      return { objects: zones, pagesLeft: hasMoreItems ? Math.max(1, Math.ceil(totalItems / maxPerPage) - page) : 0 };
    };
    const get: WholeSource<Readable<Name>>["get"] = (id, { query }) => objects.get(kind, id, {}, query);
    return { get, list, written: objects.writtenOf(kind) };
  }

  #batched(kind: WholeKind): BatchedReads<Readable> {
    let reads = this.#batches.get(kind);
    if (reads === undefined) {
      const source = this.sourceOf(kind);
      const limited: WholeSource<Readable> = {
        ...source,
        get: (id, options) => this.#readSingly(kind, id, options),
        list: (page) => this.#send(() => source.list(page)),
      };
      this.#batches.set(kind, (reads = new BatchedReads(limited, { maxAgeMs: maxAgeMs(this.#purpose) })));
    }
    return reads;
  }

  #send<T>(request: () => Promise<T>): Promise<T> {
    return this.#options.send === undefined ? request() : this.#options.send(request);
  }
}
