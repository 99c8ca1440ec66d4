import assert from "node:assert/strict";
import { requestIdOf, secondsApart, withLogs } from "./support";

describe("getting access logs", () => {
  it("takes one page where that holds all that is wanted", async () => {
    await withLogs({ seed: { accessLogs: secondsApart(300) } }, async (emulator, client) => {
      const { entries, pagination, query } = await client.getAccessLogs({ pullZoneId: 7, from: "2h" });
      assert.equal(entries.length, 100);
      assert.deepEqual(pagination, { offset: 0, limit: 100, returned: 100, hasMore: true });
      assert.deepEqual([query.pullZoneId, query.order, emulator.journal.length], [7, "desc", 1]);
      assert.ok(Date.parse(query.to) - Date.parse(query.from) >= 7_200_000 - 1000);
      const rest = await client.getAccessLogs({ pullZoneId: 7, offset: 250, limit: 100 });
      assert.deepEqual(rest.pagination, { offset: 250, limit: 100, returned: 50, hasMore: false });
    });
  });

  it("takes as many pages as it needs, larger ones where entries are rare, from one window", async () => {
    const entries = secondsApart(2_000, (index) => ({ countryCode: index % 100 === 7 ? "FR" : "DE" }));
    await withLogs({ seed: { accessLogs: entries } }, async (emulator, client) => {
      const { entries: found, pagination } = await client.getAccessLogs({ pullZoneId: 7, country: "FR", limit: 10 });
      assert.deepEqual(
        found.map(({ path }) => path),
        Array.from({ length: 10 }, (_, at) => `/${String(1907 - 100 * at)}`),
      );
      assert.deepEqual(pagination, { offset: 0, limit: 10, returned: 10, hasMore: true });
      const asked = emulator.journal.map(({ query }) => [query["offset"], query["limit"]].join("+"));
      assert.deepEqual(asked, ["0+10", "10+40", "50+160", "210+640", "850+2560"]);
      assert.equal(new Set(emulator.journal.slice(1).map(({ query }) => query["to"])).size, 1);
    });
  });

  it("takes an entry once where others were logged late, within the window", async () => {
    const entries = secondsApart(30, (index) => ({ countryCode: index % 2 === 0 ? "FR" : "DE" }));
    await withLogs({ seed: { accessLogs: entries } }, async (emulator, client) => {
      const timestamp = new Date(Date.now() - 2_500).toISOString();
      const late = setInterval(() => {
        if (emulator.journal.length === 0) return;
        clearInterval(late);
        emulator.accessLogs.add(7, { timestamp, path: "/late", requestId: requestIdOf(99) });
      }, 1);
      const { entries: found } = await client.getAccessLogs(
        { pullZoneId: 7, country: "FR", limit: 10 },
        { rate: { requests: 1, perSeconds: 0.3 } },
      );
      assert.deepEqual(
        found.map(({ path }) => path),
        Array.from({ length: 10 }, (_, at) => `/${String(28 - 2 * at)}`),
      );
    });
  });

  it("says whether there is more, also where a page held more than was wanted", async () => {
    const entries = secondsApart(50, (index) => ({ countryCode: index < 10 || index === 49 ? "FR" : "DE" }));
    await withLogs({ seed: { accessLogs: entries } }, async (_, client) => {
      const get = async (limit: number) =>
        (await client.getAccessLogs({ pullZoneId: 7, country: "FR", limit })).pagination;
      assert.deepEqual(await get(5), { offset: 0, limit: 5, returned: 5, hasMore: true });
      assert.deepEqual(await get(11), { offset: 0, limit: 11, returned: 11, hasMore: false });
    });
  });

  it("finds one request by its id, in either spelling", async () => {
    const id = "0123456789abcdef0123456789abcdef";
    const dashed = "01234567-89ab-cdef-0123-456789ABCDEF";
    await withLogs({ seed: { accessLogs: secondsApart(3, () => ({ requestId: id })).slice(2) } }, async (_, client) => {
      for (const requestId of [id, dashed]) {
        assert.equal((await client.getAccessLogs({ pullZoneId: 7, requestId })).entries.length, 1);
      }
    });
  });
});
