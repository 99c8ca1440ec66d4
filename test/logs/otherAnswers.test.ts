import assert from "node:assert/strict";
import { UnexpectedResponseError } from "../../provider/client";
import { client, serve, type Service } from "../api/support";

const day = 24 * 3_600_000;

/** A service that ignores filters, and formats the times of its window in the given way. */
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

describe("The time window of an access log query", () => {
  const spellings: Readonly<Record<string, (at: number) => string>> = {
    "without a zone": (at) => iso(at).slice(0, 19),
    "finer than a millisecond": (at) => iso(at).replace("Z", "4567Z"),
    "with another zone": (at) => iso(at).replace("Z", "+00:00"),
  };
  for (const [spelling, written] of Object.entries(spellings)) {
    it(`is sent for later pages as the service returned it: ${spelling}`, async () => {
      const service = await logService(written, [{ path: "/a" }], 3);
      try {
        const { query } = await client(service.url).getAccessLogs({ pullZoneId: 7 });
        const sent = service.received.slice(1).map(({ url }) => new URL(url, service.url).searchParams);
        assert.deepEqual(
          sent.map((params) => [params.get("from"), params.get("to")]),
          [1, 2].map(() => [query.from, query.to]),
        );
      } finally {
        await service.close();
      }
    });
  }
});

describe("An invalid value in an access log entry", () => {
  it("is kept in extraFields", async () => {
    const service = await logService(iso, [{ path: "/a", asn: "AS64500", bytesSent: 2 ** 60 }], 1);
    try {
      const { entries } = await client(service.url).getAccessLogs({ pullZoneId: 7 });
      assert.deepEqual(entries, [{ path: "/a", bytesSent: 2 ** 60, extraFields: { asn: "AS64500" } }]);
    } finally {
      await service.close();
    }
  });
});

describe("A search that the service ignores", () => {
  const entries = [{ path: "/index.html", userAgent: "curl" }, { requestId: "11112222-3333-4444-5555-666677778888" }];
  const search = async (...words: string[]): Promise<number> => {
    const service = await logService(iso, entries, 1);
    try {
      return (await client(service.url).getAccessLogs({ pullZoneId: 7, search: words })).entries.length;
    } finally {
      await service.close();
    }
  };

  it("fails if no entry of a page contains a search word", async () => {
    await assert.rejects(search("googlebot", "bingbot"), (error: Error) => {
      assert.ok(error instanceof UnexpectedResponseError);
      assert.match(error.message, /seems to ignore the parameter "search", whose name is an assumption/);
      return true;
    });
  });

  it("is not assumed if an entry does, in any case and with or without hyphens", async () => {
    for (const word of ["INDEX", "curl", "2222333344445555"]) assert.equal(await search("googlebot", word), 2, word);
  });
});
