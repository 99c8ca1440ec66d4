import assert from "node:assert/strict";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import * as pulumi from "@pulumi/pulumi";
import { createClient } from "../../provider/client";
import { getAccessLogs, Provider } from "../../provider";
import { inProcess } from "../cli/inProcess";
import { Plugin } from "../serve/native/plugin";

const logHost = "CONNECT logging.bunnycdn.com:443";
const key = "some-key";

describe("The access logs of the public service", () => {
  /** What a proxy was asked to connect to. It connects to nothing, so that no request leaves this machine. */
  const asked: string[] = [];
  const inherited = process.env["HTTPS_PROXY"];
  let proxy: http.Server;
  let proxyUrl: string;

  before(async () => {
    proxy = http.createServer();
    proxy.on("connect", ({ url = "" }: http.IncomingMessage, socket: Socket) => {
      asked.push(`CONNECT ${url}`);
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    await new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve));
    proxyUrl = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
    process.env["HTTPS_PROXY"] = proxyUrl;
  });
  beforeEach(() => asked.splice(0));
  after(() => {
    if (inherited === undefined) delete process.env["HTTPS_PROXY"];
    else process.env["HTTPS_PROXY"] = inherited;
    proxy.close();
    proxy.closeAllConnections();
  });

  for (const baseUrl of ["https://api.bunny.net", "https://API.Bunny.NET/", "HTTPS://api.bunny.net:443//"]) {
    it(`are asked at their own host by a client of ${baseUrl}, and everything else at the API`, async () => {
      const client = createClient({ baseUrl, accessKey: key, maxRetries: 0 });
      await assert.rejects(
        client.getAccessLogs({ pullZoneId: 7 }),
        /GET https:\/\/logging\.bunnycdn\.com\/v2\/pullzones\/7\/logs\?.*; logsBaseUrl sets this host\) got no response/,
      );
      await assert.rejects(
        client.getPullZone(7),
        /^UnavailableError: Get pull zone \(GET \/pullzone\/7\) got no response/,
      );
      assert.deepEqual(asked, [logHost, "CONNECT api.bunny.net:443"]);
    });
  }

  for (const [baseUrl, logsBaseUrl, host] of [
    ["https://api.example.com", undefined, "api.example.com"],
    ["https://api.bunny.net/proxied", undefined, "api.bunny.net"],
    ["https://api.bunny.net", "https://logs.example.com", "logs.example.com"],
    ["https://api.bunny.net", "https://api.bunny.net", "api.bunny.net"],
  ] as const) {
    it(`are asked at ${host} with the base URL ${baseUrl} and ${logsBaseUrl ?? "no"} logsBaseUrl`, async () => {
      const given = { baseUrl, accessKey: key, maxRetries: 0, ...(logsBaseUrl && { logsBaseUrl }) };
      await assert.rejects(createClient(given).getAccessLogs({ pullZoneId: 7 }));
      assert.deepEqual(asked, [`CONNECT ${host}:443`]);
    });
  }

  it("are asked at their own host by the command", async () => {
    const env = { CDN_BASE_URL: "https://api.bunny.net/", CDN_ACCESS_KEY: key, CDN_MAX_RETRIES: "0" };
    const { code, stderr } = await inProcess({}, ["logs", "7"], { env });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /https:\/\/logging\.bunnycdn\.com\/v2\/pullzones\/7\/logs.*Check cdn:logsBaseUrl and the network/s,
    );
    assert.deepEqual(asked, [logHost]);
  });

  it("are asked at their own host by programs, with the stack's settings and with those of an explicit provider", async () => {
    await pulumi.runtime.setMocks(
      { newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }), call: () => ({}) },
      "project",
      "stack",
      true,
    );
    const settings = { "cdn:baseUrl": "https://api.bunny.net", "cdn:accessKey": key, "cdn:maxRetries": "0" };
    pulumi.runtime.setAllConfig({ ...settings, "cdn:logsBaseUrl": "https://logs.example.com" });
    try {
      const stacks = new Provider("of-the-stack", {});
      const own = new Provider("of-its-own", { baseUrl: "https://api.bunny.net" });
      await assert.rejects(getAccessLogs({ pullZoneId: 7 }, { provider: stacks }));
      await assert.rejects(
        getAccessLogs({ pullZoneId: 7 }, { provider: own }),
        /logging\.bunnycdn\.com.*logsBaseUrl of the provider "of-its-own"/,
      );
      pulumi.runtime.setAllConfig(settings);
      await assert.rejects(getAccessLogs({ pullZoneId: 7 }));
      assert.deepEqual(asked, ["CONNECT logs.example.com:443", logHost, logHost]);
    } finally {
      pulumi.runtime.setAllConfig({});
      pulumi.runtime.resetOptions("project", "stack", -1, "", "", false, "");
    }
  });

  it("are asked at their own host by the plugin", async () => {
    const plugin = await Plugin.start({ HTTPS_PROXY: proxyUrl });
    try {
      await plugin.configure({ baseUrl: "https://api.bunny.net", accessKey: key, maxRetries: 0 });
      await assert.rejects(plugin.invoke("getAccessLogs", { pullZoneId: 7 }), /https:\/\/logging\.bunnycdn\.com/);
      assert.deepEqual(asked, [logHost]);
    } finally {
      await plugin.close();
    }
  });
});
