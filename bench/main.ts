import { rows } from "./rows";

/** `npm run bench [-- WORD …]`: the rows that contain one of the words, or all of them. */
async function main(words: readonly string[]): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say("| what | floor | measured | target | |\n|---|---|---|---|---|");
  for (const { what, floor, target, measure } of rows) {
    if (words.length > 0 && !words.some((word) => what.includes(word))) continue;
    const { value, details } = await measure();
    say(`| ${what} | ${floor} | ${String(Number(value.toFixed(2)))} | ${String(target)} | ${details} |`);
  }
}

void main(process.argv.slice(2));
