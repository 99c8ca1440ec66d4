import { existsSync } from "node:fs";
import path from "node:path";
import type { Kind } from "../../provider/kinds";
import { kinds } from "../../provider/kinds";
import { exportsOf } from "./classes";
import { root } from "./formatted";
import { fileOf, storeOf } from "./types";

const header = "// Generated from provider/kinds by `npm run generate`.";
const emulatorHeader = "// Generated from provider/kinds and the files in this folder by `npm run generate`.";

/** Returns the files that list what the kinds have: life cycles, classes, and the emulator's objects and routes. */
export function registries(): Record<string, string> {
  const all = Object.values<Kind>(kinds);
  return {
    "provider/lifecycle/index.ts": lifeCycles(all),
    "provider/resources/index.ts": [header, "", ...all.map(classExport)].join("\n"),
    "emulator/state/ofKinds.ts": storesOf(all),
    "emulator/routes/ofKinds.ts": routesOf(all),
  };
}

/** Returns the loaders of the life cycles. Each `require` has a literal path, so that a bundler finds it. */
function lifeCycles(all: readonly Kind[]): string {
  const loaders = all.map((kind) => {
    const file = JSON.stringify(`./${fileOf(kind)}`);
    return `${kind.name}: () => (require(${file}) as typeof import(${file})).${fileOf(kind)}LifeCycle,`;
  });
  return `${header}

    import type { KindName } from "../kinds";
    import type { LifeCycle } from "./lifeCycle";

    /** Loaders of the life cycle of each kind. A life cycle is loaded on first use. */
    const load: Readonly<Record<KindName, () => LifeCycle>> = {
      ${loaders.join("\n")}
    };

    export function lifeCycleOf(kind: KindName): LifeCycle {
      return load[kind]();
    }
    `;
}

function classExport(kind: Kind): string {
  const { name, types } = exportsOf(kind);
  return `export { ${[name, ...types.map((type) => `type ${type}`)].join(", ")} } from "./${fileOf(kind)}";`;
}

/** Returns the kinds that have a file in a folder of the emulator. */
function kindsIn(folder: string, all: readonly Kind[]): readonly Kind[] {
  return all.filter((kind) => existsSync(path.join(root, "emulator", folder, `${storeOf(kind)}.ts`)));
}

/** Returns the kinds of objects that the emulator stores: those with a file in emulator/state. Other objects are parts of these. */
function storesOf(all: readonly Kind[]): string {
  const stored = kindsIn("state", all);
  const imports = stored.map((kind) => `import { ${fileOf(kind)}Kind } from "./${storeOf(kind)}";`);
  return `${emulatorHeader}

    ${imports.join("\n")}

    /** The kinds of objects, by their names in the handle and in seeds. */
    export const kinds = {
      ${stored.map((kind) => `${storeOf(kind)}: ${fileOf(kind)}Kind,`).join("\n")}
    };
    `;
}

/** Returns the operations on the objects of each kind that has a file in emulator/routes. */
function routesOf(all: readonly Kind[]): string {
  const routed = kindsIn("routes", all);
  const imports = routed.map((kind) => `import { ${fileOf(kind)}Routes } from "./${storeOf(kind)}";`);
  return `${emulatorHeader}

    import type { Route } from "../router";
    ${imports.join("\n")}

    /** The operations on the objects of each kind, except the lists in read.ts. */
    export const routesOfKinds: readonly Route[] = [
      ${routed.map((kind) => `...${fileOf(kind)}Routes,`).join("\n")}
    ];
    `;
}
