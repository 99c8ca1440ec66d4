import assert from "node:assert/strict";
import type { EdgeRule, Emulator, PullZone, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { hostnameFields, pullZoneFields } from "../fixtures/contract/pullZone";
import { publicNames } from "../fixtures/contract/secrets";
import { storageZoneFields } from "../fixtures/contract/storageZone";
import { call, withEmulator } from "./call";

const hostname = { Id: 5, Value: "cdn.example.com", HasCertificate: true, Certificate: "PEM", CertificateKey: "KEY" };
const seed = {
  storageZones: [{ Id: 1 }],
  pullZones: [{ Id: 7, Name: "seven", StorageZoneId: 1, Hostnames: [hostname], DisableCertIssuer: true, Unheard: [1] }],
};

describe("Pull zones of the emulator", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ contract: true, seed });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  const get = async (path: string) => (await call(emulator, "GET", path)).json as PullZone;

  it("have the contract's fields and the seed's, alone and inside their storage zone", async () => {
    const zone = await get("/pullzone/7");
    const inside = (await call(emulator, "GET", "/storagezone/1")).json as StorageZone;
    assert.deepEqual([zone.Name, zone.Enabled, zone.OptimizerImageQuality, zone["Unheard"]], ["seven", true, 85, [1]]);
    for (const [object, fields, others] of [
      [inside, storageZoneFields, []],
      [zone, pullZoneFields, ["Unheard"]],
      [inside.PullZones?.[0], pullZoneFields, ["Unheard"]],
      [zone.Hostnames?.[0], hostnameFields, []],
    ] as const) {
      assert.deepEqual(Object.keys(object ?? {}).sort(), [...fields.map(([name]) => name), ...others].sort());
    }
  });

  it("answer 404 for an unknown id, and 400 for an invalid id or flag", async () => {
    const { status, text } = await call(emulator, "GET", "/pullzone/8");
    assert.deepEqual([status, text], [404, ""]);
    assert.equal((await call(emulator, "GET", "/pullzone/seven")).status, 400);
    assert.equal((await call(emulator, "GET", "/pullzone/7?includeCertificate=yes")).status, 400);
  });

  it("use the public names with publicNames, in both places", async () => {
    await withEmulator({ seed, publicNames: true }, async (own) => {
      const alone = (await call(own, "GET", "/pullzone/7")).json as Record<string, unknown>;
      const inside = ((await call(own, "GET", "/storagezone/1")).json as StorageZone).PullZones?.[0] ?? {};
      for (const zone of [alone, inside]) {
        for (const [name, publicName] of publicNames) assert.ok(publicName in zone && !(name in zone), name);
        assert.equal(Object.keys(zone).length, 166);
      }
      assert.equal(alone["DisableLetsEncrypt"], true);
      assert.equal(own.pullZones.get(7)?.DisableCertIssuer, true);
    });
  });

  it("write decimals with a decimal point with decimalPoint or publicNames", async () => {
    const zone = { ...seed.pullZones[0], PriceOverride: 3, LimitRatePerSecond: 1.5, Name: '"MonthlyCharges":5,' };
    const priced = { ...seed, pullZones: [zone] };
    for (const options of [{ publicNames: true }, { decimalPoint: true }]) {
      await withEmulator({ seed: priced, ...options }, async (own) => {
        for (const path of ["/pullzone/7", "/storagezone/1", "/storagezone"]) {
          const { text, json } = await call(own, "GET", path);
          assert.match(text, /"MonthlyCharges":0\.0,.*"LimitRatePerSecond":1\.5,.*"PriceOverride":3\.0,/, path);
          assert.match(text, /"StorageZoneId":1,/);
          assert.ok(json !== undefined && text.includes('\\"MonthlyCharges\\":5,'));
        }
      });
    }
    await withEmulator({ seed: priced, publicNames: true, decimalPoint: false }, async (own) => {
      assert.match((await call(own, "GET", "/pullzone/7")).text, /"MonthlyCharges":0,/);
    });
  });
});

