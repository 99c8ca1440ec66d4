import assert from "node:assert/strict";
import fc from "fast-check";
import { ConfigurationError } from "../../provider/api/errors";
import type { Settings } from "../../provider/types/settings";
import { readSettings } from "../../provider/api/settings";
import { size } from "../faults/support/size";
import { hostileJson, hostileText } from "./hostile";

const address = fc.oneof(
  { weight: 4, arbitrary: fc.webUrl() },
  fc
    .tuple(fc.constantFrom("http://", "https://", "ftp://", "javascript:", "//"), hostileText)
    .map((parts) => parts.join("")),
  fc.constantFrom(
    "http://127.0.0.1:1",
    "http://localhost",
    "http://[::1]:8",
    "http://127.0.0.1.example",
    "http://a@b/c",
  ),
);
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  "cdn:baseUrl": address,
  "cdn:logsBaseUrl": address,
  "cdn:accessKey": fc.oneof({ weight: 4, arbitrary: fc.uuid() }, fc.string({ minLength: 8 })),
  "cdn:timeoutSeconds": fc.oneof(fc.integer({ min: 0, max: 3601 }).map(String), fc.double().map(String)),
  "cdn:maxRetries": fc.oneof(fc.integer({ min: -1, max: 101 }).map(String), hostileText),
  "cdn:extraRegions": fc.oneof(
    fc.array(fc.string({ maxLength: 4 })).map((codes) => codes.join()),
    hostileText,
  ),
  "cdn:allowInsecure": fc.constantFrom("true", "false", "TRUE", "1"),
  "cdn:checkDelegation": fc.constantFrom("true", "false", "no"),
  "cdn:resolver": fc.oneof(fc.ipV4(), fc.ipV6(), hostileText),
};
const config = fc.record(
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, fc.oneof({ weight: 12, arbitrary: value }, hostileJson)]),
  ),
  { requiredKeys: [] },
);
const variables = Object.keys(values).map((key) => `CDN_${key.slice(4).replace(/[A-Z]/g, "_$&").toUpperCase()}`);
const environment = fc.dictionary(fc.constantFrom(...variables), fc.oneof(address, hostileText), { maxKeys: 2 });

describe("Configuration, fuzzed", () => {
  it("is read and valid, or refused with a typed error that shows no key", function () {
    this.timeout(120_000);
    let accepted = 0;
    const holds = (given: Record<string, unknown>, env: Record<string, string>): void => {
      let settings: Settings;
      try {
        settings = readSettings({ config: (key) => given[key], env });
      } catch (error) {
        assert.ok(error instanceof ConfigurationError, String(error));
        const key = given["cdn:accessKey"];
        const isTelling =
          typeof key === "string" &&
          key.length > 15 &&
          !JSON.stringify({ ...given, "cdn:accessKey": "", env }).includes(key);
        if (isTelling) assert.ok(!error.message.includes(key), error.message);
        return;
      }
      accepted++;
      assertSound(settings);
    };
    fc.assert(fc.property(config, environment, holds), { numRuns: 10 * size.fuzzCases });
    assert.ok(accepted > 0);
  });
});

function assertSound(settings: Settings): void {
  for (const text of [settings.baseUrl, settings.logsBaseUrl ?? settings.baseUrl]) {
    const url = new URL(text);
    assert.ok(["http:", "https:"].includes(url.protocol), text);
    assert.equal(url.username + url.password + url.search + url.hash, "", text);
    const isLocal = ["localhost", "[::1]"].includes(url.hostname) || /^127\.\d+\.\d+\.\d+$/.test(url.hostname);
    assert.ok(url.protocol === "https:" || isLocal || settings.allowInsecure, text);
  }
  assert.match(settings.accessKey, /^[!-~]+$/);
  assert.ok(settings.timeoutSeconds > 0 && settings.timeoutSeconds <= 3600);
  assert.ok(Number.isInteger(settings.maxRetries) && settings.maxRetries >= 0 && settings.maxRetries <= 100);
  assert.ok(settings.extraRegions.every((code) => /^[A-Z0-9-]{1,20}$/.test(code)));
}
