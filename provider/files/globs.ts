import { InvalidInputError } from "../api/errors";

/** Names that are sent only if `include` names them: they hold secrets, or what nobody means to publish. In any case. */
const privateNames = [
  ".env*",
  ".npmrc",
  ".git",
  ".pulumi",
  "Pulumi.*.yaml",
  "node_modules",
  "id_rsa",
  "id_dsa",
  "id_ecdsa",
  "id_ed25519",
  "*.pem",
  "*.key",
];

/** Names that operating systems leave in folders. Nobody misses them, so no message names them. */
const clutter = [".DS_Store", "Thumbs.db"];

/** Globs of what a source sends and leaves out. */
export interface SelectionGlobs {
  readonly exclude?: readonly string[] | undefined;
  /** Names that are sent although they are left out by default. A folder among them does not bring back what is private in it. */
  readonly include?: readonly string[] | undefined;
}

/** Decides which files of a source are sent, and records which globs have matched anything. */
export class Selection {
  readonly #exclude: readonly Glob[];
  readonly #include: readonly Glob[];
  readonly #isPrivate = named(privateNames);
  readonly #isClutter = named(clutter);

  /** @throws {InvalidInputError} for a glob that could take too long to match */
  constructor({ exclude = [], include = [] }: SelectionGlobs) {
    this.#exclude = exclude.map((glob) => new Glob(glob, "exclude", matcher));
    this.#include = include.map((glob) => new Glob(glob, "include", named));
  }

  /** Whether `exclude` names a path below the source, or a folder that it is in. */
  isExcluded(path: string): boolean {
    return isMatched(this.#exclude, path);
  }

  /** Whether a file or folder below the source is left out by default, for its name: as clutter, or as something that somebody may miss. */
  leftOutAs(path: string): "clutter" | "private" | undefined {
    const reason = this.#isPrivate(path) ? "private" : this.#isClutter(path) ? "clutter" : undefined;
    return reason === undefined || isMatched(this.#include, path) ? undefined : reason;
  }

  /** The globs that have matched nothing so far, with their arguments. */
  get unmatched(): readonly string[] {
    return [...this.#exclude, ...this.#include].filter(({ hasMatched }) => !hasMatched).map(({ text }) => text);
  }
}

/** Asks every glob, so that each records its match. */
function isMatched(globs: readonly Glob[], path: string): boolean {
  return globs.filter((glob) => glob.matches(path)).length > 0;
}

/** A glob of an argument. */
class Glob {
  readonly text: string;
  hasMatched = false;
  readonly #isMatch: (path: string) => boolean;

  constructor(glob: string, argument: string, matcherOfGlobs: typeof matcher) {
    const fault = globFault(glob);
    if (fault !== undefined) {
      throw new InvalidInputError(`${argument}: the glob ${JSON.stringify(glob.slice(0, 100))} ${fault}`, argument);
    }
    this.text = `${argument} ${JSON.stringify(glob)}`;
    this.#isMatch = matcherOfGlobs([glob]);
  }

  matches(path: string): boolean {
    const isMatch = this.#isMatch(path);
    this.hasMatched ||= isMatch;
    return isMatch;
  }
}

/**
 * Whether a glob matches a path below the source, or a folder that it is in. A glob without a slash matches names in any folder.
 */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  return matcherOf(globs.map(anywhere).flatMap((glob) => [glob, `${glob}/**`]));
}

/** Whether a glob matches a name itself, in any case. */
function named(globs: readonly string[]): (path: string) => boolean {
  return matcherOf(globs.map(anywhere), { nocase: true });
}

function matcherOf(
  patterns: readonly string[],
  options: { readonly nocase?: boolean } = {},
): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const picomatch = require("picomatch") as Picomatch;
  return picomatch(patterns, { dot: true, ...options });
}

/** The part of picomatch that is used; it has no types of its own. */
type Picomatch = (
  globs: readonly string[],
  options: { readonly dot: boolean; readonly nocase?: boolean },
) => (path: string) => boolean;

function anywhere(glob: string): string {
  const pattern = glob.replace(/^\.?\/|\/$/g, "");
  return pattern.includes("/") ? pattern : `**/${pattern}`;
}

const maxGlobLength = 500;
/** At this cost a name of 255 equal letters, the worst there is, takes some two seconds; other names take microseconds. */
const maxCost = 500_000;

/**
 * Says why a glob can't be used; undefined if it can. A glob becomes a regular expression, which may try all places of a wildcard again for
 * each place of another: `+(a|a*)b` took more than a minute for a name of 28 letters.
 */
export function globFault(glob: string): string | undefined {
  if (glob.length > maxGlobLength) return `has more than ${String(maxGlobLength)} characters`;
  // An escaped character, or one of several, is a single character.
  const plain = glob.replace(/\\./g, "x").replace(/\[[^\]]+\]/g, "x");
  if (repeatedGroup.test(plain)) {
    return "repeats a group, which could take minutes to match. Give several globs instead of +(…) and *(…)";
  }
  if (costOf(plain) <= maxCost) return undefined;
  return "has too many wildcards: it could take minutes to match. Give several globs, each with fewer of *, ** and {…}";
}

/** A repeated group of other than plain characters. */
const repeatedGroup = /[+*]\((?![^()|*?{}+]+\))|[)}]\+/;

/** Estimates how many ways there are to match a name. */
function costOf(glob: string): number {
  const names = glob.split("/");
  const globstars = names.filter((name, index) => name === "**" && index > 0).length;
  const furtherStars = names.reduce((sum, name) => sum + Math.max(0, (name.match(/\*+|\+/g)?.length ?? 0) - 1), 0);
  let alternatives = 1;
  let rest = glob;
  for (let group; (group = /[({][^(){}]*[)}]/.exec(rest)?.[0]) !== undefined; rest = rest.replace(group, "x")) {
    alternatives *= group.split(/[,|]/).length;
  }
  return 50 ** furtherStars * 10 ** globstars * alternatives;
}
