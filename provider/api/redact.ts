import type { Redact } from "../wire/wireError";

/**
 * Returns a function that replaces secrets, such as the access key, in texts: verbatim, as a JSON string, in base64, alone or within a longer text, or
 * percent-encoded once or several times.
 */
export function redactorOf(secrets: string | readonly string[], shownAs = "[access key]"): Redact {
  // Most secrets are never replaced.
  let forms: readonly string[] | undefined;
  return (text) => {
    forms ??= [...new Set([secrets].flat().flatMap(formsOf))];
    if (forms.length === 0) return text;
    const bytes = Buffer.from(text);
    const found = viewsOf(bytes).flatMap((view) => rangesIn(view, forms ?? []));
    return found.length === 0 ? text : replaced(bytes, found, shownAs);
  };
}

/** Bytes of a text, one character for each, as it is or percent-decoded. ASCII letters are lower-case. */
interface View {
  readonly text: string;
  /** Position of a byte in the text as it is. */
  readonly at: (index: number) => number;
}

/** Part of a text: its first byte, and the one after it. */
type Range = readonly [start: number, end: number];

function viewsOf(bytes: Buffer): View[] {
  const text = bytes.toString("latin1");
  const plain: View = { text: text.toLowerCase(), at: (index) => index };
  if (!text.includes("%")) return [plain];
  const decoded = Buffer.alloc(bytes.length);
  const starts = new Uint32Array(bytes.length);
  let size = 0;
  for (let index = 0; index < bytes.length; size++) {
    percentCode.lastIndex = index;
    const { 0: code = " ", 1: digits } = (text[index] === "%" && percentCode.exec(text)) || [];
    starts[size] = index;
    decoded[size] = digits === undefined ? (bytes[index] ?? 0) : parseInt(digits, 16);
    index += code.length;
  }
  const at = (index: number): number => (index < size ? (starts[index] ?? 0) : bytes.length);
  return [plain, { text: decoded.toString("latin1", 0, size).toLowerCase(), at }];
}

/** A percent-encoded byte. Each further encoding adds "25", the code of the percent sign. */
const percentCode = /%(?:25){0,9}([0-9a-f]{2})/iy;

function rangesIn({ text, at }: View, forms: readonly string[]): Range[] {
  return forms.flatMap((form) => {
    const ranges: Range[] = [];
    for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + form.length)) {
      ranges.push([at(start), at(start + form.length)]);
    }
    return ranges;
  });
}

/** Replaces parts of a text, overlapping ones together. */
function replaced(bytes: Buffer, ranges: readonly Range[], shownAs: string): string {
  let [text, end] = ["", 0];
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    if (from >= end) text += bytes.toString("utf8", end, from) + shownAs;
    end = Math.max(end, to);
  }
  return text + bytes.toString("utf8", end);
}

/** Returns all forms of a secret that are looked for, as a {@link View} shows them. */
function formsOf(secret: string): string[] {
  if (secret === "") return [];
  const spelt = [secret, JSON.stringify(secret).slice(1, -1)];
  // A view has other cases only of ASCII letters.
  const cases = spelt.flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()]);
  const inBase64 = [Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("base64url")];
  const unpadded = inBase64.map((base64) => base64.replace(/=+$/, ""));
  const viewed = [...cases, ...inBase64, ...unpadded, ...spelt.flatMap(base64Within)].flatMap((form) => {
    const [plain, decoded] = viewsOf(Buffer.from(form)).map(({ text }) => text);
    // A secret that contains percent codes can be so short without them that it occurs in other words.
    return [plain ?? "", ...(decoded !== undefined && decoded.length >= minSecretLength ? [decoded] : [])];
  });
  // Decoding can take the last percent sign of a secret, or one directly before it, together with what follows.
  const once = encodeURIComponent(Buffer.from(secret).toString()).toLowerCase();
  return [...viewed, once, once.replaceAll("%", "%25")];
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

/** Matches names of fields whose values may be secret, also in the path of a nested field. */
export const secretName = /password|secret|token|[a-z]key|authorization|parameter\d|defaultvalue|variables\.value/i;
/** Minimum length of a secret that is replaced: shorter ones occur in other words. Documented in `SECURITY.md`. */
const minSecretLength = 4;

/** Returns a function that also replaces the secrets in a request's body, because the response may repeat them. */
export function redactorFor(body: unknown, redact: Redact): Redact {
  const redactSecrets = redactorOf(secretsIn(body), "[secret]");
  return (text) => redactSecrets(redact(text));
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
