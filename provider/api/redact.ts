import type { Redact } from "../wire/wireError";

/** Replaces the access key in messages: verbatim, as a JSON string, or percent-encoded once or several times. */
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
