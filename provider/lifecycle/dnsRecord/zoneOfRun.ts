import { InvalidInputError } from "../../api/errors";
import { shown } from "../../api/input";
import { dnsRecord } from "../../kinds/dnsRecord";
import { dnsZone } from "../../kinds/dnsZone";
import type { DnsZoneRecord } from "../../types/dnsRecord";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import { zoneFor } from "../parts/find";
import { eventually, findById } from "../shared/find";
import { ownerRecord } from "../shared/identity";
import type { LifeCycleContext, Properties } from "../shared/lifeCycle";
import { messageOf } from "../shared/failures";
import type { RunMemory } from "../shared/memory";
import { relativeName, wholeNameText } from "./check";
import { idOf, isLike } from "./state";
import { ZoneReads } from "./zoneReads";

type Context = Pick<LifeCycleContext, "client" | "memory" | "tell">;

/**
 * What a run knows of a zone to which it adds records. Records have no unique name: one whose creation is in doubt is the one that is as
 * declared, was not there before the run, and that no entry has.
 */
export class ZoneOfRun {
  static readonly #of = new WeakMap<RunMemory, Map<number, ZoneOfRun>>();
  #before: Promise<GetDnsZoneResult> | undefined;
  /** What the state of a new record says of the account; a zone shows no owner. */
  owner: Properties = {};
  #creations = 0;
  readonly #created: Properties[] = [];
  #swept: Promise<void> = Promise.resolve();

  private constructor(readonly id: number) {}

  static of(memory: RunMemory, id: number): ZoneOfRun {
    let zones = this.#of.get(memory);
    if (zones === undefined) this.#of.set(memory, (zones = new Map<number, ZoneOfRun>()));
    let zone = zones.get(id);
    if (zone === undefined) zones.set(id, (zone = new ZoneOfRun(id)));
    return zone;
  }

  /** The zone as it was before the run added a record. @throws {NotFoundError} */
  async before({ client }: Context): Promise<GetDnsZoneResult> {
    this.#before ??= zoneFor(ZoneReads.of(client), dnsRecord, this.id).then(async (zone) => {
      this.owner = await ownerRecord(dnsZone, client);
      return zone;
    });
    return this.#before.catch((error: unknown) => {
      this.#before = undefined;
      throw error;
    });
  }

  /** Looks for a record that a request with these inputs has added. */
  async findNew(context: Context, inputs: Properties): Promise<DnsZoneRecord | undefined> {
    const known = await this.before(context);
    const reader = ZoneReads.of(context.client);
    return eventually(async () => {
      const zone = await findById(reader, "DnsZone", this.id);
      return zone && newIn(zone, known, context.memory).find((record) => isLike(record, inputs));
    });
  }

  /**
   * Runs a creation. The last one that is under way then looks for records that were added twice: a proxy may send a PUT again.
   *
   * @param inputs what is declared
   */
  async during<Result>(context: Context, inputs: Properties, create: () => Promise<Result>): Promise<Result> {
    this.#creations++;
    await this.#swept;
    try {
      const result = await create();
      this.#created.push(inputs);
      return result;
    } finally {
      if (--this.#creations === 0) await (this.#swept = this.#deleteTwins(context));
    }
  }

  async #deleteTwins(context: Context): Promise<void> {
    const { client, memory, tell } = context;
    const created = this.#created.splice(0);
    if (created.length === 0) return;
    try {
      const [known, zone] = [await this.before(context), await findById(ZoneReads.of(client), "DnsZone", this.id)];
      for (const part of zone === undefined ? [] : newIn(zone, known, memory)) {
        if (zone === undefined || !created.some((inputs) => isLike(part, inputs))) continue;
        await client.deleteDnsRecord(this.id, part.id);
        tell(`Deleted DNS record ${idOf({ zone, part })}: the service added it twice`);
      }
    } catch (error) {
      tell(`It is unknown whether DNS zone ${String(this.id)} has a new record twice: ${messageOf(error)}`);
    }
  }
}

/** The records that were not there before, and that no entry has. */
function newIn(zone: GetDnsZoneResult, before: GetDnsZoneResult, { entries }: RunMemory): DnsZoneRecord[] {
  const known = new Set(before.records.map(({ id }) => id));
  return zone.records.filter((part) => !known.has(part.id) && !entries.has(idOf({ zone, part })));
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
