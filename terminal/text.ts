import { styleText } from "node:util";

/** A colour of a terminal, or a weight. */
export type Style = "red" | "green" | "yellow" | "magenta" | "cyan" | "bold" | "dim";

export type Paint = (text: string, style: Style) => string;

/** Makes a function that colours texts for a terminal, or leaves them as they are. */
export function painter(color: boolean): Paint {
  // The caller has looked at its stream; newer versions of Node would look at standard output themselves.
  return (text, style) => (color && text !== "" ? styleText(style, text, { validateStream: false }) : text);
}

/** A text with control characters, and those that change the direction of the text, escaped. */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Several lines, each printable. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}
