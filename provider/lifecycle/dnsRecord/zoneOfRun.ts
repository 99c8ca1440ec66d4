import { InvalidInputError } from "../../api/errors";
import { shown } from "../../api/input";
import { dnsRecord } from "../../kinds/dnsRecord";
import { dnsZone } from "../../kinds/dnsZone";
import type { DnsZoneRecord } from "../../types/dnsRecord";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import { ambiguousError, zoneFor } from "../parts/find";
import { eventually, findById } from "../shared/find";
import { ownerRecord } from "../shared/identity";
import type { LifeCycleContext, Properties } from "../shared/lifeCycle";
import type { RunMemory } from "../shared/memory";
import { relativeName, wholeNameText } from "./check";
import { idOf, isLike } from "./state";
import { ZoneReads } from "./zoneReads";

type Context = Pick<LifeCycleContext, "client" | "memory" | "tell">;

/** How old the look before a request may be, in milliseconds: many creations then share a few looks. */
const maxAgeMs = 1_000;

/**
 * What a run knows of a zone to which it adds records. Records have no unique name, and another stack may add an equal one at any time. So
 * only the answer to a creation, or a comparison with a look just before it, proves that a record belongs to this run. Nothing else is
 * taken over or deleted: an equal record that appears is reported.
 */
export class ZoneOfRun {
  static readonly #of = new WeakMap<RunMemory, Map<number, ZoneOfRun>>();
  #last: { readonly zone: Promise<GetDnsZoneResult>; readonly at: number } | undefined;
  /** What the state of a new record says of the account; a zone shows no owner. */
  owner: Properties = {};
  /** The ids of the records that were there before the creations under way. */
  #before: ReadonlySet<number> | undefined;
  #creations = 0;
  #created: Properties[] = [];

  private constructor(readonly id: number) {}

  static of(memory: RunMemory, id: number): ZoneOfRun {
    let zones = this.#of.get(memory);
    if (zones === undefined) this.#of.set(memory, (zones = new Map<number, ZoneOfRun>()));
    let zone = zones.get(id);
    if (zone === undefined) zones.set(id, (zone = new ZoneOfRun(id)));
    return zone;
  }

  /** The zone as it is before a request that adds a record. @throws {NotFoundError} */
  async before({ client }: Context): Promise<GetDnsZoneResult> {
    if (this.#last === undefined || performance.now() > this.#last.at + maxAgeMs) {
      const zone = zoneFor(ZoneReads.of(client), dnsRecord, this.id).then(async (live) => {
        this.owner = await ownerRecord(dnsZone, client);
        return live;
      });
      this.#last = { zone, at: performance.now() };
    }
    const { zone } = this.#last;
    try {
      const live = await zone;
      this.#before ??= new Set(live.records.map(({ id }) => id));
      return live;
    } catch (error) {
      if (this.#last.zone === zone) this.#last = undefined;
      throw error;
    }
  }

  /**
   * Looks for the record that a request with these inputs has added.
   *
   * @param before the zone before the request
   * @throws {ConflictError} if several records could be the one
   */
  async findNew(context: Context, inputs: Properties, before: GetDnsZoneResult): Promise<DnsZoneRecord | undefined> {
    const known = new Set(before.records.map(({ id }) => id));
    const reader = ZoneReads.of(context.client);
    const found = await eventually(async () => {
      const zone = await findById(reader, "DnsZone", this.id);
      const records = zone === undefined ? [] : newIn(zone, known, inputs, context.memory);
      return records.length === 0 ? undefined : records;
    });
    if (found === undefined || found.length === 1) return found?.[0];
    const ids = found.map(({ id }) => `${String(this.id)}/${String(id)}`);
    throw ambiguousError("DnsZone", "record", this.id, ids);
  }

  /** Runs a creation. When the last one under way has ended, equal records that have appeared meanwhile are reported. */
  async during<Result>(context: Context, inputs: Properties, create: () => Promise<Result>): Promise<Result> {
    this.#creations++;
    try {
      const result = await create();
      this.#created.push(inputs);
      return result;
    } finally {
      // What was created is in the state, whether or not this look succeeds.
      if (--this.#creations === 0) await this.#reportEqual(context).catch(() => undefined);
    }
  }

  async #reportEqual({ client, memory, tell }: Context): Promise<void> {
    const [created, before] = [this.#created, this.#before];
    [this.#created, this.#before] = [[], undefined];
    if (created.length === 0 || before === undefined) return;
    const zone = await findById(ZoneReads.of(client), "DnsZone", this.id);
    if (zone === undefined) return;
    const reported = new Set(created.flatMap((inputs) => newIn(zone, before, inputs, memory)));
    for (const part of reported) {
      tell(
        `DNS zone ${zone.domain ?? String(zone.id)} got another record that equals one of this run, ${idOf({ zone, part })}. It was left alone, because another stack or client may have added it. If nothing needs it, delete it in the dashboard`,
      );
    }
  }
}

/** The records with these settings that were not there before, and that no entry has. */
function newIn(
  zone: GetDnsZoneResult,
  before: ReadonlySet<number>,
  inputs: Properties,
  { entries }: RunMemory,
): DnsZoneRecord[] {
  return zone.records.filter(
    (part) => !before.has(part.id) && isLike(part, inputs) && !entries.has(idOf({ zone, part })),
  );
}

/** @throws {InvalidInputError} for a name that ends in the domain of its zone */
export function refuseWholeName({ name }: Properties, { domain }: GetDnsZoneResult): void {
  const relative = typeof name === "string" && domain ? relativeName(name, domain) : undefined;
  if (relative === undefined || domain === undefined) return;
  throw new InvalidInputError(
    `The name of a DNS record ${wholeNameText(relative, domain)}, but got: ${shown(name)}`,
    "name",
  );
}
