import type { KindName } from "../../provider/kinds";
import { withWildcardSpelled } from "../../provider/wire/dnsName";
import { capitalized } from "../../provider/wire/words";
import type { Found } from "./find";

/**
 * Names each object: the name that it keeps, or a slug. Names of resources of one kind differ from each other and from those in the state. All
 * consist of letters, digits, `_` and `-`, because names become paths of files and a name may come from any Terraform state.
 */
export function withSlugs(found: readonly Found[], taken: (kind: KindName, name: string) => boolean): Found[] {
  const given = new Set<string>();
  return found.map((one) => {
    const kept = one.keptName ?? "";
    const slug =
      (/^[A-Za-z0-9_-]+$/.test(kept) ? kept : slugOf(kept || one.name)) || `${slugOf(one.kind)}-${slugOf(one.id)}`;
    let name = slug;
    for (let count = 2; taken(one.kind, name) || given.has(`${one.kind} ${name}`); count++) {
      name = `${slug}-${String(count)}`;
    }
    given.add(`${one.kind} ${name}`);
    return { ...one, name };
  });
}

/** Returns a name in lower-case letters, digits and hyphens, such as `www-acme-example`. It is cut, because descriptions of rules can be long. */
export function slugOf(text: string): string {
  const words = withWildcardSpelled(text)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  let slug = words.shift() ?? "";
  for (const word of words) {
    if (slug.length + word.length >= 64) break;
    slug += `-${word}`;
  }
  return slug;
}

/** Returns a variable for each object. It ends in the kind, so that it is never a reserved word, `cdn` or `config`. */
export function variablesOf(found: readonly Found[]): ReadonlyMap<Found, string> {
  const given = new Set<string>();
  return new Map(
    found.map((one) => {
      const words = one.name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
      const [first = "", ...others] = [...words, one.kind];
      const start = `${/^[0-9]/.test(first) ? "_" : ""}${first}${others.map(capitalized).join("")}`;
      let variable = start;
      // The names "a-1" and "a1" give the same variable.
      for (let count = 2; given.has(variable); count++) variable = `${start}${String(count)}`;
      given.add(variable);
      return [one, variable];
    }),
  );
}
