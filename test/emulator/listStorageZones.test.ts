import assert from "node:assert/strict";
import fc from "fast-check";
import type { Emulator, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, withEmulator } from "./call";

interface Page {
  Items: StorageZone[];
  CurrentPage: number;
  TotalItems: number;
  HasMoreItems: boolean;
}

const names = ["alpha", "Beta", "alphabet", "gamma", "delta", "epsilon", "zeta"];

describe("GET /storagezone", () => {
  let emulator: Emulator;
  before(async () => {
    const storageZones = names.map((Name, index) => ({ Id: 100 - index, Name, Deleted: Name === "gamma" }));
    emulator = await startEmulator({ seed: { storageZones } });
  });
  after(() => emulator.close());

  const list = async (query = "") => {
    const { status, json } = await call(emulator, "GET", `/storagezone${query}`);
    assert.equal(status, 200);
    return json;
  };
  const ids = (zones: unknown) => (zones as StorageZone[]).map(({ Id }) => Id);

  it("is a plain array without a page and with page 0, ascending by id, without the deleted", async () => {
    assert.deepEqual(ids(await list()), [94, 95, 96, 98, 99, 100]);
    assert.deepEqual(ids(await list("?page=0&perPage=5")), [94, 95, 96, 98, 99, 100]);
  });

  it("is a paginated object from page 1", async () => {
    const { Items, ...rest } = (await list("?page=1&perPage=5")) as Page;
    assert.deepEqual(ids(Items), [94, 95, 96, 98, 99]);
    assert.deepEqual(rest, { CurrentPage: 1, TotalItems: 6, HasMoreItems: true });
    const last = (await list("?page=2&perPage=5")) as Page;
    assert.deepEqual([ids(last.Items), last.HasMoreItems, last.CurrentPage], [[100], false, 2]);
    const beyond = (await list("?page=2147483647&perPage=5")) as Page;
    assert.deepEqual([beyond.Items, beyond.HasMoreItems, beyond.TotalItems], [[], false, 6]);
  });

  it("raises a page size below 5 in silence", async () => {
    for (const perPage of ["1", "4", "0", "-3"]) {
      assert.equal(((await list(`?page=1&perPage=${perPage}`)) as Page).Items.length, 5);
    }
  });

  it("includes deleted zones where asked to", async () => {
    assert.deepEqual(ids(await list("?includeDeleted=true")), [94, 95, 96, 97, 98, 99, 100]);
    assert.deepEqual(ids(await list("?includeDeleted=false")), [94, 95, 96, 98, 99, 100]);
  });

  it("filters by a part of the name, whatever its case", async () => {
    assert.deepEqual(ids(await list("?search=ALPHA")), [98, 100]);
    assert.deepEqual(ids(await list("?search=")), [94, 95, 96, 98, 99, 100]);
    assert.deepEqual(ids(await list("?search=nothing")), []);
    assert.equal(((await list("?search=bet&page=1")) as Page).TotalItems, 2);
  });

  it("takes an empty value as the default", async () => {
    assert.deepEqual(await list("?page=&perPage=&includeDeleted=&search="), await list());
    assert.equal(((await list("?page=1&perPage=")) as Page).TotalItems, 6);
  });

  for (const query of [
    "page=-1",
    "page=x",
    "page=1.5",
    "page=2147483648",
    "perPage=1001",
    "perPage=many",
    "includeDeleted=1",
    "page=1&page=2",
  ]) {
    it(`refuses ${query} with 400, naming the parameter`, async () => {
      const { status, json } = await call(emulator, "GET", `/storagezone?${query}`);
      assert.equal(status, 400);
      assert.equal((json as { Field: string }).Field, query.split("=")[0]);
    });
  }

  it("has every zone on exactly one page, whatever the page size", async () => {
    await withEmulator({}, async (own) => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 30 }), async (count, perPage) => {
          own.reset();
          for (let made = 0; made < count; made += 1) own.storageZones.add({});
          const seen: number[] = [];
          for (let page = 1, more = true; more; page += 1) {
            const query = `?page=${String(page)}&perPage=${String(perPage)}`;
            const answer = (await call(own, "GET", `/storagezone${query}`)).json as Page;
            assert.equal(answer.TotalItems, count);
            assert.ok(answer.Items.length <= Math.max(5, perPage));
            seen.push(...ids(answer.Items));
            assert.equal(answer.HasMoreItems, page * Math.max(5, perPage) < count);
            more = answer.HasMoreItems;
          }
          assert.deepEqual(seen, ids((await call(own, "GET", "/storagezone")).json));
        }),
        { numRuns: 40, seed: 11 },
      );
    });
  });

  it("lists 1,000 zones in well under a second, again and again", async () => {
    await withEmulator({}, async (own) => {
      for (let made = 0; made < 1000; made += 1) own.storageZones.add({});
      const begun = performance.now();
      for (let asked = 0; asked < 10; asked += 1) {
        assert.equal(((await call(own, "GET", "/storagezone")).json as unknown[]).length, 1000);
      }
      assert.ok(performance.now() - begun < 5000);
    });
  });
});
