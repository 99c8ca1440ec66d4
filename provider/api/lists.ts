import type { WholeKindOf } from "../kinds";
import { alwaysListed, wholeKinds } from "../kinds";
import type { Envelope } from "./dialect";
import { envelopeOf, idIn, isDeleted, ownerIn, requestFor } from "./dialect";
import type { UnauthorizedError } from "./errors";
import { hasNoOperation, NotFoundError, UnexpectedResponseError, UnsupportedError } from "./errors";
import type { CallOptions, Operation } from "./operation";
import { headline } from "./operation";
import { refusalError } from "./refusals";
import { contractError } from "./response";
import type { Sender } from "./sender";
import { settingSpecs } from "./settingSpecs";

/** The maximum page size. Source: contract. */
export const maxPerPage = 1000;

/** How old a list may be in which an object is looked for that was not found. */
const idsMaxAgeMs = 500;

/** A page of a list, its items not decoded, and the operation for errors in them. */
export type Page = Envelope & { readonly operation: Operation };

/** Reads the lists of all kinds, and says what they tell: whether an object exists, whose the account's objects are, and whether this is the API. */
export class Lists {
  readonly #sender: Sender;
  /** User ids in the responses so far. */
  readonly #owners = new Set<string>();
  /** The ids in the last whole list, by noun; undefined if there is no list. */
  readonly #listedIds = new Map<string, { readonly at: number; readonly ids: Promise<Set<number> | undefined> }>();
  /** Settles once the whole list has been read for its owners. */
  #allOwners: Promise<void> | undefined;
  /** Whether a response has shown that the base URL is the API's. */
  #isApi = false;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Notes an object that the API has answered. */
  answered({ userId }: { readonly userId?: unknown }): void {
    this.#isApi = true;
    if (typeof userId === "string" && userId !== "") this.#owners.add(userId);
  }

  /** Forgets which ids are listed: an object was added. */
  forget({ noun }: WholeKindOf<object>): void {
    this.#listedIds.delete(noun);
  }

  /** Gets one page of a list. */
  async page(
    kind: WholeKindOf<object>,
    query: { readonly page: number; readonly perPage: number },
    options: CallOptions = {},
  ): Promise<Page> {
    const operation: Operation = {
      ...requestFor("list", kind),
      query: { ...query, ...kind.listQuery },
      repeatable: true,
      ...options,
    };
    const { redact, owner } = this.#sender;
    try {
      const envelope = envelopeOf(await this.#sender.send(operation), query, (fault) =>
        contractError(operation, fault, redact),
      );
      this.#isApi = true;
      for (const item of envelope.items) this.answered({ userId: ownerIn(item) });
      return { ...envelope, operation };
    } catch (error) {
      if (kind.listIsAssumed === true && hasNoOperation(error)) {
        await this.probe(options);
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

  /** Reads every page. An object that moves to a later page meanwhile is used once. */
  async readAll(
    kind: WholeKindOf<object>,
    filters: object,
    options: CallOptions,
    use: (item: unknown, operation: Operation) => unknown,
  ): Promise<void> {
    const seen = new Set<number>();
    for (let page = 1; ; page++) {
      const query = { page, perPage: maxPerPage, ...filters };
      const { items, hasMoreItems, operation } = await this.page(kind, query, options);
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

  /** Whether the whole list has the object; undefined if the service has no such list. Looks at the same time share one list. */
  async isListed(kind: WholeKindOf<object>, id: number): Promise<boolean | undefined> {
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
      await this.readAll(kind, {}, {}, (item) => {
        const id = idIn(item);
        if (id !== undefined && !isDeleted(item)) ids.add(id);
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
      this.#allOwners ??= this.readAll(wholeKinds[alwaysListed], {}, {}, () => undefined);
      await this.#allOwners.catch((error: unknown) => {
        this.#allOwners = undefined;
        throw error;
      });
    }
    return this.#owners;
  }

  /** A user id that owns zones in this account; undefined if there are none. */
  async anyOwner(): Promise<string | undefined> {
    const owners = this.#owners.size > 0 ? this.#owners : await this.owners("");
    return [...owners].sort()[0];
  }

  /** The error for an operation that was refused because of the key or of the id: a list with the same key decides. */
  refusalOf(kind: WholeKindOf<object>, id: number, error: UnauthorizedError): Promise<Error> {
    return refusalError({ noun: kind.noun, id }, error, this.#sender.owner, async () => {
      const isListed = await this.isListed(kind, id);
      // Without a list of this kind, another one shows at least that the key is valid.
      if (isListed === undefined) await this.probe({}, true);
      return isListed ?? false;
    });
  }

  /** Requests a list that every account has, unless a response has shown already that this is the API. */
  async probe(options: CallOptions, always = false): Promise<void> {
    if (always || !this.#isApi) await this.page(wholeKinds[alwaysListed], { page: 1, perPage: 5 }, options);
  }
}
