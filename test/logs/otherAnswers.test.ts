import assert from "node:assert/strict";
import { UnexpectedResponseError } from "../../provider/client";
import { client, serve, type Service } from "../api/support";

const day = 24 * 3_600_000;

/** A service that knows no filter, and shows the times of its window as they are written here. */
function logService(written: (at: number) => string, entries: readonly object[], pages: number): Promise<Service> {
  const to = Date.now();
  return serve((_, response, nth) => {
    const [offset, returned] = [(nth - 1) * entries.length, entries.length];
    const body = {
      data: entries,
      pagination: { offset, limit: returned, returned, hasMore: nth < pages },
      query: { pullZoneId: 7, from: written(to - day), to: written(to), order: "desc" },
    };
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(body));
  });
}

const iso = (at: number): string => new Date(at).toISOString();

describe("access logs of a service whose times do not say that they are UTC", () => {
  const zone = process.env["TZ"];
  afterEach(() => {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  });

  for (const tz of ["America/New_York", "Asia/Tokyo"]) {
    it(`are read to their end in the same window, on a machine in ${tz}`, async () => {
      process.env["TZ"] = tz;
      assert.notEqual(new Date(0).getTimezoneOffset(), 0);
      const service = await logService((at) => iso(at).slice(0, 19), [{ path: "/a" }], 3);
      try {
        await client(service.url).getAccessLogs({ pullZoneId: 7 });
        const windows = service.received.slice(1).map(({ url }) => {
          const query = new URL(url, service.url).searchParams;
          return Date.parse(query.get("to") ?? "");
        });
        assert.equal(windows.length, 2);
        for (const to of windows) assert.ok(Math.abs(Date.now() - to) < 60_000, iso(to));
      } finally {
        await service.close();
      }
    });
  }
});

describe("a search that the service passed over", () => {
  const entries = [{ path: "/index.html", userAgent: "curl" }, { requestId: "11112222-3333-4444-5555-666677778888" }];
  const search = async (...words: string[]): Promise<number> => {
    const service = await logService(iso, entries, 1);
    try {
      return (await client(service.url).getAccessLogs({ pullZoneId: 7, search: words })).entries.length;
    } finally {
      await service.close();
    }
  };

  it("fails where no entry of a page holds a word, rather than passing for what was found", async () => {
    await assert.rejects(search("googlebot", "bingbot"), (error: Error) => {
      assert.ok(error instanceof UnexpectedResponseError);
      assert.match(error.message, /seems not to know the parameter "search", whose name is an assumption/);
      return true;
    });
  });

  it("is not suspected where one does, in whatever case and with or without hyphens", async () => {
    for (const word of ["INDEX", "curl", "2222333344445555"]) assert.equal(await search("googlebot", word), 2, word);
  });
});
