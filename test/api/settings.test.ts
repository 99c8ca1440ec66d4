import assert from "node:assert/strict";
import { ConfigurationError } from "../../provider/api/errors";
import type { OwnedSettings } from "../../provider/api/settings";
import { readSettings } from "../../provider/api/settings";
import { providerOwner } from "../../provider/api/settingsOwner";
import { createClient } from "../../provider/client";

const valid = { "cdn:baseUrl": "https://api.example.com", "cdn:accessKey": "some-key" };

function read(config: Record<string, unknown>, env: Record<string, string> = {}, providerName?: string): OwnedSettings {
  return readSettings({ config: (key) => config[key], env, owner: providerOwner(providerName) });
}

function fault(...args: Parameters<typeof read>): string {
  try {
    read(...args);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    return error.message;
  }
  assert.fail("it must be refused");
}

describe("readSettings", () => {
  it("has defaults for everything but baseUrl and accessKey", () => {
    const { baseUrl, accessKey, owner, baseUrlFrom, ...others } = read(valid);
    assert.deepEqual([baseUrl, accessKey], ["https://api.example.com", "some-key"]);
    assert.deepEqual([owner?.providerName, baseUrlFrom], [undefined, "cdn:baseUrl"]);
    assert.deepEqual(others, {
      logsBaseUrl: "https://api.example.com",
      timeoutSeconds: 30,
      maxRetries: 8,
      extraRegions: [],
      allowInsecure: false,
      checkDelegation: true,
      resolver: "",
      edgeDelaySeconds: 22,
      readOnly: false,
    });
  });

  for (const [where, config, env, providerName, from] of [
    ["in the configuration", "true", {}, undefined, ["cdn:readOnly"]],
    ["in the variable", undefined, { CDN_READ_ONLY: "true" }, undefined, ["CDN_READ_ONLY"]],
    ["in the configuration, but false in the variable", true, { CDN_READ_ONLY: "false" }, undefined, ["cdn:readOnly"]],
    ["in the variable, but false in the configuration", "false", { CDN_READ_ONLY: "true" }, "eu", ["CDN_READ_ONLY"]],
    [
      "as an argument, but false in both variables",
      "true",
      { CDN_READ_ONLY: "false", CDN_READ_ONLY_EU: "false" },
      "eu",
      ['readOnly of the provider "eu"'],
    ],
    ["in a provider's variable", "false", { CDN_READ_ONLY_EU: "true" }, "eu", ["CDN_READ_ONLY_EU"]],
    [
      "in each place",
      "true",
      { CDN_READ_ONLY: "true", CDN_READ_ONLY_EU: "true" },
      "eu",
      ["CDN_READ_ONLY_EU", "CDN_READ_ONLY", 'readOnly of the provider "eu"'],
    ],
  ] as const) {
    it(`is read-only with true ${where}`, () => {
      const { readOnly, readOnlyFrom } = read({ ...valid, "cdn:readOnly": config }, env, providerName);
      assert.deepEqual([readOnly, readOnlyFrom], [true, from]);
    });
  }

  it("is not read-only by the variable of another provider", () => {
    assert.equal(read(valid, { CDN_READ_ONLY_EU: "true" }).readOnly, false);
    assert.equal(read(valid, { CDN_READ_ONLY_EU: "true" }, "us").readOnly, false);
  });

  it("refuses any other value for readOnly, wherever it stands", () => {
    assert.match(fault({ ...valid, "cdn:readOnly": "yes" }), /cdn:readOnly must be true or false, but got: "yes"/);
    assert.match(fault(valid, { CDN_READ_ONLY: "1" }, "eu"), /CDN_READ_ONLY must be true or false, but got: "1"/);
    assert.match(fault({ ...valid, "cdn:readOnly": "1" }, { CDN_READ_ONLY: "false" }), /cdn:readOnly must be true or/);
  });

  it("is read-only in a script by the variable alone", async () => {
    const options = { baseUrl: "http://127.0.0.1:1", accessKey: "some-key", readOnly: false };
    process.env["CDN_READ_ONLY"] = "true";
    try {
      await assert.rejects(createClient(options).deletePullZone(7), /CDN_READ_ONLY is true/);
    } finally {
      delete process.env["CDN_READ_ONLY"];
    }
    await assert.rejects(createClient({ ...options, readOnly: true }).deletePullZone(7), /but readOnly is true/);
  });

  it("sends queries of access logs to the public service's own host for them, and otherwise to the base URL", () => {
    const logsUrl = (config: Record<string, string>): string | undefined => read({ ...valid, ...config }).logsBaseUrl;
    assert.equal(logsUrl({ "cdn:baseUrl": "https://API.bunny.net/" }), "https://logging.bunnycdn.com");
    assert.equal(logsUrl({ "cdn:baseUrl": "https://eu.example.com/" }), "https://eu.example.com");
    const logs = { "cdn:logsBaseUrl": "https://logs.example.com" };
    assert.equal(logsUrl({ "cdn:baseUrl": "https://api.bunny.net", ...logs }), "https://logs.example.com");
  });

  it("reads configuration strings and JSON values", () => {
    const texts = {
      "cdn:timeoutSeconds": "2.5",
      "cdn:maxRetries": "0",
      "cdn:extraRegions": "br, se",
      "cdn:allowInsecure": "true",
    };
    const values = {
      "cdn:timeoutSeconds": 2.5,
      "cdn:maxRetries": 0,
      "cdn:extraRegions": ["br", "se"],
      "cdn:allowInsecure": true,
    };
    for (const config of [texts, values]) {
      const { timeoutSeconds, maxRetries, extraRegions, allowInsecure } = read({ ...valid, ...config });
      assert.deepEqual([timeoutSeconds, maxRetries, extraRegions, allowInsecure], [2.5, 0, ["BR", "SE"], true]);
    }
  });

  it("takes a resolver's address with and without a port", () => {
    for (const resolver of ["192.0.2.53", "127.0.0.1:5353", "::1", "[::1]:5353"]) {
      assert.equal(read({ ...valid, "cdn:resolver": resolver }).resolver, resolver);
    }
  });

  for (const [key, variable, wrong] of [
    [
      "cdn:baseUrl",
      "CDN_BASE_URL",
      [
        "api.example.com",
        "ftp://a.b",
        "https://",
        "https://a.b?x=1",
        "https://a.b/#x",
        "https://a.b#",
        "https://a.b/?",
        "/x",
      ],
    ],
    ["cdn:logsBaseUrl", "CDN_LOGS_BASE_URL", ["logs.example.com", "file:///x"]],
    ["cdn:timeoutSeconds", "CDN_TIMEOUT_SECONDS", ["0", "-1", "3601", "soon", "Infinity", "NaN", "1s", "1,5"]],
    ["cdn:maxRetries", "CDN_MAX_RETRIES", ["-1", "1.5", "101", "many"]],
    ["cdn:edgeDelaySeconds", "CDN_EDGE_DELAY_SECONDS", ["-1", "601", "soon"]],
    ["cdn:extraRegions", "CDN_EXTRA_REGIONS", ["BR,,SE", "[1]", "[", "B R", '{"a":1}']],
    ["cdn:allowInsecure", "CDN_ALLOW_INSECURE", ["yes", "1", "TRUE"]],
    ["cdn:checkDelegation", "CDN_CHECK_DELEGATION", ["no", "0"]],
    ["cdn:resolver", "CDN_RESOLVER", ["dns.example", "1.2.3", "127.0.0.1:0", "1.2.3.4:99999", "[1.2.3.4]:53", "::1:x"]],
  ] as const) {
    it(`names ${key} or ${variable} if it is malformed, with the actual value`, () => {
      for (const text of wrong) {
        const message = fault({ ...valid, [key]: text });
        assert.ok(message.startsWith(`${key} must be `), message);
        assert.ok(message.includes("but got: ") && message.includes(`pulumi config set ${key} `), message);
        const ofVariable = fault({ ...valid, [key]: "other" }, { [variable]: text });
        assert.ok(ofVariable.startsWith(`${variable} must be `), ofVariable);
        assert.ok(ofVariable.endsWith(`. Change or unset the variable ${variable}: it overrides ${key}`), ofVariable);
      }
    });
  }

  it("never shows a malformed access key", () => {
    for (const key of ["two words-canary", "schlüssel-canary", "a\nb-canary", "tab\t-canary"]) {
      const message = fault({ ...valid, "cdn:accessKey": key });
      assert.match(message, /^cdn:accessKey must be a key of visible ASCII characters/);
      assert.ok(!message.includes("canary"), message);
    }
  });

  it("never shows credentials that were put into a URL by mistake", () => {
    for (const url of [
      "https://user:canary@api.example.com",
      "https://user:can/canary@api.example.com",
      "https://user:can?canary@api.example.com",
      "https://user:can#canary@api.example.com",
      "https://canary@api.example.com",
      "user:canary@api.example.com",
      "https://api.example.com?accessKey=canary",
      "https://api.example.com/#canary",
      "HTTPS://user:a@canary@api.example.com",
    ]) {
      const message = fault({ ...valid, "cdn:baseUrl": url });
      assert.ok(!message.includes("canary"), message);
      assert.ok(message.includes("api.example.com") || url.includes("canary@api"), message);
    }
  });

  it("trims values, and removes trailing slashes from URLs", () => {
    const { baseUrl, accessKey } = read({ "cdn:baseUrl": " https://a.example/v1// \n", "cdn:accessKey": "key\n" });
    assert.deepEqual([baseUrl, accessKey], ["https://a.example/v1", "key"]);
  });
});

