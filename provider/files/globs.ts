import { InvalidInputError } from "../api/errors";

/** Names that are sent only if `include` names them, in any case: they contain secrets or other things that are not meant to be published. */
const privateNames = [
  ".env*",
  ".npmrc",
  ".git",
  ".pulumi",
  ".bunny",
  "Pulumi.{yaml,yml,json}",
  "Pulumi.*.{yaml,yml,json}",
  "node_modules",
  "id_rsa",
  "id_dsa",
  "id_ecdsa",
  "id_ed25519",
  "*.pem",
  "*.key",
];

/** Names of files that operating systems leave in folders. They are omitted silently. */
const clutter = [".DS_Store", "Thumbs.db"];

/** Globs that determine which files of a source are sent. */
export interface SelectionGlobs {
  readonly exclude?: readonly string[] | undefined;
  /** Names that are sent although they are excluded by default. If a folder is named, private names in it stay excluded. */
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

  /** Whether `exclude` matches a path below the source or one of its folders. */
  isExcluded(path: string): boolean {
    return isMatched(this.#exclude, path);
  }

  /** Returns the reason for which the name of a file or folder is excluded by default. Only "private" ones are reported. */
  leftOutAs(path: string): "clutter" | "private" | undefined {
    const reason = this.#isPrivate(path) ? "private" : this.#isClutter(path) ? "clutter" : undefined;
    return reason === undefined || isMatched(this.#include, path) ? undefined : reason;
  }

  /** Globs that have matched nothing so far, with their arguments. */
  get unmatched(): readonly string[] {
    return [...this.#exclude, ...this.#include].filter(({ hasMatched }) => !hasMatched).map(({ text }) => text);
  }
}

/** Tests every glob, so that each records its match. */
function isMatched(globs: readonly Glob[], path: string): boolean {
  return globs.filter((glob) => glob.matches(path)).length > 0;
}

/** Glob of an argument, which records whether it has matched anything. */
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
 * Returns a function that tests whether a glob matches a path below the source or one of its folders. A glob without a slash matches names in any
 * folder.
 */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  return matcherOf(globs.map(anywhere).flatMap((glob) => [glob, `${glob}/**`]));
}

/** Returns a function that tests whether a glob matches a path below the source, or one of its folders. A glob without a slash matches only at the root. */
export function rootMatcher(globs: readonly string[]): (path: string) => boolean {
  return matcherOf(globs.map(trimmed).flatMap((glob) => [glob, `${glob}/**`]));
}

/** Returns a function that tests whether a glob matches a name, in any case. */
function named(globs: readonly string[]): (path: string) => boolean {
  return matcherOf(globs.map(anywhere), { nocase: true });
}

function matcherOf(
  patterns: readonly string[],
  options: { readonly nocase?: boolean } = {},
): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const picomatch = require("picomatch") as Picomatch;
  // Names of files and globs that a shell completed can have another Unicode form than globs in a program.
  const matches = picomatch(
    patterns.map((pattern) => pattern.normalize("NFC")),
    { dot: true, ...options },
  );
  return (path) => matches(path.normalize("NFC"));
}

/** The used part of picomatch, which has no types. */
type Picomatch = (
  globs: readonly string[],
  options: { readonly dot: boolean; readonly nocase?: boolean },
) => (path: string) => boolean;

function anywhere(glob: string): string {
  const pattern = trimmed(glob);
  return pattern.includes("/") ? pattern : `**/${pattern}`;
}

function trimmed(glob: string): string {
  return glob.replace(/^\.?\/|\/$/g, "");
}

const maxGlobLength = 500;
/** Maximum cost of a glob. At this cost, the worst name, of 255 equal letters, takes about two seconds; other names take microseconds. */
const maxCost = 500_000;

/**
 * Returns the reason for which a glob can't be used; undefined if it can. A glob becomes a regular expression, which may try every position of a
 * wildcard for each position of another one: `+(a|a*)b` took more than a minute for a name of 28 letters.
 */
export function globFault(glob: string): string | undefined {
  if (glob.length > maxGlobLength) return `has more than ${String(maxGlobLength)} characters`;
  // Escaped characters and character classes match a single character.
  const plain = glob.replace(/\\./g, "x").replace(/\[[^\]]+\]/g, "x");
  if (repeatedGroup.test(plain)) {
    return "repeats a group, which could take minutes to match. Use several globs instead of +(…) and *(…)";
  }
  if (costOf(plain) <= maxCost) return undefined;
  return "has too many wildcards: it could take minutes to match. Use several globs with fewer of *, ** and {…} each";
}

/** Matches a repeated group that contains more than plain characters. */
const repeatedGroup = /[+*]\((?![^()|*?{}+]+\))|[)}]\+/;

/** Estimates the number of ways in which a glob can match a name. */
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
