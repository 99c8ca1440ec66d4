/** One character of a pattern, and how often it may occur: `*` any number of times, `?` at most once, otherwise once. */
interface Item {
  readonly matches: (character: string) => boolean;
  readonly times: "once" | "?" | "*";
}

interface Pattern {
  readonly items: readonly Item[];
  /** Whether a match must begin at the start of a text, and end at its end. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/**
 * Returns whether texts match a pattern of an edge rule, in which `*` stands for anything, or a Lua pattern after `pattern:`. A malformed Lua
 * pattern matches nothing. The time grows with the length of the text, whatever the pattern is: the states of a match are followed side by side
 * rather than one after the other.
 */
export function matcherOf(text: string): (value: string) => boolean {
  const lua = /^pattern:(.*)$/s.exec(text)?.[1];
  const pattern = lua === undefined ? globOf(text) : luaPatternOf(lua);
  return (value) => pattern !== undefined && isMatch(pattern, value);
}

function isMatch({ items, atStart, atEnd }: Pattern, value: string): boolean {
  // A state is the number of the item that comes next.
  let states = reached(items, [0]);
  if (!atEnd && states.has(items.length)) return true;
  for (const character of value) {
    const next = atStart ? [] : [0];
    for (const state of states) {
      const item = items[state];
      if (item?.matches(character) === true) next.push(item.times === "*" ? state : state + 1);
    }
    states = reached(items, next);
    if (!atEnd && states.has(items.length)) return true;
    if (states.size === 0) return false;
  }
  return states.has(items.length);
}

/** Adds the states that follow because an item may be missing. */
function reached(items: readonly Item[], from: readonly number[]): Set<number> {
  const states = new Set<number>();
  for (let state of from) {
    for (; !states.has(state); state++) {
      states.add(state);
      if ((items[state]?.times ?? "once") === "once") break;
    }
  }
  return states;
}

function globOf(text: string): Pattern {
  const items = [...text].map((character): Item => (character === "*" ? anything : literal(character)));
  return { items, atStart: true, atEnd: true };
}

const anything: Item = { matches: () => true, times: "*" };

function literal(character: string): Item {
  return { matches: (one) => one === character, times: "once" };
}

/** Character classes of Lua. A capital letter is the complement of its class. */
const luaClasses: Readonly<Record<string, RegExp>> = {
  a: /[A-Za-z]/,
  c: /[\u0000-\u001f\u007f]/,
  d: /[0-9]/,
  l: /[a-z]/,
  p: /[!-/:-@[-`{-~]/,
  s: /\s/,
  u: /[A-Z]/,
  w: /[A-Za-z0-9]/,
  x: /[0-9A-Fa-f]/,
};

/** Parses a Lua pattern. Captures have no effect here. @returns undefined if it is malformed */
function luaPatternOf(lua: string): Pattern | undefined {
  const atStart = lua.startsWith("^");
  const tokens = [...lua.matchAll(/%.|\[\^?\]?(?:%.|[^\]])*\]|./gsu)].map(([token]) => token).slice(atStart ? 1 : 0);
  const atEnd = tokens.at(-1) === "$";
  if (atEnd) tokens.pop();
  const items: Item[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? "";
    if (token === "(" || token === ")") continue;
    if (token === "[" || token === "%") return undefined;
    const matches = luaToken(token);
    const times = tokens[index + 1] ?? "";
    if (!["*", "+", "-", "?"].includes(times)) {
      items.push({ matches, times: "once" });
      continue;
    }
    index++;
    if (times === "+") items.push({ matches, times: "once" });
    items.push({ matches, times: times === "?" ? "?" : "*" });
  }
  return { items, atStart, atEnd };
}

function luaToken(token: string): Item["matches"] {
  if (token === ".") return () => true;
  if (token.startsWith("%")) return luaClass(token.charAt(1));
  const [, complement, set] = /^\[(\^?)(.+)\]$/su.exec(token) ?? [];
  if (set === undefined) return literal(token).matches;
  const parts = [...set.matchAll(/%.|.-.|./gsu)].map(([part]): Item["matches"] => {
    if (part.startsWith("%")) return luaClass(part.slice(1));
    const [first = "", last] = part.length > 1 ? part.split("-") : [part];
    return last === undefined ? literal(part).matches : (one) => one >= first && one <= last;
  });
  return (one) => parts.some((part) => part(one)) !== (complement === "^");
}

function luaClass(letter: string): Item["matches"] {
  const named = luaClasses[letter.toLowerCase()];
  if (named === undefined) return literal(letter).matches;
  return (one) => named.test(one) === (letter === letter.toLowerCase());
}