describe("Operations on pull zones of the emulator", () => {
  const origin = "https://origin.example";
  const system = "one.pull.cdn.example";
  const Hostnames = [{ Id: 10, Value: system, IsSystemHostname: true, HasCertificate: true }];
  const others = {
    storageZones: [{ Id: 9 }],
    pullZones: [
      { Id: 1, Name: "one", OriginUrl: origin, BurstSize: 5, CookieVaryParameters: ["a"], Hostnames },
      { Id: 2, Name: "two", Hostnames: [{ Id: 20, Value: "two.example.com" }] },
    ],
    takenNames: ["theirs"],
  };
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ contract: true, seed: others, takenHostnames: ["theirs.example.com"] });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  const post = (path: string, body?: unknown) => call(emulator, "POST", `/pullzone${path}`, body);
  const remove = (path: string, body?: unknown) => call(emulator, "DELETE", `/pullzone${path}`, body);
  const zone = (id: number) => emulator.pullZones.get(id) as PullZone;
  const named = (value: string) => zone(1).Hostnames?.find(({ Value }) => Value === value);

  it("list the zones as an array, or in pages, with a search", async () => {
    const list = async (query: string) => (await call(emulator, "GET", `/pullzone?${query}`)).json;
    const listed = (await list("includeCertificate=&page=0")) as PullZone[];
    assert.deepEqual(
      listed.map(({ Id }) => Id),
      [1, 2],
    );
    const { Items, ...rest } = (await list("page=1&search=TW")) as { Items: PullZone[] };
    assert.deepEqual([Items.map(({ Id }) => Id), rest], [[2], { CurrentPage: 1, TotalItems: 1, HasMoreItems: false }]);
  });

  it("add a zone with a system hostname and a key, and fields of the service's own are ignored", async () => {
    const own = { Id: 77, UserId: "me", Enabled: false, ZoneSecurityKey: "mine", Hostnames: [], CacheVersion: 8 };
    const { status, json } = await post("", { ...own, Name: "New", OriginUrl: `${origin}/`, BurstSize: null });
    const added = json as PullZone;
    const { Id, Enabled, OriginType, OriginUrl, CacheVersion, CnameDomain } = added;
    assert.deepEqual([status, Id, Enabled, OriginType, OriginUrl, CacheVersion], [201, 3, true, 0, origin, 0]);
    assert.match(String(added.ZoneSecurityKey), /^[0-9a-f-]{36}$/);
    const [made] = added.Hostnames ?? [];
    assert.deepEqual([made?.Value, made?.IsSystemHostname, made?.HasCertificate], [`new.${CnameDomain}`, true, true]);
    assert.deepEqual(zone(3), added);
    assert.equal((await remove("/3")).status, 204);
    assert.equal((await remove("/3")).status, 404);
  });

  for (const [what, body, expected] of [
    ["a storage zone wins over an address", { OriginUrl: origin, StorageZoneId: 9 }, [2, null, 9]],
    ["an address ends without a slash", { OriginUrl: `${origin}/path/` }, [0, `${origin}/path`, 0]],
    [
      "an edge script has an address of the service",
      { OriginType: 4, EdgeScriptId: 5 },
      [4, "https://script-5.cdn.example", 0],
    ],
  ] as const) {
    it(`find the origin: ${what}`, async () => {
      const shown = ({ OriginType, OriginUrl, StorageZoneId }: PullZone) => [OriginType, OriginUrl, StorageZoneId];
      assert.deepEqual(shown((await post("", { Name: "new", ...body })).json as PullZone), expected);
      assert.deepEqual(shown((await post("/1", body)).json as PullZone), expected);
    });
  }

  it("update a zone: what is omitted or null stays, and an empty text is cleared", async () => {
    const before = zone(1);
    const changes = { OptimizerImageQuality: 100, BlockedIps: ["192.0.2.1"], OriginHostHeader: "host" };
    const { status, json } = await post("/1", {
      ...changes,
      BurstSize: null,
      CookieVaryParameters: null,
      Name: "other",
    });
    assert.deepEqual([status, json], [200, { ...before, ...changes }]);
    assert.equal(((await post("/1", { OriginHostHeader: "" })).json as PullZone).OriginHostHeader, null);
    assert.equal((await post("/9", {})).status, 404);
  });

  const PEM = (label: string) =>
    Buffer.from(`-----BEGIN ${label}-----\nAA==\n-----END ${label}-----\n`).toString("base64");
  const certificate = { Certificate: PEM("CERTIFICATE"), CertificateKey: PEM("RSA PRIVATE KEY") };

  const registered = "hostname_already_registered Hostname";
  const on = (Hostname: string, fields: object = {}) => ({ ...certificate, Hostname, ...fields });
  for (const [what, request, body, fault] of [
    ["no name", "POST ", { OriginUrl: origin }, "validation Name"],
    ["a taken name", "POST ", { Name: "ONE", OriginUrl: origin }, "name_taken Name"],
    ["a name of another account", "POST ", { Name: "theirs", OriginUrl: origin }, "name_taken Name"],
    ["no origin", "POST ", { Name: "new" }, "validation OriginUrl"],
    ["no storage zone", "POST ", { Name: "new", OriginType: 2 }, "validation StorageZoneId"],
    ["a value below its bound", "POST /1", { OptimizerImageQuality: 0 }, "validation OptimizerImageQuality"],
    ["a value above its bound", "POST /1", { LogFormat: 2 }, "validation LogFormat"],
    ["a value of another type", "POST /1", { BlockedIps: "192.0.2.1" }, "validation BlockedIps"],
    ["an invalid hostname", "POST /1/addHostname", on("https://x"), "hostname_invalid Hostname"],
    ["a hostname of this zone", "POST /1/addHostname", on(system), registered],
    ["a hostname of another zone", "POST /1/addHostname", on("TWO.example.com"), registered],
    ["a hostname of another account", "POST /1/addHostname", on("theirs.example.com"), registered],
    ["to remove a system hostname", "DELETE /1/removeHostname", on(system), "validation Hostname"],
    ["a redirect without a value", "POST /1/setForceSSL", on(system), "validation ForceSSL"],
    ["plain PEM", "POST /1/addCertificate", on(system, { Certificate: "-----BEGIN" }), "validation Certificate"],
    ["no key", "POST /1/addCertificate", on(system, { CertificateKey: "QUJD" }), "validation CertificateKey"],
    ["a name elsewhere", "GET /loadFreeCertificate?hostname=two.example.com", undefined, "validation hostname"],
    ["a rule of another type", "POST /1/edgerules/addOrUpdate", { Triggers: "Url" }, "validation Triggers"],
  ] as const) {
    it(`refuse ${what} with 400, naming the field, and change nothing`, async () => {
      const before = emulator.pullZones.list();
      const [method = "", path = ""] = request.split(" ");
      const { status, json } = await call(emulator, method, `/pullzone${path}`, body);
      const { ErrorKey, Field } = json as Record<string, unknown>;
      assert.deepEqual([status, `${String(ErrorKey)} ${String(Field)}`], [400, `pullzone.${fault}`]);
      assert.deepEqual(emulator.pullZones.list(), before);
    });
  }

  it("add a hostname, give it a certificate and a redirect, and remove all of it", async () => {
    const Hostname = "www.example.com";
    const shown = async (query = "") => {
      const { Hostnames } = (await call(emulator, "GET", `/pullzone/1${query}`)).json as PullZone;
      const { HasCertificate, Certificate, CertificateKey, ForceSSL } = Hostnames?.[1] ?? {};
      return [HasCertificate, Certificate, CertificateKey, ForceSSL];
    };
    assert.equal((await post("/1/addHostname", { Hostname })).status, 204);
    assert.deepEqual(await shown(), [false, null, null, false]);
    assert.equal((await post("/1/setForceSSL", { Hostname: "WWW.example.com", ForceSSL: true })).status, 204);
    assert.equal((await post("/1/addCertificate", { Hostname, ...certificate })).status, 204);
    assert.deepEqual(await shown(), [true, null, null, true]);
    const { Certificate, CertificateKey } = certificate;
    assert.deepEqual(await shown("?includeCertificate=true"), [true, Certificate, CertificateKey, true]);
    assert.equal((await remove("/1/removeCertificate", { Hostname })).status, 204);
    assert.deepEqual(await shown("?includeCertificate=true"), [false, null, null, true]);
    assert.equal((await remove("/1/removeHostname", { Hostname })).status, 204);
    assert.equal((await remove("/1/removeHostname", { Hostname })).status, 404);
    assert.equal((await post("/1/setForceSSL", { Hostname: system, ForceSSL: true })).status, 204);
    assert.deepEqual([zone(1).Hostnames?.length, named(system)?.ForceSSL], [1, true]);
  });

  it("give a free certificate to a hostname that points to the CDN", async () => {
    const load = async (hostname: string) =>
      (await call(emulator, "GET", `/pullzone/loadFreeCertificate?hostname=${hostname}`)).status;
    const headers = { "Emulator-Control": emulator.controlToken };
    const path = "/__emulator__/pointed-hostnames";
    assert.equal((await call(emulator, "PUT", path, ["Two.example.com"], { headers })).status, 204);
    assert.deepEqual((await call(emulator, "GET", path, undefined, { headers })).json, ["two.example.com"]);
    assert.deepEqual(
      [await load("two.example.com"), await load(system), await load("nobody.example.com")],
      [200, 200, 404],
    );
    assert.equal(zone(2).Hostnames?.[0]?.HasCertificate, true);
    emulator.setPointedHostnames([]);
    assert.equal(await load("two.example.com"), 400);
  });

  it("add, change, enable and delete an edge rule", async () => {
    const rule = {
      ActionType: 4,
      TriggerMatchingType: 0,
      Triggers: [{ Type: 0, PatternMatches: ["*"] }],
      Enabled: true,
    };
    const put = (body: object) => post("/1/edgerules/addOrUpdate", body);
    const first = await put({ ...rule, Guid: null, ReadOnly: true });
    const { Guid, OrderIndex, ReadOnly } = first.json as EdgeRule;
    assert.deepEqual([first.status, OrderIndex, ReadOnly], [201, 0, false]);
    assert.match(Guid, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.equal(((await put(rule)).json as EdgeRule).OrderIndex, 1);
    assert.equal((await put({ Guid, Description: "changed", Triggers: null })).status, 201);
    assert.equal((await post(`/1/edgerules/${Guid}/setEdgeRuleEnabled`, { Id: 1, Value: false })).status, 204);
    const [changed] = zone(1).EdgeRules ?? [];
    assert.deepEqual(changed, { ...(first.json as EdgeRule), Description: "changed", Enabled: false });
    assert.equal((await remove(`/1/edgerules/${Guid}`)).status, 204);
    for (const answer of [
      remove(`/1/edgerules/${Guid}`),
      put({ Guid }),
      post(`/1/edgerules/${Guid}/setEdgeRuleEnabled`, { Value: true }),
    ]) {
      assert.equal((await answer).status, 404);
    }
    assert.equal(zone(1).EdgeRules?.length, 1);
  });

  it("purge the cache, all of it or what has a tag", async () => {
    for (const body of [undefined, {}, { CacheTag: "news" }])
      assert.equal((await post("/1/purgeCache", body)).status, 204);
    assert.deepEqual(emulator.purges, [{ pullZoneId: 1 }, { pullZoneId: 1 }, { pullZoneId: 1, cacheTag: "news" }]);
    assert.equal(zone(1).CacheVersion, 3);
  });

  it("purge the address of a hostname, and nothing of one that no zone has", async () => {
    const { Value: name } = zone(1).Hostnames?.[0] ?? { Value: "" };
    const purge = async (query: string) => (await call(emulator, "POST", `/purge?${query}`)).status;
    const url = encodeURIComponent(`https://${name.toUpperCase()}/img/`);
    assert.deepEqual([await purge(`url=${url}`), await purge(`url=${url}&exactPath=true`)], [200, 200]);
    assert.deepEqual(
      [await purge("url=https://nobody.example/"), await purge("url=x"), await purge("")],
      [404, 400, 400],
    );
    const address = `https://${name.toUpperCase()}/img/`;
    assert.deepEqual(emulator.purges, [
      { pullZoneId: 1, url: `${address}*` },
      { pullZoneId: 1, url: address },
    ]);
  });

  it("read fields under the names under which they are shown", async () => {
    for (const publicNames of [false, true]) {
      await withEmulator({ seed: others, publicNames }, async (own) => {
        await call(own, "POST", "/pullzone/1", { CloudSigningKey: "contract", AWSSigningKey: "public" });
        assert.equal(own.pullZones.get(1)?.CloudSigningKey, publicNames ? "public" : "contract");
      });
    }
  });

  it("follow the options emptyAnswers, uniqueNames, lag and unserved", async () => {
    const unserved = ["loadFreeCertificate", "removeHostname"];
    const emptyAnswers = ["updatePullZone", "addOrUpdateEdgeRule"] as const;
    await withEmulator(
      { seed: others, emptyAnswers, unserved, uniqueNames: false, lag: { getRequests: 1 } },
      async (own) => {
        const answer = async (method: string, path: string, body?: object) => {
          const { status, text } = await call(own, method, `/pullzone${path}`, body);
          return [status, text];
        };
        assert.deepEqual(await answer("POST", "/1", { BurstSize: 6 }), [204, ""]);
        assert.deepEqual(await answer("POST", "/1/edgerules/addOrUpdate", {}), [201, ""]);
        assert.deepEqual([own.pullZones.get(1)?.BurstSize, own.pullZones.get(1)?.EdgeRules?.length], [6, 1]);
        assert.equal((await answer("POST", "", { Name: "one", OriginUrl: origin }))[0], 201);
        assert.deepEqual([(await answer("GET", "/3"))[0], (await answer("GET", "/3"))[0]], [404, 200]);
        assert.deepEqual(await answer("GET", "/loadFreeCertificate?hostname=two.example.com"), [405, ""]);
        assert.deepEqual(await answer("DELETE", "/2/removeHostname", { Hostname: "two.example.com" }), [405, ""]);
      },
    );
    await assert.rejects(startEmulator({ unserved: ["addPullzone"] }), { name: "TypeError", message: /'addPullzone'/ });
  });
});
