import assert from "node:assert/strict";
import { UnexpectedResponseError } from "../../provider/api/errors";
import { FolderSync } from "../../provider/files/sync";
import { pulumiMark } from "../../provider/wire/pulumiMark";
import type { Service } from "../api/support";
import { client, failureOf, json, serve } from "../api/support";

const sum = "ab".repeat(32);

interface Item {
  readonly ObjectName: string;
  readonly IsDirectory: boolean;
  readonly Length: number;
  readonly Checksum?: string;
}

const file = (ObjectName: string, Checksum = sum): Item => ({ ObjectName, IsDirectory: false, Length: 1, Checksum });
const folder = (ObjectName: string): Item => ({ ObjectName, IsDirectory: true, Length: 0 });

describe("A listing of the storage host", () => {
  let service: Service | undefined;
  afterEach(() => service?.close());

  /** A zone whose folders answer these listings, one after the other and the last one for good; undefined is a 404. */
  async function zoneWith(
    listings: Readonly<Record<string, readonly (readonly Item[] | undefined)[]>>,
    answerOther: (path: string) => readonly Item[] | undefined = () => undefined,
  ): Promise<FolderSync> {
    const seen = new Map<string, number>();
    service = await serve(({ method, url }, response) => {
      if (method !== "GET") return json(response, 404, {});
      const path = decodeURIComponent(url).slice("/site/".length);
      const nth = seen.get(path) ?? 0;
      seen.set(path, nth + 1);
      const answers = listings[path];
      const items = answers === undefined ? answerOther(path) : answers[Math.min(nth, answers.length - 1)];
      json(response, items === undefined ? 404 : 200, items ?? {});
    });
    const { url } = service;
    const access = { zone: "site", hostname: url.slice("http://".length), password: "p", advice: "" };
    return new FolderSync(client(url).reads.storageFiles(access), "");
  }
  const requests = (method: string): string[] =>
    (service?.received ?? []).filter((request) => request.method === method).map(({ url }) => url);
  const known = (...paths: string[]): Map<string, string> => new Map(paths.map((path) => [path, sum]));
  const found = async (sync: FolderSync, ...paths: string[]): Promise<string[]> =>
    [...(await sync.listKnown(known(...paths))).files.keys()].sort();

  it("whose names are no names of files asks for no other path, and deletes none", async () => {
    const odd = ["..", ".", " a", "b\u0000", pulumiMark, "\ufffd"];
    const sync = await zoneWith({
      "": [[...odd.map((name) => file(name)), ...odd.map(folder), folder("d"), file("ok")]],
      "d/": [[file("..")]],
    });
    const plan = await sync.plan([], { deletesUnknown: true, isDeleted: () => true });
    assert.deepEqual(plan.deletions, ["ok"]);
    assert.deepEqual(plan.unusable, [...odd, "d/.."].sort());
    assert.deepEqual(requests("GET"), ["/site/", "/site/d/"]);
  });

  it("gives a state no checksum but a SHA-256", async () => {
    const sync = await zoneWith({
      "": [[file("a", "file:///etc/passwd"), file("b", sum.toUpperCase()), file("c", "")]],
    });
    const { files } = await sync.list({ wants: () => true });
    assert.deepEqual(
      [...files.values()].map(({ checksum }) => checksum),
      [undefined, sum, undefined],
    );
  });

  it("that never ends is given up", async () => {
    const names = Array.from({ length: 200 }, (_, index) => String(index));
    const wide = await zoneWith({}, () => names.map(folder));
    const { message } = await failureOf(wide.list({ wants: () => true }), UnexpectedResponseError);
    assert.match(message, /\/site\/ has more than 50000 folders.*so the listing was stopped. Use a prefix/);
    assert.ok(requests("GET").length < 500);
    await service?.close();
    const deep = await zoneWith({}, () => [folder("a")]);
    await failureOf(deep.list({ wants: () => true }), UnexpectedResponseError);
    assert.ok(requests("GET").length < 150);
  });

  const root = [folder("docs"), file("a")];
  for (const [what, listings, expected] of [
    ["one listing lacks it", { "": [root], "docs/": [[], [file("b")]] }, ["a", "docs/b"]],
    ["one listing was a 404", { "": [root], "docs/": [undefined, [file("b")]] }, ["a", "docs/b"]],
    ["one listing lacks its folder", { "": [[file("a")], root], "docs/": [[file("b")]] }, ["a", "docs/b"]],
    ["one listing of the zone was a 404", { "": [undefined, root], "docs/": [[file("b")]] }, ["a", "docs/b"]],
    ["two listings lack it", { "": [root], "docs/": [[]] }, ["a"]],
    ["two listings lack its folder", { "": [[file("a")]] }, ["a"]],
    ["its folder is a 404, and the one around lacks it", { "": [root, [file("a")]], "docs/": [undefined] }, ["a"]],
  ] as const) {
    it(`${expected.length === 2 ? "does not mean that a file is gone" : "means that a file is gone"} if ${what}`, async () => {
      assert.deepEqual(await found(await zoneWith(listings), "a", "docs/b"), expected);
    });
  }

  for (const [what, listings] of [
    ["for a folder that the one around lists", { "": [root], "docs/": [undefined] }],
    ["for the root of the zone", { "": [undefined] }],
  ] as const) {
    it(`proves nothing with a 404 ${what}`, async () => {
      const { message } = await failureOf(found(await zoneWith(listings), "a", "docs/b"), UnexpectedResponseError);
      assert.match(message, /answers 404 for \/site\/\S*, but .*Nothing in it is treated as deleted/);
    });
  }

  it("of a folder in place of a file deletes it only if nothing of others can be in it", async () => {
    const source = [{ path: "docs", file: __filename, bytes: 0, checksum: "cd".repeat(32) }];
    const planned = async (listings: Parameters<typeof zoneWith>[0]) => {
      const sync = await zoneWith({ "": [[folder("docs")]], ...listings });
      const { blocked, replacedFolders } = await sync.plan(source, { sent: known("docs/a"), isDeleted: () => true });
      await service?.close();
      return { blocked, replacedFolders };
    };
    const free = { blocked: [], replacedFolders: ["docs"] };
    const blockedBy = (by: string) => ({ blocked: [{ path: "docs", by: [by] }], replacedFolders: [] });
    assert.deepEqual(await planned({ "docs/": [[file("a")]] }), free);
    assert.deepEqual(await planned({ "docs/": [[]] }), free);
    assert.deepEqual(await planned({ "docs/": [[file("a"), file("b")]] }), blockedBy("docs/b"));
    assert.deepEqual(await planned({ "docs/": [[file("..")]] }), blockedBy("docs/.."));
    assert.deepEqual(await planned({ "docs/": [[folder("in")]], "docs/in/": [undefined] }), blockedBy("docs/in/"));
    assert.deepEqual(await planned({ "docs/": [[file("a")], undefined] }), blockedBy("docs/"));
  });

  it("decides about a deletion that is answered with 404", async () => {
    const sync = await zoneWith({ "": [[file("a")]] });
    const plan = await sync.plan([], { sent: known("a"), isDeleted: () => true });
    const { message } = await failureOf(
      sync.carryOut(plan, { replicas: [], tell: () => undefined }),
      UnexpectedResponseError,
    );
    assert.match(message, /answers 404 to the deletion of "a", but \/site\/ lists it/);
    assert.equal(requests("DELETE").length, 3);
  });
});
