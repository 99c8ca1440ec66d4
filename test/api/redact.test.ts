import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { CdnClient } from "../../provider/api/client";
import { redactorOf } from "../../provider/api/redact";
import { filledStorageZone } from "../fixtures/objects";
import {
  assertHidden,
  awkwardKeys,
  canaryKey,
  client,
  everything,
  failureOf,
  json,
  serve,
  timed,
  type Service,
} from "./support";

const settings = { replicationZones: [], rewrite404To200: false, custom404FilePath: "" };
const rate = { requests: 1_000_000, perSeconds: 1 };

/** Each operation; it sends `key` as an argument if it takes a string. */
const operations: readonly (readonly [name: string, call: (zones: CdnClient, key: string) => Promise<unknown>])[] = [
  ["get storage zone", (zones) => zones.getStorageZone(1)],
  ["list storage zones", (zones, key) => zones.listStorageZones({ search: key })],
  ["add storage zone", (zones, key) => zones.addStorageZone({ name: key, region: "DE" })],
  ["update storage zone", (zones) => zones.updateStorageZone(1, settings)],
  ["delete storage zone", (zones) => zones.deleteStorageZone(1)],
  ["get pull zone", (zones) => zones.getPullZone(1)],
  ["query access logs", (zones, key) => zones.getAccessLogs({ pullZoneId: 1, userAgentContains: key }, { rate })],
];

/** Error responses and unreadable ones, with the key in every part that messages quote. */
function failing(key: string): readonly ((response: ServerResponse) => void)[] {
  const inUrl = encodeURIComponent(key);
  const lower = inUrl.replace(/%../g, (code) => code.toLowerCase());
  const targets = [key, inUrl, lower, encodeURIComponent(inUrl), `${"x".repeat(170)}${key}`];
  const texts = [key, `${"x".repeat(480)}${key}`, JSON.stringify({ key }), `/zone?key=${inUrl}`];
  return [
    ...texts.map((text) => (response: ServerResponse) => {
      json(response, 400, { ErrorKey: text, Field: text, Message: text });
    }),
    (response) => json(response, 409, { error: { code: key, message: key } }),
    (response) => response.writeHead(404).end(JSON.stringify({ Message: key })),
    (response) => response.writeHead(500, { "x-request-id": key }).end(key),
    (response) => response.writeHead(418, { "cdn-requestid": inUrl }).end(key),
    (response) => response.writeHead(200, { "content-type": `text/${key}` }).end(`<${key}`),
    (response) => response.writeHead(200, { "content-type": `${"x".repeat(60)}${key}` }).end(`<${key}`),
    ...targets.map((target) => (response: ServerResponse) => {
      response.writeHead(302, { location: `https://other.example/?key=${target}` }).end();
    }),
  ];
}

describe("An access key that is long or has characters that JSON and URLs escape", () => {
  let service: Service;
  let answer: (response: ServerResponse) => void;
  before(async () => (service = await serve((_, response) => answer(response))));
  after(() => service.close());

  for (const [name, call] of operations) {
    it(`is not in any error of ${name}, wherever the service echoes it`, async function () {
      this.timeout(120_000);
      let failed = 0;
      for (const key of awkwardKeys) {
        const zones = client(service.url, { accessKey: key });
        for (answer of failing(key)) {
          const error = await call(zones, key).then(
            () => undefined,
            (reason: unknown) => reason,
          );
          if (error === undefined) continue;
          failed++;
          assertHidden(everything(error), key);
        }
      }
      assert.ok(failed > 20, `only ${String(failed)} calls failed`);
    });
  }

  it("is replaced without changing the rest of the message", async () => {
    const [key] = awkwardKeys;
    answer = (response) => json(response, 200, { ...filledStorageZone(), Id: 1, Deleted: `<${key}>` });
    const error = await failureOf(client(service.url, { accessKey: key }).getStorageZone(1), Error);
    assert.match(error.message, /storage zone 1: Deleted must be a boolean, but got: "<\[access key\]>" \(a string\)$/);
  });
});

/** Returns a text of the form of a private key. */
function pemOf(bytes: number): string {
  const lines =
    randomBytes(bytes)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN PRIVATE KEY-----", ...lines, "-----END PRIVATE KEY-----", ""].join("\n");
}

