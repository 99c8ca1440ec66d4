// What clients send ends up in logs: these would move the cursor, change the terminal, or turn the text around.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A text with control characters written as `\u001b`, as JSON has them; safe to print. */
export function safeText(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A value as JSON on one line, safe to print. */
export function safeJson(value: unknown): string {
  return safeText(JSON.stringify(value));
}
