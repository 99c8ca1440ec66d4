import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(__dirname, "../..");

/**
 * Writes what stands in for npm in an action: nothing is fetched. It installs this package, and appends its folder, arguments and lock file
 * to the file `installed`.
 *
 * @returns the folder for the PATH
 */
export async function npmIn(folder: string): Promise<string> {
  const bin = join(folder, "bin");
  await mkdir(bin);
  const npm = `#!/bin/sh
echo "$PWD: npm $*" >> "${folder}/installed"
cat package-lock.json >> "${folder}/installed"
mkdir node_modules && ln -s "${root}" node_modules/pulumi-cdn-zones
`;
  await writeFile(join(bin, "npm"), npm, { mode: 0o755 });
  return bin;
}
