import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import type { ZoneSource } from "../../provider/api/batchedReads";
import { BatchedReads, listServesMs } from "../../provider/api/batchedReads";
import { NotFoundError, UnavailableError } from "../../provider/api/errors";
import type { ListedZonePage } from "../../provider/api/zoneList";
import { zonesPerPage } from "../../provider/api/zoneList";
import type { LinkedStorageZone } from "../../provider/types/storageZone";

/** What happens, one after another; `which` picks among what is possible. */
type Happening =
  | { readonly kind: "read" | "writeBegins" | "changedByOthers" | "deletedByOthers"; readonly id: number }
  | { readonly kind: "writeIsApplied" | "writeEnds" | "isServed" | "isDelivered" | "fails"; readonly which: number }
  | { readonly kind: "timePasses"; readonly ms: number };

const zones = 6;
const id = fc.integer({ min: 1, max: zones });
const which = fc.nat();
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("read" as const), id }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("writeBegins" as const, "changedByOthers" as const), id }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("deletedByOthers" as const), id }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("writeIsApplied" as const, "writeEnds" as const), which }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom("isServed" as const, "isDelivered" as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("fails" as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("timePasses" as const), ms: fc.integer({ max: 8000, min: 1 }) }),
  },
);

/** One zone as it was from a time on. */
interface Version {
  readonly from: number;
  /** Counts up with every change; a zone carries it as the number of its files. */
  readonly number: number;
  readonly gone: boolean;
}

interface Request {
  readonly list: boolean;
  /** Takes the answer from the service as it is now. */
  readonly serve: () => void;
  served: boolean;
  readonly deliver: () => void;
  readonly fail: (error: Error) => void;
}

interface Write {
  readonly id: number;
  applied: boolean;
}

/** A service, and what may truthfully be said of its zones. The list shows everything late by `lagMs`. */
class Model {
  now = 0;
  readonly requests: Request[] = [];
  readonly writes: Write[] = [];
  readonly outcomes: Promise<void>[] = [];
  /** For each zone, its version when the last write of this process ended. */
  readonly #own = new Map<number, number>();
  readonly #versions = new Map<number, Version[]>();
  readonly #reads: BatchedReads;
  failures = 0;

  constructor(
    private readonly lagMs: number,
    private readonly pages: number,
    expected: number,
  ) {
    for (let zone = 1; zone <= zones; zone++) this.#versions.set(zone, [{ from: -1e9, number: 0, gone: false }]);
    const source: ZoneSource = {
      getLinkedStorageZone: (zone) =>
        this.#request(false, () => {
          const { number, gone } = this.#versionAt(zone, this.now);
          if (gone) throw new NotFoundError("gone", { request: { operation: "get", method: "GET", path: "/" } });
          return zoneOf(zone, number);
        }),
      listLinkedStorageZones: (page) => this.#request(true, () => this.#page(page)),
    };
    this.#reads = new BatchedReads(source, { now: () => this.now, expected });
  }

  #versionAt(zone: number, time: number): Version {
    const version = this.#versions.get(zone)?.findLast(({ from }) => from <= time);
    assert.ok(version);
    return version;
  }

  #page(page: number): ListedZonePage {
    const perPage = zones / this.pages;
    const shown = [...this.#versions.keys()].filter((zone) => Math.ceil(zone / perPage) === page);
    const listed = shown
      .map((zone) => ({ zone, version: this.#versionAt(zone, this.now - this.lagMs) }))
      .filter(({ version }) => !version.gone)
      .map(({ zone, version }) => ({ id: zone, deleted: false, read: () => zoneOf(zone, version.number) }));
    return {
      zones: listed,
      size: listed.length,
      totalItems: this.pages * zonesPerPage,
      hasMoreItems: page < this.pages,
      broken: (fault) => new Error(fault),
    };
  }

  #request<T>(list: boolean, answer: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let settle = (): void => undefined;
      this.requests.push({
        list,
        served: false,
        serve: () => {
          try {
            const answered = answer();
            settle = () => resolve(answered);
          } catch (error) {
            const failure = error instanceof Error ? error : new Error(String(error));
            settle = () => reject(failure);
          }
        },
        deliver: () => settle(),
        fail: (error) => reject(error),
      });
    });
  }

  read(zone: number): void {
    const began = this.now;
    const own = this.#own.get(zone) ?? 0;
    const known = this.#versionAt(zone, began - listServesMs - this.lagMs).number;
    const outcome = this.#reads.read(zone).then(
      ({ id: readId, filesStored }) => {
        assert.equal(readId, zone);
        assert.ok(
          filesStored >= own,
          `zone ${String(zone)} was written: ${String(filesStored)} is before ${String(own)}`,
        );
        assert.ok(filesStored >= known, `${String(filesStored)} is older than a list may be: ${String(known)}`);
        assert.ok(filesStored <= this.#versionAt(zone, this.now).number, "nothing is read that never was");
      },
      (error: unknown) => {
        if (error instanceof UnavailableError) return;
        assert.ok(error instanceof NotFoundError);
        assert.ok(this.#versionAt(zone, this.now).gone, `zone ${String(zone)} stands`);
      },
    );
    this.outcomes.push(outcome);
  }

  change(zone: number, gone = false): void {
    const { number, gone: wasGone } = this.#versionAt(zone, this.now);
    if (!wasGone) this.#versions.get(zone)?.push({ from: this.now, number: number + 1, gone });
  }

  beginWrite(zone: number): void {
    this.#reads.wrote(zone);
    this.writes.push({ id: zone, applied: false });
  }

  endWrite(write: Write): void {
    this.writes.splice(this.writes.indexOf(write), 1);
    this.#own.set(write.id, this.#versionAt(write.id, this.now).number);
  }

  deliver(request: Request, failure?: Error): void {
    this.requests.splice(this.requests.indexOf(request), 1);
    if (failure === undefined) request.deliver();
    else request.fail(failure);
  }
}

