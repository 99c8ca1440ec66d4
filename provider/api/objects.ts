import type { Readable, WholeKind, WholeKindOf } from "../kinds";
import { wholeKinds } from "../kinds";
import { encode, notePublicNames } from "../wire/codec";
import type { Table } from "../wire/fields";
import type { ReadOptions, ZoneSource } from "./batchedReads";
import type { UnauthorizedError } from "./errors";
import { hasNoOperation, NotFoundError, UnexpectedResponseError, UnsupportedError } from "./errors";
import { checkArguments, checkBody, checkInteger, zoneId } from "./input";
import type { CallOptions, Operation } from "./operation";
import { headline, requestFor } from "./operation";
import type { Envelope } from "./response";
import { isAmbiguous, refusalError } from "./refusals";
import { contractError, decoded, dropUnread, envelopeOf, idIn, withoutUnknown } from "./response";
import type { Counters } from "./sender";
import { Sender } from "./sender";
import type { OwnedSettings } from "./settings";
import { settingSpecs } from "./settings";

/** The maximum page size. Source: contract. */
const zonesPerPage = 1000;

/** How old a list may be in which a zone is looked for that was not found. */
const idsMaxAgeMs = 500;

/** What all kinds of zones have in common; {@link CdnClient} has the operations of each. */
export abstract class Zones {
  readonly #sender: Sender;
  /** Ids of the zones that were written, by noun. */
  readonly #written = new Map<string, Set<number>>();
  /** User ids in the responses so far. */
  readonly #owners = new Set<string>();
  /** The contract's names of fields that the service shows under their public names. */
  readonly #publicNames = new Set<string>();
  /** The ids in the last whole list, by noun; undefined if there is no list. */
  readonly #listedIds = new Map<string, { readonly at: number; readonly ids: Promise<Set<number> | undefined> }>();
  /** Settles once the whole list has been read for its owners. */
  #allOwners: Promise<void> | undefined;
  /** Whether a response has shown that the base URL is the API's. */
  #isApi = false;

  constructor(settings: OwnedSettings) {
    this.#sender = new Sender(settings);
  }

  /** Requests and retries so far. */
  get counters(): Readonly<Counters> {
    return this.#sender.counters;
  }

  /** The service's current time, by its `Date` headers, in milliseconds since the epoch. Compare the service's dates with it. */
  serviceTime(): number {
    return Date.now() + this.#sender.clockLead;
  }

  /** Reads an object by id, as a life cycle needs it. @internal */
  async read<Kind extends WholeKind>(
    kind: Kind,
    id: number | string,
    { query, signal }: ReadOptions & CallOptions = {},
  ): Promise<Readable<Kind>> {
    return this.get(wholeKinds[kind], id, signal === undefined ? {} : { signal }, query);
  }

  /** Lists the objects of a kind, as a life cycle needs them. @internal */
  async list<Kind extends WholeKind>(kind: Kind, filters: object = {}): Promise<Readable<Kind>[]> {
    return this.listOf(wholeKinds[kind], filters, {});
  }

  /** @internal */
  protected async get<T extends object>(
    kind: WholeKindOf<T>,
    id: number | string,
    options: CallOptions,
    query: NonNullable<Operation["query"]> = {},
  ): Promise<T> {
    const number = zoneId(kind.noun, id);
    const operation: Operation = { ...requestFor("get", kind, number), query, repeatable: true, ...options };
    const typed = this.#decode(operation, kind, await this.#send(kind, number, operation));
    this.#isApi = true;
    const { id: answered, userId } = typed as { id?: number; userId?: string };
    this.#noteOwner(userId);
    if (answered === number) return typed;
    // Another zone's data must not enter a resource's state.
    const { redact } = this.#sender;
    const fault = `it holds ${kind.noun} ${redact(String(answered))} instead of ${String(number)}`;
    throw contractError(operation, fault, redact);
  }

