import fc from "fast-check";

/** Strings that often break parsers, paths and prompts. */
const texts = [
  "",
  " ",
  "__proto__",
  "constructor",
  "toString",
  "1/../2",
  "..%2f",
  "1?x=1",
  "1\u0000",
  "NaN",
  "-1",
  "1e3",
  "0x10",
  "9007199254740993",
  "\u202e\ufeff",
  "\ud800",
  "\u001b[31m",
  "a".repeat(5_000),
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "4dabf18193072939515e22adb298388d",
];

/** What shells, runners of CI jobs, terminals and compilers act upon. */
const commands = [
  "::error::forged",
  "\n::Add-Mask::e",
  " \t::set-output name=x::y",
  "##[error]forged",
  "##vso[task.setvariable variable=a]b",
  "##VSO[task.complete]",
  "#\u200d#vso[task.complete]",
  "\u200b::error::forged",
  "\r::error::forged",
  "\u2028process.exit(1)",
  "\nprocess.exit(1) //",
  "*/ process.exit(1) /*",
  "${process.exit(1)}",
  "`touch pwned`",
  "$(touch pwned)",
  "'; touch pwned; '",
  '"; touch pwned; "',
  "\ntouch pwned\n",
  "a b",
  "--help",
  "~",
  "*",
  "!!",
  "\\",
];

/** A name that somebody has chosen to be acted upon where it is printed. */
export const hostileName = fc.oneof(
  { arbitrary: fc.constantFrom(...commands), weight: 3 },
  {
    arbitrary: fc.tuple(fc.constantFrom(...commands), fc.constantFrom(...commands)).map((two) => two.join("")),
    weight: 2,
  },
  { arbitrary: fc.constantFrom("\u001b[31m", "\u001b]0;x\u0007", "\u202e", "a"), weight: 1 },
  { arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 20 }), weight: 1 },
);

export const hostileText = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: "binary", maxLength: 40 }));

/** Any JSON value, with keys such as `__proto__`. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileText, weight: 3 },
  { arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 63), 1e308, [], {}), weight: 3 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 3 },
  { arbitrary: fc.dictionary(hostileText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }), weight: 1 },
  { arbitrary: fc.array(hostileText, { maxLength: 4 }), weight: 1 },
);

/** Any JavaScript value. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileJson, weight: 4 },
  { arbitrary: fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withMap: true }), weight: 1 },
  { arbitrary: fc.constantFrom<unknown>(undefined, NaN, Infinity, -0, Symbol("s"), () => 1, new Date(NaN)), weight: 1 },
);

type Change = readonly [place: number, value: unknown, remove: boolean];

/** A JSON value with up to three values, at any depth, replaced or removed. */
export function mutated(whole: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.tuple(fc.nat(), hostileJson, fc.boolean());
  return fc
    .tuple(whole, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce(changed, structuredClone(value)));
}

/** A JSON value that contains a text at any depth. */
export function planted(whole: fc.Arbitrary<unknown>, text: string): fc.Arbitrary<unknown> {
  const echo = fc.oneof(
    fc.constantFrom<unknown>(text, [text], { [text]: text }),
    fc.string({ maxLength: 60 }).map((before) => `${before}${text}`),
  );
  return fc.tuple(whole, fc.nat(), echo).map(([value, place, planted]) => {
    return changed(structuredClone(value), [place, planted, false]);
  });
}

function changed(root: unknown, [place, value, remove]: Change): unknown {
  const places = placesIn(root);
  const at = places[place % Math.max(1, places.length)];
  if (at === undefined) return value;
  const [owner, key] = at;
  if (remove && Array.isArray(owner)) owner.splice(Number(key), 1);
  else if (remove) Reflect.deleteProperty(owner, key);
  else Object.defineProperty(owner, key, { value, enumerable: true, configurable: true, writable: true });
  return root;
}

function placesIn(value: unknown, found: [object, string][] = []): [object, string][] {
  if (typeof value !== "object" || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    found.push([value, key]);
    placesIn(inner, found);
  }
  return found;
}

/** Asserts that Object.prototype is unchanged. */
export function assertUnpolluted(): void {
  if (Object.keys(Object.prototype).length > 0) throw new Error("Object.prototype was written to");
}
