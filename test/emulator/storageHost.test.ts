import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { Readable } from "node:stream";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, stoppedClock } from "./call";

// The storage host of the emulator: uploads, listings, downloads, deletions, and the limits that the public service documents.

const seed = {
  storageZones: [
    { Id: 1, Name: "acme-site", ReplicationRegions: ["NY", "SYD"], Password: "write", ReadOnlyPassword: "read" },
  ],
  pullZones: [{ Id: 7, Name: "acme-web", StorageZoneId: 1 }],
} satisfies EmulatorOptions["seed"];

describe("The storage host", () => {
  let emulator: Emulator;
  before(async () => (emulator = await startEmulator({ seed })));
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  /** Sends a request to the storage host. */
  const send = (method: string, path: string, options: RequestInit & { key?: string } = {}, of = emulator) =>
    fetch(`http://${of.storageHostname}${path}`, {
      ...options,
      method,
      headers: { AccessKey: options.key ?? "write", ...(options.headers as Record<string, string>) },
    });
  const status = async (...of: Parameters<typeof send>) => (await send(...of)).status;
  const listed = async (folder: string) =>
    (await (await send("GET", folder)).json()) as {
      ObjectName: string;
      IsDirectory: boolean;
      [field: string]: unknown;
    }[];
  const control = (method: string, path: string, raw?: string) =>
    call(emulator, method, `/__emulator__/${path}`, undefined, {
      headers: { "Emulator-Control": emulator.controlToken },
      ...(raw === undefined ? {} : { raw }),
    });
  const sha = (text: string) => createHash("sha256").update(text).digest("hex").toUpperCase();

  it("is where the zones that it serves say", async () => {
    const { json } = await call(emulator, "GET", "/storagezone/1");
    assert.equal((json as { StorageHostname: string }).StorageHostname, emulator.storageHostname);
    assert.notEqual(new URL(emulator.url).host, emulator.storageHostname);
  });

  it("keeps, lists, returns and deletes files", async () => {
    assert.equal(await status("PUT", "/acme-site/a%20b/%C3%BC%23%25.html", { body: "one" }), 201);
    const [folder, ...others] = await listed("/acme-site/");
    assert.deepEqual([folder?.ObjectName, folder?.IsDirectory, others], ["a b", true, []]);
    const [file] = await listed("/acme-site/a%20b/");
    assert.deepEqual(
      [file?.ObjectName, file?.["Path"], file?.["Length"], file?.["Checksum"], file?.["ReplicatedZones"]],
      ["ü#%.html", "/acme-site/a b/", 3, sha("one"), "NY,SYD"],
    );
    assert.equal(await (await send("GET", "/acme-site/a%20b/%C3%BC%23%25.html")).text(), "one");
    assert.deepEqual([emulator.storageZones.get(1)?.FilesStored, emulator.storageZones.get(1)?.StorageUsed], [1, 3]);
    assert.equal(await status("DELETE", "/acme-site/a%20b/%C3%BC%23%25.html"), 200);
    assert.equal(await status("DELETE", "/acme-site/a%20b/%C3%BC%23%25.html"), 404);
    assert.equal(emulator.storageZones.get(1)?.FilesStored, 0);
    assert.deepEqual(await listed("/acme-site/nowhere/"), []);
  });

  it("refuses a wrong checksum, and keeps the file that was there", async () => {
    const put = (checksum: string) =>
      status("PUT", "/acme-site/a.txt", { body: "new", headers: { Checksum: checksum } });
    emulator.files.write(1, "a.txt", "old");
    assert.equal(await put(sha("other")), 400);
    assert.equal(emulator.files.read(1, "a.txt")?.toString(), "old");
    assert.equal(await put(sha("new")), 201);
    assert.equal(emulator.files.read(1, "a.txt")?.toString(), "new");
  });

  it("requires the password of the zone; the read-only one reads", async () => {
    emulator.files.write(1, "a.txt", "text");
    for (const [key, method, path, expected] of [
      [emulator.accessKey, "GET", "/acme-site/", 401],
      ["read", "GET", "/acme-site/", 200],
      ["read", "GET", "/acme-site/a.txt", 200],
      ["read", "DELETE", "/acme-site/a.txt", 401],
      ["write", "GET", "/other/", 401],
    ] as const) {
      assert.equal(await status(method, path, { key }), expected, `${method} ${path} with ${key}`);
    }
  });

  it("deletes a folder with all in it, but the root only on request", async () => {
    for (const path of ["a/1", "a/b/2", "c"]) emulator.files.write(1, path, path);
    assert.equal(await status("DELETE", "/acme-site/a/"), 200);
    assert.deepEqual(
      emulator.files.list(1).map(({ path }) => path),
      ["c"],
    );
    assert.equal(await status("DELETE", "/acme-site/"), 400);
    assert.equal(await status("DELETE", "/acme-site/?allowRootDelete=true"), 200);
    assert.deepEqual(emulator.files.list(1), []);
  });

  it("takes a doubled slash after the zone, as the vendor's SDK sends it, for one", async () => {
    assert.equal(await status("PUT", "/acme-site//a/b.txt", { body: "text" }), 201);
    assert.equal(emulator.files.read(1, "a/b.txt")?.toString(), "text");
    assert.equal((await listed("/acme-site//")).length, 1);
  });

  it("keeps nothing of a body that it refuses, for its host, key or size", async () => {
    /** Sends so many bytes, and returns the status, and how much memory was taken at most. */
    const upload = async (megabytes: number, headers: Record<string, string>) => {
      const before = process.memoryUsage().arrayBuffers;
      let most = 0;
      const sent = request(`http://${emulator.storageHostname}/acme-site/a.bin`, { method: "PUT", headers });
      const answered = new Promise<number>((resolve, reject) => {
        sent.once("response", (response) => resolve(response.resume().statusCode ?? 0)).once("error", reject);
      });
      const block = Buffer.alloc(2 ** 20);
      Readable.from(
        (function* () {
          for (let left = megabytes; left > 0; left--) {
            most = Math.max(most, process.memoryUsage().arrayBuffers - before);
            yield block;
          }
        })(),
      ).pipe(sent);
      return [await answered, most < 100 * 2 ** 20] as const;
    };
    assert.deepEqual(await upload(200, { AccessKey: "write", Host: "evil.example" }), [421, true]);
    assert.deepEqual(await upload(200, { AccessKey: "wrong" }), [401, true]);
    assert.deepEqual(await upload(200, {}), [401, true]);
    const large = { AccessKey: "write", "Content-Length": String(600 * 2 ** 20) };
    assert.deepEqual(await upload(600, large), [413, true]);
    assert.equal(emulator.storageZones.get(1)?.FilesStored, 0);
  });

  it("refuses names that the service refuses", async () => {
    for (const path of [
      "/acme-site/%20a",
      "/acme-site/a//b",
      "/acme-site/a%2Fb",
      "/acme-site/%E0",
      `/acme-site/${"x".repeat(6000)}`,
    ]) {
      assert.equal(await status("PUT", path, { body: "text" }), 400, path);
    }
    emulator.files.write(1, "a", "text");
    assert.equal(await status("PUT", "/acme-site/a/b", { body: "text" }), 400);
    assert.deepEqual(emulator.files.list(1).length, 1);
  });

  describe("at its limits", () => {
    // Long enough for all requests of a test to arrive before the first is answered.
    const latency = { fault: { kind: "latency", ms: 1000 } } as const;
    const agent = new Agent({ maxSockets: Infinity, keepAlive: true });
    after(() => agent.destroy());

    for (const [what, method, pathOf, count, expected] of [
      ["5 listings", "GET", () => "/acme-site/", 7, { 200: 5, 400: 2 }],
      ["30 deletions", "DELETE", (index) => `/acme-site/${String(index)}`, 33, { 200: 30, 400: 3 }],
      ["100 connections", "GET", () => "/acme-site/1", 103, { 200: 100, 429: 3 }],
    ] as const satisfies readonly (readonly [string, string, (index: number) => string, number, object])[]) {
      it(`refuses more than ${what}`, async () => {
        const own = await startEmulator({ seed, faults: [latency] });
        for (let index = 0; index < count; index++) own.files.write(1, String(index), "text");
        const sent = (index: number) =>
          new Promise<number>((resolve, reject) => {
            const options = { method, agent, headers: { AccessKey: "write" } };
            request(`http://${own.storageHostname}${pathOf(index)}`, options, (response) => {
              response.resume();
              resolve(response.statusCode ?? 0);
            })
              .once("error", reject)
              .end();
          });
        const counts: Record<number, number> = {};
        for (const answer of await Promise.all(Array.from({ length: count }, (_, index) => sent(index)))) {
          counts[answer] = (counts[answer] ?? 0) + 1;
        }
        assert.deepEqual(counts, expected);
        await own.close();
      });
    }
  });

  it("has the faults of the rules", async () => {
    emulator.setFaults([
      { path: "/acme-site/**", method: "PUT", nth: 1, fault: { kind: "status", status: 503 } },
      { path: "/acme-site/**", method: "PUT", nth: 2, fault: { kind: "reset", when: "before" } },
      { path: "/acme-site/**", method: "PUT", nth: 3, fault: { kind: "reset", when: "after" } },
      { path: "/acme-site/**", method: "GET", fault: { kind: "drip", bytes: 1, everyMs: 1 } },
    ]);
    const put = () => status("PUT", "/acme-site/a", { body: "text" });
    const seen = () => emulator.files.list(1).length;
    assert.deepEqual([await put(), seen()], [503, 0]);
    await assert.rejects(put());
    assert.equal(seen(), 0);
    await assert.rejects(put());
    assert.equal(seen(), 1);
    assert.equal(await (await send("GET", "/acme-site/a")).text(), "text");
    assert.deepEqual(
      emulator.journal.map(({ operation, applied }) => [operation, applied]),
      [
        ["putFile", 0],
        ["putFile", 0],
        ["putFile", 1],
        ["getFile", 1],
      ],
    );
  });

  it("is seen, changed and read by visitors through the control path", async () => {
    const { status: made, json } = await control("PUT", "files/1/a%20b/index.html", "hello");
    assert.deepEqual(
      [made, json],
      [201, { path: "a b/index.html", bytes: 5, checksum: sha("hello"), contentType: "text/html" }],
    );
    assert.deepEqual((await control("GET", "files/1")).json, [json]);
    assert.equal((await control("GET", "files/1/a%20b/index.html")).text, "hello");
    const visited = await control("GET", "visit/7/a%20b/");
    assert.deepEqual([visited.status, visited.text, visited.headers.get("content-type")], [200, "hello", "text/html"]);
    assert.equal((await control("GET", "visit/acme-web/a%20b/")).text, "hello");
    const unknown = await control("GET", "visit/nobody/");
    assert.deepEqual([unknown.status, unknown.json], [404, { Message: "There is no pull zone nobody." }]);
    assert.equal((await control("DELETE", "files/1/a%20b/index.html")).status, 204);
    assert.equal((await control("DELETE", "files/1/a%20b/index.html")).status, 404);
  });

  it("serves a web manifest without a type of its own, as the public service does", async () => {
    await control("PUT", "files/1/app.webmanifest", "{}");
    const { headers } = await control("GET", "visit/7/app.webmanifest");
    assert.equal(headers.get("content-type"), "application/octet-stream");
  });

  it("answers visitors of a missing file as the storage zone says", async () => {
    const own = await startEmulator({ seed });
    const visited = (path: string): unknown[] => {
      const { status, body } = own.visit(7, path);
      return [status, String(body)];
    };
    own.storageZones.change(1, { Custom404FilePath: "/404.html" });
    assert.equal(visited("/a")[0], 404);
    own.files.write(1, "404.html", "none");
    assert.deepEqual(visited("/b"), [404, "none"]);
    own.storageZones.change(1, { Rewrite404To200: true });
    assert.deepEqual(visited("/c"), [200, "none"]);
    await own.close();
  });

  it("lets a cache keep the old file if it is purged before the replicas have the new one", async () => {
    const clock = stoppedClock();
    const own = await startEmulator({ seed, now: clock.now, fileReplicationMs: 5000, lostDeletionMs: 1000 });
    const visited = () => String(own.visit(7, "/index.html").body);
    const purge = () => call(own, "POST", "/pullzone/7/purgeCache", {});
    own.files.write(1, "index.html", "old");
    clock.advance(5000);
    assert.equal(visited(), "old");
    own.files.write(1, "index.html", "new");
    await purge();
    assert.equal(visited(), "old");
    clock.advance(5000);
    assert.equal(visited(), "old");
    await purge();
    assert.equal(visited(), "new");
    own.files.write(1, "index.html", "newer");
    assert.ok(own.files.delete(1, "index.html") && own.files.read(1, "index.html"));
    await own.close();
  });
});
