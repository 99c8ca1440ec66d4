import { readFileSync } from "node:fs";
import path from "node:path";

const lockFile = "deploy/package/package-lock.json";

/** An entry of a lock file. */
interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [more: string]: unknown;
}

/**
 * Returns the lock file of the action: this package, and its dependencies as in the repository's lock file. The checksum of this package is kept,
 * which `scripts/lockAction.ts` writes before a release. Pulumi's SDK is omitted, because the commands do not need it.
 */
export function actionPackages(root: string): Record<string, string> {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), "utf8"));
  const { name, version, dependencies, bin } = read("package.json") as Locked & { readonly name: string };
  const { packages } = read("package-lock.json") as { readonly packages: Readonly<Record<string, Locked>> };
  const locked = new Map<string, Locked>();
  const add = ({ dependencies, optionalDependencies }: Locked, from: string): void => {
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placesOf(needed, from).find((one) => packages[one] !== undefined);
      if (place === undefined) throw new Error(`package-lock.json lacks ${needed}`);
      const entry = packages[place];
      if (entry === undefined || locked.has(place)) continue;
      locked.set(place, entry);
      add(entry, place);
    }
  };
  add({ dependencies: dependencies ?? {} }, "");
  const manifest = { name: "cdn-drift-action", private: true, dependencies: { [name]: version } };
  const { packages: formerly } = read(lockFile) as { readonly packages: Readonly<Record<string, Locked>> };
  const { version: former, integrity } = formerly[`node_modules/${name}`] ?? {};
  const isLocked = former === version && integrity !== undefined;
  const own = { [`node_modules/${name}`]: { version, dependencies, bin, ...(isLocked && { integrity }) } };
  const all = { ...own, ...Object.fromEntries([...locked].sort(([a], [b]) => (a < b ? -1 : 1))) };
  const lock = { name: manifest.name, lockfileVersion: 3, requires: true, packages: { "": manifest, ...all } };
  return {
    "deploy/package/package.json": JSON.stringify(manifest),
    [lockFile]: JSON.stringify(lock),
  };
}

/** Returns the possible locations of a dependency, nearest first. */
function placesOf(needed: string, from: string): string[] {
  const above = from.lastIndexOf("node_modules/");
  const here = from === "" ? `node_modules/${needed}` : `${from}/node_modules/${needed}`;
  return from === "" ? [here] : [here, ...placesOf(needed, from.slice(0, Math.max(0, above - 1)))];
}
