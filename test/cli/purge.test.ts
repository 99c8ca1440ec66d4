import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../emulator";
import { limited } from "../fixtures/recorded/purge";
import { inProcess, type Ended } from "./inProcess";

describe("the command purge", () => {
  let emulator: Emulator;
  before(
    async () =>
      (emulator = await startEmulator({
        seed: {
          pullZones: [
            { Id: 7, Name: "acme-web", IgnoreQueryStrings: false, Hostnames: [{ Value: "www.acme.example" }] },
            { Id: 8, Name: "acme-wide", Hostnames: [{ Value: "Wide.acme.example" }] },
          ],
        },
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
      'Purged the cache of pull zone 7: responses with the tag "images"\n',
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
      ["9"],
      [],
      1,
      /: There is no pull zone 9 in this account\. List what it has with: npx pulumi-cdn-zones zones\n$/,
    ],
    [
      "an unknown name",
      ["nobody"],
      [],
      1,
      /: There is no pull zone named "nobody" in this account\. List what it has with: npx pulumi-cdn-zones zones\n$/,
    ],
    ["an impossible id", ["0"], [], 64, /The id of a pull zone must be a positive integer below 2\^53, but got: "0"/],
    ["an empty tag", ["7", "--tag", ""], [], 64, /--tag must not be empty/],
    ["no zone", [], [], 64, /: give either a pull zone or --url\n/],
    ["a zone and an address", ["7", "--url", "https://www.acme.example/"], [], 64, /give either a pull zone or --url/],
    ["a tag and an address", ["--url", "https://www.acme.example/", "--tag", "x"], [], 64, /--tag needs a pull zone/],
    ["a path alone", ["--url", "/a"], [], 64, /must be absolute, such as https:.*, but got: "\/a"\n/],
    [
      ...["an address of nobody", ["--url", "https://nobody.example/"], [], 1],
      /: https:\/\/nobody\.example\/ was not purged: no pull zone of this account has its hostname/,
    ],
    [
      ...["a service that purges no addresses", ["--url", "https://a.example/"], [noOperation("/purge", 405)], 1],
      /was not purged, because this service has no operation that purges URLs\n$/,
    ],
    [
      ...["a service that can't purge", ["7"], [noOperation("/pullzone/7/purgeCache", 404)], 1],
      /The cache of pull zone 7 was not purged, because this service has no operation for that\n$/,
    ],
    [
      ...["a name, at a service without a list", ["acme-web"], [noOperation("/pullzone", 405)], 1],
      /no operation that lists pull zones: give the id instead of the name\n$/,
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

  const [folder, wide] = ["https://www.acme.example/", "https://wide.acme.example/"];
  it("asks where an address with a slash at its end stands for all below it, unless told not to or nobody can answer", async () => {
    const purging = (argv: readonly string[], stdin?: string): Promise<Ended> =>
      inProcess(
        emulator,
        ["purge", ...[folder, wide].flatMap((url) => ["--url", url]), ...argv],
        stdin === undefined ? {} : { interactive: true, stdin },
      );
    const warning = `Everything below these URLs is also purged, because the pull zone has ignoreQueryStrings: ${wide}\n`;
    const no = await purging([], "no\n");
    assert.deepEqual([no.code, no.stdout], [1, ""]);
    assert.ok(no.stderr.startsWith(warning), no.stderr);
    assert.match(no.stderr, /nothing was purged\n$/);
    assert.deepEqual(emulator.purges, []);
    for (const [argv, stdin] of [
      [[], "yes\n"],
      [["--yes"], ""],
      [[], undefined],
    ] as const) {
      emulator.reset();
      const { code, stdout, stderr } = await purging(argv, stdin);
      assert.equal(code, 0, stderr);
      assert.equal(stdout, `Purged ${folder}\nPurged ${wide} and everything below it\n`);
      assert.ok(stderr.startsWith(warning), stderr);
      assert.deepEqual(emulator.purges, [
        { pullZoneId: 7, url: folder },
        { pullZoneId: 8, url: `${wide}*` },
      ]);
      assert.equal(emulator.journal.length, 3);
    }
  });

  it("purges without a question where the service does not list its pull zones", async () => {
    emulator.setFaults([noOperation("/pullzone", 405)]);
    const { code, stdout } = await inProcess(emulator, ["purge", "--url", folder], { interactive: true });
    assert.deepEqual([code, stdout], [0, `Purged ${folder}\n`]);
  });

  it("waits as long as the body of a 429 says, and says so", async () => {
    const fault = { kind: "status", ...limited(2) } as const;
    for (const [argv, path, what] of [
      [["--url", `${folder}a`], "/purge", `purges ${folder}a`],
      [["7"], "/pullzone/7/purgeCache", "purges the cache"],
    ] as const) {
      emulator.setFaults([{ path, fault, times: 1 }]);
      const begun = performance.now();
      const { code, stderr } = await inProcess(emulator, ["purge", ...argv]);
      assert.deepEqual([code, stderr], [0, `Waiting 2 s, as the service asks, before it ${what}\n`]);
      assert.ok(performance.now() - begun > 1_900);
    }
    assert.equal(emulator.purges.length, 2);
  }).timeout(20_000);

  it("says how many addresses were purged before one failed", async () => {
    const urls = ["https://www.acme.example/a", "https://nobody.example/b", "https://www.acme.example/c"];
    const { code, stderr } = await inProcess(emulator, ["purge", ...urls.flatMap((url) => ["--url", url])]);
    assert.equal(code, 1);
    assert.match(stderr, /^1 of 3 URLs were purged\n.*nobody\.example/);
    assert.equal(emulator.purges.length, 1);
  });
});
