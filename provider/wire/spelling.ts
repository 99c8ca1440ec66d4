// How a text may be spelled where it is looked for: as sources of a regular expression with the flags `iu`.

/** A text as JSON has it inside its quotes. */
export function inJson(text: string): string {
  return [...JSON.stringify(text).slice(1, -1)].map(literal).join("");
}

/** A character as it stands, or percent-encoded, once or again. */
export function inUrl(character: string): string {
  return `${literal(character)}|${percentEncoded(character)}`;
}

function literal(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function percentEncoded(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%(?:25)*${byte.toString(16).padStart(2, "0")}`).join("");
}
