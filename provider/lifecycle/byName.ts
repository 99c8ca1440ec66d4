import type { CdnClient } from "../api/client";
import {
  ConflictError,
  InvalidInputError,
  ServiceError,
  UnavailableError,
  UnexpectedResponseError,
  isUnclear,
} from "../api/errors";
import { inMessage, withArticle, sentence, waysText, aliasesOption, importOption } from "../wire/words";
import { pause, eventually, findDelays } from "../api/waits";
import { nameIn } from "../kinds";
import { immutableDifferences } from "./adopt";
import type { BeforeCreation, Identity, Made, Operations } from "./operations";
import type { ServiceObject } from "../api/find";
import { findNamed } from "../api/find";
import type { ImportContext, LifeCycleContext } from "./lifeCycle";
import type { Properties } from "../declared/properties";
import type { RunMemory } from "../run/memory";
import { nounOf, requestOf } from "../api/messages";
import { isUnknown } from "../declared/properties";
import { createOnce, maxRequests } from "./requests";
import { isSameName } from "../wire/dnsName";

/** Operations that create objects of a kind that are found by their names. */
export interface Named<Live extends ServiceObject> {
  /** Whether the service accepts a name twice: then a creation with an unclear result is not requested again. @default false */
  readonly allowsSameName?: boolean;
  readonly list: (client: CdnClient, search: string) => Promise<Live[]>;
  add(client: CdnClient, inputs: Properties, memory: RunMemory): Promise<Live>;
  /** Returns the presumed new zone with an id. */
  presumed(id: number, inputs: Properties): Live;
  /** Whether our request created a zone that did not exist before: the zone is new, as requested and unused. */
  isOurs(object: Live, inputs: Properties, began: number): boolean;
}

/** Returns the identity of objects that are found by their names, which are unique in the whole service unless `allowsSameName` says otherwise. */
export function byName<Live extends ServiceObject>(named: Named<Live>): Identity<Live> {
  return {
    // If two resources declare the same name, neither may adopt the other's zone.
    taken: ({ locate: { kind, wholeKind } }, inputs) =>
      new ConflictError(
        `Nothing was created: another resource of this program declares ${withArticle(kind.noun)} named ${inMessage(nameIn(kind, inputs))}. Names are unique: declare it once`,
        { request: requestOf("add", wholeKind) },
      ),
    make: (of, context, inputs) => new NamedCreation(named, of, context, inputs).make(),
    shown: shownWhole,
    refuseId: (of, context, id) => refuseId(named, of, context, id),
    refuseTaken: (of, context, id, state, inputs) =>
      new NamedCreation(named, of, context, inputs).refuseReplacement(id, state),
  };
}

/** Reads a new zone. */
export async function shownWhole<Live extends ServiceObject>(
  of: Operations<Live>,
  { client }: LifeCycleContext,
  { id }: Live,
): Promise<Live> {
  const { wholeKind } = of.locate;
  const object = (await client.reads.findNew(wholeKind, id)) as Live | undefined;
  if (object === undefined) {
    throw new UnavailableError(
      `${nounOf(wholeKind, "atStart")} ${String(id)} was created, but the service does not show it yet. Run the same command again: it reads the zone`,
      { request: requestOf("get", wholeKind, id), status: 404 },
      true,
    );
  }
  return object;
}

async function refuseId<Live extends ServiceObject>(
  { list }: Named<Live>,
  { locate: { kind, wholeKind } }: Operations<Live>,
  { client, importCommand }: ImportContext,
  text: string,
): Promise<void> {
  if (/^[1-9][0-9]*$/.test(text)) return;
  const object: ServiceObject | undefined = /^0[0-9]+$/.test(text)
    ? await client.reads.find(wholeKind, Number(text))
    : (await findNamed(kind, text, (search) => list(client, search)))[0];
  const advice =
    object === undefined
      ? "npx pulumi-cdn-zones zones lists the zones of the account with their ids"
      : `The id of ${kind.noun} ${inMessage(nameIn(kind, object))} is ${String(object.id)}: ${importCommand(String(object.id))}, or ${importOption(String(object.id))}`;
  throw new InvalidInputError(
    `An import takes the id of ${withArticle(kind.noun)}, but got: ${inMessage(text)}. ${advice}`,
    "id",
  );
}

/** How long a creation waits for the name of a zone that is being deleted, with the first and the longest delay between attempts. */
export const nameWaits = { maxMs: 120_000, firstMs: 1_000, maxDelayMs: 10_000 };

/** Delays before each lookup of an object that is not requested again, in milliseconds. */
export const lookDelays = [...findDelays, 4_000, 8_000];

/** Tolerance for dates of the service, in milliseconds: they are rounded to seconds, and clocks of its servers may differ. */
export const clockToleranceMs = 5_000;

