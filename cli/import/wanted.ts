import { partId } from "../../provider/api/ids";
import type { Kind, KindName } from "../../provider/kinds";
import { defaultKind, importedKinds, kinds } from "../../provider/kinds";
import { withArticle } from "../../provider/wire/words";
import { kindCalled } from "../accountZones";
import { UsageError } from "../command";

/** An object that Terraform manages. */
export interface FormerResource {
  /** The name of its resource in the program: the names of its Terraform modules, its own name there, and its key. */
  readonly name: string;
  /** The address in the Terraform state, such as `module.cdn.bunnynet_dns_record.www["a"]`. */
  readonly address: string;
  /** Whether the first part of the id is a pull zone's: the state does not name the shield. */
  readonly ofShield?: true;
}

/** An object to import: one that an argument names by id, name or glob, or one of a Terraform state. */
export interface Wanted {
  readonly kind: KindName;
  readonly id?: string;
  readonly name?: string;
  /** Whether a zone's name matches. */
  readonly glob?: { readonly text: string; readonly matches: (name: string) => boolean };
  readonly former?: FormerResource;
}

/**
 * Parses `KIND:ID`, `KIND:NAME` or `KIND:GLOB`; without a kind, it is a storage zone. Digits are an id. If a name is asked for, the text is
 * always a name, never an id or a glob.
 */
export function wantedIn(word: string, as?: "name"): Wanted {
  const [, given = defaultKind, text = word] = /^([^:]*):(.*)$/s.exec(word) ?? [];
  const kind = kindCalled(given);
  if (kind === undefined) {
    throw new UsageError(`the kind in ${JSON.stringify(word)} must be one of ${importedKinds.join(", ")}`);
  }
  const { parent, noImport, hasNoObject, nameField, noun }: Kind = kinds[kind];
  const id = hasNoObject === true ? undefined : parent && partId(kinds[kind], text).id;
  if (noImport !== undefined) throw new UsageError(noImport(id ?? text));
  if (id !== undefined) return { kind, id };
  const isId = as !== "name" && /^[0-9]+$/.test(text);
  if (nameField === undefined && !isId) {
    throw new UsageError(
      `${withArticle(noun)} has no name: give its id, as in ${kind}:70, but got: ${JSON.stringify(text)}. pulumi-cdn-zones zones lists the ids`,
    );
  }
  if (as === "name") return { kind, name: text };
  if (isId) return { kind, id: text };
  return /[*?[{]/.test(text) ? { kind, glob: { text, matches: matcherOf(text) } } : { kind, name: text };
}

/** Returns a matcher for a glob. It ignores case, as the service does, and a name has no slash. */
function matcherOf(glob: string): (name: string) => boolean {
  const picomatch = require("picomatch") as (glob: string, options: object) => (name: string) => boolean;
  return picomatch(glob, { dot: true, nocase: true });
}
