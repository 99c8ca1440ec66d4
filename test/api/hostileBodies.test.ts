import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { UnexpectedResponseError } from "../../provider/api/errors";
import { parseBody } from "../../provider/api/json";
import { pulumiMark } from "../../provider/wire/pulumiMark";
import { filledPullZone, filledStorageZone } from "../fixtures/objects";
import { client, failureOf, serve, type Service } from "./support";

/** What a service answers a request for a pull zone with. */
async function refusal(body: string): Promise<{ message: string; requests: number }> {
  const service = await answering(body);
  try {
    const { message } = await failureOf(client(service.url, { maxRetries: 3 }).getPullZone(1), UnexpectedResponseError);
    return { message, requests: service.received.length };
  } finally {
    await service.close();
  }
}

function answering(body: string): Promise<Service> {
  const packed = gzipSync(body);
  return serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(packed);
  });
}

/** A pull zone in which a field of free form is as given. */
const pullZoneWith = (properties: string): string =>
  JSON.stringify({ ...filledPullZone(), Id: 1, OptimizerClasses: [{ Name: "c", Properties: "@" }] }).replace(
    '"@"',
    properties,
  );

const nested = (depth: number): string => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);

describe("a body that costs far more than its size", () => {
  it("is refused where it holds millions of values, before they take memory, and is not asked for again", async () => {
    for (const [value, count] of [
      ["{},", 20_000_000],
      ["1,", 3_000_000],
    ] as const) {
      const body = `[${value.repeat(count)}1]`;
      const before = process.memoryUsage.rss();
      let most = 0;
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss() - before)), 5);
      try {
        const { message, requests } = await refusal(body);
        assert.match(message, /got an answer of more than 2,000,000 values/);
        assert.equal(requests, 1);
        assert.ok(most < 600 * 2 ** 20, `${String(most / 2 ** 20)} MiB`);
      } finally {
        clearInterval(watch);
      }
    }
  });

  it("is refused where it is nested so deeply that to walk it would run out of stack", async () => {
    for (const depth of [100, 3000, 100_000]) {
      const { message, requests } = await refusal(pullZoneWith(nested(depth)));
      assert.match(message, /got an answer nested more than 100 deep/);
      assert.equal(requests, 1);
    }
  });

  it("is taken where it is as deep as anybody would make it", async () => {
    const service = await answering(pullZoneWith(nested(50)));
    try {
      const { optimizerClasses } = await client(service.url).getPullZone(1);
      assert.deepEqual(optimizerClasses?.[0]?.properties, JSON.parse(nested(50)));
    } finally {
      await service.close();
    }
  });
});

describe("a body with a mark that only Pulumi sets", () => {
  it("is refused: Pulumi would take a part of it for a secret, a file or a resource", async () => {
    const asset = { [pulumiMark]: "c44067f5952c0a294b673a41bacd8c17", path: "/etc/hostname" };
    const spelt = JSON.stringify(asset);
    const escaped = spelt.replace("4dabf", "\\u0034dabf");
    assert.deepEqual(JSON.parse(escaped), asset);
    for (const marked of [spelt, escaped, `[{"deep":${escaped}}]`]) {
      assert.match((await refusal(pullZoneWith(marked))).message, /got an answer with a mark that only Pulumi sets/);
    }
  });

  it("is taken where the mark is no more than a text, which any visitor of a site could plant in a log", async () => {
    const service = await answering(JSON.stringify({ ...filledStorageZone(), Id: 1, Name: pulumiMark }));
    try {
      assert.equal((await client(service.url).getStorageZone(1)).name, pulumiMark);
    } finally {
      await service.close();
    }
  });
});

describe("parseBody", () => {
  it("is JSON.parse for every text that is JSON or is not", () => {
    const parsed = (parse: (text: string) => unknown, text: string): unknown => {
      try {
        return parse(text);
      } catch (error) {
        assert.ok(error instanceof SyntaxError, String(error));
        return "no JSON";
      }
    };
    const quotes = fc.stringMatching(/^["\\[\]{},a]{0,30}$/);
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.json({ stringUnit: quotes }), quotes, fc.string()), (text) => {
        assert.deepEqual(parsed(parseBody, text), parsed(JSON.parse, text));
      }),
      { numRuns: 5000 },
    );
  });
});
