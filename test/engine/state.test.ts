import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Secret } from "../../engine/property/value";
import { deletionWaves } from "../../engine/resource/graph";
import { newResource, type ResourceState } from "../../engine/resource/state";
import { writeAtomically } from "../../engine/state/atomicFile";
import { newCrypter, openCrypter } from "../../engine/state/passphrase";
import { deserializeResource, sealNot, sealWith, serializeResource } from "../../engine/state/serialize";
import { Snapshot } from "../../engine/state/snapshot";
import { CoalescingWriter } from "../../engine/state/writer";

const resource = (name: string, fields: Partial<ResourceState> = {}): ResourceState =>
  newResource({ urn: `urn:pulumi:s::p::t:m:T::${name}`, type: "t:m:T", custom: true, ...fields });

describe("local engine: a state's encryption", () => {
  it("opens what the CLI has sealed", async () => {
    // A salt as `pulumi stack init` wrote it, for the passphrase "x", and a secret of that stack.
    const crypter = await openCrypter("x", "v1:Fqv3eiOfE7Y=:v1:bXLKUs0jphSiqndw:2z5pSqzRUPi/4bI7mMc2jTe/ImAbSw==");
    assert.equal(crypter.decrypt("v1:CM61bPEZusRldmTE:pPuf7m/nJziE4nYFxhkLXlrdnFhjI2PwIQ=="), '"tok-a-0"');
  });

  it("seals a value anew each time, and tells a changed one", async () => {
    const crypter = await newCrypter("x");
    const sealed = [crypter.encrypt("value"), crypter.encrypt("value")] as const;
    assert.notEqual(sealed[0], sealed[1]);
    assert.equal(crypter.decrypt(sealed[0]), "value");
    const [version, nonce, text = ""] = sealed[0].split(":");
    assert.throws(() => crypter.decrypt(`${version}:${nonce}:${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`));
  });

  it("keeps a resource's secrets, at any depth, and the fields that it does not know", async () => {
    const crypter = await newCrypter("x");
    const state = resource("a", {
      inputs: { list: [new Secret({ key: 1 })] },
      protect: true,
      rest: { sourcePosition: "here" },
    });
    const sealed = serializeResource(state, sealWith(crypter));
    assert.doesNotMatch(JSON.stringify(sealed), /key/);
    assert.equal(sealed["sourcePosition"], "here");
    assert.deepEqual(deserializeResource(sealed, crypter), state);
    assert.deepEqual(deserializeResource(serializeResource(state, sealNot), undefined), state);
    assert.throws(() => deserializeResource(sealed, undefined), /names no passphrase provider/);
  });
});

describe("local engine: a state's file", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "engine-state-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("is replaced as a whole, for its owner only, and leaves nothing beside it", async () => {
    const file = path.join(folder, "deep", "state.json");
    await writeAtomically(file, "one");
    await Promise.all(["two", "three"].map((text) => writeAtomically(file, text)));
    assert.match(await readFile(file, "utf8"), /^(two|three)$/);
    assert.deepEqual(await readdir(path.dirname(file)), ["state.json"]);
    assert.equal((await stat(file)).mode & 0o077, 0);
  });

  it("stays as it was when it cannot be written", async () => {
    const target = path.join(folder, "taken");
    await writeAtomically(path.join(target, "inside"), "x");
    await assert.rejects(writeAtomically(target, "y"));
    await writeFile(path.join(folder, "after"), "");
    assert.deepEqual((await readdir(folder)).sort(), ["after", "taken"]);
  });

  it("is written once for many that wait, and holds what each of them waited for", async () => {
    let value = 0;
    const written: number[] = [];
    const writer = new CoalescingWriter(async () => {
      const now = value;
      await new Promise((resolve) => setTimeout(resolve, 5));
      written.push(now);
    });
    const flush = async (wanted: number): Promise<void> => {
      value = wanted;
      await writer.flush();
      assert.ok((written.at(-1) ?? 0) >= wanted);
    };
    await Promise.all([1, 2, 3, 4, 5].map(flush));
    assert.deepEqual(written, [1, 5]);
    await flush(6);
  });

  it("tells a failed write to those who waited for it, and tries again for the next", async () => {
    let attempts = 0;
    const writer = new CoalescingWriter(() =>
      ++attempts === 1 ? Promise.reject(new Error("disk full")) : Promise.resolve(),
    );
    const [first, second] = [writer.flush(), writer.flush()];
    await assert.rejects(first, /disk full/);
    await second;
    assert.equal(attempts, 2);
  });
});

describe("local engine: a snapshot", () => {
  it("mends what refers to a resource that a refresh found gone", () => {
    const [a, b] = [resource("a"), resource("b", { custom: false })];
    const child = resource("child", {
      parent: b.urn,
      dependencies: [a.urn],
      propertyDependencies: { x: [a.urn], y: [] },
    });
    const snapshot = new Snapshot([a, b, child], []);
    snapshot.rebuildBase(
      new Map([
        [a, undefined],
        [b, undefined],
      ]),
    );
    assert.deepEqual(snapshot.base, [
      { ...child, parent: "", dependencies: [], propertyDependencies: { x: [], y: [] } },
    ]);
  });

  it("lists what was settled first, and then what is still to be looked at", () => {
    const [a, b, c] = [resource("a"), resource("b"), resource("c")];
    const snapshot = new Snapshot([a, b], []);
    snapshot.settle(c);
    const next = resource("a", { id: "2" });
    snapshot.settle(next, a);
    assert.deepEqual(snapshot.resources, [c, next, b]);
    snapshot.remove(b);
    assert.deepEqual(snapshot.resources, [c, next]);
  });
});

describe("local engine: the order of deletes", () => {
  it("is dependents first, side by side where nothing depends on each other", () => {
    const provider = resource("provider", { id: "1" });
    const uses = { provider: `${provider.urn}::1` };
    const parent = resource("parent", { custom: false });
    const a = resource("a", { ...uses, parent: parent.urn });
    const b = resource("b", { ...uses, dependencies: [a.urn] });
    const c = resource("c", { ...uses, propertyDependencies: { from: [b.urn] } });
    const d = resource("d", { ...uses, dependencies: [parent.urn] });
    const all = [provider, parent, a, b, c, d];
    assert.deepEqual(deletionWaves(all, all), [[c], [b, d], [a], [provider, parent]]);
  });
});