describe("An environment variable", () => {
  it("is ignored if it is empty", () => {
    assert.equal(read(valid, { CDN_ACCESS_KEY: "" }).accessKey, "some-key");
  });

  it("of an explicit provider ends in its name; the plain one is not used for it", () => {
    const env = { CDN_ACCESS_KEY: "of-the-default", CDN_ACCESS_KEY_EU_WEST_1: "of-eu-west-1" };
    const config = { ...valid, "cdn:baseUrl": "https://api.bunny.net" };
    assert.equal(read(config, env, "eu-west.1").accessKey, "of-eu-west-1");
    assert.equal(read(config, { CDN_ACCESS_KEY: "of-the-default" }, "eu").accessKey, "some-key");
    assert.equal(read(config, env).accessKey, "of-the-default");
  });

  it("of an explicit provider is named in errors", () => {
    assert.match(fault({}, {}, "eu"), /^baseUrl of the provider "eu" is not set\. Pass it as an argument \(or set/);
    assert.match(fault({}, {}, "eu"), /the variable CDN_BASE_URL_EU\)\n.*the variable CDN_ACCESS_KEY_EU\)$/);
    assert.match(
      fault(valid, { CDN_MAX_RETRIES_EU: "x" }, "eu"),
      /^CDN_MAX_RETRIES_EU must be .*: it overrides maxRetries of the provider "eu"$/,
    );
    assert.match(fault({ ...valid, "cdn:baseUrl": "http://a.example" }, {}, "eu"), /CDN_ALLOW_INSECURE_EU\)$/);
  });
});

