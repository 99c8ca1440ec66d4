import { partId } from "../../provider/api/ids";
import type { Kind, KindName } from "../../provider/kinds";
import { defaultKind, importedKinds, kinds } from "../../provider/kinds";
import { kindCalled } from "../accountZones";
import { UsageError } from "../command";
import type { FormerResource } from "./terraform";

/** What an argument names: an object by its id, or zones by name or glob; or what a Terraform state has. */
export interface Wanted {
  readonly kind: KindName;
  readonly id?: string;
  readonly name?: string;
  /** Whether a zone's name matches. */
  readonly glob?: { readonly text: string; readonly matches: (name: string) => boolean };
  readonly former?: FormerResource;
}

/**
 * Parses `KIND:ID`, `KIND:NAME` or `KIND:GLOB`, by default of a storage zone. Digits are an id, unless a name is asked for, which is no
 * glob either.
 */
export function wantedIn(word: string, as?: "name"): Wanted {
  const [, given = defaultKind, text = word] = /^([^:]*):(.*)$/s.exec(word) ?? [];
  const kind = kindCalled(given);
  if (kind === undefined) {
    throw new UsageError(`the kind in ${JSON.stringify(word)} must be one of ${importedKinds.join(", ")}`);
  }
  const { noun, parent, noImport }: Kind = kinds[kind];
  const id = parent && partId(noun, text).id;
  if (noImport !== undefined) throw new UsageError(noImport(id ?? text));
  if (id !== undefined) return { kind, id };
  if (as === "name") return { kind, name: text };
  if (/^[0-9]+$/.test(text)) return { kind, id: text };
  return /[*?[{]/.test(text) ? { kind, glob: { text, matches: matcherOf(text) } } : { kind, name: text };
}

/** A name has no slash, and its case does not matter to the service. */
function matcherOf(glob: string): (name: string) => boolean {
  const picomatch = require("picomatch") as (glob: string, options: object) => (name: string) => boolean;
  return picomatch(glob, { dot: true, nocase: true });
}