/** Advice for `up --replace` and taint. The engine does not call Diff for them, so it creates the new zone while the old one has the name. */
const replacedAdvice =
  "To recreate it with up --replace or state taint, set the resource option deleteBeforeReplace: true";

/** The creation of one zone. */
class NamedCreation<Live extends ServiceObject> {
  readonly #name: string;
  readonly #noun: string;

  constructor(
    private readonly named: Named<Live>,
    private readonly of: Operations<Live>,
    private readonly context: LifeCycleContext,
    private readonly inputs: Properties,
  ) {
    this.#name = nameIn(of.locate.kind, inputs) ?? "";
    this.#noun = of.locate.kind.noun;
  }

  /** Requests the zone. If a zone with that name exists, it is adopted or refused instead. */
  async make(): Promise<Made<Live> | string> {
    const { client, reader } = this.context;
    let existing = (await reader.mayExist(this.of.locate.wholeKind, this.#name)) ? await this.#find() : undefined;
    // The service would accept a second object of that name, so one list that lacks the first object does not count.
    if (existing === undefined && this.named.allowsSameName === true) existing = await this.#find();
    if (existing !== undefined) return this.#adopted(existing, "Nothing was created");
    const began = client.serviceTime();
    const before = this.#before(began);
    try {
      return { ...this.#made(await this.#addWhenFree()), before };
    } catch (error) {
      if (error instanceof ConflictError && !isBeingDeleted(error)) return this.#resolveTaken(error);
      if (isUnclear(error)) return this.#resolveUnclear(error, before);
      throw error;
    }
  }

  /** Refuses a replacement if another zone of this account has the new name, unless the replacement adopts that zone. */
  async refuseReplacement(id: string, state: Properties): Promise<void> {
    const { kind, wholeKind } = this.of.locate;
    const name = nameIn(kind, this.inputs);
    if (name === undefined || isUnknown(name) || isSameName(name, nameIn(kind, state))) return;
    const { reader, memory } = this.context;
    // Another resource of this run may give up the name.
    if (memory.isGivenUp(kind.claim(this.inputs)) || !(await reader.mayExist(wholeKind, name))) return;
    const object = await this.#find();
    if (object === undefined || String(object.id) === id || this.#isAdoptable(object)) return;
    throw this.#takenError(object, "Nothing was replaced");
  }

  async #find(): Promise<Live | undefined> {
    const { kind } = this.of.locate;
    const [object] = await findNamed(kind, this.#name, (search) => this.named.list(this.context.client, search));
    return object;
  }

  #before(began: number): BeforeCreation {
    const { client, reader, memory } = this.context;
    const { wholeKind } = this.of.locate;
    const now = performance.now();
    return {
      began,
      owners: client.objects.lists.knownOwners(),
      existed: (id) => reader.wasListed(wholeKind, Number(id), now) || memory.entries.knows(id),
    };
  }

  #made(id: number): Made<Live> {
    return { live: this.named.presumed(id, this.inputs) };
  }

  /** Requests the zone once. @returns only the id, because other values in the response may be placeholders */
  async #add(): Promise<number> {
    try {
      return (await this.named.add(this.context.client, this.inputs, this.context.memory)).id;
    } catch (error) {
      if (error instanceof UnexpectedResponseError && error.zoneId !== undefined) return error.zoneId;
      throw error;
    }
  }

  /** Requests the zone. If the service is still deleting the previous zone with that name, waits until the name is free. */
  async #addWhenFree(): Promise<number> {
    const { maxMs, firstMs, maxDelayMs } = nameWaits;
    const began = performance.now();
    const seconds = String(Math.round(maxMs / 1000));
    const name = `the name of ${this.#noun} ${inMessage(this.#name)}`;
    for (let delay = firstMs; ; delay = Math.min(maxDelayMs, delay * 2)) {
      try {
        return await this.#add();
      } catch (error) {
        if (!(error instanceof ConflictError) || !isBeingDeleted(error)) throw error;
        if (performance.now() - began + delay > maxMs) {
          throw new ConflictError(
            `${error.message}. The service did not release ${name} within ${seconds} s after the deletion, so nothing was created. ` +
              `Run the same command again later, or choose another name: a name can stay taken for a long time`,
            error.evidence,
          );
        }
      }
      if (delay === firstMs) {
        this.context.tell(`Waiting up to ${seconds} s for ${name}: the service is still deleting the zone that had it`);
      }
      await pause(delay);
    }
  }

  /** Handles a name that is taken although no zone of this account had it: a new zone or a zone of another account has it. */
  async #resolveTaken(taken: ConflictError): Promise<string> {
    const object = await eventually(() => this.#find());
    if (object !== undefined) return this.#adopted(object, "Somebody created it in the meantime");
    throw new ConflictError(
      `${taken.message}. No zone of this account has that name, so a zone of another account has it: names are unique across the whole service. ${this.of.locate.kind.takenAdvice ?? "Choose another name"}`,
      taken.evidence,
    );
  }

