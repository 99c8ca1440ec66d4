import type { Kind } from "../../provider/kinds";
import { kinds } from "../../provider/kinds";
import { exportsOf } from "./classes";
import { fileOf } from "./types";

const header = "// Generated from provider/kinds by `npm run generate`.";

/** Returns the files that list what the kinds have: their life cycles and classes. */
export function registries(): Record<string, string> {
  const all = Object.values<Kind>(kinds);
  return {
    "provider/lifecycle/index.ts": lifeCycles(all),
    "provider/resources/index.ts": [header, "", ...all.map(classExport)].join("\n"),
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