  /** @param onlyKnown whether what the list leaves out of a zone is absent, not empty @internal */
  protected async listOf<T extends object>(
    kind: WholeKindOf<T>,
    filters: object,
    options: CallOptions,
    onlyKnown = false,
  ): Promise<T[]> {
    checkArguments(filters, kind.filters);
    const zones: T[] = [];
    await this.#readAll(kind, filters, options, (item, operation) => {
      const zone = this.#decode(operation, kind, item);
      zones.push(onlyKnown ? withoutUnknown(kind, item, zone) : zone);
    });
    return zones;
  }

  /** @internal */
  protected async listPageOf<T extends object>(
    kind: WholeKindOf<T>,
    { page, perPage = zonesPerPage, ...filters }: { readonly page: number; readonly perPage?: number },
    options: CallOptions,
  ): Promise<Omit<Envelope, "items"> & { items: T[] }> {
    checkArguments(filters, kind.filters);
    checkInteger("page", page, 0, 2147483647);
    checkInteger("perPage", perPage, 5, zonesPerPage);
    const { items, operation, ...envelope } = await this.#page(kind, { page, perPage, ...filters }, options);
    return { items: items.map((item) => this.#decode(operation, kind, item)), ...envelope };
  }

  /** @internal */
  protected async add<T extends object, Body extends object>(
    kind: WholeKindOf<T>,
    bodyTable: Table<Body>,
    body: Body,
    options: CallOptions,
  ): Promise<T> {
    checkBody(bodyTable, body);
    const request = { ...requestFor("add", kind), body: encode(bodyTable, body, this.#publicNames), ...options };
    const operation: Operation = { ...request, repeatable: false };
    const answer = await this.#sender.send(operation);
    const id = idIn(answer);
    if (id !== undefined) this.#writtenOf(kind).add(id);
    this.#listedIds.delete(kind.noun);
    return this.#decode(operation, kind, answer);
  }

  /** @returns the zone in the response, if it is a whole one @internal */
  protected async update<T extends object, Body extends object>(
    kind: WholeKindOf<T>,
    id: number | string,
    bodyTable: Table<Body>,
    body: Body,
    options: CallOptions,
  ): Promise<T | undefined> {
    const number = zoneId(kind.noun, id);
    checkBody(bodyTable, body);
    const sent = encode(bodyTable, body, this.#publicNames);
    const operation: Operation = { ...requestFor("update", kind, number), body: sent, repeatable: true, ...options };
    const answer = await this.change(kind, number, operation);
    try {
      return idIn(answer) === number ? this.#decode(operation, kind, answer) : undefined;
    } catch {
      return undefined;
    }
  }

  /** @internal */
  protected async delete(
    kind: WholeKindOf<object>,
    id: number | string,
    query: NonNullable<Operation["query"]>,
    options: CallOptions,
  ): Promise<void> {
    const number = zoneId(kind.noun, id);
    const request = { ...requestFor("delete", kind, number), query, ...options };
    await this.change(kind, number, { ...request, repeatable: true });
  }

  /** Sends an operation that changes an existing zone, or what the service knows of zones. @internal */
  protected async change(kind: WholeKindOf<object>, id: number | undefined, operation: Operation): Promise<unknown> {
    if (id !== undefined) this.#writtenOf(kind).add(id);
    return this.#send(kind, id, operation);
  }

  /** The objects of a kind, for batched reads. @internal */
  sourceOf<Name extends WholeKind>(name: Name): ZoneSource<Readable<Name>> {
    return this.#sourceOf(wholeKinds[name]);
  }

  #sourceOf<T extends object>(kind: WholeKindOf<T>): ZoneSource<T> {
    const partNames = kind.partsAreOutputs === false ? [] : Object.keys(kind.parts ?? {});
    const partFields = kind.table.fields.filter(({ name }) => partNames.includes(name)).map(({ wire }) => wire);
    // A list that leaves out parts may leave out more.
    const settings = kind.partsAreOutputs === false ? kind.settings.map(({ wire }) => wire) : [];
    const nameField = kind.table.fields.find(({ name }) => name === kind.nameField)?.wire ?? "";
    const list: ZoneSource<T>["list"] = async (page) => {
      const { items, operation, totalItems, hasMoreItems } = await this.#page(kind, { page, perPage: zonesPerPage });
      const zones = items.flatMap((item) => {
        const id = idIn(item);
        if (id === undefined) return [];
        dropUnread(kind.table, item);
        const { [nameField]: name, Deleted: deleted } = item as Readonly<Record<string, unknown>>;
        const read = (): T => withoutUnknown(kind, item, this.#decode(operation, kind, item));
        const shown = item as Readonly<Record<string, unknown>>;
        const isWhole =
          partFields.every((wire) => Array.isArray(shown[wire])) && settings.every((wire) => wire in shown);
        return [{ id, name: typeof name === "string" ? name : undefined, deleted: deleted === true, isWhole, read }];
      });
      return { zones, pagesLeft: hasMoreItems ? Math.max(1, Math.ceil(totalItems / zonesPerPage) - page) : 0 };
    };
    const get = (id: number, query?: Operation["query"]): Promise<T> => this.get(kind, id, {}, query);
    return { get, list, written: this.#writtenOf(kind), hasParts: kind.parts !== undefined };
  }

  /** Whether the whole list has the object; undefined if the service has no such list. Looks at the same time share one list. @internal */
  async isListed(name: WholeKind, id: number | string): Promise<boolean | undefined> {
    const kind = wholeKinds[name];
    return this.#isListed(kind, zoneId(kind.noun, id));
  }

  async #isListed(kind: WholeKindOf<object>, id: number): Promise<boolean | undefined> {
    let listed = this.#listedIds.get(kind.noun);
    if (listed === undefined || performance.now() > listed.at + idsMaxAgeMs) {
      listed = { at: performance.now(), ids: this.#idsOf(kind) };
      this.#listedIds.set(kind.noun, listed);
    }
    return (await listed.ids)?.has(id);
  }

  async #idsOf(kind: WholeKindOf<object>): Promise<Set<number> | undefined> {
    const ids = new Set<number>();
    try {
      await this.#readAll(kind, {}, {}, (item) => {
        const id = idIn(item);
        if (id !== undefined && (item as { Deleted?: unknown }).Deleted !== true) ids.add(id);
      });
      return ids;
    } catch (error) {
      if (error instanceof UnsupportedError) return undefined;
      throw error;
    }
  }

  /**
   * User ids that own zones in this account: those seen so far, or, if the wanted one is not among them, all of them.
   * Assumption: a user owns zones of one account only.
   */
  async owners(wanted: string): Promise<ReadonlySet<string>> {
    if (!this.#owners.has(wanted)) {
      // Each page of the list adds its owners.
      this.#allOwners ??= this.#readAll(wholeKinds.StorageZone, {}, {}, () => undefined);
      await this.#allOwners.catch((error: unknown) => {
        this.#allOwners = undefined;
        throw error;
      });
    }
    return this.#owners;
  }

  /** A user id that owns zones in this account; undefined if there are none. @internal */
  async anyOwner(): Promise<string | undefined> {
    const owners = this.#owners.size > 0 ? this.#owners : await this.owners("");
    return [...owners].sort()[0];
  }

  /**
   * Sends an operation on an existing zone. With a wrong base URL every request gets a 404, and all zones would seem deleted. So
   * before a 404 counts, the API must have answered something; if it has not, a list is requested, which every account has.
   */
  async #send(kind: WholeKindOf<object>, id: number | undefined, operation: Operation): Promise<unknown> {
    const { signal } = operation;
    try {
      return await this.#sender.send(operation);
    } catch (error) {
      if (error instanceof NotFoundError && !this.#isApi) await this.#probe(signal === undefined ? {} : { signal });
      if (id === undefined || !isAmbiguous(error)) throw error;
      const refusal = await this.refusalOf(kind, id, error);
      signal?.throwIfAborted();
      throw refusal;
    }
  }

  /** The error for an operation that was refused because of the key or of the id: a list with the same key decides. @internal */
  protected refusalOf(kind: WholeKindOf<object>, id: number, error: UnauthorizedError): Promise<Error> {
    return refusalError({ noun: kind.noun, id }, error, this.#sender.owner, async () => {
      const isListed = await this.#isListed(kind, id);
      // Without a list of this kind, another one shows at least that the key is valid.
      if (isListed === undefined) await this.#probe({});
      return isListed ?? false;
    });
  }

  /** Requests a list that every account has. */
  async #probe(options: CallOptions): Promise<void> {
    await this.#page(wholeKinds.StorageZone, { page: 1, perPage: 5 }, options);
  }

  /** Reads every page. A zone that moves to a later page meanwhile is used once. */
  async #readAll(
    kind: WholeKindOf<object>,
    filters: object,
    options: CallOptions,
    use: (item: unknown, operation: Operation) => unknown,
  ): Promise<void> {
    const seen = new Set<number>();
    for (let page = 1; ; page++) {
      const query = { page, perPage: zonesPerPage, ...filters };
      const { items, hasMoreItems, operation } = await this.#page(kind, query, options);
      const before = seen.size;
      for (const item of items) {
        const id = idIn(item);
        // Decoding reports an item without an id.
        if (id === undefined || !seen.has(id)) use(item, operation);
        if (id !== undefined) seen.add(id);
      }
      if (!hasMoreItems) return;
      // A service that ignores the page number would make the loop endless.
      const fault = "the page has no new zones, but HasMoreItems is true";
      if (seen.size === before) throw contractError(operation, fault, this.#sender.redact);
    }
  }

  /** Gets one page, from an envelope or a plain array, with its items not decoded, and the operation for errors in them. */
  async #page(
    kind: WholeKindOf<object>,
    query: { readonly page: number; readonly perPage: number },
    options: CallOptions = {},
  ): Promise<Envelope & { readonly operation: Operation }> {
    const operation: Operation = {
      ...requestFor("list", kind),
      query: { ...query, ...kind.listQuery },
      repeatable: true,
      ...options,
    };
    const { redact, owner } = this.#sender;
    try {
      const envelope = envelopeOf(operation, await this.#sender.send(operation), query, redact);
      this.#isApi = true;
      for (const item of envelope.items) this.#noteOwner((item as { UserId?: unknown } | null)?.UserId);
      return { ...envelope, operation };
    } catch (error) {
      if (kind.listIsAssumed === true && hasNoOperation(error)) {
        if (!this.#isApi) await this.#probe(options);
        throw new UnsupportedError(`This service has no operation that lists ${kind.noun}s`, error.evidence);
      }
      if (!(error instanceof NotFoundError)) throw error;
      const { request } = error.evidence;
      throw new UnexpectedResponseError(
        `${headline(request)} failed with 404, but every account has a list of ${kind.noun}s. Check that ${owner.name(settingSpecs.baseUrl)} is the base URL of the API`,
        error.evidence,
      );
    }
  }

  #decode<T extends object>(operation: Operation, { table }: WholeKindOf<T>, body: unknown): T {
    notePublicNames(table, body, this.#publicNames);
    return decoded(operation, table, body, this.#sender.redact);
  }

  #writtenOf({ noun }: WholeKindOf<object>): Set<number> {
    let written = this.#written.get(noun);
    if (written === undefined) this.#written.set(noun, (written = new Set()));
    return written;
  }

  #noteOwner(owner: unknown): void {
    if (typeof owner === "string" && owner !== "") this.#owners.add(owner);
  }
}
