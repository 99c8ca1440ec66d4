import type { WholeKindOf } from "../kinds";
import { alwaysListed, ownedKinds, wholeKinds } from "../kinds";
import { pluralOf } from "../wire/words";
import { Answers } from "./answers";
import type { Envelope } from "./dialect";
import { envelopeOf, idFieldOf, idIn, isDeleted, manners, ownerIn, requestFor } from "./dialect";
import type { UnauthorizedError } from "./errors";
import { hasNoOperation, NotFoundError, UnexpectedResponseError, UnsupportedError } from "./errors";
import type { CallOptions, Operation } from "./operation";
import { headline } from "./operation";
import { refusalError } from "./refusals";
import { contractError } from "./response";
import type { Sender } from "./sender";
import { settingSpecs } from "./settingSpecs";

/** Maximum page size. Source: contract. */
export const maxPerPage = 1000;

/** Maximum number of entries of a list. Without it, a list without an end would use up all memory. */
export const maxListed = 500_000;

export const endlessList = `the list has more than ${maxListed.toLocaleString("en")} entries, so it was not read further`;

/** Page of a list with items that are not decoded, and the operation for errors in them. */
export type Page = Envelope & { readonly operation: Operation };

/** Reads the lists of all kinds. They show whether an object exists, which users own the account's objects, and whether the base URL is the API's. */
export class Lists {
  readonly #sender: Sender;
  /** Ids of the users in the responses so far. */
  readonly #owners = new Set<string>();
  /** Ids in the complete lists, by noun of the kind; undefined if there is no list. */
  readonly #ids = new Answers<ReadonlySet<number> | undefined>(["absence"]);
  /** Settles once the complete list has been read to find all owners. */
  #allOwners: Promise<void> | undefined;
  /** Whether a response has proved that the base URL is the API's. */
  #isApi = false;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Notes an object that the API has returned. */
  answered({ userId }: { readonly userId?: unknown }): void {
    this.#isApi = true;
    if (typeof userId === "string" && userId !== "") this.#owners.add(userId);
  }

