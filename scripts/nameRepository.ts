import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes the address of the repository on GitHub wherever a source has a placeholder for it: pages, examples, the Go module, and both npm
 * manifests, which the plugin's schema reads. The argument is `OWNER/REPOSITORY`. It runs in the
 * root of the repository; running it again changes nothing.
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

function nameIn(file: string): void {
  const text = readFileSync(file, "utf8");
  const named = placeholders.reduce((result, [placeholder, address]) => result.replaceAll(placeholder, address), text);
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
const kept = ["scripts/nameRepository.ts", "docs/publish-this-provider.md"];
for (const file of tracked) if (/\.(?:[jt]s|json|md|ya?ml|go)$/.test(file) && !kept.includes(file)) nameIn(file);
for (const folder of [".", "packages/pulumi-resource-cdn"]) nameInManifest(path.join(folder, "package.json"));
