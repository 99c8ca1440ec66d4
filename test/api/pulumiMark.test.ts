import assert from "node:assert/strict";
import type { CdnClient } from "../../provider/api/client";
import { UnexpectedResponseError } from "../../provider/api/errors";
import { pulumiMark } from "../../provider/wire/pulumiMark";
import { filledPullZone, filledStorageZone } from "../fixtures/objects";
import { client, failureOf, serve } from "./support";

async function answering(body: string, test: (zones: CdnClient) => Promise<void>): Promise<void> {
  const service = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  try {
    await test(client(service.url));
  } finally {
    await service.close();
  }
}

/** A pull zone with the given JSON in a free-form field. */
const pullZoneWith = (properties: string): string =>
  JSON.stringify({ ...filledPullZone(), Id: 1, OptimizerClasses: [{ Name: "c", Properties: "@" }] }).replace(
    '"@"',
    properties,
  );

describe("A response with Pulumi's marker key", () => {
  it("is refused: Pulumi would treat that object as a secret, a file or a resource", async () => {
    const asset = { [pulumiMark]: "c44067f5952c0a294b673a41bacd8c17", path: "/etc/hostname" };
    const plain = JSON.stringify(asset);
    const escaped = plain.replace("4dabf", "\\u0034dabf");
    assert.deepEqual(JSON.parse(escaped), asset);
    for (const marked of [plain, escaped, `[{"nested":${escaped}}]`]) {
      await answering(pullZoneWith(marked), async (zones) => {
        const { message } = await failureOf(zones.getPullZone(1), UnexpectedResponseError);
        assert.match(message, /got a response with a mark that only Pulumi sets/);
      });
    }
  });

  it("is accepted if the marker is only a string value, which any visitor of a site could put into a log", async () => {
    await answering(JSON.stringify({ ...filledStorageZone(), Id: 1, Name: pulumiMark }), async (zones) => {
      assert.equal((await zones.getStorageZone(1)).name, pulumiMark);
    });
  });
});
