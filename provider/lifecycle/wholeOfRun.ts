import type { InvalidInputError } from "../api/errors";
import { ConflictError } from "../api/errors";
import type { Reads } from "../api/reads";
import type { Readable, WholeKind } from "../kinds";
import { kinds, nameIn } from "../kinds";
import { eventually } from "../api/waits";
import { ownerOf } from "./knownWhole";
import type { LifeCycleContext } from "./lifeCycle";
import type { Properties } from "../declared/properties";
import { deleteCommand, nounOf, requestOf } from "../api/messages";
import { pluralOf, sentence, warning } from "../wire/words";
import type { Identity } from "./operations";
import type { LivePart, Locate } from "./locate";
import { wholeFor } from "./locate";
import { partsByKey } from "./partsByKey";

/** Operations that create parts without a name. Two records or edge rules can be equal, and only an id distinguishes them. */
export interface Nameless<Part extends object, Whole extends WholeKind> {
  readonly locate: Locate<LivePart<Part, Whole>>;
  readonly wholeKind: Whole;
  /** Returns the text for a part of a known whole in messages. */
  readonly word: string;
  /** Placeholder for the part's own id in advice. */
  readonly idWord: string;
  /** Name of the input that holds the id of the whole. */
  readonly zoneInput: string;
  /** What the whole is read for before a request: many creations share a few reads. */
  readonly purpose: "creation" | "turn";
  /**
   * Whether the response to a creation shows the part. One with all declared settings is then believed, and a single read shows all parts once no
   * creation is running: a read after each of many creations would have all parts each time.
   */
  readonly showsNew?: true;
  partsOf(this: void, whole: Readable<Whole>): readonly Part[];
  /** Adds the parts to a whole, if the service returns them separately. */
  withParts?(this: void, reader: Reads, whole: Readable<Whole>): Promise<Readable<Whole>>;
  /** Returns the path of a part below the path of its whole, or with a leading slash its full path. */
  pathOf(part: Part): string;
  /**
   * Returns a key that a part shares with all inputs for which {@link isLike} or {@link isMeant} can be true, so that few parts are compared.
   *
   * @default every part is compared
   */
  likenessOf?(this: void, part: Part | Properties): string;
  /** Whether a request with these inputs may have added the part. The service may drop or choose some settings. */
  isLike(part: Part, inputs: Properties): boolean;
  /** Whether a part has all declared settings. */
  isAsDeclared(part: Part, inputs: Properties): boolean;
  /** Whether a part that no entry has must come from an earlier creation with these inputs. The part is then adopted, not added again. */
  isLeft?(part: Part, inputs: Properties): boolean;
  /** Whether a part that differs from a declaration has its purpose, and the declaration asks to change it instead of adding another one. */
  isMeant?(part: Part, inputs: Properties): boolean;
  /** Returns the key by which creations take turns. Equal parts are created one at a time. */
  turnOfNew(zoneId: number, inputs: Properties): string;
  /** Checks the whole before a part is added. @throws {CdnError} to refuse the creation */
  checkWhole(context: LifeCycleContext, whole: Readable<Whole>, inputs: Properties): void | Promise<void>;
  /** Returns further properties for the state of a new part. */
  prior?(inputs: Properties): Properties;
  /** Requests a part. @param isNew whether a part may be the requested one @returns the part, if the response has its id */
  add(
    context: LifeCycleContext,
    zoneId: number,
    inputs: Properties,
    isNew: (part: Part) => boolean,
  ): Promise<Part | undefined>;
  /** Returns the error of a creation, with the possible cause. */
  explained?(error: unknown, whole: Readable<Whole>, inputs: Properties): unknown;
  /** Further advice for a service without an operation that adds parts. */
  readonly unsupportedAdvice?: string;
  readonly incomplete?: Identity<LivePart<Part, Whole>>["incomplete"];
}

