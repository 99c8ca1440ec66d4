import { spawn } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { get } from "node:http";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { wantsColor } from "../../cli/print";
import { painter, type Style } from "../../drift/terminal/text";
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

function shownCommand(line: string): void {
  say(`  ${paint("$", "dim")} ${line}`);
}

const signs: Readonly<Record<string, readonly [sign: string, style: Style]>> = {
  create: ["+", "green"],
  update: ["~", "yellow"],
  refresh: ["~", "magenta"],
  delete: ["-", "red"],
};

/** Shows a run of pulumi: one line per step, with the changed properties. @throws if it failed */
export function show(line: string, { exitCode, steps, text }: RunResult): void {
  shownCommand(line);
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
    const [code] = (await once(child, "close")) as [number | null];
    say(text.trimEnd().replace(/^(?=.)/gm, "    "));
    if (code !== expected)
      throw new Error(`${argv[0] ?? ""} exited with ${String(code)} instead of ${String(expected)}`);
    if (code !== 0) did("exit code", `${String(code)}, which fails a pipeline`);
  };
}

/** Returns the response to a visitor of a site, on one line. It connects to 127.0.0.1, because only browsers resolve *.localhost on every system. */
export async function visit(
  { port, name }: { readonly port: number; readonly name: string },
  to: string,
): Promise<string> {
  const asked = get({ host: "127.0.0.1", port, path: to, headers: { host: `${name}.localhost:${String(port)}` } });
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.resume();
  const { statusCode, headers } = response;
  return [String(statusCode), headers.location].filter(Boolean).join(" → ");
}

/** Waits for Enter on a terminal, and continues immediately elsewhere. */
export async function pressEnter(text: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return;
  const line = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C and Ctrl-D go on as well, so that what was created is deleted.
  await Promise.race([line.question(`\n${paint(`${text} `, "bold")}`), once(line, "close")]);
  line.close();
}
