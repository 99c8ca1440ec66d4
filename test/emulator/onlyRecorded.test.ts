import assert from "node:assert/strict";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call } from "./call";

const trigger = (patterns: readonly string[], more: object = {}) => ({ Type: 0, PatternMatches: patterns, ...more });
const header = (name: string) => ({ ActionType: 5, ActionParameter1: name, ActionParameter2: "1" });
const pointer = { ActionType: 17, ActionParameter1: "1", ActionParameter2: "media", ActionParameter3: "/releases/1/" };
const redirect = { ActionType: 1, ActionParameter1: "https://%{Url.Hostname}/new", ActionParameter2: "301" };
const six = ["B", "C", "D", "E", "F", "G"].map(header);
const lua = "pattern:^https?://[^/]+/old$";
const rules = "/pullzone/7/edgerules/addOrUpdate";

/** Requests that others described as accepted. */
const accepted: readonly [method: string, path: string, body?: object][] = [
  [
    "POST",
    rules,
    { ...pointer, Triggers: [trigger(["*/deploys/*"], { PatternMatchingType: 2 })], ExtraActions: [header("A")] },
  ],
  ["POST", rules, { ...header("A"), Triggers: [trigger(["*"])], ExtraActions: six }],
  ["POST", rules, { ...redirect, Triggers: [trigger([lua]), trigger(["*://alias.example/*"])] }],
  ["POST", rules, { ActionType: 16, ActionParameter1: "60", Triggers: [trigger(["css", "js"], { Type: 3 })] }],
  ["POST", "/pullzone", { Name: "acme-web", OriginUrl: "https://origin.example" }],
  ["POST", "/pullzone/7", { OriginRetryDelay: 5, MaxWebSocketConnections: 1000, CacheControlMaxAgeOverride: -1 }],
  ["GET", "/storagezone?page=1&perPage=1000&search=x"],
];

