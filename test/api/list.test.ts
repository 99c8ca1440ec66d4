import assert from "node:assert/strict";
import { InvalidInputError, UnexpectedResponseError } from "../../provider/api/errors";
import { withEmulator } from "../emulator/call";
import { soak } from "../faults/support/size";
import { filledStorageZone } from "../fixtures/objects";
import { canaryKey, client, failureOf, json, serve } from "./support";

const zone = (Id: number): Record<string, unknown> => ({ ...filledStorageZone(), Id });
const page = (ids: readonly number[], HasMoreItems: boolean, CurrentPage = 1): Record<string, unknown> => ({
  Items: ids.map(zone),
  CurrentPage,
  TotalItems: 99_999,
  HasMoreItems,
});
/** As many ids as a whole page has. */
const wholePage = (first: number): number[] => Array.from({ length: 1000 }, (_, at) => first + at);

/** The listed ids and the requested pages, given the service's response to each page. */
async function listed(answers: readonly unknown[]): Promise<{ ids: number[]; pages: (string | null)[] }> {
  const service = await serve((_, response, nth) =>
    nth <= answers.length
      ? json(response, 200, answers[nth - 1])
      : json(response, 400, { Message: "one page too many" }),
  );
  try {
    const ids = (await client(service.url).listStorageZones()).map(({ id }) => id);
    return { ids, pages: service.received.map(({ url }) => new URL(url, service.url).searchParams.get("page")) };
  } finally {
    await service.close();
  }
}

describe("listStorageZones", () => {
  it("reads all pages, 1000 zones each", async () => {
    const storageZones = Array.from({ length: 2001 }, (_, n) => ({ Id: n + 1, Name: `zone-${String(n)}` }));
    await withEmulator({ accessKey: canaryKey, seed: { storageZones } }, async (emulator) => {
      const zones = await client(emulator.url).listStorageZones();
      assert.deepEqual(
        zones.map(({ id }) => id),
        storageZones.map(({ Id }) => Id),
      );
      assert.deepEqual(
        emulator.journal.map(({ query }) => query),
        ["1", "2", "3"].map((page) => ({ page, perPage: "1000" })),
      );
    });
  });

  it("passes the search term to the service unchanged", async () => {
    const seed = {
      storageZones: [
        { Id: 1, Name: "a&b=c" },
        { Id: 2, Name: "other" },
        { Id: 3, Name: "a&b", Deleted: true },
      ],
    };
    await withEmulator({ accessKey: canaryKey, seed }, async (emulator) => {
      const zones = client(emulator.url);
      assert.deepEqual(
        (await zones.listStorageZones({ search: "A&b" })).map(({ id }) => id),
        [1],
      );
      const all = await zones.listStorageZones({ search: "a&b", includeDeleted: true });
      assert.deepEqual(
        all.map(({ id, deleted }) => [id, deleted]),
        [
          [1, false],
          [3, true],
        ],
      );
    });
  });

  it("accepts a plain array, an empty list, and an envelope with Items only", async () => {
    assert.deepEqual(await listed([[zone(1), zone(2)]]), { ids: [1, 2], pages: ["1"] });
    assert.deepEqual(await listed([[]]), { ids: [], pages: ["1"] });
    assert.deepEqual(await listed([{ Items: [zone(3)] }]), { ids: [3], pages: ["1"] });
    const [ids, pages] = [wholePage(1), ["1", "2"]];
    assert.deepEqual(await listed([page(ids, true), page([], true)]), { ids, pages });
  });

  it("relies on Items if the envelope's other properties are null or invalid", async () => {
    const odd = { CurrentPage: null, TotalItems: null, HasMoreItems: null };
    assert.deepEqual(await listed([{ Items: null, ...odd }]), { ids: [], pages: ["1"] });
    assert.deepEqual(await listed([{ Items: [zone(1)], ...odd }]), { ids: [1], pages: ["1"] });
    const text = { CurrentPage: "1", TotalItems: "7", HasMoreItems: "no" };
    assert.deepEqual(await listed([{ Items: [zone(1)], ...text }]), { ids: [1], pages: ["1"] });
    const full = wholePage(1);
    const pages = [
      { Items: full.map(zone), ...odd },
      { Items: [zone(1001)], ...odd },
    ];
    assert.deepEqual((await listed(pages)).ids, [...full, 1001]);
    const counted = { ...odd, TotalItems: 1002 };
    const two = await listed([
      { Items: full.map(zone), ...counted },
      { Items: null, ...counted },
    ]);
    assert.deepEqual(two, { ids: full, pages: ["1", "2"] });
  });

  it("returns a zone once if it moves to a later page while the list is read", async () => {
    const { ids } = await listed([page(wholePage(1), true), page([1000, 1001], false)]);
    assert.deepEqual(ids, [...wholePage(1), 1001]);
  });

  it("fails if a page repeats the one before it", async () => {
    const error = await failureOf(
      listed([page(wholePage(1), true), page(wholePage(1), true)]),
      UnexpectedResponseError,
    );
    assert.match(error.message, /the page has no new zones, but HasMoreItems is true/);
  });

  it("fails if a page says that more follow though it is not full, or reaches beyond the total", async () => {
    // Each page has a zone more, for ever.
    const oneMore = { Items: [zone(1)], HasMoreItems: true };
    const beyond = { Items: wholePage(1).map(zone), TotalItems: 999, HasMoreItems: true };
    const counted = { Items: [zone(1)], TotalItems: 2 };
    for (const [answer, fault] of [
      [oneMore, /page 1 has 1 of 1000 items, but says that more follow/],
      [counted, /page 1 has 1 of 1000 items, but says that more follow/],
      [beyond, /page 1 goes beyond TotalItems, 999, but says that more follow/],
    ] as const) {
      assert.match((await failureOf(listed([answer]), UnexpectedResponseError)).message, fault);
    }
  });

  it("fails if the response is not a list of storage zones, naming the fault", async () => {
    for (const [answer, expected] of [
      [{}, /must be an array, or an object whose Items is one, but got: an object/],
      [null, /but got: nothing|but got: null/],
      ["zones", /but got: a string/],
      [{ Items: {} }, /but got: an object/],
      [[zone(1), null], /storage zone: it must be an object, but got: null/],
      [[{ ...zone(4), Deleted: "7" }], /storage zone 4: Deleted must be a boolean/],
      [[{ ...zone(4), Id: undefined }], /Id must be a positive integer, but got: nothing/],
    ] as const) {
      assert.match((await failureOf(listed([answer]), UnexpectedResponseError)).message, expected);
    }
  });

  it("validates page and perPage before a request is sent", async () => {
    const service = await serve((_, response) => json(response, 200, []));
    try {
      const zones = client(service.url);
      for (const page of [-1, 1.5, 2147483648, NaN, "1" as unknown as number]) {
        assert.equal((await failureOf(zones.listStorageZonePage({ page }), InvalidInputError)).property, "page");
      }
      for (const perPage of [0, 4, 1001, 5.5]) {
        const error = await failureOf(zones.listStorageZonePage({ page: 1, perPage }), InvalidInputError);
        assert.match(error.message, /^perPage must be an integer from 5 to 1000, but got: /);
      }
      assert.deepEqual(service.received, []);
      await zones.listStorageZonePage({ page: 0, perPage: 5 });
      await zones.listStorageZonePage({ page: 2147483647, perPage: 1000 });
      assert.deepEqual(
        service.received.map(({ url }) => url),
        ["/storagezone?page=0&perPage=5", "/storagezone?page=2147483647&perPage=1000"],
      );
    } finally {
      await service.close();
    }
  });
});

