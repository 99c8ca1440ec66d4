import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Manifest } from "../provider/serve/native/schema/metadata";

/**
 * Writes the address of the GitHub repository wherever a source has a placeholder or the previously written address: in pages, examples, the Go
 * module, and both npm manifests, which the plugin's schema reads. The argument is `OWNER/REPOSITORY`. Run it in the root of the repository; a
 * second run changes nothing.
 */

const [repository = ""] = process.argv.slice(2);
if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
  throw new Error(`the argument must be the repository as OWNER/REPOSITORY, but got: ${repository || "nothing"}`);
}

const placeholders: readonly (readonly [text: string, address: string])[] = [
  ["HOST/OWNER/REPOSITORY", `github.com/${repository}`],
  ["OWNER/pulumi-cdn-zones", repository],
  ["example.com/pulumi-cdn/sdk", `github.com/${repository}/sdk`],
];

const pluginFolder = "plugin/package";

/** Returns a RegExp for the address that the sources of a fork have instead of placeholders; undefined if they have placeholders. */
function writtenAddress(): RegExp | undefined {
  const manifest = JSON.parse(readFileSync(path.join(pluginFolder, "package.json"), "utf8")) as Manifest;
  const [, written] = /github\.com\/([\w.-]+\/[\w.-]+)\.git$/.exec(manifest.repository?.url ?? "") ?? [];
  if (written === undefined) return undefined;
  // The address must not be part of a longer name, as acme/cdn is in acme/cdn-docs or acme/cdn.js. A dot may end a sentence or begin `.git`.
  return new RegExp(`(?<![\\w.-])${written.replaceAll(".", "\\.")}(?!-|\\w|\\.(?!git\\b)\\w)`, "g");
}

function nameIn(file: string, written: RegExp | undefined): void {
  const text = readFileSync(file, "utf8");
  const current = written === undefined ? text : text.replace(written, () => repository);
  const named = placeholders.reduce(
    (result, [placeholder, address]) => result.replaceAll(placeholder, address),
    current,
  );
  if (named !== text) writeFileSync(file, named);
}

/** Adds the repository to a manifest of npm, which requires it for provenance. */
function nameInManifest(file: string): void {
  const manifest = JSON.parse(readFileSync(file, "utf8")) as object;
  const named = { ...manifest, repository: { type: "git", url: `git+https://github.com/${repository}.git` } };
  writeFileSync(file, `${JSON.stringify(named, undefined, 2)}\n`);
}

const tracked = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0");
/** The files that explain the placeholders. */
const kept = ["scripts/nameRepository.ts", "PUBLISHING.md"];
const written = writtenAddress();
for (const file of tracked) {
  if (/\.(?:[jt]s|json|md|ya?ml|go)$/.test(file) && !kept.includes(file)) nameIn(file, written);
}
for (const folder of [".", pluginFolder]) nameInManifest(path.join(folder, "package.json"));
