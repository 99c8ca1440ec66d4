import { hasCli } from "../test/e2e/support/cliEngine";
import { cliRows } from "./cliRows";
import { fileRows } from "./fileRows";
import { rows } from "./rows";

/** `npm run bench [-- --engine cli] [WORD …]`: the rows that contain one of the words, or all of them. */
async function main(args: readonly string[]): Promise<void> {
  const withCli = args[0] === "--engine" && args[1] === "cli";
  if (withCli && !hasCli()) throw new Error("--engine cli needs a pulumi on the PATH");
  const words = withCli ? args.slice(2) : args;
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say("| what | floor | measured | target | |\n|---|---|---|---|---|");
  for (const { what, floor, target, measure } of [...rows, ...fileRows, ...(withCli ? cliRows : [])]) {
    if (words.length > 0 && !words.some((word) => what.includes(word))) continue;
    const { value, details } = await measure();
    say(`| ${what} | ${floor} | ${String(Number(value.toFixed(2)))} | ${String(target)} | ${details} |`);
  }
}

void main(process.argv.slice(2));
