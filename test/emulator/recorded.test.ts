import assert from "node:assert/strict";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { decode, encode } from "../../provider/wire/codec";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { storageZoneTable } from "../../provider/wire/storageZone";
import { checkPullZone, importInputs } from "../../provider/lifecycle/pullZone";
import { entryForms, noAddress } from "../fixtures/recorded/accessLogs";
import { notPointing, redirectRefused, withheld } from "../fixtures/recorded/certificates";
import { tooManyPatterns } from "../fixtures/recorded/edgeRules";
import { limited, unknownHostname, unknownPullZone } from "../fixtures/recorded/purge";
import {
  beingDeleted,
  deletedStorageZone,
  newPullZone,
  newStorageZone,
  type Refused,
  storagePullZone,
  unknownId,
  wrongRegion,
} from "../fixtures/recorded/zones";
import { call } from "./call";

type Facts = Readonly<Record<string, unknown>>;

/** A refusal as it is compared: without its text. */
const refusal = ({ status, body }: Refused): unknown[] =>
  body === undefined ? [status] : [status, body.ErrorKey, body.Field];

/** The facts of a recording in an answer: each field with its value. */
const factsIn = (facts: Facts, answer: unknown): Facts =>
  Object.fromEntries(Object.keys(facts).map((name) => [name, (answer as Facts)[name]]));

const origin = { OriginUrl: "https://origin.example" };

