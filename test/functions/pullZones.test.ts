import assert from "node:assert/strict";
import { InvalidInputError, NotFoundError, UnexpectedResponseError } from "../../provider/api/errors";
import { lookUpPullZone, lookUpPullZones } from "../../provider/api/lookUp";
import { canaryKey, client, failureOf } from "../api/support";
import { withEmulator } from "../emulator/call";

const Hostnames = [{ Id: 1, Value: "a.example.com", Certificate: "PEM" }];
const seed = {
  pullZones: [
    { Id: 1, Name: "web-2" },
    { Id: 2, Name: "web", Hostnames },
    { Id: 3, Name: "other" },
  ],
};
const options = { accessKey: canaryKey, seed };

describe("getPullZone", () => {
  it("finds a zone by its name, ignoring case, with certificates only if they are asked for", async () => {
    await withEmulator(options, async (emulator) => {
      const account = client(emulator.url);
      for (const [includeCertificate, certificate] of [
        [false, undefined],
        [true, "PEM"],
      ] as const) {
        const zone = await lookUpPullZone(account, { name: "Web", includeCertificate });
        assert.deepEqual([zone.id, zone.hostnames[0]?.certificate], [2, certificate]);
      }
      assert.equal((await lookUpPullZone(account, { id: "3" })).name, "other");
    });
  });

  it("says what is wrong with its arguments before anything is sent, and that there is no such zone", async () => {
    await withEmulator(options, async (emulator) => {
      const account = client(emulator.url);
      for (const [args, type, text] of [
        [{}, InvalidInputError, /^getPullZone takes either an id or a name, but got: \{\}$/],
        [{ id: 1, name: "web" }, InvalidInputError, /either an id or a name, but got: \{"id":1,"name":"web"\}/],
        [{ name: "" }, InvalidInputError, /must be a non-empty string, but got: ""/],
        [{ name: "web", includeCertificate: "yes" }, InvalidInputError, /includeCertificate must be a boolean/],
      ] as const) {
        assert.match((await failureOf(lookUpPullZone(account, args as never), type)).message, text);
      }
      assert.deepEqual(emulator.journal, []);
      const missing = await failureOf(lookUpPullZone(account, { name: "we" }), NotFoundError);
      assert.match(missing.message, /^There is no pull zone named "we" in this account\. Check the id or name/);
    });
  });
});

describe("getPullZones", () => {
  it("gets all zones, or those that match", async () => {
    await withEmulator(options, async (emulator) => {
      const account = client(emulator.url);
      const { ids, names, zones } = await lookUpPullZones(account, { search: "WEB" });
      assert.deepEqual([ids, names, zones[1]?.name], [[1, 2], ["web-2", "web"], "web"]);
      assert.deepEqual((await lookUpPullZones(account, {})).ids, [1, 2, 3]);
    });
  });

  it("says so if the service does not list pull zones", async () => {
    for (const status of [404, 405, 501]) {
      await withEmulator(options, async (emulator) => {
        emulator.setFaults([{ path: "/pullzone", fault: { kind: "status", status } }]);
        const account = client(emulator.url);
        for (const call of [() => lookUpPullZones(account, {}), () => lookUpPullZone(account, { name: "web" })]) {
          const { message } = await failureOf(call(), UnexpectedResponseError);
          assert.match(message, /^This service has no operation that lists pull zones/);
        }
      });
    }
  });
});
