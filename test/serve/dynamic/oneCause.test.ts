import assert from "node:assert/strict";
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { dynamicProvider } from "../../../provider/serve/dynamic/dynamicProvider";
import { filledStorageZone } from "../../fixtures/objects";
import { canaryKey, json, serve, serveSocket } from "../../api/support";

const pointer = "(the same error as for another resource, which says what to do)";

/** A provider as Pulumi's server configures it. All of one process share what was told already, as there. */
function providerOf(baseUrl: string): ResourceProvider {
  const config: Record<string, string> = { "cdn:baseUrl": baseUrl, "cdn:accessKey": canaryKey, "cdn:maxRetries": "0" };
  const provider = dynamicProvider("StorageZone");
  const get = (key: string): string | undefined => config[key];
  void provider.configure?.({ config: { get, require: (key) => get(key) ?? assert.fail(key) } });
  return provider;
}

type Told = Error & { readonly reasons?: readonly string[] };

async function failure(call: Promise<unknown> | undefined): Promise<Told> {
  const error: unknown = await call?.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error, "it must fail");
  return error;
}

const read = async (provider: ResourceProvider, id: string): Promise<string> =>
  (await failure(provider.read?.(id, {}))).message;

describe("what fails many resources", () => {
  // Kept to the end: a port that is free again could become another service's.
  const services: { close(): unknown }[] = [];
  after(() => Promise.all(services.map((service) => service.close())));
  const kept = async <S extends { close(): unknown }>(service: Promise<S>): Promise<S> => {
    services.push(await service);
    return service;
  };

  it("is explained once where the service answers 503, whatever it says of each request", async () => {
    const { url } = await kept(
      serve((_, response, nth) => json(response, 503, { Message: `Busy. Ask about ${String(nth)}` })),
    );
    const provider = providerOf(url);
    assert.match(await read(provider, "1"), /503: Busy\. Ask about 1\. The service failed; try again later$/);
    assert.equal(await read(provider, "2"), `Get storage zone (GET /storagezone/2) failed with 503: Busy ${pointer}`);
    const { message } = await failure(provider.delete?.("3", {}));
    assert.equal(message, `Get storage zone (GET /storagezone/3) failed with 503: Busy ${pointer}`);
  });

  it("is explained once where it leaves creations half done, too", async () => {
    const made = { ...filledStorageZone(), ReplicationRegions: [], Rewrite404To200: false };
    const { url } = await kept(
      serve(({ method, url: path }, response, nth) => {
        if (path.startsWith("/storagezone?")) json(response, 200, []);
        else if (method === "POST" && path === "/storagezone") json(response, 201, { ...made, Id: nth });
        else json(response, 503, { Message: `Busy with ${String(nth)}` });
      }),
    );
    const provider = providerOf(url);
    const half = (name: string) => failure(provider.create({ name, region: "DE", rewrite404To200: true }));
    const [first, second] = [await half("one"), await half("two")];
    assert.match(
      first.message,
      /^Update storage zone .* failed with 503: Busy with 3\. The service failed; try again later$/,
    );
    assert.match(
      second.message,
      /^Update storage zone .* failed with 503: Busy with \d+ \(the same error as [a-z, ]+\)$/,
    );
    assert.deepEqual([first.reasons, second.reasons], [[first.message], [second.message]]);
  });

  it("says of an unclear creation what it meant, where the cause was told before", async () => {
    const { url } = await kept(
      serve(({ method, url: path }, response, nth) =>
        method === "GET" && path.startsWith("/storagezone?") && nth === 2
          ? json(response, 200, [])
          : json(response, 503, { Message: `Busy with ${String(nth)}` }),
      ),
    );
    const provider = providerOf(url);
    await read(provider, "1");
    const { message } = await failure(provider.create({ name: "lost", region: "DE" }));
    assert.equal(message, `It is unknown whether storage zone "lost" was created ${pointer}`);
  });

  it("is explained for each address that does not answer", async () => {
    const hangUp = () => kept(serveSocket((socket) => socket.destroy()));
    for (const { url } of [await hangUp(), await hangUp()]) {
      const provider = providerOf(url);
      assert.match(await read(provider, "1"), /got no response.*Check cdn:baseUrl and the network$/);
      assert.match(
        await read(provider, "2"),
        /^Get storage zone \(GET \/storagezone\/2\) got no response.* which says what to do\)$/,
      );
    }
  });

  it("is explained for each kind of failure at one address, and what is wrong with one zone is told of each", async () => {
    const statuses = [503, 401, 500, 503, 401, 500];
    const { url } = await kept(
      serve((_, response, nth) => json(response, statuses[nth - 1] ?? 409, { Message: `Zone ${String(nth)} is odd` })),
    );
    const provider = providerOf(url);
    const told: string[] = [];
    for (let id = 1; id <= 8; id++) told.push(await read(provider, String(id)));
    assert.deepEqual(
      told.map((message) => message.endsWith(pointer)),
      [false, false, false, true, true, true, false, false],
      told.join("\n"),
    );
  });
});
