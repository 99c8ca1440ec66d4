import assert from "node:assert/strict";
import type { FaultRule } from "../../emulator";
import { InvalidInputError, NotFoundError, UnauthorizedError } from "../../provider/client";
import type { CdnClient } from "../../provider/api/client";
import { isRefusal } from "../../provider/api/errors";
import { withEmulator } from "../emulator/call";
import { client, failureOf } from "./support";

const seed = {
  storageZones: [{ Id: 1, Name: "files", Region: "DE" }],
  pullZones: [{ Id: 7, EnableLogging: true }],
  dnsZones: [{ Id: 3, Domain: "acme.example" }],
};
const bare = (path: string): FaultRule => ({ path, fault: { kind: "status", status: 401 } });

/** Operations on an object, with the id of one that there is. */
const operations: readonly (readonly [noun: string, id: number, (of: CdnClient, id: number) => Promise<unknown>])[] = [
  ["storage zone", 1, (of, id) => of.getStorageZone(id)],
  ["storage zone", 1, (of, id) => of.resetStorageZonePassword(id)],
  ["storage zone", 1, (of, id) => of.resetStorageZoneReadOnlyPassword(id)],
  ["pull zone", 7, (of, id) => of.getPullZone(id)],
  ["pull zone", 7, (of, id) => of.updatePullZone(id, { originUrl: "https://a.example" })],
  ["pull zone", 7, (of, id) => of.deletePullZone(id)],
  ["pull zone", 7, (of, id) => of.purgePullZone(id)],
  ["pull zone", 7, (of, id) => of.addHostname(id, "www.acme.example")],
  ["pull zone", 7, (of, id) => of.loadFreeCertificate(id, "www.acme.example")],
  ["pull zone", 7, (of, id) => of.getAccessLogs({ pullZoneId: id })],
  ["DNS zone", 3, (of, id) => of.getDnsZone(id)],
  ["DNS zone", 3, (of, id) => of.deleteDnsRecord(id, 5)],
  ["DNS zone", 3, (of, id) => of.enableDnsSec(id)],
];

describe("A 401 without a body", () => {
  const faults = ["storagezone", "pullzone", "dnszone", "v2"].map((root) => bare(`/${root}/**`));
  const options = { seed, faults };

  it("means that the object is not in this account, if the list lacks it", async () => {
    await withEmulator(options, async ({ url, accessKey }) => {
      const of = client(url, { accessKey });
      for (const [noun, , run] of operations) {
        const error = await failureOf(run(of, 99), NotFoundError);
        const said = new RegExp(
          `^[A-Z][^(]* \\([^)]*\\) failed with 401\\. The access key is valid, but ${noun} 99 is not in this account\\. Check the id, and that the access key belongs to the account that owns the ${noun}$`,
        );
        assert.match(error.message, said);
        assert.ok(isRefusal(error), "nothing was changed");
      }
    });
  });

  it("means nothing for an object that one of two lists has", async () => {
    for (const nth of [1, 2]) {
      const none = { method: "GET", path: "/pullzone", nth, fault: { kind: "status", status: 200, body: [] } } as const;
      await withEmulator({ seed, faults: [...faults, none] }, async ({ url, accessKey }) => {
        // A `NotFoundError`, or undefined, would remove the zone from a state.
        const { message } = await failureOf(client(url, { accessKey }).reads.find("PullZone", 7), UnauthorizedError);
        assert.match(message, /pull zone 7 is in its account, but/);
      });
    }
  });

  it("means that the key may not do this, if the list has the object", async () => {
    await withEmulator(options, async ({ url, accessKey }) => {
      const of = client(url, { accessKey });
      for (const [noun, id, run] of operations) {
        const { message } = await failureOf(run(of, id), UnauthorizedError);
        assert.match(message, new RegExp(`The access key is valid, and ${noun} ${String(id)} is in its account, but`));
      }
    });
  });

  it("means that the key is wrong, if the list is refused as well", async () => {
    await withEmulator({ ...options, contract: true }, async (emulator) => {
      const of = client(emulator.url, { accessKey: "wrong" });
      for (const [, id, run] of operations) {
        const { message } = await failureOf(run(of, id), UnauthorizedError);
        assert.match(
          message,
          /^(?!List)[^(]* \([^)]*\) failed with 401\. The access key was refused\. Set a valid key/,
        );
      }
    });
  });

  it("leaves open which of both it is, if the list fails otherwise", async () => {
    const failing = { path: "/pullzone", fault: { kind: "status" as const, status: 503 } };
    await withEmulator({ ...options, faults: [...faults, failing] }, async ({ url, accessKey }) => {
      const { message } = await failureOf(
        client(url, { accessKey, maxRetries: 0 }).purgePullZone(99),
        UnauthorizedError,
      );
      assert.match(
        message,
        /^Purge cache .* failed with 401\. Either the access key was refused, or pull zone 99 is not in this account\. The list, which would show which of the two it is, could not be read: List pull zones .* failed with 503/,
      );
    });
  });

  it("leaves open which of both it is, if the service has no such list", async () => {
    await withEmulator({ ...options, unserved: ["listPullZones"] }, async ({ url, accessKey }) => {
      const of = client(url, { accessKey });
      for (const id of [7, 99]) {
        const { message } = await failureOf(of.getPullZone(id), UnauthorizedError);
        assert.match(
          message,
          /^Get pull zone .* failed with 401\. The access key is valid, but either it is not allowed/,
        );
        await failureOf(of.reads.find("PullZone", id), UnauthorizedError);
      }
    });
  });

  it("costs two lists for operations at the same time, and none if the response says why", async () => {
    await withEmulator(options, async (emulator) => {
      const of = client(emulator.url, { accessKey: emulator.accessKey });
      // The first request loads the HTTP client, which can take longer than the lists are shared.
      await of.listStorageZones();
      await Promise.all(Array.from({ length: 20 }, (_, id) => failureOf(of.purgePullZone(100 + id), NotFoundError)));
      assert.equal(emulator.journal.filter(({ path }) => path === "/pullzone").length, 2);
    });
    await withEmulator({ contract: false }, async (emulator) => {
      await failureOf(client(emulator.url, { accessKey: "wrong" }).purgePullZone(7), UnauthorizedError);
      assert.equal(emulator.journal.filter(({ path }) => path === "/pullzone").length, 0);
    });
  });
});

describe("The public service, as it was recorded,", () => {
  it("is understood when it refuses a purge, or a query of access logs, for an id or for the key", async () => {
    await withEmulator({ seed, contract: false }, async ({ url, accessKey }) => {
      const [good, wrong] = [client(url, { accessKey }), client(url, { accessKey: "wrong" })];
      const notHere = /failed with 40[13]\. The access key is valid, but pull zone 99 is not in this account/;
      assert.match((await failureOf(good.purgePullZone(99), NotFoundError)).message, notHere);
      assert.match((await failureOf(good.getAccessLogs({ pullZoneId: 99 }), NotFoundError)).message, notHere);
      const refused = /failed with 40[13]\. The access key was refused\. Set a valid key/;
      assert.match((await failureOf(wrong.purgePullZone(7), UnauthorizedError)).message, refused);
      assert.match((await failureOf(wrong.getAccessLogs({ pullZoneId: 7 }), UnauthorizedError)).message, refused);
      await good.getAccessLogs({ pullZoneId: 7 });
      await failureOf(good.getAccessLogs({ pullZoneId: 7, from: "9d" }), InvalidInputError);
    });
  });
});
