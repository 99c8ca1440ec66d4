import assert from "node:assert/strict";
import fc from "fast-check";
import { startEmulator, type Emulator } from "../../emulator";
import { detectDrift, renderReport } from "../../drift";
import { DriftError } from "../../drift/errors";
import { reportFormats } from "../../drift/report/render";
import { parseState } from "../../drift/state/parse";
import { size } from "../faults/support/size";
import { assertUnpolluted, hostileJson, hostileText, mutated } from "./hostile";

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x:y" };
const provider = "urn:pulumi:dev::app::pulumi:providers:pulumi-nodejs::default";

function resource(type: string, name: string, rest: object): object {
  return { urn: `urn:pulumi:dev::app::${type}::${name}`, type, custom: true, provider: `${provider}::p1`, ...rest };
}

/** A state as an engine writes it: a provider, a managed zone, an external zone and a pull zone. */
const state = {
  version: 3,
  deployment: {
    manifest: { time: "2026-01-01T00:00:00Z", magic: "", version: "v3.0.0" },
    resources: [
      { urn: provider, type: "pulumi:providers:pulumi-nodejs", id: "p1", custom: true, inputs: {}, outputs: {} },
      resource("pulumi-nodejs:dynamic/cdn:StorageZone", "managed", {
        id: "1",
        inputs: { name: "a", region: "DE", replicationRegions: ["NY"] },
        outputs: {
          name: "a",
          region: "DE",
          replicationRegions: ["NY"],
          password: secret,
          pullZones: [{ id: 3, name: "p" }],
          dateModified: "2020-01-01T00:00:00Z",
          storageZoneId: 1,
          __declared: ["name", "region", "replicationRegions"],
        },
      }),
      resource("pulumi-nodejs:dynamic/cdn:StorageZone", "read", {
        id: "2",
        external: true,
        outputs: { name: "b", region: "LA", storageZoneId: 2 },
      }),
      resource("pulumi-nodejs:dynamic/cdn:PullZone", "pull", {
        id: "3",
        external: true,
        ignoreChanges: ["enabled"],
        outputs: { pullZoneId: 3, name: "p", hostnames: [{ id: 9, value: "h" }], edgeRules: [{ guid: "g" }] },
      }),
    ],
    pending_operations: [{ type: "creating", resource: { urn: "u", type: "pulumi-nodejs:dynamic/cdn:StorageZone" } }],
  },
};
const mutatedState = mutated(fc.constant(state));
const whole = JSON.stringify(state);
const anyState = fc.oneof(
  { weight: 6, arbitrary: mutatedState },
  { weight: 1, arbitrary: hostileJson },
  { weight: 1, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.nat(whole.length).map((length) => whole.slice(0, length)) },
);

describe("State files, fuzzed", () => {
  it("are read, or refused with a typed error", function () {
    this.timeout(120_000);
    const holds = (given: unknown, asText: boolean): void => {
      try {
        parseState(asText && typeof given !== "string" ? JSON.stringify(given) : given, "state.json");
      } catch (error) {
        assert.ok(error instanceof DriftError, String(error));
        assert.match(error.message, /^state\.json/);
      }
      assertUnpolluted();
    };
    fc.assert(fc.property(anyState, fc.boolean(), holds), { numRuns: size.fuzzCases });
  });

  describe("compared with a live service", () => {
    let emulator: Emulator;
    before(async () => {
      emulator = await startEmulator({
        seed: {
          storageZones: [
            { Id: 1, Name: "a", ReplicationRegions: ["NY"] },
            { Id: 2, Name: "b" },
          ],
          pullZones: [{ Id: 3, Name: "p", StorageZoneId: 1 }],
        },
      });
    });
    after(() => emulator.close());

    it("give a report in every format or a typed error, with nothing but reads", async function () {
      this.timeout(300_000);
      const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey, CDN_MAX_RETRIES: "0" };
      const holds = async (given: unknown): Promise<void> => {
        try {
          const report = await detectDrift({ states: [{ state: given, origin: "state.json" }], env });
          for (const format of reportFormats) assert.equal(typeof renderReport(format, report), "string");
        } catch (error) {
          assert.ok(error instanceof DriftError, error instanceof Error ? error.stack : String(error));
        }
        assertUnpolluted();
      };
      // Each case is a whole drift check.
      await fc.assert(fc.asyncProperty(mutatedState, holds), { numRuns: Math.ceil(size.requestCases / 4) });
      const paths = /^\/storagezone$|^\/(storagezone|pullzone)\/[0-9]+$/;
      assert.deepEqual(
        emulator.journal.filter(({ method, path }) => method !== "GET" || !paths.test(path)),
        [],
      );
    });
  });
});
