import assert from "node:assert/strict";
import { InvalidInputError } from "../../provider/api/errors";
import { folderId } from "../../provider/lifecycle/storageFolder/zone";
import { pathTo, sendablePath } from "../../provider/api/paths";
import type { Content } from "../../provider/api/transport";
import { httpTransport } from "../../provider/api/transport";
import type { Service } from "./support";
import { client, failureOf, json, serve, settings } from "./support";

const forbidden = ["", ".", "..", "a\ud800"];
const content: Content = { bytes: 0, open: () => (async function* () {})() };

describe("The path of a request", () => {
  let service: Service;
  before(async () => (service = await serve((_, response) => json(response, 200, {}))));
  after(() => service.close());

  const filesOf = (zone: string) =>
    client(service.url).reads.storageFiles({
      zone,
      hostname: service.url.slice("http://".length),
      password: "p",
      advice: "",
    });

  it("has each name as one segment, which a URL parser leaves as it is", () => {
    for (const name of [
      "a b",
      "ü",
      "c#1%.css",
      "a?b",
      "a\\b",
      "a/b",
      "%2e%2e",
      "...",
      ".well-known",
      "a:b@c",
      "'!*()~",
    ]) {
      const path = pathTo("/storagezone", 7, name);
      assert.equal(new URL(path, "http://host").pathname, path);
      assert.deepEqual(path.split("/").map(decodeURIComponent), ["", "storagezone", "7", name]);
    }
  });

  it("is never that of another object, whoever builds it", async () => {
    for (const name of forbidden) {
      assert.throws(() => pathTo("/zone", name, "a"), InvalidInputError);
      const zone = filesOf(name);
      for (const call of [zone.list(""), zone.put("a", content, ""), zone.delete("a"), zone.deleteFolder("a/")]) {
        await failureOf(call, InvalidInputError);
      }
      const site = filesOf("site");
      for (const path of [name, `a/${name}`, `${name}/a`, `a/${name}/b`]) {
        await failureOf(site.put(path, content, ""), InvalidInputError);
        await failureOf(site.delete(path), InvalidInputError);
        await failureOf(site.deleteFolder(`${path}/`), InvalidInputError);
        if (path !== "") await failureOf(site.list(`${path}/`), InvalidInputError);
      }
    }
    await failureOf(filesOf("site").deleteFolder(""), InvalidInputError);
    const send = httpTransport(settings(service.url));
    for (const path of ["/a/../b", "/a/%2e%2E/b", "/a/.%2e/", "//a", "/a//b", "/./a", "/a b", "a", "/a\\..\\b", ""]) {
      assert.throws(() => sendablePath(path), InvalidInputError, path);
      await failureOf(send({ method: "DELETE", path }), InvalidInputError);
    }
    assert.deepEqual(service.received, []);
  });

  it("of a storage folder is refused with its id", () => {
    for (const id of ["7/../", "7/./", "7/a/../", "7//", "7/a/.//", "7/a"]) {
      assert.throws(() => folderId(id), InvalidInputError, id);
    }
    assert.deepEqual(folderId("7/.well-known/..a/"), { storageZoneId: 7, prefix: ".well-known/..a/" });
  });
});
