import assert from "node:assert/strict";
import { createClient, type GetStorageZoneResult } from "../../provider/client";
import { InvalidInputError } from "../../provider/api/errors";
import { partId } from "../../provider/api/ids";
import { folderId } from "../../provider/lifecycle/storageFolder/zone";
import type { Kind } from "../../provider/kinds";
import { kinds } from "../../provider/kinds";
import { unknownValue } from "../../provider/declared/properties";
import { withEmulator } from "../emulator/call";
import type { Service } from "./support";
import { client, failureOf, json, serve } from "./support";

const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

const invalidIds: readonly unknown[] = [
  "",
  " 1",
  "1 ",
  "1\n",
  "01x",
  "1/../2",
  "1?x=1",
  "1#",
  "%31",
  "1.0",
  "1e3",
  "0x10",
  "+1",
  "-1",
  "٣",
  "0",
  "9007199254740992",
  "99999999999999999999",
  unknownValue,
  0,
  -1,
  1.5,
  NaN,
  Infinity,
  2 ** 53,
  5n,
  true,
  null,
  undefined,
  {},
  [1],
  { toString: () => "1" },
  { id: 5n },
  "1".repeat(1000),
  { a: "x".repeat(1000) },
  { toJSON: () => undefined },
  Symbol("s"),
  cycle,
  () => 1,
];

describe("Ids", () => {
  let service: Service;
  before(async () => (service = await serve((_, response) => json(response, 200, {}))));
  after(() => service.close());

  it("are validated by every operation before a request is sent", async () => {
    const zones = client(service.url);
    for (const id of invalidIds as string[]) {
      const calls = [
        zones.getStorageZone(id),
        zones.getPullZone(id),
        zones.updateStorageZone(id, { replicationZones: [], rewrite404To200: true }),
        zones.deleteStorageZone(id),
      ];
      for (const call of calls) {
        const { message } = await failureOf(call, InvalidInputError);
        assert.match(
          message,
          /^The id of a (storage|pull) zone must be a positive integer below 2\^53, but got: .{1,85}\. It is in/,
        );
      }
    }
    const { message } = await failureOf(zones.getStorageZone("a\u001b[31mb"), InvalidInputError);
    assert.ok(message.includes('got: "a\\u001b[31mb". It'), message);
    assert.deepEqual(service.received, []);
  });

  it("of parts have the shape that their kind shows by an example", () => {
    for (const kind of Object.values<Kind>(kinds)) {
      const { noun, partId: shape } = kind;
      if (shape === undefined) continue;
      const { zoneId, part } = partId(kind, `4711/${shape.example}`);
      assert.deepEqual([zoneId, part], [4711, shape.example]);
      for (const id of [shape.example, "4711", "0/x", "/x", "4711//", "x/4711"]) {
        assert.throws(() => partId(kind, id), { name: "InvalidInputError", property: "id" }, `${noun} ${id}`);
      }
    }
    assert.deepEqual(folderId("4711/docs/v2/"), { storageZoneId: 4711, prefix: "docs/v2/" });
    assert.deepEqual(folderId("4711/"), { storageZoneId: 4711, prefix: "" });
  });

  it("of edge rules never lead the path elsewhere, and an update always names its rule", async () => {
    const zones = client(service.url);
    for (const guid of ["..", ".", "", " ", "a/b", "%2e%2e", "?x", "-1", "a".repeat(65), null, undefined, 7, ["a"]]) {
      for (const call of [
        zones.deleteEdgeRule(77, guid as string),
        zones.updateEdgeRule(77, { guid: guid as string, actionType: 4, triggers: [] }),
      ]) {
        const { message } = await failureOf(call, InvalidInputError);
        assert.match(message, /^The GUID of an edge rule must be letters, digits and hyphens, such as .*, but got: /);
      }
    }
    assert.equal(service.received.length, 0);
    for (const id of ["1/..", "1/.", "1/%2e%2e", "1/a b"]) {
      assert.throws(
        () => partId(kinds.PullZoneEdgeRule, id),
        /The id of an edge rule must be the id of its pull zone, a slash/,
      );
    }
    for (const id of ["1/..", "1/."])
      assert.throws(() => partId(kinds.PullZoneHostname, id), /such as 4711\/www\.acme\.example/);
    await zones.deleteEdgeRule(77, "5a3d6c1e-0b2f-4e71-9c4d-8f6a7b5c4d3e");
    const sent = service.received.splice(0).map(({ method, url }) => `${method} ${url}`);
    assert.deepEqual(sent, ["DELETE /pullzone/77/edgerules/5a3d6c1e-0b2f-4e71-9c4d-8f6a7b5c4d3e"]);
  });

  it("are positive safe integers, as numbers or in decimal digits", async () => {
    for (const id of [1, "1", "007", 2 ** 53 - 1, "9007199254740991"]) {
      await client(service.url).deleteStorageZone(id);
    }
    const paths = service.received.map(({ url }) => url.replace(/\?.*/, ""));
    const [one, seven, last] = [1, 7, 9007199254740991].map((id) => `/storagezone/${String(id)}`);
    assert.deepEqual(paths, [one, one, seven, last, last]);
  });
});

