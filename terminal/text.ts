import { styleText } from "node:util";

/** A colour or weight of text on a terminal. */
export type Style = "red" | "green" | "yellow" | "magenta" | "cyan" | "bold" | "dim";

export type Paint = (text: string, style: Style) => string;

/** Returns a function that colours texts for a terminal, or leaves them unchanged. */
export function painter(color: boolean): Paint {
  // The caller has checked its stream. Newer versions of Node would otherwise check standard output themselves.
  return (text, style) => (color && text !== "" ? styleText(style, text, { validateStream: false }) : text);
}

/**
 * Returns a text on one line, for a terminal or the log of a CI job. It escapes control characters, characters that change the direction of
 * the text, and what a runner would take for a command: `::error::` at the start of a line, `##[error]` and `##vso[…]` anywhere. The escapes
 * are those of JSON, so that JSON stays valid. Escaping a text twice is the same as escaping it once.
 */
export function printable(text: string): string {
  return withoutCommands(text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, escapeOf));
}

function withoutCommands(text: string): string {
  if (!/#|:/.test(text)) return text;
  // Invisible characters are matched as well, because a runner that compares by culture ignores them.
  const visible = text.replace(/\p{Cf}/gu, "");
  if (!/##\w*\[/.test(visible) && !commandAtStart.test(visible)) return text;
  return text
    .replace(/\p{Cf}/gu, (character) => character.split("").map(escapeOf).join(""))
    .replace(/##(?=\w*\[)/g, "#\\u0023")
    .replace(commandAtStart, "$1\\u003a");
}

/** Matches two colons that do not begin an IPv6 address. */
const commandAtStart = /^(\s*):(?=:(?![0-9a-f]{0,4}(?:[:.]|$)))/i;

function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Returns several lines, each printable. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** Does what {@link printableLines} does, but keeps the colours and weights of a {@link painter}. */
export function printableStyledLines(text: string): string {
  const pieces = text.split(/(\u001b\[\d+m)/);
  return pieces.map((piece, index) => (index % 2 === 1 ? piece : printableLines(piece))).join("");
}

// Texts for people are shortened. Programs read the JSON report, which has whole texts.

/** Returns a text that somebody else chose, such as a name or URN: printable, on one line, and shortened. */
export function printableName(name: string): string {
  return printable(shortened(name, 400));
}

/** Returns a sentence that may quote anything: printable, on one line, and shortened. */
export function printableLine(text: string): string {
  return printable(shortened(text, 4_000));
}

/** Returns a message of several lines: printable, and shortened. */
export function printableMessage(text: string): string {
  return printableLines(shortened(text, 4_000));
}

export function shortened(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
