import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../emulator";
import { providerText, resourceType } from "../../provider/serve/dynamic/providerText";
import { inProcess, type Ended } from "./inProcess";

const password = "password-of-the-zone";
const storageZones = [
  { Id: 42, Name: "acme-assets", Region: "ny", ReplicationRegions: ["SG", "LA"], Password: password, FilesStored: 7 },
  { Id: 43, Name: "4711", Region: "DE" },
  { Id: 44, Name: "gone", Region: "DE", Deleted: true },
];

interface Resource {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

const resourcesIn = ({ stdout }: Ended): Resource[] => (JSON.parse(stdout) as { resources: Resource[] }).resources;
const idsIn = (ended: Ended): string[] => resourcesIn(ended).map(({ id }) => id);

describe("the command import", () => {
  let emulator: Emulator;
  before(async () => (emulator = await startEmulator({ seed: { storageZones }, softDelete: true })));
  after(() => emulator.close());
  const importing = (...argv: string[]): Promise<Ended> => inProcess(emulator, ["import", ...argv]);

  it("writes what Pulumi imports, and the declaration to paste, without what is secret", async () => {
    const ended = await importing("42");
    assert.equal(ended.code, 0, ended.stderr);
    const [zone, ...more] = resourcesIn(ended);
    assert.deepEqual(more, []);
    const __provider = providerText("StorageZone");
    const inputs = { name: "acme-assets", region: "NY", replicationRegions: ["LA", "SG"] };
    assert.deepEqual([zone?.type, zone?.name, zone?.id], [resourceType("StorageZone"), "acme-assets", "42"]);
    assert.deepEqual(zone?.inputs, { ...inputs, __provider });
    assert.deepEqual([zone?.outputs["storageZoneId"], zone?.outputs["__provider"]], [42, __provider]);
    assert.equal(zone?.outputs["password"], undefined);
    const declared = `new cdn.StorageZone("acme-assets", {\n  name: "acme-assets",\n  region: "NY",\n  replicationRegions: ["LA","SG"],\n});\n\n`;
    assert.ok(ended.stderr.endsWith(declared), ended.stderr);
    assert.ok(!`${ended.stdout}${ended.stderr}`.includes(password));
  });

  it("finds zones by id, by name, by a name made of digits, and all that are not deleted, each once", async () => {
    assert.deepEqual(idsIn(await importing("43", "acme-assets")), ["43", "42"]);
    assert.deepEqual(idsIn(await importing("--name", "4711", "43")), ["43"]);
    assert.deepEqual(idsIn(await importing("--all", "42")).sort(), ["42", "43"]);
    for (const twice of [
      ["42", "acme-assets"],
      ["42", "42"],
    ]) {
      const ended = await importing(...twice);
      assert.deepEqual(idsIn(ended), ["42"]);
      assert.match(ended.stderr, /^Given twice, used once: storage zone 42 \(acme-assets\)\n/);
    }
    assert.ok(emulator.journal.every(({ method }) => method === "GET"));
  });

  it("writes no file where one zone is missing, deleted, or can't be read, and says which", async () => {
    for (const [argv, message] of [
      [["42", "4711"], /GET \/storagezone\/4711\) failed with 404/],
      [["42", "nobody"], /There is no storage zone named "nobody" in this account/],
      [["44"], /Storage zone 44 was deleted/],
      [["gone"], /There is no storage zone named "gone" in this account/],
    ] as const) {
      const { code, stdout, stderr } = await importing(...argv);
      assert.deepEqual([code, stdout], [1, ""], stderr);
      assert.match(stderr, message);
    }
    const refused = await inProcess({ url: emulator.url, accessKey: "another-key" }, ["import", "42"]);
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /^pulumi-cdn-zones import: .*401/);
  });

  it("sends nothing where it is called without a zone", async () => {
    emulator.clearJournal();
    const { code, stdout, stderr } = await importing();
    assert.deepEqual([code, stdout], [64, ""]);
    assert.match(stderr, /name at least one storage zone by id or name, or give --all/);
    assert.deepEqual(emulator.journal, []);
  });
});