describe("An access key in a variable", () => {
  const env = { CDN_ACCESS_KEY: "a-key" };
  const elsewhere = { "cdn:baseUrl": "https://cdn.evil.example" };

  it("is refused for an address that only the configuration names, and the error says what confirms it", () => {
    assert.equal(
      fault(elsewhere, env),
      "The access key of the variable CDN_ACCESS_KEY was not sent to https://cdn.evil.example, because only cdn:baseUrl in the configuration of the stack names that address. If the address is right, set the variable CDN_BASE_URL to it",
    );
    const confirmed = { ...env, CDN_BASE_URL: "https://cdn.evil.example" };
    assert.equal(read(elsewhere, confirmed).baseUrl, "https://cdn.evil.example");
    const ofProvider = fault(elsewhere, { CDN_ACCESS_KEY_EU: "a-key" }, "eu");
    assert.match(
      ofProvider,
      /only baseUrl of the provider "eu" in the program names .* set the variable CDN_BASE_URL_EU/,
    );
  });

  it("is sent to the public service and to this machine, and with a key from the configuration anywhere", () => {
    for (const url of ["https://api.bunny.net", "http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:1"]) {
      assert.equal(read({ "cdn:baseUrl": url }, env).baseUrl, url);
    }
    assert.equal(read({ ...elsewhere, "cdn:accessKey": "its-key" }).accessKey, "its-key");
    // A variable overrides the key, so the address is again without a source of its own.
    assert.match(fault({ ...elsewhere, "cdn:accessKey": "its-key" }, env), /was not sent/);
    const insecure = { "cdn:baseUrl": "http://api.bunny.net", "cdn:allowInsecure": "true" };
    assert.match(fault(insecure, env), /was not sent to http:\/\/api\.bunny\.net/);
  });

  it("is refused for an address of the access logs that only the configuration names", () => {
    const logs = { "cdn:baseUrl": "https://api.bunny.net", "cdn:logsBaseUrl": "https://logs.evil.example" };
    assert.match(fault(logs, env), /because only cdn:logsBaseUrl in .*, set the variable CDN_LOGS_BASE_URL to it$/);
    const confirmed = { ...env, CDN_LOGS_BASE_URL: "https://logs.evil.example" };
    assert.equal(read(logs, confirmed).logsBaseUrl, "https://logs.evil.example");
    const ofPublic = { "cdn:baseUrl": "https://api.bunny.net", "cdn:logsBaseUrl": "https://logging.bunnycdn.com" };
    assert.equal(read(ofPublic, env).logsBaseUrl, "https://logging.bunnycdn.com");
    const same = { "cdn:logsBaseUrl": "https://cdn.example/logs" };
    assert.equal(read(same, { ...env, CDN_BASE_URL: "https://cdn.example" }).logsBaseUrl, "https://cdn.example/logs");
  });
});

