import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { UnexpectedResponseError } from "../../provider/api/errors";
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

describe("a body with a mark that only Pulumi sets", () => {
  it("is refused: Pulumi would take a part of it for a secret, a file or a resource", async () => {
    const asset = { [pulumiMark]: "c44067f5952c0a294b673a41bacd8c17", path: "/etc/hostname" };
    const spelt = JSON.stringify(asset);
    const escaped = spelt.replace("4dabf", "\\u0034dabf");
    assert.deepEqual(JSON.parse(escaped), asset);
    for (const marked of [spelt, escaped, `[{"deep":${escaped}}]`]) {
      assert.match((await refusal(pullZoneWith(marked))).message, /got a response with a mark that only Pulumi sets/);
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
