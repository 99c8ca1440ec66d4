import assert from "node:assert/strict";
import { request } from "node:http";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";

// What well-known clients of the public service send and decode, written out header by header; none of their code is used.

const seed = {
  storageZones: [{ Id: 1, Name: "older-zone", Region: "NY" }],
  pullZones: [{ Id: 7, Name: "website", StorageZoneId: 1, EnableLogging: true }],
};

describe("Another client of the service", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ seed });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  /** Sends a request with no other headers than these and those that HTTP requires. */
  function send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(emulator.url + path, { method, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        response.on("end", () => {
          const { statusCode: status = 0, headers: received } = response;
          resolve({ status, type: received["content-type"] ?? "", text, json: () => JSON.parse(text) as Json });
        });
      });
      sent.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  it("BunnyWay/terraform-provider-bunnynet creates, updates, reads and deletes by exact status codes", async () => {
    const headers = { AccessKey: emulator.accessKey, "User-Agent": "Terraform/1.9 BunnynetProvider/0.15" };
    const json = { ...headers, "Content-Type": "application/json" };
    // Go sends an empty slice as null.
    const wanted = { Name: "made-by-terraform", ZoneTier: 0, Region: "DE", ReplicationRegions: null };
    const created = await send("POST", "/storagezone", json, wanted);
    assert.equal(created.status, 201);
    const path = `/storagezone/${String(created.json()["Id"])}`;
    const set = { Rewrite404To200: true, ReplicationZones: ["NY"], Custom404FilePath: "/404.html" };
    const updated = await send("POST", path, json, set);
    assert.deepEqual([updated.status, updated.text], [204, ""]);
    assert.equal((await send("POST", path, json, { Rewrite404To200: true, ReplicationZones: null })).status, 204);
    const read = await send("GET", path, headers);
    assert.equal(read.status, 200);
    decodes(read.json(), {
      ...{ Id: "integer", Name: "string", Password: "string", ReadOnlyPassword: "string", Region: "string" },
      ...{ ReplicationRegions: "strings", StorageHostname: "string", ZoneTier: "integer", DateModified: "date" },
      ...{ Custom404FilePath: "string", Rewrite404To200: "boolean" },
    });
    assert.deepEqual(read.json()["ReplicationRegions"], ["NY"]);
    assert.equal((await send("DELETE", path, headers)).status, 204);
    assert.equal((await send("GET", path, headers)).status, 404);
    assert.equal((await send("POST", "/storagezone", json, { ...wanted, Name: "older-zone" })).status, 400);
  });

  it("simplesurance/bunny-go lists pages, and creates and updates with fields that the contract does not have", async () => {
    const headers = { AccessKey: emulator.accessKey, Accept: "application/json", "User-Agent": "bunny-go" };
    const json = { ...headers, "content-type": "application/json" };
    const list = async () => (await send("GET", "/storagezone?page=1&per_page=1000", headers)).json();
    const before = await list();
    decodes(before, { Items: "list", CurrentPage: "integer", TotalItems: "integer", HasMoreItems: "boolean" });
    const options = {
      Name: "made-by-bunny-go",
      Region: "NY",
      OriginUrl: "http://o.example",
      ReplicationRegions: ["DE"],
    };
    const added = await send("POST", "/storagezone", json, options);
    assert.match(added.type, /^application\/json\b/);
    const path = `/storagezone/${String(added.json()["Id"])}`;
    const change = { ReplicationZones: ["LA"], OriginUrl: "http://o.example/updated", Rewrite404To200: true };
    assert.equal((await send("POST", path, json, change)).status, 204);
    const zone = (await send("GET", path, headers)).json();
    assert.deepEqual(zone["ReplicationRegions"], ["DE", "LA"]);
    assert.equal((await list())["TotalItems"], Number(before["TotalItems"]) + 1);
    // It sends this header even without a body.
    assert.equal((await send("DELETE", path, json)).status, 204);
    const pullZone = (await send("GET", "/pullzone/7", headers)).json();
    decodes(pullZone, {
      ...{ Id: "integer", Type: "integer", StorageZoneId: "integer", MonthlyBandwidthUsed: "integer" },
      ...{ PriceOverride: "number", LimitRatePerSecond: "number", Hostnames: "list", BlockedIps: "strings" },
    });
  });

  it("BunnyWay/cli searches without pages, creates a zone, and deletes one with its pull zones", async () => {
    const headers = { accesskey: emulator.accessKey, accept: "application/json" };
    const found = await send("GET", "/storagezone?search=older", headers);
    assert.deepEqual(
      (found.json() as unknown as Json[]).map(({ Name }) => Name),
      ["older-zone"],
    );
    const body = { Name: "made-by-cli", Region: "DE", ReplicationRegions: null };
    const made = await send("POST", "/storagezone", { ...headers, "content-type": "application/json" }, body);
    assert.equal(typeof made.json()["Id"], "number");
    assert.equal((await send("DELETE", "/storagezone/1", headers)).status, 204);
    assert.equal(emulator.pullZones.get(7), undefined);
  });

  it("BunnyWay/cli reads access logs by pages, including an empty one", async () => {
    const headers = { accesskey: emulator.accessKey, accept: "application/json" };
    const [from, to] = [hoursAgo(2).toISOString(), hoursAgo(-1).toISOString()];
    const pageAt = async (offset: number): Promise<LogPage> => {
      const range = new URLSearchParams({
        from,
        to,
        status: "2xx,503",
        limit: "2",
        offset: String(offset),
        order: "asc",
      });
      return (await send("GET", `/v2/pullzones/7/logs?${String(range)}`, headers)).json() as unknown as LogPage;
    };
    assert.deepEqual((await pageAt(0)).data, []);
    for (const statusCode of [200, 404, 503, 204]) emulator.accessLogs.add(7, { statusCode });
    const codes: unknown[] = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const { data, pagination, query }: LogPage = await pageAt(offset);
      decodes(query, { pullZoneId: "integer", from: "date", to: "date", order: "string" });
      codes.push(...data.map(({ statusCode }) => statusCode));
      offset = pagination.hasMore ? pagination.offset + pagination.returned : undefined;
    }
    assert.deepEqual(codes, [200, 503, 204]);
    emulator.pullZones.change(7, { EnableLogging: false });
    const refused = await send("GET", "/v2/pullzones/7/logs", headers);
    assert.equal(refused.status, 404);
    decodes(refused.json()["error"] as Json, { code: "string", message: "string" });
  });

  it("ToshY/BunnyNet-PHP lists page 0 with booleans as words, and deletes with linked pull zones", async () => {
    const headers = { AccessKey: emulator.accessKey, Accept: "application/json" };
    const list = await send("GET", "/storagezone?page=0&perPage=1000&includeDeleted=false", headers);
    const [zone] = list.json() as unknown as Json[];
    decodes(zone, { Id: "integer", UserId: "string", PullZones: "list", StorageUsed: "integer", Deleted: "boolean" });
    assert.equal((await send("GET", "/pullzone/7?includeCertificate=true", headers)).status, 200);
    assert.equal((await send("DELETE", "/storagezone/1?deleteLinkedPullZones=true", headers)).status, 204);
  });

  it("in PHP or Go writes times without milliseconds or with an offset", async () => {
    const headers = { AccessKey: emulator.accessKey, Accept: "application/json" };
    const time = hoursAgo(1).toISOString().slice(0, 19);
    for (const from of [`${time}Z`, encodeURIComponent(`${time}+00:00`)]) {
      const answer = await send("GET", `/v2/pullzones/7/logs?from=${from}&status=2xx&limit=10000`, headers);
      assert.equal(answer.status, 200, from);
    }
  });
});

type Json = Record<string, unknown>;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly json: () => Json;
}

interface LogPage {
  readonly data: readonly { readonly statusCode: number }[];
  readonly pagination: { readonly offset: number; readonly returned: number; readonly hasMore: boolean };
  readonly query: Json;
}

/** Types that clients in typed languages decode fields as. */
const kinds = {
  integer: (value: unknown) => Number.isInteger(value),
  number: (value: unknown) => typeof value === "number",
  string: (value: unknown) => typeof value === "string",
  boolean: (value: unknown) => typeof value === "boolean",
  date: (value: unknown) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(value)),
  list: (value: unknown) => Array.isArray(value),
  strings: (value: unknown) => Array.isArray(value) && value.every((element) => typeof element === "string"),
};

function decodes(object: Json | undefined, fields: Readonly<Record<string, keyof typeof kinds>>): void {
  for (const [name, kind] of Object.entries(fields)) {
    assert.ok(kinds[kind](object?.[name]), `${name} is no ${kind}: ${JSON.stringify(object?.[name])}`);
  }
}

function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * 3_600_000);
}