export type Context = Pick<LifeCycleContext, "client" | "memory" | "tell">;

/** Returns a whole with its parts; undefined if it does not exist. */
export async function findWithParts<Part extends object, Whole extends WholeKind>(
  { wholeKind, withParts }: Nameless<Part, Whole>,
  reader: Reads,
  id: number,
): Promise<Readable<Whole> | undefined> {
  const whole = await reader.find(wholeKind, id);
  return whole === undefined || withParts === undefined ? whole : withParts(reader, whole);
}

/** Whole before a request. */
export interface Before<Whole extends WholeKind> {
  readonly whole: Readable<Whole>;
  /** Owner that the state of a new part records. */
  readonly owner: unknown;
}

/**
 * Knowledge of a run about a whole to which it adds parts without a name. Another stack may add an equal part at any time. So only the response to a
 * creation, or a comparison with a read just before it, proves that a part belongs to this run. Other equal parts are reported. They are never
 * deleted, and adopted only if the program declares `adopt` or {@link Nameless.isLeft} recognizes them.
 */
export class WholeOfRun<Part extends object, Whole extends WholeKind> {
  /** Ids of the parts that existed before the running creations. */
  #idsBefore: ReadonlySet<string> | undefined;
  #creations = 0;
  #created: { readonly id: string; readonly inputs: Properties }[] = [];
  /** Ids of new parts of which only a response is known. */
  #believed: string[] = [];
  /** Ids of the parts that this run has added. */
  readonly #made = new Set<string>();
  /** Ids of the parts that creations of this run are adopting. */
  readonly #adopted = new Set<string>();
  readonly #alike: (whole: Readable<Whole>, inputs: Properties) => readonly Part[];
  readonly #withId: (whole: Readable<Whole>, idKey: string) => readonly Part[];

  constructor(
    private readonly parts: Nameless<Part, Whole>,
    private readonly id: number,
  ) {
    const { partsOf, likenessOf = () => "", locate } = parts;
    const alike = partsByKey(partsOf, likenessOf);
    this.#alike = (whole, inputs) => alike(whole, likenessOf(inputs));
    this.#withId = partsByKey(partsOf, (part, whole) => locate.idOf({ whole, part }).toLowerCase());
  }

  /** Returns the whole before a request that adds a part. @param again whether to request it once more @throws {NotFoundError} */
  async before({ client }: Context, again = false): Promise<Before<Whole>> {
    const { wholeKind, purpose, locate, withParts } = this.parts;
    const how = { purpose, ...(again && { singly: "again" as const }) };
    const shown = await wholeFor(client.reads, wholeKind, locate.kind.noun, this.id, how);
    const whole = (await withParts?.(client.reads, shown)) ?? shown;
    this.#idsBefore ??= this.#idsIn(whole);
    return { whole, owner: await ownerOf(kinds[wholeKind], client.reads, {}, shown) };
  }

  /**
   * Looks for the part that a request with these inputs has added.
   *
   * @param before the whole before the request
   * @throws {ConflictError} if several parts could be the one
   */
  async findNew(context: Context, inputs: Properties, before: Readable<Whole>): Promise<Part | undefined> {
    const live = await eventually(async () => {
      const appeared = await this.appeared(context, inputs, before);
      return appeared.length === 0 ? undefined : appeared;
    });
    if (live === undefined || live.length === 1) return live?.[0]?.part;
    throw ambiguousError(this.parts, this.id, live.map(this.parts.locate.idOf));
  }

  /** Whether a request with these inputs may have added a part. @param before the whole before the request */
  isNew(part: Part, inputs: Properties, before: Readable<Whole>): boolean {
    return this.parts.isLike(part, inputs) && !this.has(before, this.parts.locate.idOf({ whole: before, part }));
  }

  /** Whether a whole has the part with that id. The service may spell a GUID in another case. */
  has(whole: Readable<Whole>, id: string): boolean {
    return this.#withId(whole, id.toLowerCase()).length > 0;
  }

