/** The recorded output of a command. */
export interface Recording {
  readonly command: string;
  /** The lines with colour codes; {@link leftOut} stands for lines that are not shown. */
  readonly lines: readonly string[];
}

/** Stands for lines of the output that a picture leaves out. */
export const leftOut = "  …";

/** The maximum number of lines of a picture, with the command. */
const maxLines = 14;

/**
 * Returns the lines to show, with {@link leftOut} for each group of others.
 *
 * @param shown matches the text of a line that is shown
 * @param frame matches lines that are dropped without a trace, as empty lines are
 */
export function excerptOf(lines: readonly string[], shown: RegExp, frame = /^\s*$/): string[] {
  const counted = lines.filter((line) => textOfLine(line).trim() !== "" && !frame.test(textOfLine(line)));
  const marked = counted.map((line) => (shown.test(textOfLine(line)) ? line : leftOut));
  return marked.filter((line, index) => line !== leftOut || marked[index - 1] !== leftOut);
}

const columns = 116;
const character = { width: 7.83, height: 18 };
const padding = 16;

/** A piece of a line in one style, given as class names such as "green bold". */
interface Piece {
  readonly text: string;
  readonly style: string;
}

/** Draws a recording as an SVG for light and dark pages. It never moves: many pages show only its first moment. */
export function drawn({ command, lines }: Recording): string {
  const rows = lines.flatMap((text) => wrapped(piecesOf(text)));
  const all = [[{ text: "$ ", style: "dim" }, ...piecesOf(command)], ...rows];
  if (all.length > maxLines)
    throw new RangeError(`A picture has at most ${String(maxLines)} lines, not ${String(all.length)}`);
  const width = Math.ceil(columns * character.width + 2 * padding);
  const height = all.length * character.height + 2 * padding;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" width="${String(width)}" height="${String(height)}" style="max-width: 100%; height: auto" role="img" aria-label="${escaped(command)}">
<style>${style}</style>
<rect width="100%" height="100%" rx="8" class="page"/>
${all.map(row).join("\n")}
</svg>
`;
}

/** Returns the lines of text in an SVG. */
export function textOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>(.*)<\/text>/g)].map(([, content = ""]) =>
    content
      .replace(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&"),
  );
}

/** Breaks plain text into lines as {@link textOf} returns them. */
export function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => wrapped(piecesOf(line)).map((row) => row.map((one) => one.text).join("")));
}

const style = `
.page { fill: #f6f8fa; }
text { --fg: #1f2328; --soft: #59636e; --red: #cf222e; --green: #1a7f37; --yellow: #9a6700; --magenta: #8250df; --cyan: #1b7c83; --blue: #0969da;
  fill: var(--fg); font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
@media (prefers-color-scheme: dark) { .page { fill: #151b23; } text { --fg: #e6edf3; --soft: #9198a1; --red: #f85149; --green: #3fb950;
  --yellow: #d29922; --magenta: #ab7df8; --cyan: #39c5cf; --blue: #58a6ff; } }
.red { fill: var(--red); } .green { fill: var(--green); } .yellow { fill: var(--yellow); } .magenta { fill: var(--magenta); }
.cyan { fill: var(--cyan); } .blue { fill: var(--blue); } .dim { fill: var(--soft); } .bold { font-weight: 600; }
`;

function row(pieces: readonly Piece[], index: number): string {
  const y = padding + (index + 1) * character.height - 5;
  const spans = pieces.map(({ text, style: name }) =>
    name === "" ? escaped(text) : `<tspan class="${name}">${escaped(text)}</tspan>`,
  );
  return `<text xml:space="preserve" x="${String(padding)}" y="${String(y)}">${spans.join("")}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const colors = ["", "red", "green", "yellow", "blue", "magenta", "cyan", ""];

function textOfLine(line: string): string {
  return piecesOf(line)
    .map(({ text }) => text)
    .join("");
}

/** Splits a line at the codes that change its style (SGR). */
function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let [color, weight] = ["", ""];
  for (const [index, part] of line
    .trimEnd()
    .split(/\u001b\[([\d;]*)m/)
    .entries()) {
    if (index % 2 === 0) {
      if (part !== "") pieces.push({ text: part, style: [color, weight].filter(Boolean).join(" ") });
      continue;
    }
    const codes = part.split(";").map(Number);
    const extended = codes[0] === 38 ? (codes[2] ?? 0) : undefined;
    const [code = 0] = codes;
    if (extended !== undefined) color = colors[extended % 8] ?? "";
    else if (code === 0) [color, weight] = ["", ""];
    else if (code === 1) weight = "bold";
    else if (code === 2) weight = "dim";
    else if (code === 22) weight = "";
    else if (code === 39) color = "";
    else if (code >= 30) color = colors[code % 10] ?? "";
  }
  return pieces;
}

/** Wraps a line as a terminal does. */
function wrapped(pieces: readonly Piece[]): Piece[][] {
  const rows: Piece[][] = [];
  let row: Piece[] = [];
  let room = columns;
  for (const { text, style: name } of pieces) {
    let rest = text;
    for (; rest.length > room; [row, room] = [[], columns]) {
      row.push({ text: rest.slice(0, room), style: name });
      rows.push(row);
      rest = rest.slice(room);
    }
    row.push({ text: rest, style: name });
    room -= rest.length;
  }
  return [...rows, row];
}
