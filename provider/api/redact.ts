import { inJson, inUrl } from "../wire/spelling";
import type { Redact } from "../wire/wireError";

/**
 * Takes a key out of texts: as it stands, as a JSON text has it, and with any of its characters percent-encoded, once or
 * again, as a URL may have it.
 */
export function redactorOf(key: string): Redact {
  if (key === "") return (text) => text;
  const encoded = [...key].map((character) => `(?:${inUrl(character)})`).join("");
  const pattern = new RegExp(`${inJson(key)}|${encoded}`, "giu");
  return (text) => text.replaceAll(pattern, "[access key]");
}
