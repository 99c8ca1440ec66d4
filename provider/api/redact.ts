import type { Redact } from "../wire/wireError";

/** Replaces a key in messages: as it is, as JSON writes it, and percent-encoded once or more often, as in a URL. */
export function redactorOf(key: string): Redact {
  if (key === "") return (text) => text;
  const inJson = [...JSON.stringify(key).slice(1, -1)].map(literal).join("");
  const inUrl = [...key].map((character) => `(?:${literal(character)}|${percentEncoded(character)})`).join("");
  const pattern = new RegExp(`${inJson}|${inUrl}`, "giu");
  return (text) => text.replaceAll(pattern, "[access key]");
}

function literal(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function percentEncoded(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%(?:25)*${byte.toString(16).padStart(2, "0")}`).join("");
}