  /** Returns the owners of the objects that the API has returned so far. */
  knownOwners(): ReadonlySet<string> {
    return new Set(this.#owners);
  }

  /** Drops the known ids of a kind, because an object was added or deleted. */
  forget({ noun }: WholeKindOf<object>): void {
    for (const again of [false, true]) this.#ids.forget(idsKey(noun, again));
  }

  /** Gets one page of a list. */
  async page(
    kind: WholeKindOf<object>,
    query: { readonly page: number; readonly perPage: number },
    options: CallOptions = {},
  ): Promise<Page> {
    const operation: Operation = {
      ...manners(kind),
      ...requestFor("list", kind),
      query: { ...query, ...kind.listQuery },
      changes: false,
      repeatable: true,
      ...options,
    };
    const { redact, owner } = this.#sender;
    try {
      const failed = (fault: string): Error => contractError(operation, fault, redact);
      const envelope = envelopeOf(await this.#sender.send(operation), query, failed, kind);
      this.#isApi = true;
      for (const item of envelope.items) this.answered({ userId: ownerIn(item) });
      return { ...envelope, operation };
    } catch (error) {
      if (kind.listIsAssumed === true && hasNoOperation(error)) {
        await this.probe(options);
        throw new UnsupportedError(`This service has no operation that lists ${pluralOf(kind.noun)}`, error.evidence);
      }
      if (!(error instanceof NotFoundError)) throw error;
      const { request } = error.evidence;
      throw new UnexpectedResponseError(
        `${headline(request)} failed with 404, but every account has a list of ${pluralOf(kind.noun)}. Check that ${owner.name(settingSpecs.baseUrl)} is the base URL of the API`,
        error.evidence,
      );
    }
  }

  /** Reads every page. An object that moves to a later page in the meantime is used once. */
  async readAll(
    kind: WholeKindOf<object>,
    filters: object,
    options: CallOptions,
    use: (item: unknown, operation: Operation) => unknown,
  ): Promise<void> {
    const seen = new Set<number>();
    let read = 0;
    for (let page = 1; ; page++) {
      const query = { page, perPage: maxPerPage, ...filters };
      const { items, hasMoreItems, operation } = await this.page(kind, query, options);
      read += items.length;
      if (read > maxListed) throw contractError(operation, endlessList, this.#sender.redact);
      const before = seen.size;
      for (const item of items) {
        const id = idIn(item, idFieldOf(kind));
        // An item without an id is reported when it is decoded.
        if (id === undefined || !seen.has(id)) use(item, operation);
        if (id !== undefined) seen.add(id);
      }
      if (!hasMoreItems) return;
      // Otherwise, the loop would not end if the service ignored the page number.
      const fault = "the page has no new zones, but HasMoreItems is true";
      if (seen.size === before) throw contractError(operation, fault, this.#sender.redact);
    }
  }

  /**
   * Whether the complete list has the object; undefined if the service has no such list. Simultaneous calls share one list.
   *
   * @param again whether another list is requested, to confirm what the first one lacks
   */
  async isListed(kind: WholeKindOf<object>, id: number, again = false): Promise<boolean | undefined> {
    const key = idsKey(kind.noun, again);
    const ids = await this.#ids.ask(key, { purpose: "absence", request: () => this.#idsOf(kind) });
    return ids?.has(id);
  }

  /** Whether either of two complete lists has the object, because one may lack it; undefined if the service has no such list. */
  async isListedAtAll(kind: WholeKindOf<object>, id: number): Promise<boolean | undefined> {
    const isListed = await this.isListed(kind, id);
    return isListed === false ? this.isListed(kind, id, true) : isListed;
  }

  async #idsOf(kind: WholeKindOf<object>): Promise<Set<number> | undefined> {
    const ids = new Set<number>();
    try {
      await this.readAll(kind, {}, {}, (item) => {
        const id = idIn(item, idFieldOf(kind));
        if (id !== undefined && !isDeleted(item)) ids.add(id);
      });
      return ids;
    } catch (error) {
      if (error instanceof UnsupportedError) return undefined;
      throw error;
    }
  }

  /**
   * Returns ids of users that own zones in this account: those seen so far or, if the wanted one is not among them, all of them.
   * Assumption: a user owns zones of one account only.
   */
  async owners(wanted: string): Promise<ReadonlySet<string>> {
    if (!this.#owners.has(wanted)) {
      this.#allOwners ??= this.#readOwners();
      await this.#allOwners.catch((error: unknown) => {
        this.#allOwners = undefined;
        throw error;
      });
    }
    return this.#owners;
  }

  /** Reads the lists that show owners until one has. `page` notes those in each page. */
  async #readOwners(): Promise<void> {
    for (const name of ownedKinds) {
      await this.readAll(wholeKinds[name], {}, {}, () => undefined).catch((error: unknown) => {
        if (name === alwaysListed || !(error instanceof UnsupportedError)) throw error;
      });
      if (this.#owners.size > 0) return;
    }
  }

  /** Returns the id of a user that owns zones in this account; undefined if there are no zones. */
  async anyOwner(): Promise<string | undefined> {
    const owners = this.#owners.size > 0 ? this.#owners : await this.owners("");
    return [...owners].sort()[0];
  }

  /** Returns the error for an operation that was refused because of either the key or the id. A list that is read with the same key decides. */
  refusalOf(kind: WholeKindOf<object>, id: number, error: UnauthorizedError): Promise<Error> {
    return refusalError({ noun: kind.noun, id }, error, this.#sender.owner, async () => {
      // A refusal says nothing about the object, so the lists alone decide.
      const isListed = await this.isListedAtAll(kind, id);
      // If this kind has no list, the list of another kind shows at least whether the key is valid.
      if (isListed === undefined) await this.probe({}, true);
      return isListed;
    });
  }

  /** Requests a list that every account has, unless a response has already proved that the base URL is the API's. */
  async probe(options: CallOptions, always = false): Promise<void> {
    if (always || !this.#isApi) await this.page(wholeKinds[alwaysListed], { page: 1, perPage: 5 }, options);
  }
}

function idsKey(noun: string, again: boolean): string {
  return again ? `${noun} again` : noun;
}
