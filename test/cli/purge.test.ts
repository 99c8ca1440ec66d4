import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../emulator";
import { inProcess } from "./inProcess";

describe("the command purge", () => {
  let emulator: Emulator;
  before(async () => (emulator = await startEmulator({ seed: { pullZones: [{ Id: 7, Name: "acme-web" }] } })));
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  for (const [argv, purge, said] of [
    [["7"], { pullZoneId: 7 }, "Purged the cache of pull zone 7: all of it\n"],
    [["ACME-web"], { pullZoneId: 7 }, "Purged the cache of pull zone 7 (ACME-web): all of it\n"],
    [
      ["7", "--tag", "images"],
      { pullZoneId: 7, cacheTag: "images" },
      'Purged the cache of pull zone 7: what has the tag "images"\n',
    ],
  ] as const) {
    it(`purges with ${argv.join(" ")}`, async () => {
      const { code, stdout, stderr } = await inProcess(emulator, ["purge", ...argv]);
      assert.deepEqual([code, stdout, stderr], [0, said, ""]);
      assert.deepEqual(emulator.purges, [purge]);
    });
  }

  const noOperation = (path: string, status: number) => ({ path, fault: { kind: "status", status } }) as const;
  for (const [what, argv, faults, code, said] of [
    ["an unknown id", ["8"], [], 1, /: There is no pull zone 8 in this account\n$/],
    ["an unknown name", ["nobody"], [], 1, /: There is no pull zone named "nobody" in this account\n$/],
    ["an impossible id", ["0"], [], 64, /The id of a pull zone must be a positive integer, but got: "0"/],
    ["an empty tag", ["7", "--tag", ""], [], 64, /--tag must not be empty/],
    ["no zone", [], [], 64, /missing required argument 'zone'/],
    [
      ...["a service that can't purge", ["7"], [noOperation("/pullzone/7/purgeCache", 404)], 1],
      /The cache of pull zone 7 was not purged: this service has no operation that purges\n$/,
    ],
    [
      ...["a name, at a service without a list", ["acme-web"], [noOperation("/pullzone", 405)], 1],
      /no operation that lists pull zones: give its id instead of its name\n$/,
    ],
  ] as const) {
    it(`fails for ${what}`, async () => {
      emulator.setFaults(faults);
      const ended = await inProcess(emulator, ["purge", ...argv]);
      assert.deepEqual([ended.code, ended.stdout], [code, ""], ended.stderr);
      assert.match(ended.stderr, said);
      assert.deepEqual(emulator.purges, []);
    });
  }
});
