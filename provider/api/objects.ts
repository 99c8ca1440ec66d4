import type { WholeKindOf } from "../kinds";
import { nameIn } from "../kinds";
import { encode, notePublicNames } from "../wire/codec";
import type { Table } from "../wire/fields";
import type { Envelope } from "./dialect";
import { addedIdIn, envelopeOf, idIn, manners, objectIn, objectPathOf, requestFor } from "./dialect";
import { NotFoundError, PlanError } from "./errors";
import { checkArguments, checkBody, checkInteger } from "./input";
import { zoneId } from "./ids";
import { endlessList, Lists, maxListed, maxPerPage } from "./lists";
import type { CallOptions, Operation, PatientOptions } from "./operation";
import { pathTo } from "./paths";
import { isAmbiguous } from "./refusals";
import { contractError, decoded, withoutUnknown } from "./response";
import type { Counters } from "./sender";
import { Sender } from "./sender";
import type { OwnedSettings, Service } from "./settings";
import { serviceOf } from "./settings";
import { StorageHosts } from "./storageFiles";

/** Request that changes an object or something below it. */
export interface ChangeRequest
  extends PatientOptions, Pick<Operation, "operation" | "method" | "body" | "query" | "minTimeoutSeconds"> {
  /** Path below the object's path, with a leading slash: "/records/7". @default the object itself */
  readonly below?: string;
  /** Full path, for an operation that identifies the object in another way. */
  readonly path?: string;
  /** False for an operation that adds something each time it is sent. */
  readonly repeatable?: false;
}

/** A list of something that belongs to an object. */
interface ListOf<T extends object> extends Pick<Operation, "operation"> {
  readonly path: string;
  readonly table: Table<T>;
  readonly perPage: number;
  /** Removes what would take much memory from a result. */
  readonly shorten?: ((one: Partial<T>) => void) | undefined;
}

/** Page size of a list that belongs to an object. */
const detailsPerPage = 100;

/** Maximum size of such a list as JSON. Without it, a list of large objects without an end would use up all memory. */
const maxBytesBelow = 512 * 1024 * 1024;

/** Gets, lists and changes objects of any kind, according to the kind's data. Every failure is a {@link CdnError}, except an abort. */
export class Objects {
  /** The service that is called. */
  readonly service: Service;
  readonly lists: Lists;
  readonly storageHosts: StorageHosts;
  readonly #sender: Sender;
  /** When objects were last written, by noun of the kind and id. */
  readonly #written = new Map<string, Map<number, number>>();
  /** Wire names of fields that the service returns under their public names instead. */
  readonly #publicNames = new Set<string>();

