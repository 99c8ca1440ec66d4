import type { Input } from "@pulumi/pulumi";
import { websiteError } from "./check";

/** A part of a website whose name contains an argument, so that another website can have a part of the same name. */
export interface NamedPart {
  readonly type: string;
  readonly name: string;
  /** Describes the argument: `hostname www.acme.example`. */
  readonly of: string;
}

/** Where a website is declared. Two parts of equal types and names have the same URN if `run` and `parents` are the same. */
export interface Scope {
  /** An object that all websites of a run share. */
  readonly run: object;
  /** The types of the resources around the website. */
  readonly parents: string;
  /** Base URL of the API, undefined if it is not set. */
  readonly baseUrl: Input<string | undefined>;
}

/** The parts of all websites of a run, with the names of their websites. */
const partsOfRuns = new WeakMap<object, Map<string, { readonly website: string; readonly of: string }>>();

/**
 * Refuses a website with parts that have the same URN as those of another one: the website "a" with "b-c.example" and the website "a-b" with
 * "c.example" do. The names are in users' states, so they stay as they are.
 *
 * @throws {InvalidInputError} that names both
 */
export function refuseEqualNames(
  website: string,
  parts: readonly NamedPart[],
  { run, parents }: Pick<Scope, "run" | "parents">,
): void {
  const all = partsOfRuns.get(run) ?? new Map<string, { website: string; of: string }>();
  partsOfRuns.set(run, all);
  for (const { type, name, of } of parts) {
    const key = `${parents} ${type} ${name}`;
    const other = all.get(key);
    all.set(key, other ?? { website, of });
    if (other === undefined || other.website === website) continue;
    throw websiteError(
      website,
      `its ${of} and the ${other.of} of Website ${other.website} give two resources the same name, ${name}. Give the Website that is new in the program another name`,
    );
  }
}