  /**
   * Handles a creation with an unclear result: looks for the zone, and requests it again if there is none. If names are unique, a first request that
   * arrives late can't create a second zone: the name is then taken by the zone that the next lookup finds. If not, nothing is requested again.
   *
   * @param unclear reason why the result is not known
   * @param before what was known before the first request
   */
  async #resolveUnclear(unclear: ServiceError, before: BeforeCreation): Promise<Made<Live> | string> {
    const find = async (): Promise<Created<Live> | undefined> => {
      const delays = this.named.allowsSameName === true ? lookDelays : findDelays;
      const found = await eventually(() => this.#find(), undefined, delays);
      if (found === undefined) return undefined;
      // The list may omit fields.
      const object = (await this.context.client.reads.findNew(this.of.locate.wholeKind, found.id)) as Live | undefined;
      return { id: found.id, object: object ?? found };
    };
    const request = async (): Promise<Created<Live> | ServiceError> => {
      try {
        return { id: await this.#add() };
      } catch (error) {
        if (error instanceof ConflictError || isUnclear(error)) return error;
        throw error;
      }
    };
    let created: Created<Live> | ServiceError;
    try {
      const again = (): Promise<Created<Live> | ServiceError> => createOnce(request, find, maxRequests - 1);
      created = (await find()) ?? (this.named.allowsSameName === true ? unclear : await again());
    } catch (error) {
      throw error instanceof ServiceError ? this.#unclearError(unclear, error) : error;
    }
    if (created instanceof ServiceError) throw this.#unclearError(unclear);
    const { id, object } = created;
    if (object === undefined) return { ...this.#made(id), before };
    if (this.named.isOurs(object, this.inputs, before.began)) return this.#made(id);
    return this.#adopted(object, `The service did not confirm that the creation worked (${unclear.message})`);
  }

  /** Returns the id of an existing zone to adopt. @param why reason why it is not created @throws {ConflictError} that explains how to adopt it */
  #adopted(object: Live, why: string): string {
    const { memory } = this.context;
    const { kind, wholeKind } = this.of.locate;
    const id = String(object.id);
    // A renamed resource keeps its object, and may be updated later in this run.
    const renamed = memory.otherDeclarationOf(kind, this.inputs, id);
    if (renamed !== undefined) {
      throw new ConflictError(
        `${why}: ${this.#noun} ${inMessage(nameIn(kind, object))} (id ${id}) belongs to another resource of this program, which renames it to ` +
          `${inMessage(nameIn(kind, renamed))}. Run the same command again afterwards: the name is then free`,
        { request: requestOf("add", wholeKind) },
      );
    }
    if (!this.#isAdoptable(object)) throw this.#takenError(object, why, [replacedAdvice]);
    return id;
  }

  #isAdoptable(object: Live): boolean {
    return this.inputs["adopt"] === true && immutableDifferences(this.of, object, this.inputs).length === 0;
  }

  #takenError(object: Live, why: string, more: readonly string[] = []): ConflictError {
    const { kind, wholeKind } = this.of.locate;
    const differing = immutableDifferences(this.of, object, this.inputs);
    const id = String(object.id);
    const advice =
      differing.length === 0
        ? `There are these ways:` +
          waysText([
            `To adopt it, declare it with adopt: true (if it is a part of a Website: adopt: true on the Website), or import it: ${this.context.importCommand(id)}`,
            `To rename a resource that has it, use ${aliasesOption} (after a failed rename of a Website, first run pulumi up with its old name)`,
            "If another stack of yours has it, don't adopt it before it is removed from the state of that stack",
            ...more,
          ])
        : `It can't be adopted as declared: ${sentence(differing)}. Declare its actual values, with adopt: true (for a part of a Website: its arguments or transform), or choose another name${waysText(more)}`;
    return new ConflictError(
      `${why}: ${withArticle(kind.noun)} named ${inMessage(nameIn(kind, object))} exists in this account with id ${id}. ${advice}`,
      { request: requestOf("add", wholeKind) },
    );
  }

  #unclearError(unclear: ServiceError, then?: ServiceError): UnavailableError {
    const followed = then === undefined ? "" : `, and then: ${then.message}`;
    return new UnavailableError(
      `The service did not confirm that ${this.#noun} ${inMessage(this.#name)} was created (${unclear.message})${followed}. ` +
        `Run the same command again: it looks for the ${this.#noun} first, and says how to adopt it`,
      (then ?? unclear).evidence,
      true,
    );
  }
}

interface Created<Live> {
  readonly id: number;
  /** Zone with that name that was found. It may belong to others. */
  readonly object?: Live;
}

/** Whether the previous zone is still being deleted. Assumption: the message says so, and the error key is that for a taken name. */
function isBeingDeleted({ evidence: { said } }: ConflictError): boolean {
  return /being deleted/i.test(said?.message ?? "");
}
