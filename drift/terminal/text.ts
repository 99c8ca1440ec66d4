import { styleText } from "node:util";

/** A colour of a terminal, or a weight. */
export type Style = "red" | "green" | "yellow" | "magenta" | "cyan" | "bold" | "dim";

export type Paint = (text: string, style: Style) => string;

/** Makes a function that colours texts for a terminal, or leaves them as they are. */
export function painter(color: boolean): Paint {
  // The caller has looked at its stream; newer versions of Node would look at standard output themselves.
  return (text, style) => (color && text !== "" ? styleText(style, text, { validateStream: false }) : text);
}

/**
 * A text on one line, for a terminal or the log of a CI job. Escaped are control characters, those that change the direction of the
 * text, and what a runner would take for a command: `::error::` at the start of a line, `##[error]` and `##vso[…]` anywhere. The escapes are
 * those of JSON, so that JSON stays what it was. Escaping twice changes nothing more.
 */
export function printable(text: string): string {
  return withoutCommands(text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, escapeOf));
}

function withoutCommands(text: string): string {
  if (!/#|:/.test(text)) return text;
  // A runner that compares by culture does not see invisible characters between others.
  const visible = text.replace(/\p{Cf}/gu, "");
  if (!/##\w*\[/.test(visible) && !commandAtStart.test(visible)) return text;
  return text
    .replace(/\p{Cf}/gu, (character) => character.split("").map(escapeOf).join(""))
    .replace(/##(?=\w*\[)/g, "#\\u0023")
    .replace(commandAtStart, "$1\\u003a");
}

/** Two colons that begin no IPv6 address. */
const commandAtStart = /^(\s*):(?=:(?![0-9a-f]{0,4}(?:[:.]|$)))/i;

function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Several lines, each printable. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** {@link printableLines} that keep the colours and weights of a {@link painter}. */
export function printableStyledLines(text: string): string {
  const pieces = text.split(/(\u001b\[\d+m)/);
  return pieces.map((piece, index) => (index % 2 === 1 ? piece : printableLines(piece))).join("");
}

// People read what is shortened; programs read the JSON, which is whole.

/** A text that somebody else chose, such as a name or URN: printable, on one line, and shortened. */
export function printableName(name: string): string {
  return printable(shortened(name, 400));
}

/** A sentence that may quote anything: printable, on one line, and shortened. */
export function printableLine(text: string): string {
  return printable(shortened(text, 4_000));
}

/** A message of several lines: printable, and shortened. */
export function printableMessage(text: string): string {
  return printableLines(shortened(text, 4_000));
}

export function shortened(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
