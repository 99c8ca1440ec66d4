/** How much a JSON text comes to, found without making anything of it. */
export interface Extent {
  /** Objects, arrays and their elements; at least as many as there are. */
  readonly values: number;
  /** How deep they are nested. */
  readonly depth: number;
}

/** The extent of a text; of one that is no JSON, some extent. */
export function extentOf(text: string): Extent {
  let [values, open, depth] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openBrace:
      case openBracket:
        values++;
        if (++open > depth) depth = open;
        break;
      case closeBrace:
      case closeBracket:
        open--;
        break;
      case comma:
        values++;
    }
  }
  return { values, depth };
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Where the string that begins at a quote ends; past the text where it never does, which is no JSON. */
function endOfString(text: string, start: number): number {
  for (let end = start; ;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let before = end;
    while (text.charCodeAt(before - 1) === backslash) before--;
    if ((end - before) % 2 === 0) return end;
  }
}
