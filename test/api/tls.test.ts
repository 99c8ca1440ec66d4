import assert from "node:assert/strict";
import { UnavailableError } from "../../provider/api/errors";
import { filledStorageZone } from "../fixtures/objects";
import type { Service } from "./support";
import { caFile, client, failureOf, json, readInChild, serve, serveTls, timed } from "./support";

const newZone = { name: "a", region: "DE", replicationRegions: [] };
const zone = { ...filledStorageZone(), Id: 1 };

describe("A certificate", () => {
  let selfSigned: Service;
  let ofPrivateCa: Service;
  before(async () => {
    selfSigned = await serveTls((_, response) => json(response, 200, zone), "selfSigned");
    ofPrivateCa = await serveTls((_, response) => json(response, 200, zone));
  });
  after(() => Promise.all([selfSigned.close(), ofPrivateCa.close()]));

  it("is refused if it is self-signed or from an unknown authority, and the error says what to do", async () => {
    for (const { url, received } of [selfSigned, ofPrivateCa]) {
      const error = await failureOf(client(url).addStorageZone(newZone), UnavailableError);
      assert.match(error.message, /Certificates are always verified; for a private CA set NODE_EXTRA_CA_CERTS/);
      assert.equal(error.mayHaveBeenApplied, false);
      assert.equal(received.length, 0);
    }
  });

  it("that is refused causes no retry", async () => {
    const zones = client(ofPrivateCa.url, { maxRetries: 8 });
    const { ms } = await timed(() => failureOf(zones.getStorageZone(1), UnavailableError));
    assert.ok(ms < 5000, `${String(ms)} ms`);
    assert.deepEqual(zones.counters, { requests: 1, retries: 0 });
  });

  it("of a private authority is accepted through NODE_EXTRA_CA_CERTS", async () => {
    assert.deepEqual(await readInChild(ofPrivateCa.url, { NODE_EXTRA_CA_CERTS: caFile }), { id: 1 });
  });

  it("is verified even with NODE_TLS_REJECT_UNAUTHORIZED=0", async () => {
    const { name, message } = await readInChild(selfSigned.url, { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    assert.equal(name, "UnavailableError");
    assert.match(message ?? "", /Certificates are always verified/);
    assert.equal(selfSigned.received.length, 0);
  });
});

describe("An https address that serves plain http", () => {
  it("fails at once with one line that suggests checking the address", async () => {
    const service = await serve((_, response) => json(response, 200, zone));
    try {
      const zones = client(service.url.replace("http:", "https:"), { maxRetries: 8 });
      const error = await failureOf(zones.addStorageZone(newZone), UnavailableError);
      assert.match(error.message, /^[^\n]*The TLS handshake failed: check that the address serves https[^\n]*$/);
      assert.equal(error.mayHaveBeenApplied, false);
      assert.equal(zones.counters.requests, 1);
    } finally {
      await service.close();
    }
  });
});
