import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Locks this package for the actions: `npm run lock-action -- TARBALL` writes the checksum of the packed release to the lock file that both actions
 * install from, and `--check` compares it, so that no other tarball of this version can be published or run. Run it in the root of the repository.
 */

interface Lock {
  readonly packages: Readonly<Record<string, Record<string, unknown>>>;
}

const file = path.join("deploy", "package", "package-lock.json");
const args = process.argv.slice(2);
const tarball = args.find((arg) => !arg.startsWith("-"));
if (tarball === undefined) throw new Error("the argument must be the tarball of the release");

const { name, version } = JSON.parse(readFileSync("package.json", "utf8")) as { name: string; version: string };
const lock = JSON.parse(readFileSync(file, "utf8")) as Lock;
const own = lock.packages[`node_modules/${name}`];
if (own?.["version"] !== version) throw new Error(`${file} lacks ${name} ${version}: run npm run generate`);
const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;

if (!args.includes("--check")) {
  own["integrity"] = integrity;
  writeFileSync(file, `${JSON.stringify(lock, undefined, 2)}\n`);
} else if (own["integrity"] !== integrity) {
  throw new Error(
    `${file} has ${typeof own["integrity"] === "string" ? own["integrity"] : "no integrity"} for ${name}, but ${tarball} has ${integrity}. Commit that checksum with npm run lock-action, and move the tag`,
  );
}
