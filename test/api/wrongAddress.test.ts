import assert from "node:assert/strict";
import { NotFoundError, UnauthorizedError, UnexpectedResponseError } from "../../provider/api/errors";
import { pullZoneLifeCycle } from "../../provider/lifecycle/pullZone";
import { storageZoneLifeCycle } from "../../provider/lifecycle/storageZone";
import { withEmulator } from "../emulator/call";
import { contextOf } from "../lifecycle/support";
import { client, serve } from "./support";

/** The state of a zone that exists. */
const known = { storageZoneId: 7, name: "assets", __declared: [], dateModified: "2026-01-01T00:00:00Z" };
const update = { replicationZones: [], custom404FilePath: "", rewrite404To200: false };

describe("A base URL that answers 404 to everything", () => {
  it("never makes a zone look deleted: not to a read, an update or a deletion", async () => {
    const service = await serve((_request, response) => response.writeHead(404).end());
    try {
      const context = contextOf(client(service.url));
      const calls = {
        "get storage zone": () => context.client.getStorageZone(7),
        "get pull zone": () => context.client.getPullZone(7),
        "list pull zones": () => context.client.listPullZones(),
        "update storage zone": () => context.client.updateStorageZone(7, update),
        "delete storage zone": () => context.client.deleteStorageZone(7),
        "read storage zone": () => storageZoneLifeCycle.read(context, "7", known),
        "read pull zone": () => pullZoneLifeCycle.read(context, "7", { pullZoneId: 7 }),
        "destroy storage zone": () => storageZoneLifeCycle.delete(context, "7", known),
      };
      for (const [name, call] of Object.entries(calls)) {
        await assert.rejects(call(), (error: unknown) => {
          assert.ok(error instanceof UnexpectedResponseError, `${name}: ${String(error)}`);
          assert.match(
            error.message,
            /^List storage zones .* failed with 404, but every account has a list of storage zones/,
          );
          assert.match(error.message, /Check that cdn:baseUrl is the base URL of the API$/);
          return true;
        });
      }
      assert.ok(!service.received.some(({ method, url }) => method === "DELETE" && !url.startsWith("/storagezone/7?")));
    } finally {
      await service.close();
    }
  });

  it("is reported with the list's own error if the list fails in another way", async () => {
    const service = await serve((request, response) =>
      response.writeHead(request.url.startsWith("/storagezone?") ? 401 : 404).end(),
    );
    try {
      await assert.rejects(client(service.url).getPullZone(7), UnauthorizedError);
    } finally {
      await service.close();
    }
  });
});

describe("A missing zone", () => {
  it("costs one more request, once per client", async () => {
    await withEmulator({}, async (emulator) => {
      const account = client(emulator.url, { accessKey: emulator.accessKey });
      const missing = (): Promise<void> => assert.rejects(account.getStorageZone(77), NotFoundError);
      await missing();
      await missing();
      assert.equal(emulator.journal.filter(({ query }) => query["perPage"] === "5").length, 1);
      assert.equal(account.counters.requests, 3);
    });
  });
});