  constructor(settings: OwnedSettings) {
    this.service = serviceOf(settings);
    this.#sender = new Sender(settings);
    this.lists = new Lists(this.#sender);
    this.storageHosts = new StorageHosts(settings);
  }

  /** Number of requests and retries so far, for each sender. */
  get counters(): readonly Counters[] {
    return [this.#sender.counters, ...this.storageHosts.counters];
  }

  /** The service's current time, by its `Date` headers, in milliseconds since the epoch. */
  serviceTime(): number {
    return Date.now() + this.#sender.clockLead;
  }

  async get<T extends object>(
    kind: WholeKindOf<T>,
    id: number | string,
    options: CallOptions = {},
    query: NonNullable<Operation["query"]> = {},
  ): Promise<T> {
    const number = zoneId(kind.noun, id);
    const reading = { query, changes: false, repeatable: true, ...options };
    const operation: Operation = { ...requestFor("get", kind, number), ...reading };
    const typed = this.decode(operation, kind, objectIn(kind, await this.#send(kind, number, operation)));
    const { id: answered } = typed as { id?: number };
    this.lists.answered(typed);
    if (answered === number) return typed;
    // Data of another object must not enter a resource's state.
    const { redact } = this.#sender;
    const fault = `it holds ${kind.noun} ${redact(String(answered))} instead of ${String(number)}`;
    throw contractError(operation, fault, redact);
  }

  /** Gets the object that belongs to another one. @param owner id of that other one @throws {NotFoundError} */
  async getOf<T extends object>(kind: WholeKindOf<T>, owner: number): Promise<T> {
    const { belongsTo, noun } = kind;
    if (belongsTo === undefined) throw new TypeError(`a ${noun} belongs to nothing`);
    const path = pathTo(belongsTo.path, owner);
    const operation: Operation = { ...requestFor("get", kind), path, changes: false, repeatable: true };
    return this.decode(operation, kind, objectIn(kind, await this.#send(kind, undefined, operation)));
  }

  /** Lists all matching objects. @param onlyKnown whether fields that the list omits are absent instead of empty */
  async list<T extends object>(
    kind: WholeKindOf<T>,
    filters: object = {},
    options: CallOptions = {},
    onlyKnown = false,
  ): Promise<T[]> {
    checkArguments(filters, kind.filters);
    const objects: T[] = [];
    await this.lists.readAll(kind, filters, options, (item, operation) => {
      const object = this.decode(operation, kind, item);
      objects.push(onlyKnown ? withoutUnknown(kind, item, object) : object);
    });
    return objects;
  }

  /** Gets one page of the list, from an envelope or a plain array. */
  async listPage<T extends object>(
    kind: WholeKindOf<T>,
    { page, perPage = maxPerPage, ...filters }: { readonly page: number; readonly perPage?: number },
    options: CallOptions = {},
  ): Promise<Omit<Envelope, "items"> & { items: T[] }> {
    checkArguments(filters, kind.filters);
    checkInteger("page", page, 0, 2147483647);
    checkInteger("perPage", perPage, 5, maxPerPage);
    const { items, operation, ...envelope } = await this.lists.page(kind, { page, perPage, ...filters }, options);
    return { items: items.map((item) => this.decode(operation, kind, item)), ...envelope };
  }

  /**
   * Adds an object. The request is retried only if it certainly was not applied.
   *
   * @throws {InvalidInputError} for a body that the kind's table does not allow
   */
  async add<T extends object>(kind: WholeKindOf<T>, body: object, options: CallOptions = {}): Promise<T> {
    const { operation, answer } = await this.#add(kind, body, options);
    return this.decode(operation, kind, answer);
  }

  /** Adds an object like {@link add}, for a kind whose response only repeats the request. @returns the id, if the response has it */
  async addForId(kind: WholeKindOf<object>, body: object, options: CallOptions = {}): Promise<number | undefined> {
    return addedIdIn(kind, (await this.#add(kind, body, options)).answer);
  }

  async #add(
    kind: WholeKindOf<object>,
    body: object,
    options: CallOptions,
  ): Promise<{ readonly operation: Operation; readonly answer: unknown }> {
    checkBody(kind.add, body);
    const request = { ...requestFor("add", kind), body: encode(kind.add, body, this.#publicNames), ...options };
    const object = [kind.noun, nameIn(kind, body)].filter(Boolean).join(" ");
    const operation: Operation = { ...manners(kind), ...request, changes: true, object, repeatable: false };
    const answer = await this.#sender.send(operation);
    const id = addedIdIn(kind, answer);
    if (id !== undefined) this.#wrote(kind, id);
    this.lists.forget(kind);
    return { operation, answer };
  }

  /** Updates an object. @returns the object, if the response has it completely; otherwise get it to see the result */
  async update<T extends object>(
    kind: WholeKindOf<T>,
    id: number | string,
    given: object,
    options: CallOptions = {},
  ): Promise<T | undefined> {
    const number = zoneId(kind.noun, id);
    const isPatch = kind.dialect?.patches === true;
    const body = isPatch ? { ...given, id: number } : given;
    checkBody(kind.update, body);
    const request = { ...requestFor("update", kind, number), body: encode(kind.update, body, this.#publicNames) };
    const answer = await this.change(kind, number, { ...request, ...options });
    if (isPatch) return undefined;
    try {
      const operation: Operation = { ...request, changes: true, repeatable: true };
      return idIn(answer) === number ? this.decode(operation, kind, answer) : undefined;
    } catch {
      return undefined;
    }
  }

  async delete(kind: WholeKindOf<object>, id: number | string, options: CallOptions = {}): Promise<void> {
    const { deleteQuery: query = {} } = kind;
    const request = requestFor("delete", kind, zoneId(kind.noun, id));
    await this.change(kind, id, { ...request, query, ...options });
    this.lists.forget(kind);
  }

  /**
   * Sends an operation that changes an object or something below it.
   *
   * @param id undefined for an operation that concerns no single object
   * @returns the parsed body, if there is one
   */
  async change(
    kind: WholeKindOf<object>,
    id: number | string | undefined,
    { below = "", path, ...request }: ChangeRequest,
  ): Promise<unknown> {
    const number = id === undefined ? undefined : zoneId(kind.noun, id);
    const fullPath = path ?? (number === undefined ? kind.path : objectPathOf(kind, number)) + below;
    const object = number === undefined ? {} : { object: `${kind.noun} ${String(number)}` };
    return this.#write(kind, number, { repeatable: true, ...request, ...object, path: fullPath, changes: true });
  }

  /**
   * Reads details of an object that the service returns only at a separate path; see {@link KindSpec.details}.
   *
   * @param part id of the part whose details are read
   * @returns undefined if the object has none; an array if the service returns a list
   */
  async details(
    kind: WholeKindOf<object>,
    id: number | string,
    name: string,
    options: CallOptions = {},
    part?: number,
  ): Promise<object | undefined> {
    const details = kind.details?.[name];
    if (details === undefined) throw new TypeError(`a ${kind.noun} has no details called ${name}`);
    const { operation: words, path: own, beforeId, isList, table, method = "GET", isOptional } = details;
    const number = zoneId(kind.noun, id);
    const base = beforeId === true ? pathTo(own, number) : objectPathOf(kind, number) + own;
    const path = part === undefined ? base : pathTo(base, part);
    const operation: Operation = {
      ...{ operation: words, method, path, changes: method !== "GET", object: `${kind.noun} ${String(number)}` },
      ...{ repeatable: true, ...options },
    };
    try {
      if (isList === true) {
        return await this.#listOf(kind, number, { operation: words, path, table, perPage: detailsPerPage }, options);
      }
      const send = (): Promise<unknown> =>
        method === "GET" ? this.#send(kind, number, operation) : this.#write(kind, number, operation);
      const answer = objectIn(kind, await send());
      // A read without a body would seem to have found nothing.
      return decoded(operation, table, method === "GET" ? answer : (answer ?? {}), this.#sender.redact);
    } catch (error) {
      const hasNone = error instanceof NotFoundError || error instanceof PlanError;
      if (isOptional === true && hasNone) return undefined;
      throw error;
    }
  }

  /** Reads a list below the path of an object, page by page. @param below path below the object's path: "/releases" */
  async listBelow<T extends object>(
    kind: WholeKindOf<object>,
    id: number | string,
    { below, ...list }: Omit<ListOf<T>, "path"> & { readonly below: string },
    options: CallOptions = {},
  ): Promise<T[]> {
    const number = zoneId(kind.noun, id);
    return this.#listOf(kind, number, { ...list, path: objectPathOf(kind, number) + below }, options);
  }

  async #listOf<T extends object>(
    kind: WholeKindOf<object>,
    number: number,
    { operation: words, path, table, perPage, shorten }: ListOf<T>,
    options: CallOptions,
  ): Promise<T[]> {
    const { redact } = this.#sender;
    const found: T[] = [];
    let bytes = 0;
    for (let page = 1; ; page++) {
      const query = { page, perPage };
      const operation: Operation = {
        ...{ operation: words, method: "GET", path, query },
        ...{ changes: false, repeatable: true, ...options },
      };
      const failed = (fault: string): Error => contractError(operation, fault, redact);
      const { items, hasMoreItems } = envelopeOf(await this.#send(kind, number, operation), query, failed, kind);
      for (const item of items) {
        const one: Partial<T> = decoded(operation, table, item, redact);
        shorten?.(one);
        bytes += JSON.stringify(one).length;
        found.push(one as T);
      }
      if (found.length > maxListed) throw failed(endlessList);
      if (bytes > maxBytesBelow) throw failed("the list has more than 512 MiB, so it was not read further");
      if (!hasMoreItems) return found;
      if (items.length === 0) throw failed("the page is empty, but HasMoreItems is true");
    }
  }

  /** Returns when this process last wrote to the objects of a kind, by id and by `performance.now()`. */
  writtenOf({ noun }: WholeKindOf<object>): ReadonlyMap<number, number> {
    return this.#writtenOf(noun);
  }

  #writtenOf(noun: string): Map<number, number> {
    let written = this.#written.get(noun);
    if (written === undefined) this.#written.set(noun, (written = new Map<number, number>()));
    return written;
  }

  #wrote({ noun }: WholeKindOf<object>, id: number): void {
    this.#writtenOf(noun).set(id, performance.now());
  }

  /** Sends a writing operation. Both its beginning and its end are noted: what was read in between may lack the change. */
  async #write(kind: WholeKindOf<object>, id: number | undefined, operation: Operation): Promise<unknown> {
    if (id !== undefined) this.#wrote(kind, id);
    try {
      return await this.#send(kind, id, operation);
    } finally {
      if (id !== undefined) this.#wrote(kind, id);
    }
  }

  /** Decodes an object in a response. */
  decode<T extends object>(operation: Operation, { readTable }: WholeKindOf<T>, body: unknown): T {
    notePublicNames(readTable, body, this.#publicNames);
    return decoded(operation, readTable, body, this.#sender.redact);
  }

  /**
   * Sends an operation on an existing object. With a wrong base URL, every request would get a 404 and every object would seem deleted. So a 404
   * counts only once a response has proved that the base URL is the API's. If none has, a list that every account has is requested.
   */
  async #send(kind: WholeKindOf<object>, id: number | undefined, operation: Operation): Promise<unknown> {
    const { signal } = operation;
    try {
      return await this.#sender.send({ ...manners(kind), ...operation });
    } catch (error) {
      if (error instanceof NotFoundError) await this.lists.probe(signal === undefined ? {} : { signal });
      if (id === undefined || !isAmbiguous(error)) throw error;
      const refusal = await this.lists.refusalOf(kind, id, error);
      signal?.throwIfAborted();
      throw refusal;
    }
  }
}