describe("The emulator, as the public service was recorded", () => {
  let emulator: Emulator;

  before(async () => {
    emulator = await startEmulator({ deletedNamesMs: 60_000 });
  });
  after(() => emulator.close());

  const send = async (method: string, path: string, body?: unknown): Promise<[number, unknown]> => {
    const { status, json } = await call(emulator, method, path, body);
    return [status, json];
  };
  const errorKey = (answer: unknown): unknown => (answer as { readonly ErrorKey?: unknown } | undefined)?.ErrorKey;
  const add = async (path: string, body: object): Promise<Facts & { readonly Id: number }> => {
    const [status, added] = await send("POST", path, body);
    assert.equal(status, 201, JSON.stringify(added));
    return added as Facts & { readonly Id: number };
  };

  it("answers log queries with offsets in times, ids of 32 digits, queries in paths and zeros for addresses", async () => {
    const settings = { EnableLogging: true, LoggingIPAnonymizationEnabled: true, LogAnonymizationType: 1 };
    const own = await startEmulator({ logEntries: 500, seed: { pullZones: [{ Id: 7, ...settings }] } });
    try {
      const { json } = await call(own, "GET", "/v2/pullzones/7/logs?limit=500");
      const { data } = json as { data: Record<string, unknown>[] };
      assert.ok(data.length > 400);
      for (const { timestamp, requestId, remoteIp } of data) {
        assert.match(String(timestamp), entryForms.timestamp);
        assert.match(String(requestId), entryForms.requestId);
        assert.equal(remoteIp, noAddress);
      }
      assert.ok(data.some(({ path, url }) => /\?v=\d$/.test(String(path)) && String(url).endsWith(String(path))));
    } finally {
      await own.close();
    }
  });

  it("refuses a certificate, or a redirect to HTTPS without one, and lets a wildcard elsewhere withhold one", async () => {
    const own = await startEmulator({ pointedHostnames: ["www.acme.example", "shop.acme.example"] });
    try {
      const requests = async (...list: readonly (readonly [string, string, object?])[]): Promise<unknown[]> => {
        const answers: unknown[] = [];
        for (const [method, path, body] of list) {
          const { status, json } = await call(own, method, path, body);
          const { ErrorKey, Field } = (json ?? {}) as Facts;
          answers.push(ErrorKey === undefined ? status : [status, ErrorKey, Field]);
        }
        return answers;
      };
      const load = (name: string) => ["GET", `/pullzone/loadFreeCertificate?hostname=${name}.acme.example`] as const;
      const on = (operation: string, name: string, more = {}, id = 1) => {
        const body = { Hostname: `${name}.acme.example`, ...more };
        return ["POST", `/pullzone/${String(id)}/${operation}`, body] as const;
      };
      assert.deepEqual(
        await requests(
          ["POST", "/pullzone", { Name: "web", ...origin }],
          ["POST", "/pullzone", { Name: "other", ...origin }],
          on("addHostname", "www"),
          on("addHostname", "later"),
          on("addHostname", "shop"),
          on("setForceSSL", "www", { ForceSSL: true }),
          on("setForceSSL", "www", { ForceSSL: false }),
          load("later"),
          load("www"),
          on("setForceSSL", "www", { ForceSSL: true }),
          on("addHostname", "*", {}, 2),
          load("shop"),
        ),
        [
          ...[201, 201, 204, 204, 204],
          refusal(redirectRefused),
          204,
          refusal(notPointing),
          ...[200, 204, 204, withheld.status],
        ],
      );
      const certified = own.pullZones.get(1)?.Hostnames?.filter(({ HasCertificate }) => HasCertificate);
      assert.deepEqual(certified?.map(({ Value }) => Value).slice(1), ["www.acme.example"]);
    } finally {
      await own.close();
    }
  });

  it("makes pull zones with the recorded settings, which are decoded without loss and imported without a word", async () => {
    for (const [facts, given] of [
      [newPullZone, origin],
      [storagePullZone, { StorageZoneId: (await add("/storagezone", { Name: "of-a-pull-zone", Region: "DE" })).Id }],
    ] as const) {
      const { Id } = await add("/pullzone", { Name: `web-${String(facts["OriginType"])}`, ...given });
      const [, zone] = await send("GET", `/pullzone/${String(Id)}`);
      assert.deepEqual(factsIn(facts, zone), facts);
      assert.equal((zone as Facts)["LoadBalancerId"], null);
      const typed = decode(pullZoneTable, zone);
      const publicNames = new Set(
        pullZoneTable.fields.flatMap(({ wire, alias }) => (alias === undefined ? [] : [wire])),
      );
      assert.deepEqual(factsIn(facts, encode(pullZoneTable, typed, publicNames)), facts);
      const inputs = importInputs(typed);
      assert.deepEqual(Object.keys(inputs).length, 2, JSON.stringify(inputs));
      assert.deepEqual(checkPullZone({}, inputs).failures, []);
    }
  });

  it("shows a storage zone otherwise when it is added, read and listed", async () => {
    const added = await add("/storagezone", { Name: "assets", Region: "DE" });
    assert.deepEqual(factsIn(newStorageZone.added, added), newStorageZone.added);
    assert.match(String(added["DateModified"]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/);
    const [, read] = await send("GET", `/storagezone/${String(added.Id)}`);
    assert.deepEqual(factsIn(newStorageZone.read, read), newStorageZone.read);
    const { DateModified, Password } = read as Facts;
    assert.match(String(DateModified), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    assert.match(String(Password), /^\w{8}-\w{4}-\w{4}-\w{12}-\w{4}-\w{4}$/);
    const [, page] = await send("GET", "/storagezone?page=1");
    assert.ok((page as { Items: Facts[] }).Items.every(({ PullZones }) => PullZones === null));
    assert.ok(!("extraFields" in decode(storageZoneTable, read)));
  });

  it("keeps an Edge zone in DE, whatever was declared, and the name of a deleted zone for a while", async () => {
    const { Id, Region } = await add("/storagezone", { Name: "edge", Region: "NY", ZoneTier: 1 });
    assert.equal(Region, "DE");
    assert.deepEqual(await send("DELETE", `/storagezone/${String(Id)}`), [204, undefined]);
    const [status, refusal] = await send("POST", "/storagezone", { Name: "edge", Region: "DE" });
    assert.deepEqual({ status, body: refusal }, beingDeleted);
    for (const [path, { status, body }] of [
      [`/storagezone/${String(Id)}`, deletedStorageZone],
      ["/storagezone/999999", unknownId.storageZone],
      ["/pullzone/999999", unknownId.pullZone],
    ] as const) {
      assert.deepEqual(await send("GET", path), [status, body]);
    }
  });

  it("names a wrong main region, keeps the address of an origin, and lists files without replicas, as the service does", async () => {
    const [status, refusal] = await send("POST", "/storagezone", { Name: "lower", Region: "de" });
    assert.deepEqual({ status, body: refusal }, wrongRegion);
    const pullZone = await add("/pullzone", { Name: "slash", OriginUrl: "https://origin.example/a/" });
    assert.equal(pullZone["OriginUrl"], "https://origin.example/a/");
    const { Id } = await add("/storagezone", { Name: "files", Region: "DE" });
    const key = String(emulator.storageZones.get(Id)?.Password);
    const file = (method: string, name: string, body?: string) => {
      const url = `http://${emulator.storageHostname}/files/${name}`;
      return fetch(url, { method, headers: { AccessKey: key }, ...(body === undefined ? {} : { body }) });
    };
    await file("PUT", "a.txt", "a");
    const [listed] = (await (await file("GET", "")).json()) as Facts[];
    assert.equal(listed?.["ReplicatedZones"], "");
    assert.deepEqual(await (await file("DELETE", "a.txt")).json(), {
      HttpCode: 200,
      Message: "File deleted successfully.",
    });
  });

  it("ignores or refuses what the service does", async () => {
    const { Id } = await add("/pullzone", { Name: "settings", ...origin });
    const path = `/pullzone/${String(Id)}`;
    const [, off] = await send("POST", path, { LogForwardingHostname: "logs.example", MiddlewareScriptId: 0 });
    assert.deepEqual(factsIn({ LogForwardingHostname: 0, MiddlewareScriptId: 0 }, off), {
      LogForwardingHostname: null,
      MiddlewareScriptId: null,
    });
    const [, on] = await send("POST", path, { LogForwardingEnabled: true, LogForwardingHostname: "logs.example" });
    assert.equal((on as Facts)["LogForwardingHostname"], "logs.example");
    for (const body of [{ EdgeScriptId: -1 }, { MiddlewareScriptId: -1 }, { MagicContainersAppId: "" }]) {
      const [status, refusal] = await send("POST", path, body);
      assert.deepEqual([status, errorKey(refusal)], [400, "pullzone.validation"], JSON.stringify(body));
    }
  });

  it("refuses edge rules without a condition or in a place other than 0 that is taken, and puts http:// before a variable scheme", async () => {
    const { Id } = await add("/pullzone", { Name: "rules", ...origin });
    const path = `/pullzone/${String(Id)}/edgerules/addOrUpdate`;
    const Triggers = [{ Type: 0, PatternMatches: ["*"], PatternMatchingType: 0 }];
    const rule = { ActionType: 1, ActionParameter1: "%{Url.Scheme}://o.example", ActionParameter2: "301" };
    for (let count = 0; count < 2; count++) {
      const [accepted, { OrderIndex }] = (await send("POST", path, { ...rule, Triggers })) as [number, Facts];
      assert.deepEqual([accepted, OrderIndex], [201, 0]);
    }
    const [status, added] = await send("POST", path, { ...rule, Triggers, OrderIndex: 1 });
    assert.deepEqual([status, (added as Facts)["ActionParameter1"]], [201, "http://%{Url.Scheme}://o.example"]);
    for (const wrong of [
      { ...rule, Triggers: [] },
      { ...rule, Triggers: Array.from({ length: 6 }, () => Triggers[0]) },
      { ...rule, Triggers, OrderIndex: 1 },
      { ...rule, Triggers, ActionParameter1: "/path" },
      { ActionType: 17, ActionParameter1: "1", Triggers },
      { ...rule, Triggers, ActionParameter1: "https://{{hostname}}/about" },
      ...["pattern:^/v%d+/", "pattern:^https?://[^/]+/v%d+/", "pattern:.*$"].map((pattern) => ({
        ...{ ActionType: 4, Triggers: [{ ...Triggers[0], PatternMatches: [pattern] }] },
      })),
    ]) {
      const [refused, why] = await send("POST", path, wrong);
      assert.deepEqual([refused, errorKey(why)], [400, "edgerule.invalid"], JSON.stringify(wrong));
    }
    for (const target of ["/path", "https://{{hostname}}/about"]) {
      const [, why] = await send("POST", path, { ...rule, Triggers, ActionParameter1: target });
      assert.equal((why as Facts)["Message"], "The entered path is not a valid URL.");
    }
  });

  it("accepts five triggers of five patterns, and refuses a sixth trigger or pattern with the recorded text", async () => {
    const { Id } = await add("/pullzone", { Name: "limits", ...origin });
    const extensions = (count: number) => ({
      ...{ Type: 3, PatternMatchingType: 0 },
      PatternMatches: Array.from({ length: count }, (_, index) => `e${String(index)}`),
    });
    for (const [counts, expected] of [
      [
        [5, 5, 5, 5, 5],
        [201, undefined],
      ],
      [[6], [400, tooManyPatterns]],
      [
        [1, 1, 1, 1, 1, 1],
        [400, tooManyPatterns],
      ],
    ] as const) {
      const rule = { ActionType: 16, ActionParameter1: "60", Triggers: counts.map(extensions) };
      const [status, answer] = await send("POST", `/pullzone/${String(Id)}/edgerules/addOrUpdate`, rule);
      const { ErrorKey, Message } = answer as Facts;
      assert.deepEqual([status, ErrorKey === undefined ? undefined : { ErrorKey, Message }], expected);
    }
  });

  it("refuses the 51st rule and the 11th hostname of one's own, and still takes changes of the others", async () => {
    const { Id, Hostnames } = await add("/pullzone", { Name: "full", ...origin });
    const rule = (OrderIndex: number, more = {}) => ({
      ...{ ActionType: 4, OrderIndex, Triggers: [{ Type: 0, PatternMatches: ["*"] }], ...more },
    });
    const path = `/pullzone/${String(Id)}`;
    const addRule = (body: object) => send("POST", `${path}/edgerules/addOrUpdate`, body);
    const addName = (at: number) => send("POST", `${path}/addHostname`, { Hostname: `n${String(at)}.acme.example` });
    for (let at = 1; at <= 50; at++) assert.equal((await addRule(rule(at)))[0], 201);
    const [status, refused] = await addRule(rule(51));
    assert.deepEqual([status, errorKey(refused)], [400, "edgerule.invalid"]);
    const [{ Guid } = {}] = emulator.pullZones.get(Id)?.EdgeRules ?? [];
    assert.equal((await addRule(rule(1, { Guid, Enabled: false })))[0], 201);
    assert.equal((Hostnames as object[]).length, 1);
    for (let at = 1; at <= 10; at++) assert.equal((await addName(at))[0], 204);
    const [refusedName, why] = await addName(11);
    assert.deepEqual([refusedName, errorKey(why)], [400, "pullzone.validation"]);
  });

  it("has none of these limits if it follows only the contract", async () => {
    const own = await startEmulator({ contract: true });
    try {
      assert.equal((await call(own, "POST", "/pullzone", { Name: "full", ...origin })).status, 201);
      const PatternMatches = ["a", "b", "c", "d", "e", "f"];
      for (let at = 1; at <= 51; at++) {
        const rule = { ActionType: 4, Triggers: Array(6).fill({ Type: 3, PatternMatches }) as object[] };
        assert.equal((await call(own, "POST", "/pullzone/1/edgerules/addOrUpdate", rule)).status, 201);
      }
      for (let at = 1; at <= 11; at++) {
        const name = { Hostname: `n${String(at)}.acme.example` };
        assert.equal((await call(own, "POST", "/pullzone/1/addHostname", name)).status, 204);
      }
    } finally {
      await own.close();
    }
  });

  it("takes exactPath of a purge only where query strings are not ignored, and has the wait of a 429 in the body", async () => {
    const own = await startEmulator({ rateLimit: { requests: 2, perSeconds: 60 } });
    try {
      for (const [Id, IgnoreQueryStrings] of [
        [1, true],
        [2, false],
      ] as const) {
        own.pullZones.add({ Id, IgnoreQueryStrings, Hostnames: [{ Id, Value: `w${String(Id)}.acme.example` }] });
        const url = `https://w${String(Id)}.acme.example/`;
        assert.equal((await call(own, "POST", `/purge?url=${url}&exactPath=true`)).status, 200);
        assert.equal(own.purges.at(-1)?.url, IgnoreQueryStrings ? `${url}*` : url);
      }
      const { status, json } = await call(own, "POST", "/purge?url=https://w1.acme.example/");
      const { retry_after_seconds: seconds } = json as Facts;
      assert.deepEqual({ status, body: factsIn({ retry_after_seconds: 0 }, json) }, limited(Number(seconds)));
    } finally {
      await own.close();
    }
  });

  it("answers a purge of nothing without a word", async () => {
    assert.deepEqual(await send("POST", "/pullzone/999999/purgeCache"), [unknownPullZone.status, unknownPullZone.body]);
    const [status] = await send("POST", "/purge?url=https://nobody.example/");
    assert.equal(status, unknownHostname.status);
  });

  it("can answer a request for a certificate without issuing one", async () => {
    const own = await startEmulator({ withholdCertificates: true, pointedHostnames: ["www.acme.example"] });
    try {
      own.pullZones.add({ Id: 1, Hostnames: [{ Id: 1, Value: "www.acme.example" }] });
      const { status } = await call(own, "GET", "/pullzone/loadFreeCertificate?hostname=www.acme.example");
      assert.deepEqual([status, own.pullZones.get(1)?.Hostnames?.[0]?.HasCertificate], [200, false]);
    } finally {
      await own.close();
    }
  });
});