/** Requests with something that nobody described, and what the response names. */
const refused: readonly [method: string, path: string, body: object | undefined, said: RegExp][] = [
  ["POST", rules, { ...pointer, Triggers: [trigger(["*"])] }, /the pattern "\*" of that action \(R12\.1 in docs/],
  ["POST", rules, { ...redirect, Triggers: [trigger(["/old"])] }, /the pattern "\/old" .*\(R12\.2 in docs/],
  [
    "POST",
    rules,
    { ...header("A"), Triggers: [trigger(["*"])], ExtraActions: [...six, header("H")] },
    /7 further actions/,
  ],
  ["POST", rules, { ...pointer, Triggers: [], ExtraActions: [redirect] }, /these 1 further actions/],
  ["POST", rules, { ActionType: 21, Triggers: [trigger(["*"])] }, /an edge rule with the action 21/],
  ["POST", rules, { ...header("A"), Triggers: [trigger(["DE"], { Type: 4 })] }, /a trigger of the type 4/],
  ["POST", rules, { ...header("A"), Triggers: [trigger(["*"])], TriggerMatchingType: 1 }, /the matching 1 of triggers/],
  [
    "POST",
    rules,
    { ...redirect, ActionParameter1: "https://x.example%{Url.Query}", Triggers: [trigger([lua])] },
    /the variable %\{Url\.Query\}/,
  ],
  [
    "POST",
    rules,
    { ...redirect, ActionParameter2: "303", Triggers: [trigger([lua])] },
    /a redirect with the status 303/,
  ],
  ["POST", "/pullzone/7", { LogFormat: 0 }, /the field LogFormat in such a request/],
  [
    "POST",
    "/pullzone",
    { Name: "Acme Web", OriginUrl: "https://origin.example" },
    /a name such as "Acme Web" \(R2\.14/,
  ],
  ["POST", "/pullzone/7/addHostname", { Hostname: "WWW.acme.example" }, /a hostname such as "WWW\.acme\.example"/],
  ["POST", "/pullzone/7", { OriginRetryDelay: 4 }, /the number 4 as OriginRetryDelay \(R8\.4/],
  ["POST", "/pullzone/7", { OriginResponseTimeout: 20 }, /the number 20 as OriginResponseTimeout \(R8\.6/],
  ["POST", "/pullzone/7", { MaxWebSocketConnections: 501 }, /the number 501 as MaxWebSocketConnections \(R8\.5/],
  ["POST", "/pullzone/7", { CacheControlMaxAgeOverride: 31_919_001 }, /the number 31919001 .*\(R8\.6/],
  ["POST", "/compute/script", { Name: "s".repeat(101), ScriptType: 1 }, /a Name of 101 bytes \(R9\.9/],
  ["POST", "/compute/script/9/code", { Code: "/".repeat(8 * 2 ** 20 + 1) }, /a Code of 8388609 bytes \(R9\.16/],
  ["PUT", "/compute/script/9/variables", { Name: "V".repeat(257) }, /a Name of 257 bytes \(R9\.9/],
  ["PUT", "/compute/script/9/variables", { Name: "V", DefaultValue: "v".repeat(2049) }, /2049 bytes \(R9\.8/],
  ["PUT", "/compute/script/9/secrets", { Name: "S", Secret: "s".repeat(4097) }, /a Secret of 4097 bytes \(R9\.9/],
  ["POST", "/storagezone/1/resetPassword", undefined, /accepts resetPassword \(R2\.12/],
  ["GET", "/pullzone?sort=name", undefined, /the parameter sort of such a request/],
  ["PUT", "/dnszone/3/records", { Type: 6, Name: "a", Value: "b.example" }, /a record of the type 6/],
];

describe("An emulator with `onlyRecorded`", () => {
  const seed = {
    storageZones: [{ Id: 1, Name: "media" }],
    pullZones: [{ Id: 7, Name: "web", StorageZoneId: 1 }],
    dnsZones: [{ Id: 3, Domain: "acme.example" }],
    edgeScripts: [{ Id: 9, Name: "acme-api" }],
  };
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ seed, onlyRecorded: true });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  for (const [method, path, body] of accepted) {
    it(`carries out what others described: ${method} ${path} ${JSON.stringify(body) ?? ""}`, async () => {
      const { status, text } = await call(emulator, method, path, body);
      assert.ok(status < 300, text);
    });
  }

  for (const [method, path, body, said] of refused) {
    it(`refuses ${method} ${path} ${(JSON.stringify(body) ?? "").slice(0, 200)}, and changes nothing`, async () => {
      const before = JSON.stringify([emulator.pullZones.list(), emulator.storageZones.list()]);
      const { status, json } = await call(emulator, method, path, body);
      const { ErrorKey, Message } = json as { ErrorKey: string; Message: string };
      assert.deepEqual([status, ErrorKey], [501, "not_recorded"]);
      assert.match(Message, /^No source recorded that the service accepts /);
      assert.match(Message, said);
      assert.equal(JSON.stringify([emulator.pullZones.list(), emulator.storageZones.list()]), before);
    });
  }

  it("refuses a 51st edge rule and an 11th hostname, whose answers nobody recorded", async () => {
    const send = (path: string, body: object) => call(emulator, "POST", path, body);
    for (let count = 1; count <= 50; count++) await send(rules, { ...header("A"), Triggers: [trigger(["*"])] });
    for (let count = 1; count <= 10; count++)
      await send("/pullzone/7/addHostname", { Hostname: `${String(count)}.example.com` });
    const rule = await send(rules, { ...header("A"), Triggers: [trigger(["*"])] });
    assert.deepEqual([rule.status, rule.headers.get("emulator-source")], [501, "R8.2"]);
    assert.match(rule.text, /accepts more than 50 edge rules of a pull zone \(R8\.2 in docs/);
    const hostname = await send("/pullzone/7/addHostname", { Hostname: "11.example.com" });
    assert.deepEqual([hostname.status, hostname.headers.get("emulator-source")], [501, "R8.3"]);
    const { EdgeRules, Hostnames } = emulator.pullZones.get(7) ?? {};
    assert.deepEqual([EdgeRules?.length, Hostnames?.filter((one) => !one.IsSystemHostname).length], [50, 10]);
  });

  it("refuses a 129th variable, with which a script does not start, and changes the others", async () => {
    const put = (name: string) =>
      call(emulator, "PUT", "/compute/script/9/variables", { Name: name, DefaultValue: "v" });
    for (let count = 1; count <= 128; count++) assert.equal((await put(`V${String(count)}`)).status, 200);
    const refusal = await put("V129");
    assert.deepEqual([refusal.status, refusal.headers.get("emulator-source")], [501, "R9.8"]);
    assert.match(refusal.text, /accepts more than 128 variables of an edge script \(R9\.8 in docs/);
    assert.equal((await put("V128")).status, 204);
    assert.equal(emulator.edgeScripts.get(9)?.EdgeScriptVariables?.length, 128);
  });

  it("refuses a record beyond the 5,000 of a DNS zone, and a TXT record that is too long", async () => {
    const dnsRecords = Array.from({ length: 5000 }, (_, at) => ({
      ...{ Id: at + 1, DnsZoneId: 3, Type: 0, Name: "a", Value: "192.0.2.1" },
    }));
    const dnsZones = [...seed.dnsZones, { Id: 4, Domain: "other.example" }];
    const other = await startEmulator({
      seed: { dnsZones, dnsRecords },
      onlyRecorded: true,
    });
    try {
      const full = await call(other, "PUT", "/dnszone/3/records", { Type: 0, Name: "b", Value: "192.0.2.2" });
      assert.deepEqual([full.status, full.headers.get("emulator-source")], [501, "R8.9"]);
      // Its refusal is recorded.
      const text = (length: number) =>
        call(other, "PUT", "/dnszone/4/records", { Type: 3, Name: "t", Value: "t".repeat(length) });
      assert.deepEqual([(await text(4000)).status, (await text(4001)).status], [201, 400]);
    } finally {
      await other.close();
    }
  });

  it("refuses headers and names of files, on the storage host as well", async () => {
    const { status, text } = await call(emulator, "GET", "/pullzone/7", undefined, { headers: { "If-Match": "1" } });
    assert.equal(status, 501);
    assert.match(text, /the header if-match/);
    const put = async (name: string): Promise<[number, string | null]> => {
      const headers = { AccessKey: emulator.storageZones.get(1)?.Password ?? "" };
      const url = `http://${emulator.storageHostname}/media/${name}`;
      const answer = await fetch(url, { method: "PUT", headers, body: "1" });
      return [answer.status, answer.headers.get("emulator-source")];
    };
    assert.deepEqual(await put("assets/site-1.css"), [201, "R3.1"]);
    assert.deepEqual(await put("a%20photo.png"), [501, "R12.3"]);
    assert.deepEqual(await put("a".repeat(6000 - "/media/".length)), [201, "R3.1"]);
    assert.deepEqual(await put("a".repeat(6000)), [501, "R3.9"]);
  });

  it("allows what the given rows describe, and names these rows", async () => {
    const other = await startEmulator({ seed, onlyRecorded: ["R12.1"] });
    try {
      const allowed = await call(other, "POST", rules, { ...pointer, Triggers: [trigger(["*"])] });
      assert.deepEqual([allowed.status, allowed.headers.get("emulator-source")], [201, "R12.1, R6.1, R6.4"]);
      assert.equal((await call(other, "POST", rules, { ...redirect, Triggers: [trigger(["/old"])] })).status, 501);
    } finally {
      await other.close();
    }
  });
});
