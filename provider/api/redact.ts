import type { Redact } from "../wire/wireError";

/**
 * Returns a function that replaces a secret, such as the access key, in texts: verbatim, as a JSON string, in base64, alone or within a longer text,
 * or percent-encoded once or several times.
 */
export function redactorOf(key: string, shownAs = "[access key]"): Redact {
  if (key === "") return (text) => text;
  // Most secrets are never replaced, and compiling the pattern takes as long as several requests.
  let pattern: RegExp | undefined;
  return (text) => text.replaceAll((pattern ??= patternOf(key)), shownAs);
}

function patternOf(key: string): RegExp {
  const inJson = [...JSON.stringify(key).slice(1, -1)].map(literal).join("");
  const bytes = Buffer.from(key);
  const inBase64 = [bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url")].map(
    (base64) => `${inUrlOf(base64)}(?:=|%(?:25)*3d){0,2}`,
  );
  const within = [...new Set([key, JSON.stringify(key).slice(1, -1)])].flatMap(base64Within).map(inUrlOf);
  return new RegExp([inJson, inUrlOf(key), ...inBase64, ...within].join("|"), "giu");
}

/**
 * Returns the characters of base64 that a text determines in a longer text, such as a whole body: what surrounds it shares its first and last
 * characters, and it begins at one of three places.
 */
function base64Within(text: string): string[] {
  const bytes = Buffer.from(text);
  const pieces = [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
    return (["base64", "base64url"] as const).map((encoding) => whole.toString(encoding).slice(start, end));
  });
  // Shorter pieces also occur in other texts.
  return pieces.filter((piece) => piece.length >= minBase64Length);
}

const minBase64Length = 5;

function inUrlOf(text: string): string {
  return [...text].map((character) => `(?:${literal(character)}|${percentEncoded(character)})`).join("");
}

/** Matches names of fields whose values may be secret, also in the path of a nested field. */
export const secretName = /password|secret|token|[a-z]key|authorization|parameter\d|defaultvalue|variables\.value/i;
/** Minimum length of a secret that is replaced: shorter ones occur in other words. Documented in `SECURITY.md`. */
const minSecretLength = 4;

/** Returns a function that also replaces the secrets in a request's body, because the response may repeat them. */
export function redactorFor(body: unknown, redact: Redact): Redact {
  return secretsIn(body)
    .map((secret) => redactorOf(secret, "[secret]"))
    .reduce((before, next) => (text) => next(before(text)), redact);
}

function secretsIn(value: unknown, name = ""): string[] {
  if (typeof value === "string") {
    if (!secretName.test(name) || value.length < minSecretLength) return [];
    // The private key of a certificate is sent in base64.
    const decoded = Buffer.from(value, "base64").toString();
    return decoded.startsWith("-----BEGIN") ? [value, decoded] : [value];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    secretsIn(inner, Array.isArray(value) ? name : `${name}.${key}`),
  );
}

function literal(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function percentEncoded(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%(?:25)*${byte.toString(16).padStart(2, "0")}`).join("");
}
