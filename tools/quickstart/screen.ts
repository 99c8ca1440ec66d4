import { spawn } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { get } from "node:http";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import { ProgressLine, wantsColor } from "../../cli/print";
import { painter, type Style } from "../../terminal/text";
import type { RunResult } from "../../test/e2e/support/engineUnderTest";

// The output of the quickstart.

const paint = painter(wantsColor(process));

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function title(step: number, text: string): void {
  say(`\n${paint(`${String(step)}. ${text}`, "bold")}`);
}

/** Prints the result of a step: `a visitor gets: 200`. */
export function did(what: string, result: string): void {
  say(`    ${paint(`${what}:`, "dim")} ${paint(result, "cyan")}`);
}

export function shownCommand(line: string): void {
  say(`  ${paint("$", "dim")} ${line}`);
}

const signs: Readonly<Record<string, readonly [sign: string, style: Style]>> = {
  create: ["+", "green"],
  update: ["~", "yellow"],
  refresh: ["~", "magenta"],
  delete: ["-", "red"],
};

/** Shows a run of pulumi: one line per step, with the changed properties. @param isNamed whether to say which run it was @throws if it failed */
export function show(
  line: string,
  { exitCode, steps, text }: RunResult,
  { isNamed = false }: { readonly isNamed?: boolean } = {},
): void {
  if (isNamed) say(`  ${paint(`${line}:`, "dim")}`);
  if (exitCode !== 0) {
    say(text);
    throw new Error(`${line} failed`);
  }
  for (const { op, type, name, detailedDiff } of steps) {
    const [sign, style] = signs[op] ?? [];
    const changed = Object.keys(detailedDiff).filter((property) => !property.startsWith("__"));
    // The stack and the component are not shown, because they do not exist at the service. A refresh shows the changes that it finds.
    if (sign === undefined || style === undefined || !type.includes("dynamic/cdn:")) continue;
    if (op === "refresh" && changed.length === 0) continue;
    const kind = type.slice(type.lastIndexOf(":") + 1);
    const found = op === "refresh" ? "was changed: " : "";
    const details = op === "create" || op === "delete" ? "" : ` (${found}${changed.join(", ")})`;
    say(`    ${paint(sign, style)} ${kind} ${name}${paint(details, "dim")}`);
  }
}

/** Returns a function that runs a command of pulumi-cdn-zones in a folder and shows its output. */
export function command({ folder, env }: { readonly folder: string; readonly env: Record<string, string> }) {
  const main = path.join(__dirname, "..", "..", "dist", "cli", "main.js");
  return async (argv: readonly string[], expected: number): Promise<void> => {
    shownCommand(`npx pulumi-cdn-zones ${argv.join(" ")}`);
    const child = spawn(process.execPath, [main, ...argv], {
      cwd: folder,
      env: { ...process.env, ...env, ...(wantsColor(process) && { FORCE_COLOR: "1" }) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    const [code] = (await withProgress(once(child, "close"))) as [number | null];
    say(text.trimEnd().replace(/^(?=.)/gm, "    "));
    if (code !== expected)
      throw new Error(`${argv[0] ?? ""} exited with ${String(code)} instead of ${String(expected)}`);
    if (code !== 0) did("exit code", `${String(code)}, which fails a pipeline`);
  };
}

/** A site at the emulator, by a name before `.localhost`: that of a pull zone or a hostname. */
export interface Site {
  readonly port: number;
  readonly name: string;
}

export function addressOf({ port, name }: Site): string {
  return `http://${name}.localhost:${String(port)}/`;
}

/** Returns the response to a visitor of a site. It connects to 127.0.0.1, because only browsers resolve *.localhost on every system. */
export async function visit(
  { port, name }: Site,
  to: string,
): Promise<{ readonly line: string; readonly body: string }> {
  const asked = get({ host: "127.0.0.1", port, path: to, headers: { host: `${name}.localhost:${String(port)}` } });
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const { statusCode, headers } = response;
  return { line: [String(statusCode), headers.location].filter(Boolean).join(" → "), body: await textOf(response) };
}

/** Waits, and shows after 3 s that something runs: on a terminal every second, elsewhere every 10 s. */
export async function withProgress<T>(work: Promise<T>): Promise<T> {
  const line = new ProgressLine(process.stderr);
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (seconds < 3) return;
    if (process.stderr.isTTY) line.show(() => `    running, ${String(seconds)} s`);
    else if (seconds % 10 === 3) say(`    running, ${String(seconds)} s`);
  }, 1000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    line.clear();
  }
}

export function isTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** Waits for a key on a terminal, and continues at once elsewhere. */
export async function anyKey(text: string): Promise<void> {
  if (!isTerminal()) return;
  process.stdout.write(`\n${paint(text, "bold")} `);
  // In raw mode Ctrl-C is a key, too, so that what was created is deleted.
  process.stdin.setRawMode(true);
  await Promise.race([once(process.stdin, "data"), once(process.stdin, "end")]);
  process.stdin.setRawMode(false);
  process.stdin.pause();
  say("");
}