  /** Returns the parts that equal the declaration, did not exist before a request, and belong to no entry. */
  async appeared(
    { client, memory }: Context,
    inputs: Properties,
    before: Readable<Whole>,
  ): Promise<{ readonly whole: Readable<Whole>; readonly part: Part }[]> {
    const whole = await findWithParts(this.parts, client.reads, this.id);
    return whole === undefined ? [] : this.#equalIn(whole, inputs, memory).filter(({ id }) => !this.has(before, id));
  }

  /**
   * Returns the ids of the parts that have all declared settings and belong to no entry: with `adopt` all of them, otherwise only what an
   * interrupted run has left. If there is only one, the caller may adopt it.
   */
  adoptable(whole: Readable<Whole>, inputs: Properties, { memory }: Context): string[] {
    const isSought = (part: Part): boolean =>
      inputs["adopt"] === true ? this.parts.isAsDeclared(part, inputs) : this.parts.isLeft?.(part, inputs) === true;
    return this.#equalIn(whole, inputs, memory)
      .filter(({ part }) => isSought(part))
      .map(({ id }) => id);
  }

  /** Returns the ids of the parts that differ from the declaration but have its purpose, and that no resource of the program has. */
  meant(whole: Readable<Whole>, inputs: Properties, { memory }: Context): string[] {
    return this.#alike(whole, inputs)
      .filter((part) => this.parts.isMeant?.(part, inputs) === true)
      .map((part) => this.parts.locate.idOf({ whole, part }))
      .filter((own) => !this.#isKept(own, memory));
  }

  /** Notes that a creation adopts the part with that id. */
  adopting(id: string): string {
    this.#adopted.add(id);
    return id;
  }

  /** Whether a resource of the program has a part. In a refresh, the run also notes the entries that leave the state. */
  #isKept(id: string, memory: Context["memory"]): boolean {
    return (
      this.#adopted.has(id) ||
      this.#made.has(id) ||
      memory.declarationOf(id) !== undefined ||
      memory.entries.isElsewhere(id)
    );
  }

  /** Reports all equal parts before another one is added. */
  reportEqual({ client, memory, tell }: Context, whole: Readable<Whole>, inputs: Properties): void {
    for (const { id, part } of this.#equalIn(whole, inputs, memory)) {
      tell(
        warning(
          `${this.text(whole)} has an equal ${this.parts.word}, ${id}. If this run does not delete it and no resource or stack has it, an interrupted run may have added it: delete it in the service's dashboard or with: ${this.#deleteCommand(client, part)}`,
        ),
      );
    }
  }

