import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./account";
import type { Size } from "./growth";
import type { Results } from "./main";

/** One line of the plot. */
interface Line {
  readonly name: string;
  readonly color: string;
  readonly value: (size: Size) => number;
  /** Moves the name up or down, off another one. */
  readonly shift?: number;
}

const lines: readonly Line[] = [
  { name: "refresh, local engine", color: "#1f77b4", value: ({ refreshMs }) => refreshMs },
  { name: "drift command, 50 ms latency", color: "#d62728", value: ({ driftMs }) => driftMs },
  { name: "decode the list", color: "#2ca02c", value: ({ decodeMs }) => decodeMs, shift: -4 },
  { name: "JSON.parse of the list", color: "#7f7f7f", value: ({ parseMs }) => parseMs, shift: 5 },
];

const [width, height] = [760, 420];
const frame = { left: 70, right: 230, top: 40, bottom: 50 };
const [zones, milliseconds] = [
  [10, 10_000],
  [0.1, 100_000],
] as const;

/** Where a value stands on a logarithmic axis that is so long. */
function along(value: number, [from, to]: readonly [number, number], length: number): number {
  return (length * Math.log10(value / from)) / Math.log10(to / from);
}

const x = (value: number): number => frame.left + along(value, zones, width - frame.left - frame.right);
const y = (value: number): number =>
  height - frame.bottom - along(value, milliseconds, height - frame.top - frame.bottom);

function powers([from, to]: readonly [number, number]): number[] {
  const steps = Math.round(Math.log10(to / from));
  return Array.from({ length: steps + 1 }, (_, step) => from * 10 ** step);
}

function text(at: readonly [number, number], words: string, more = ""): string {
  return `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${words}</text>`;
}

function plotted(sizes: readonly Size[]): string {
  const grid = [
    ...powers(zones).map((value) => {
      const at = x(value).toFixed(1);
      return (
        `<line x1="${at}" x2="${at}" y1="${String(frame.top)}" y2="${String(height - frame.bottom)}"/>` +
        text([x(value), height - frame.bottom + 18], value.toLocaleString("en"), 'text-anchor="middle"')
      );
    }),
    ...powers(milliseconds).map((value) => {
      const at = y(value).toFixed(1);
      return (
        `<line x1="${String(frame.left)}" x2="${String(width - frame.right)}" y1="${at}" y2="${at}"/>` +
        text([frame.left - 8, y(value) + 4], Number(value.toPrecision(1)).toLocaleString("en"), 'text-anchor="end"')
      );
    }),
  ];
  const last = sizes.at(-1);
  const curves = lines.map(({ name, color, value, shift = 0 }) => {
    const points = sizes.map((size) => `${x(size.zones).toFixed(1)},${y(value(size)).toFixed(1)}`);
    const end =
      last === undefined ? "" : text([x(last.zones) + 8, y(value(last)) + 4 + shift], name, `fill="${color}"`);
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${color}" stroke-width="2"/>${end}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    text([frame.left, 22], "Milliseconds by number of storage zones, both logarithmic", 'font-size="14"'),
    `<g stroke="#ddd">${grid.join("\n").replaceAll("<text", '<text stroke="none"')}</g>`,
    ...curves,
    text([(frame.left + width - frame.right) / 2, height - 10], "storage zones", 'text-anchor="middle"'),
    "</svg>",
  ].join("\n");
}

/** Draws docs/performance-growth.svg from what `npm run bench -- --growth` measured. */
const { growth = [] } = JSON.parse(readFileSync(path.join(root, "bench", "results.json"), "utf8")) as Results;
writeFileSync(path.join(root, "docs", "performance-growth.svg"), `${plotted(growth)}\n`);
