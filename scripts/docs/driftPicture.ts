import { readFileSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { run } from "../../cli/run";
import { parseSeed, startEmulator } from "../../emulator";

/** What `pulumi-cdn-zones drift` prints of examples/drift-ci after somebody changed two zones by hand, as a picture. */
export async function driftPicture(root: string): Promise<string> {
  const example = path.join(root, "examples", "drift-ci");
  const seed = parseSeed(JSON.parse(readFileSync(path.join(example, "seed.json"), "utf8")));
  const emulator = await startEmulator({ seed });
  try {
    const [zone] = emulator.storageZones.list().slice(-1);
    emulator.storageZones.change(Number(zone?.Id), { Rewrite404To200: false });
    emulator.pullZones.change(7, { OriginUrl: "https://elsewhere.example" });
    const stdout = new PassThrough();
    const stderr = new PassThrough();
    const code = await run(["drift", "--state", "state.json"], {
      stdin: new PassThrough(),
      stdout,
      stderr,
      env: { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey },
      cwd: () => example,
    });
    const text = String((stdout.read() as Buffer | null) ?? "").replace(/\d+\.\d s$/gm, "0.1 s");
    if (code !== 2)
      throw new Error(`the drift check of the picture ended with ${String(code)}: ${String(stderr.read())}`);
    return svgOf([
      "$ pulumi-cdn-zones drift --state state.json",
      ...text.trimEnd().split("\n"),
      `$ echo $?`,
      String(code),
    ]);
  } finally {
    await emulator.close();
  }
}

const widest = 116;
const lineHeight = 19;

function svgOf(lines: readonly string[]): string {
  const height = lines.length * lineHeight + 44;
  const texts = lines.map((line, index) => {
    const shown = line.length > widest ? `${line.slice(0, widest - 1)}…` : line;
    const y = String(30 + (index + 1) * lineHeight);
    return `  <text x="18" y="${y}" fill="${colourOf(line)}" xml:space="preserve">${escaped(shown)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 ${String(height)}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13.5" role="img" aria-label="A drift report in a terminal">`,
    `  <rect width="960" height="${String(height)}" rx="8" fill="#0d1117" />`,
    `  <circle cx="20" cy="17" r="5" fill="#f85149" /><circle cx="38" cy="17" r="5" fill="#d29922" /><circle cx="56" cy="17" r="5" fill="#3fb950" />`,
    ...texts,
    "</svg>",
    "",
  ].join("\n");
}

function colourOf(line: string): string {
  if (line.startsWith("$")) return "#79c0ff";
  if (/^\s+(changed|missing)\b|: drift/.test(line)) return "#f0883e";
  if (line.includes("→")) return "#e3b341";
  return /^\s+(to|no drift|pulumi)\b|not compared/.test(line) ? "#8b949e" : "#e6edf3";
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