  /** Runs a creation. When the last running one has ended, reports equal parts that appeared in the meantime, and new ones that the whole lacks. */
  async during<Result>(context: Context, create: () => Promise<Result>): Promise<Result> {
    this.#creations++;
    try {
      return await create();
    } finally {
      // The state already has what was created, even if this read fails.
      if (--this.#creations === 0) await this.#reportAppeared(context).catch(() => undefined);
    }
  }

  /** Notes a new part of which only a response is known. */
  believe(live: LivePart<Part, Whole>): void {
    this.#believed.push(this.parts.locate.idOf(live));
  }

  /** Notes a part that this run has added. */
  created({ memory }: Context, id: string, inputs: Properties): void {
    memory.entries.note(id, {});
    this.#made.add(id);
    this.#created.push({ id, inputs });
  }

  async #reportAppeared({ client, memory, tell }: Context): Promise<void> {
    const [created, believed, idsBefore] = [this.#created, this.#believed, this.#idsBefore];
    [this.#created, this.#believed, this.#idsBefore] = [[], [], undefined];
    if (created.length === 0 || idsBefore === undefined) return;
    const hiddenIn = (whole: Readable<Whole>): string[] => {
      const shown = this.#idsIn(whole);
      return believed.filter((id) => !shown.has(id));
    };
    const whole = await eventually(
      () => findWithParts(this.parts, client.reads, this.id),
      (whole) => hiddenIn(whole).length === 0,
    );
    if (whole === undefined) return;
    const hidden = hiddenIn(whole);
    if (hidden.length > 0) {
      tell(
        warning(
          `The service answered that each ${this.parts.word} was added, but ${this.text(whole)} does not show ${sentence(hidden)}. Run pulumi refresh: it removes from the state what does not exist, and the next pulumi up adds it`,
        ),
      );
    }
    const reported = new Set(idsBefore);
    for (const own of created) {
      for (const { id, part } of this.#equalIn(whole, own.inputs, memory)) {
        if (reported.has(id)) continue;
        reported.add(id);
        tell(
          warning(
            `${this.text(whole)} got another ${this.parts.word} that equals ${own.id}: ${id}. It was left unchanged, because another stack or client may have added it. If nothing needs it, delete it in the service's dashboard or with: ${this.#deleteCommand(client, part)}`,
          ),
        );
      }
    }
  }

  /** Returns the text for the whole in messages: "DNS zone acme.example". */
  text(whole: Readable<Whole>): string {
    const { wholeKind } = this.parts;
    return `${nounOf(wholeKind, "atStart")} ${nameIn(kinds[wholeKind], whole) ?? String(this.id)}`;
  }

  /** Returns the parts that a request with these inputs may have added and that belong to no entry. */
  #equalIn(
    whole: Readable<Whole>,
    inputs: Properties,
    { entries }: Context["memory"],
  ): { readonly id: string; readonly whole: Readable<Whole>; readonly part: Part }[] {
    return this.#alike(whole, inputs)
      .filter((part) => this.parts.isLike(part, inputs))
      .map((part) => ({ id: this.parts.locate.idOf({ whole, part }), whole, part }))
      .filter(({ id }) => !entries.has(id) && !this.#adopted.has(id));
  }

  #idsIn(whole: Readable<Whole>): ReadonlySet<string> {
    return new Set(this.parts.partsOf(whole).map((part) => this.parts.locate.idOf({ whole, part })));
  }

  /** Returns the command that deletes the part with that id. */
  deleteCommand(client: Context["client"], whole: Readable<Whole>, id: string): string {
    const [found] = this.#withId(whole, id.toLowerCase());
    return found === undefined ? "" : this.#deleteCommand(client, found);
  }

  #deleteCommand({ reads }: Context["client"], part: Part): string {
    const own = this.parts.pathOf(part);
    const { path } = requestOf("get", this.parts.wholeKind, this.id);
    return deleteCommand(reads.service, own.startsWith("/") ? own : `${path}/${own}`);
  }
}

/**
 * Returns the error for a creation after which equal parts appeared. Its own part can't be distinguished from one that another stack or client added.
 *
 * @param ids ids of the equal parts
 * @param refusal response to the creation; undefined if there was none
 */
export function ambiguousError<Part extends object, Whole extends WholeKind>(
  { wholeKind, word }: Nameless<Part, Whole>,
  zoneId: number,
  ids: readonly string[],
  refusal?: InvalidInputError,
): ConflictError {
  const fact =
    refusal === undefined
      ? `The service did not answer whether it added a new ${word} to ${nounOf(wholeKind)} ${String(zoneId)}, and several equal ${pluralOf(word)} appeared`
      : `${refusal.message}, but meanwhile an equal ${word} appeared`;
  const added = ids.length === 1 ? "it" : "some of them";
  return new ConflictError(
    `${fact}: ${sentence(ids)}. Another stack or client may have added ${added}, so none was adopted. Give the resource the option import with the id of its ${word} (on a Website: adopt: true), and delete a ${word} that nothing needs`,
    refusal?.evidence ?? { request: requestOf("get", wholeKind, zoneId) },
  );
}
