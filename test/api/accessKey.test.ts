import assert from "node:assert/strict";
import { CdnClient } from "../../provider/api/client";
import { base64Of } from "../secrets/canaries";
import { canaryKey, client, serveSocket } from "./support";

const update = { replicationZones: [], rewrite404To200: true, custom404FilePath: "/404.html" };
const lines = { order: "asc", limit: 5, userAgentContains: "curl" } as const;

/** Each method of the client, and what it sends first. */
const operations: Readonly<Record<string, [line: RegExp, call: (zones: CdnClient) => Promise<unknown>]>> = {
  getStorageZone: [/^GET \/storagezone\/7 /, (zones) => zones.getStorageZone(7)],
  getLinkedStorageZone: [/^GET \/storagezone\/7 /, (zones) => zones.getLinkedStorageZone(7)],
  listLinkedStorageZones: [/^GET \/storagezone\?/, (zones) => zones.listLinkedStorageZones(1)],
  listStorageZonePage: [/^GET \/storagezone\?/, (zones) => zones.listStorageZonePage({ page: 1, search: "a" })],
  listStorageZones: [/^GET \/storagezone\?/, (zones) => zones.listStorageZones({ includeDeleted: true })],
  owners: [/^GET \/storagezone\?/, (zones) => zones.owners("user")],
  addStorageZone: [
    /^POST \/storagezone /,
    (zones) => zones.addStorageZone({ name: "assets", region: "DE", replicationRegions: ["NY"] }),
  ],
  updateStorageZone: [/^POST \/storagezone\/7 /, (zones) => zones.updateStorageZone(7, update)],
  deleteStorageZone: [/^DELETE \/storagezone\/7\?/, (zones) => zones.deleteStorageZone(7)],
  getPullZone: [/^GET \/pullzone\/7\?/, (zones) => zones.getPullZone(7, { includeCertificate: true })],
  accessLogs: [
    /^GET \/v2\/pullzones\/7\/logs\?/,
    (zones) => zones.accessLogs({ pullZoneId: 7, order: "asc", userAgentContains: "curl" }).next(),
  ],
  getAccessLogs: [/^GET \/v2\/pullzones\/7\/logs\?/, (zones) => zones.getAccessLogs({ pullZoneId: 7, ...lines })],
};

/** Every byte of each request that a call sends, to a service that asks each time for another attempt. */
async function requestsOf(call: (zones: CdnClient) => Promise<unknown>): Promise<string[]> {
  const requests: string[] = [];
  const service = await serveSocket((socket) => {
    let bytes = "";
    socket.on("data", (data: Buffer) => {
      bytes += data.toString("latin1");
      const head = bytes.indexOf("\r\n\r\n") + 4;
      const [, length = "0"] = /^content-length: (\d+)\r$/im.exec(bytes) ?? [];
      if (head < 4 || bytes.length < head + Number(length)) return;
      requests.push(bytes);
      socket.end("HTTP/1.1 429 Slow Down\r\nRetry-After: 0\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    });
  });
  try {
    await assert.rejects(call(client(service.url, { maxRetries: 1 })));
    return requests;
  } finally {
    service.close();
  }
}

describe("the access key", () => {
  it("is looked for in the requests of every method of the client", () => {
    const methods = Object.entries(Object.getOwnPropertyDescriptors(CdnClient.prototype))
      .filter(([name, { value }]) => typeof value === "function" && !["constructor", "serviceTime"].includes(name))
      .map(([name]) => name);
    assert.deepEqual(Object.keys(operations).sort(), methods.sort());
  });

  for (const [name, [line, call]] of Object.entries(operations)) {
    it(`stands in the header AccessKey and nowhere else in the whole of a request: ${name}`, async () => {
      const requests = await requestsOf(call);
      assert.equal(requests.length, 2, "the first attempt, and the second");
      for (const request of requests) {
        assert.match(request, line);
        const rest = request.replace(`\r\nAccessKey: ${canaryKey}\r\n`, "\r\n");
        assert.notEqual(rest, request, `no header of that name has it: ${request}`);
        const forms = [canaryKey, canaryKey.slice(0, 12), canaryKey.slice(-12), ...base64Of(canaryKey)];
        for (const form of forms) assert.ok(!rest.includes(form), `it stands elsewhere: ${request}`);
      }
    });
  }
});
