import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { bin, command, packPackage, projectFolder, type Packed } from "./packed";

describe("The tarball", function () {
  this.timeout(180_000);
  let packed: Packed;
  let unpacked: string;

  before(async () => {
    packed = await packPackage();
    unpacked = projectFolder("unpacked");
    await command(unpacked, "tar", ["-xzf", packed.tarball, "--strip-components=1"]);
  });

  it("takes less than 400 kB unpacked", () => {
    assert.ok(packed.unpackedSize < 400_000, `${String(packed.unpackedSize)} bytes`);
  });

  it("holds no sources, no tests and nothing of this repository's own engine", () => {
    const allowed = /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|dist\/.*\.(js|d\.ts)|dist\/bundle\.js\.map)$/;
    assert.deepEqual(
      packed.files.filter((file) => !allowed.test(file) || /^dist\/(engine|quickstart|test)\//.test(file)),
      [],
    );
    for (const page of ["README.md", "CHANGELOG.md", "LICENSE"]) assert.ok(packed.files.includes(page), page);
  });

  it("refers to the one source map that there is", () => {
    const referring = packed.files
      .filter((name) => /\.(js|d\.ts)$/.test(name))
      .map((file) => [
        file,
        /^\/\/# sourceMappingURL=(.*)$/m.exec(readFileSync(path.join(unpacked, file), "utf8"))?.[1],
      ])
      .filter(([, map]) => map !== undefined);
    assert.deepEqual(referring, [["dist/bundle.js", "bundle.js.map"]]);
  });

  it("names in package.json what it holds, and needs nothing at installation", () => {
    const manifest = JSON.parse(readFileSync(path.join(unpacked, "package.json"), "utf8")) as Manifest;
    const targets = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === "string" ? [entry] : [entry.types, entry.default],
    );
    for (const target of [...targets, manifest.main, manifest.types, ...Object.values(manifest.bin)]) {
      assert.ok(packed.files.includes(target.replace(/^\.\//, "")), target);
    }
    for (const script of ["preinstall", "install", "postinstall"]) assert.equal(manifest.scripts?.[script], undefined);
  });

  it("satisfies publint", async () => {
    await command(unpacked, bin("publint"), ["--strict", "."]);
  });

  it("has types that are right for every way of resolving them (are-the-types-wrong)", async () => {
    await command(unpacked, bin("attw"), [packed.tarball, "--no-color", "--no-emoji"]);
  });
});

interface Manifest {
  readonly main: string;
  readonly types: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { types: string; default: string }>>;
  readonly scripts?: Readonly<Record<string, string>>;
}
