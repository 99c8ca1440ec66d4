import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../emulator";
import { inProcess } from "./inProcess";

describe("the command purge", () => {
  let emulator: Emulator;
  before(
    async () =>
      (emulator = await startEmulator({
        seed: { pullZones: [{ Id: 7, Name: "acme-web", Hostnames: [{ Value: "www.acme.example" }] }] },
      })),
  );
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
    [
      ["--url", "https://www.acme.example/a%20b"],
      { pullZoneId: 7, url: "https://www.acme.example/a%20b" },
      "Purged https://www.acme.example/a%20b\n",
    ],
    [
      ["--url", "https://www.acme.example/img/*"],
      { pullZoneId: 7, url: "https://www.acme.example/img/*" },
      "Purged https://www.acme.example/img/*\n",
    ],
    [
      ["--url", "https://www.acme.example/"],
      { pullZoneId: 7, url: "https://www.acme.example/" },
      "Purged https://www.acme.example/\n",
    ],
    [["acme-web", "--format", "json"], { pullZoneId: 7 }, '{\n  "pullZoneId": 7\n}\n'],
    [
      ["--url", "https://www.acme.example/a", "--format", "json"],
      { pullZoneId: 7, url: "https://www.acme.example/a" },
      '{\n  "urls": [\n    "https://www.acme.example/a"\n  ]\n}\n',
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
    [
      "an unknown id",
      ["8"],
      [],
      1,
      /: There is no pull zone 8 in this account\. npx pulumi-cdn-zones zones lists what it has\n$/,
    ],
    [
      "an unknown name",
      ["nobody"],
      [],
      1,
      /: There is no pull zone named "nobody" in this account\. npx pulumi-cdn-zones zones lists what it has\n$/,
    ],
    ["an impossible id", ["0"], [], 64, /The id of a pull zone must be a positive integer, but got: "0"/],
    ["an empty tag", ["7", "--tag", ""], [], 64, /--tag must not be empty/],
    ["no zone", [], [], 64, /: give either a pull zone, or --url\n/],
    ["a zone and an address", ["7", "--url", "https://www.acme.example/"], [], 64, /give either a pull zone, or --url/],
    ["a tag and an address", ["--url", "https://www.acme.example/", "--tag", "x"], [], 64, /--tag needs a pull zone/],
    ["a path alone", ["--url", "/a"], [], 64, /must be absolute, such as https:.*, but got: "\/a"\n/],
    [
      ...["an address of nobody", ["--url", "https://nobody.example/"], [], 1],
      /: https:\/\/nobody\.example\/ was not purged: no pull zone of this account has its hostname/,
    ],
    [
      ...["a service that purges no addresses", ["--url", "https://a.example/"], [noOperation("/purge", 405)], 1],
      /was not purged: this service has no operation that purges addresses\n$/,
    ],
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

  it("says how many addresses were purged before one failed", async () => {
    const urls = ["https://www.acme.example/a", "https://nobody.example/b", "https://www.acme.example/c"];
    const { code, stderr } = await inProcess(emulator, ["purge", ...urls.flatMap((url) => ["--url", url])]);
    assert.equal(code, 1);
    assert.match(stderr, /^1 of 3 addresses are purged\n.*nobody\.example/);
    assert.equal(emulator.purges.length, 1);
  });
});