function zoneOf(zone: number, filesStored: number): LinkedStorageZone {
  return { id: zone, filesStored, deleted: false, dateModified: "2024-01-01T00:00:00Z" } as LinkedStorageZone;
}

function pick<T>(from: readonly T[], index: number): T | undefined {
  return from[index % Math.max(1, from.length)];
}

async function happens(model: Model, what: Happening): Promise<void> {
  switch (what.kind) {
    case "read":
      return model.read(what.id);
    case "writeBegins":
      return model.beginWrite(what.id);
    case "changedByOthers":
      return model.change(what.id);
    case "deletedByOthers":
      return model.change(what.id, true);
    case "writeIsApplied": {
      const write = pick(
        model.writes.filter(({ applied }) => !applied),
        what.which,
      );
      if (write === undefined) return;
      write.applied = true;
      return model.change(write.id);
    }
    case "writeEnds": {
      const write = pick(
        model.writes.filter(({ applied }) => applied),
        what.which,
      );
      return write === undefined ? undefined : model.endWrite(write);
    }
    case "isServed": {
      const request = pick(
        model.requests.filter(({ served }) => !served),
        what.which,
      );
      if (request === undefined) return;
      request.served = true;
      return request.serve();
    }
    case "isDelivered": {
      const request = pick(
        model.requests.filter(({ served }) => served),
        what.which,
      );
      return request === undefined ? undefined : model.deliver(request);
    }
    case "fails": {
      const request = pick(model.requests, what.which);
      const evidence = { request: { operation: "read", method: "GET", path: "/" } };
      return request === undefined ? undefined : model.deliver(request, new UnavailableError("no", evidence, false));
    }
    case "timePasses":
      model.now += what.ms;
  }
}

/** Lets everything that is under way come to its end. */
async function settle(model: Model): Promise<void> {
  let left = model.outcomes.length;
  for (const outcome of model.outcomes) void outcome.catch(() => undefined).then(() => left--);
  for (let turns = 0; left > 0; turns++) {
    assert.ok(turns < 200, "a read never ended");
    for (const request of [...model.requests]) {
      if (!request.served) request.serve();
      model.deliver(request);
    }
    await setTimeout(turns < 5 ? 0 : 2);
  }
  await Promise.all(model.outcomes);
}

describe("reading many storage zones while they are written", () => {
  it("never shows less than this process wrote or a list may, and calls no zone gone that stands", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 20, maxLength: 150, size: "max" }),
        fc.constantFrom(0, 1, 3000),
        fc.constantFrom(1, 2, 3),
        // Where many reads are expected, the first of them asks for the list.
        fc.constantFrom(0, 100),
        async (story, lagMs, pages, expected) => {
          const model = new Model(lagMs, pages, expected);
          for (const what of story) {
            await happens(model, what);
            await new Promise(setImmediate);
          }
          await settle(model);
        },
      ),
      { numRuns: 400 },
    );
  });
});