describe("A list without an end", () => {
  /** Answers each page with this many more entries, which are new. */
  async function endless(perAnswer: number, entry: (id: number) => object, act: (url: string) => Promise<unknown>) {
    const service = await serve((_, response, nth) => {
      const Items = Array.from({ length: perAnswer }, (_, index) => entry(nth * perAnswer + index));
      json(response, 200, { Items, HasMoreItems: true, CurrentPage: nth });
    });
    const error = await failureOf(act(service.url), UnexpectedResponseError);
    await service.close();
    return { message: error.message, answers: service.received.length };
  }

  it("of objects ends in an error after 500,000 entries", async () => {
    const { message, answers } = await endless(
      100_000,
      (Id) => ({ Id }),
      (url) => client(url).reads.anyOwner(),
    );
    assert.match(message, /the list has more than 500,000 entries, so it was not read further$/);
    assert.equal(answers, 6);
  });

  it("of releases of a script ends in an error after 500,000 entries", async () => {
    const release = (Id: number): object => ({ Id, Uuid: String(Id), Status: 1 });
    const { message, answers } = await endless(100_000, release, (url) => client(url).listEdgeScriptReleases(7));
    assert.match(message, /the list has more than 500,000 entries, so it was not read further$/);
    assert.equal(answers, 6);
  });

  (soak ? it : it.skip)("of releases with large code ends in an error before they fill the memory", async () => {
    const Code = "x".repeat(1_000_000);
    const release = (Id: number): object => ({ Id, Uuid: String(Id), Status: 1, Code });
    const { message } = await endless(25, release, (url) => client(url).listEdgeScriptReleases(7));
    assert.match(message, /the list has more than 512 MiB, so it was not read further$/);
  });
});
