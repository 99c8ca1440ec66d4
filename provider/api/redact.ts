import type { Redact } from "../wire/wireError";

/**
 * Takes a key out of texts: as it stands, as a JSON text has it, and with any of its characters percent-encoded, once or
 * again, as a URL may have it.
 */
export function redactorOf(key: string): Redact {
  if (key === "") return (text) => text;
  const inUrl = [...key].map((character) => `(?:${literal(character)}|${percentEncoded(character)})`).join("");
  const pattern = new RegExp(`${[...JSON.stringify(key).slice(1, -1)].map(literal).join("")}|${inUrl}`, "giu");
  return (text) => text.replaceAll(pattern, "[access key]");
}

function literal(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function percentEncoded(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%(?:25)*${byte.toString(16).padStart(2, "0")}`).join("");
}