describe("Plain http", () => {
  it("is refused for other hosts, with the reason and the setting that allows it", () => {
    for (const url of [
      "http://api.example.com",
      "http://10.0.0.1",
      "http://localhost.example.com",
      "http://127.0.0.1.example.com",
      "http://0.0.0.0",
      "http://[::2]",
      "http://[::ffff:10.0.0.1]",
      "http://127.0.0.1@evil.example",
    ]) {
      assert.match(fault({ ...valid, "cdn:baseUrl": url }), /cdn:baseUrl (is plain http|must be)/, url);
    }
    assert.match(
      fault({ ...valid, "cdn:baseUrl": "http://api.example.com" }),
      /the access key would cross the network unprotected.*pulumi config set cdn:allowInsecure true/,
    );
    assert.match(fault({ ...valid, "cdn:logsBaseUrl": "http://logs.example.com" }), /^cdn:logsBaseUrl is plain http/);
    assert.match(fault(valid, { CDN_BASE_URL: "http://api.example.com" }), /^CDN_BASE_URL is plain http/);
  });

  it("is accepted for loopback addresses in any notation", () => {
    for (const host of [
      "localhost",
      "LOCALHOST:8080",
      "127.0.0.1",
      "127.1",
      "127.0.0.53:80",
      "2130706433",
      "[::1]:90",
    ]) {
      assert.ok(read({ ...valid, "cdn:baseUrl": `http://${host}` }).baseUrl.startsWith("http://"), host);
    }
  });

  it("is accepted for any host with allowInsecure", () => {
    const config = { ...valid, "cdn:baseUrl": "http://api.example.com", "cdn:allowInsecure": "true" };
    assert.equal(read(config).baseUrl, "http://api.example.com");
  });
});

describe("createClient", () => {
  it("validates its options, and does not read the environment", () => {
    assert.throws(() => createClient({ baseUrl: "http://api.example.com", accessKey: "k" }), {
      name: "ConfigurationError",
      message: /^baseUrl is plain http .* allow it by allowInsecure\. Pass it as the option allowInsecure$/,
    });
    assert.throws(() => createClient({ baseUrl: "https://a.example", accessKey: "" }), {
      name: "ConfigurationError",
      message: "accessKey is not set. Pass it as the option accessKey",
    });
    assert.throws(
      () => createClient({ baseUrl: "https://a.example", accessKey: "k", maxRetries: 0.5 }),
      ConfigurationError,
    );
    const before = process.env["CDN_MAX_RETRIES"];
    process.env["CDN_MAX_RETRIES"] = "malformed";
    try {
      createClient({ baseUrl: "https://a.example", accessKey: "k" });
    } finally {
      if (before === undefined) delete process.env["CDN_MAX_RETRIES"];
      else process.env["CDN_MAX_RETRIES"] = before;
    }
  });
});
