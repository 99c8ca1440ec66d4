import assert from "node:assert/strict";
import { secondsApart, withLogs } from "./support";

describe("getAccessLogs", () => {
  it("reads one page if that suffices", async () => {
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

  it("reads more and larger pages of one time window if few entries match", async () => {
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

  it("sets hasMore, also if the last page had more entries than needed", async () => {
    const entries = secondsApart(50, (index) => ({ countryCode: index < 10 || index === 49 ? "FR" : "DE" }));
    await withLogs({ seed: { accessLogs: entries } }, async (_, client) => {
      const get = async (limit: number) =>
        (await client.getAccessLogs({ pullZoneId: 7, country: "FR", limit })).pagination;
      assert.deepEqual(await get(5), { offset: 0, limit: 5, returned: 5, hasMore: true });
      assert.deepEqual(await get(11), { offset: 0, limit: 11, returned: 11, hasMore: false });
    });
  });
});