describe("redactorOf", () => {
  it("removes the key as it is, JSON-escaped, and percent-encoded in any form", () => {
    const key = String.raw`k"1\2/3%4`;
    const redact = redactorOf(key);
    const every = [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join("");
    for (const form of [key, key.toUpperCase(), JSON.stringify(key).slice(1, -1), encodeURI(key), every]) {
      assert.equal(redact(`a ${form} b ${form}`), "a [access key] b [access key]", form);
    }
    assert.equal(redact(encodeURIComponent(encodeURIComponent(key))), "[access key]");
    assert.equal(redact(new URLSearchParams({ key }).toString()), "key=[access key]");
    assert.equal(redact(key.slice(0, -1)), key.slice(0, -1));
  });

  it("removes the value of a DNS record's environment variable, but not its name", async () => {
    const [name, value] = ["API_TOKEN", "planted-7c1f09"];
    const service = await serve((_, response) => json(response, 400, { Message: `${name}=${value} is refused` }));
    try {
      const record = { type: "Script", scriptId: 5, environmentalVariables: [{ name, value }] };
      const { message } = await failureOf(client(service.url).addDnsRecord(5, record), Error);
      assert.match(message, /failed with 400: API_TOKEN=\[secret\] is refused/);
    } finally {
      await service.close();
    }
  });

  it("removes what was sent also in base64, of either alphabet", async () => {
    const secret = "~~~???>>> a signing key?";
    const encoded = (["base64", "base64url"] as const).map((alphabet) => Buffer.from(secret).toString(alphabet));
    const echoes = [...encoded, encodeURIComponent(encoded[0] ?? ""), Buffer.from(canaryKey).toString("base64")];
    const service = await serve((_, response) => json(response, 400, { Message: echoes.join(" ") }));
    try {
      const { message } = await failureOf(client(service.url).updatePullZone(1, { cloudSigningKey: secret }), Error);
      assert.match(message, /failed with 400: \[secret\] \[secret\] \[secret\] \[access key\]$/);
    } finally {
      await service.close();
    }
  });

  it("removes a secret from the base64 of a whole body that the service repeats, wherever it begins there", async () => {
    const secret = 'planted "7c1f09" of a signing key';
    const read = (text: string): string => Buffer.from(text, "base64").toString("latin1");
    for (const alphabet of ["base64", "base64url"] as const) {
      for (const before of ["", "a", "ab"]) {
        const service = await serve((request, response) => {
          const body = `${before}${JSON.stringify({ CloudSigningKey: secret, ApiKey: request.headers["accesskey"] })}`;
          json(response, 400, { Message: `refused ${Buffer.from(body).toString(alphabet)}` });
        });
        const sent = client(service.url).updatePullZone(1, { cloudSigningKey: secret });
        const { message } = await failureOf(sent, Error);
        await service.close();
        assert.match(message, /refused .*\[secret\].*\[access key\]/);
        const rest = message.replace(/^.*refused /, "").split(/\[(?:secret|access key)\]/);
        const shown = rest.flatMap((piece) => [0, 1, 2, 3].map((from) => read(piece.slice(from)))).join(" ");
        for (const part of ["lanted", "7c1f0", "signing", "anary", "3f9c", "access-ke"])
          assert.ok(!shown.includes(part), `${part} can be read from: ${message}`);
      }
    }
  });

  const sentAs = {
    certificate: (zones: CdnClient, certificateKey: string) =>
      zones.addCertificate(5, "www.example.com", { certificate: "none", certificateKey }),
    script: (zones: CdnClient, secret: string) => zones.setEdgeScriptSecret(5, "KEY", secret),
  };
  for (const [what, secret, send] of [
    ["a private key as long as one of RSA 4096", pemOf(2_400), sentAs.certificate],
    ["a private key as long as one of RSA 8192", pemOf(4_700), sentAs.certificate],
    ["a secret of 40,000 characters that are not ASCII", "пароль €".repeat(5_000), sentAs.script],
  ] as const) {
    it(`removes ${what}, in any form and in a moment`, async () => {
      const inBase64 = Buffer.from(secret).toString("base64");
      const inUrl = encodeURIComponent(secret);
      const forms = [secret, secret.toUpperCase(), JSON.stringify(secret), inUrl, encodeURIComponent(inUrl), inBase64];
      const body = Buffer.from(JSON.stringify({ secret })).toString("base64");
      for (const form of [...forms, encodeURIComponent(inBase64), body]) {
        const service = await serve((_, response) => json(response, 400, { Message: `<${form}> is refused` }));
        try {
          const { ms, value } = await timed(() => failureOf(send(client(service.url), secret), Error));
          assert.match(value.message, /failed with 400: <.*\[secret\].*> is refused/);
          assertHidden(everything(value), secret);
          assert.ok(ms < 1_000, `${String(ms)} ms`);
        } finally {
          await service.close();
        }
      }
    });
  }

  it("removes two secrets of a request that overlap, so that no part of either is left", async () => {
    const service = await serve((_, response) =>
      json(response, 400, { Message: "planted-7c1f09-and-more is refused" }),
    );
    try {
      const environmentalVariables = ["planted-7c1f09", "7c1f09-and-more"].map((value) => ({ name: "A", value }));
      const { message } = await failureOf(
        client(service.url).addDnsRecord(5, { type: "Script", scriptId: 5, environmentalVariables }),
        Error,
      );
      assert.match(message, /failed with 400: \[secret\] is refused/);
    } finally {
      await service.close();
    }
  });

  for (const [what, secret, before, after] of [
    ["that is short without its percent codes", "1%a1", "", ""],
    ["that ends in a percent sign, directly before hexadecimal digits", "7c1 f09%", "", "ab"],
    ["directly after a percent sign, with hexadecimal digits at its beginning", "7c1f09/", "%", ""],
  ] as const) {
    it(`removes a secret ${what}, as it is and percent-encoded`, () => {
      const redact = redactorOf(secret, "[secret]");
      for (const encode of [(text: string) => text, encodeURIComponent]) {
        assert.equal(redact(encode(before + secret + after)), `${encode(before)}[secret]${after}`);
      }
      const [once, twice] = [encodeURIComponent(secret), encodeURIComponent(encodeURIComponent(secret))];
      for (const form of [once, twice]) assert.equal(redact(before + form + after), `${before}[secret]${after}`);
    });
  }

  it("removes a secret that is no well-formed text", () => {
    assert.equal(redactorOf("7c1f09\ud800")("<7c1f09\ud800>"), "<[access key]>");
  });

  it("removes nothing without a key, and is fast for any key and text", () => {
    assert.equal(redactorOf("")("text"), "text");
    for (const character of ["a", "\\", "%", '"']) {
      const redact = redactorOf(character.repeat(80));
      const began = performance.now();
      for (const text of [character, "%25", "%", "\\"].map((part) => `${part.repeat(79)} `.repeat(100))) redact(text);
      assert.ok(performance.now() - began < 2_000, character);
    }
  });
});
