import { inspect } from "node:util";

/** A colour of a terminal, or a weight. */
export type Style = "red" | "green" | "yellow" | "magenta" | "cyan" | "bold" | "dim";

export type Paint = (text: string, style: Style) => string;

/** Makes a function that colours texts for a terminal, or leaves them as they are. */
export function painter(color: boolean): Paint {
  return (text, style) => {
    const [on, off] = inspect.colors[style] ?? [];
    return color && text !== "" ? `\u001b[${String(on)}m${text}\u001b[${String(off)}m` : text;
  };
}