describe("Arguments of the wrong type", () => {
  it("are refused before a request is sent, naming the property", async () => {
    const service = await serve((_, response) => json(response, 200, {}));
    const zones = client(service.url);
    const zone = { name: "a", region: "DE" };
    const update = { replicationZones: [], rewrite404To200: true };
    const calls: Readonly<Record<string, (value: never) => Promise<unknown>>> = {
      search: (search) => zones.listStorageZones({ search }),
      includeDeleted: (includeDeleted) => zones.listStorageZones({ includeDeleted }),
      includeCertificate: (includeCertificate) => zones.getPullZone(1, { includeCertificate }),
      name: (name) => zones.addStorageZone({ ...zone, name }),
      region: (region) => zones.addStorageZone({ ...zone, region }),
      zoneTier: (zoneTier) => zones.addStorageZone({ ...zone, zoneTier }),
      replicationRegions: (replicationRegions) => zones.addStorageZone({ ...zone, replicationRegions }),
      replicationZones: (replicationZones) => zones.updateStorageZone(1, { ...update, replicationZones }),
      rewrite404To200: (rewrite404To200) => zones.updateStorageZone(1, { ...update, rewrite404To200 }),
      custom404FilePath: (custom404FilePath) => zones.updateStorageZone(1, { ...update, custom404FilePath }),
    };
    try {
      for (const [property, call] of Object.entries(calls)) {
        for (const value of [NaN, [1], {}] as never[]) {
          const error = await failureOf(call(value), InvalidInputError);
          assert.equal(error.property, property);
          assert.match(error.message, new RegExp(`^${property} must be `));
        }
      }
      for (const property of ["name", "region"]) {
        for (const value of ["", undefined, null]) {
          const error = await failureOf(zones.addStorageZone({ ...zone, [property]: value }), InvalidInputError);
          assert.match(error.message, new RegExp(`^${property} must be a string of at least 1 character, but got: `));
        }
      }
      const misspelt = await failureOf(zones.listStorageZones({ serach: "x" } as never), InvalidInputError);
      assert.equal(misspelt.message, "serach is not a known argument. The arguments are: search, includeDeleted");
      assert.deepEqual(service.received, []);
    } finally {
      await service.close();
    }
  });
});

describe("addStorageZone", () => {
  it("creates a zone without replicas if none are given", async () => {
    await withEmulator({}, async (emulator) => {
      const { url: baseUrl, accessKey } = emulator;
      const zone: GetStorageZoneResult = await createClient({ baseUrl, accessKey }).addStorageZone({
        name: "acme-assets",
        region: "DE",
      });
      assert.deepEqual(zone.replicationRegions, []);
      assert.deepEqual(emulator.storageZones.named("acme-assets")?.ReplicationRegions, []);
    });
  });
});
