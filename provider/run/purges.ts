import type { Reads } from "../api/reads";
import { pause } from "../api/waits";

/** Service whose caches are emptied. */
export interface CacheService {
  /** @param tag cache tag of the responses to remove; undefined for the whole cache */
  readonly purge: (pullZoneId: number, tag?: string) => Promise<void>;
  readonly purgeUrl: (url: string) => Promise<void>;
  /** Time after a change of a rule after which every edge has it, in seconds; 0 to empty a cache only once. */
  readonly edgeDelaySeconds: () => number;
}

/** Shows the current progress; see `LifeCycleContext.status`. */
type Show = (text: string) => void;

/**
 * The purges of a run. Assumption: edges learn of a changed rule 5 to 20 s after the service. An edge that is late can cache a former response again
 * after a purge, so the cache is emptied at once, and again when every edge has the rule. All changes of a pull zone share that second purge.
 */
export class Purges {
  readonly #caches = new Map<string, Cache>();
  readonly #created = new Set<number>();

  constructor(private readonly service: CacheService) {}

  /** Notes a pull zone that this run has created. It has cached nothing, so its cache is not emptied. */
  noteCreated(pullZoneId: number): void {
    this.#created.add(pullZoneId);
  }

  isNew(pullZoneId: number): boolean {
    return this.#created.has(pullZoneId);
  }

  /** Notes that a rule of a pull zone has just changed, so that the second purge comes later. */
  noteRuleChange(pullZoneId: number): void {
    this.#of(pullZoneId).changedAt = performance.now();
  }

  /** Empties the cache of a pull zone. Calls that wait for the same request share the next one. */
  async now(pullZoneId: number): Promise<void> {
    if (!this.isNew(pullZoneId)) await this.#of(pullZoneId).now();
  }

  /** Empties caches one after the other. @param show called before each @throws the first failure, after the other caches were emptied */
  async nowAll(pullZoneIds: readonly number[], show?: (pullZoneId: number) => void): Promise<void> {
    const failures: unknown[] = [];
    for (const id of pullZoneIds) {
      show?.(id);
      await this.now(id).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  /**
   * Empties the cache of a pull zone when every edge has its last changed rule.
   *
   * @returns whether the cache was emptied, and this call is the first one that waited for it
   */
  async again(pullZoneId: number, show?: Show): Promise<boolean> {
    const delayMs = this.service.edgeDelaySeconds() * 1000;
    if (delayMs === 0 || this.isNew(pullZoneId)) return false;
    return this.#of(pullZoneId).again(delayMs, show);
  }

  /** Empties the cache of a pull zone after a change of a rule: at once, and again when every edge has the rule. @returns as {@link again} */
  async everywhere(pullZoneId: number, show?: Show): Promise<boolean> {
    this.noteRuleChange(pullZoneId);
    await this.now(pullZoneId);
    return this.again(pullZoneId, show);
  }

  /** Removes the responses with a tag from the cache of a pull zone, at once and again like {@link everywhere}. */
  async tagEverywhere(pullZoneId: number, tag: string, show?: Show): Promise<void> {
    if (this.isNew(pullZoneId)) return;
    const of = `Pull zone ${String(pullZoneId)}, tag ${tag}`;
    await this.#twice([this.#cache(of, () => this.service.purge(pullZoneId, tag))], show);
  }

  /** Removes URLs from the caches that have them, with one request each, at once and again like {@link everywhere}. */
  async urlsEverywhere(urls: readonly string[], show?: Show): Promise<void> {
    await this.#twice(
      urls.map((url) => this.#cache(url, () => this.service.purgeUrl(url))),
      show,
    );
  }

  /** Empties caches one after the other, because the service limits the rate, and again after the delay. */
  async #twice(caches: readonly Cache[], show?: Show): Promise<void> {
    for (const cache of caches) {
      cache.changedAt = performance.now();
      await cache.now();
    }
    const delayMs = this.service.edgeDelaySeconds() * 1000;
    if (delayMs === 0) return;
    for (const cache of caches) await cache.again(delayMs, show);
  }

  /** Returns what a user can do about an edge that gets a rule even later; nothing if caches are emptied only once. @param name name or id of the pull zone */
  lateEdgeTexts(name: string): string[] {
    const seconds = this.service.edgeDelaySeconds();
    if (seconds === 0) return [];
    const late = seconds > marginSeconds ? seconds - marginSeconds : seconds;
    return [
      `Pull zone ${name}: its cache was emptied twice, which is enough for every edge that has a change within ${String(late)} s. ${formerPageAdvice(name)}`,
    ];
  }

  #of(pullZoneId: number): Cache {
    return this.#cache(`Pull zone ${String(pullZoneId)}`, () => this.service.purge(pullZoneId));
  }

  /** @param of what is emptied, which also identifies it */
  #cache(of: string, purge: () => Promise<void>): Cache {
    const cache = this.#caches.get(of) ?? new Cache(of, purge);
    this.#caches.set(of, cache);
    return cache;
  }
}

/** At exactly the time that an edge can take, the purge would race with it. This part of the delay is the margin. */
const marginSeconds = 2;

/** Interval of the status, in milliseconds: without a terminal, each status is a line. */
const intervalMs = 4000;

/** The cache of one pull zone. */
class Cache {
  /** Time of the last change of a rule, on the clock of this process. */
  changedAt = 0;
  #sending: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #again: Promise<void> | undefined;

  /** @param of the pull zone, for the status */
  constructor(
    private readonly of: string,
    private readonly purge: () => Promise<void>,
  ) {}

  now(): Promise<void> {
    if (this.#sending === undefined) return this.#send();
    // The service may already have carried out the current request.
    this.#next ??= this.#sending
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#send();
      });
    return this.#next;
  }

  /** @param show only that of the first call is used: in some runs, all texts appear at one place */
  async again(delayMs: number, show?: Show): Promise<boolean> {
    const isFirst = this.#again === undefined;
    this.#again ??= this.#wait(delayMs, show)
      // A later change needs another purge.
      .finally(() => (this.#again = undefined))
      .then(() => this.now());
    await this.#again;
    return isFirst;
  }

  #send(): Promise<void> {
    const sending = this.purge().finally(() => {
      if (this.#sending === sending) this.#sending = undefined;
    });
    return (this.#sending = sending);
  }

  async #wait(delayMs: number, show?: Show): Promise<void> {
    // Another change in the meantime prolongs the wait.
    for (let left; (left = this.changedAt + delayMs - performance.now()) > 0;) {
      show?.(
        `${this.of}: empties the cache again in ${String(Math.ceil(left / 1000))} s, when every edge has the rule`,
      );
      await pause(Math.min(left, intervalMs));
    }
  }
}

/** Returns the command that empties the cache of a pull zone. @param pullZone its name or id */
export function purgeCommand(pullZone: string): string {
  return `npx pulumi-cdn-zones purge ${pullZone}`;
}

/** Returns what a user can do about an edge that gets a rule late. */
export function formerPageAdvice(pullZone: string): string {
  return `If a page is still the former one a minute from now, run ${purgeCommand(pullZone)}`;
}

/** Returns the name of a pull zone for commands, or its id if the name can't be read or would be taken for an id. */
export async function commandName(reads: Pick<Reads, "find">, pullZoneId: number): Promise<string> {
  const zone = await reads.find("PullZone", pullZoneId).catch(() => undefined);
  return zone?.name !== undefined && /^(?!\d+$)\w[\w-]*$/.test(zone.name) ? zone.name : String(pullZoneId);
}
