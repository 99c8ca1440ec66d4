import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generatedFiles, root } from "./files";
import { llmsFull } from "./llms";

/**
 * Writes the generated files: types, classes, the drift report's schema, tables in docs/, the page of commands, the action's lock file, and the
 * lists of pages for language models. `llms-full.txt` is in the npm package, but not in git, because it repeats the pages.
 */
async function main(): Promise<void> {
  for (const [file, text] of [...(await generatedFiles()), ["llms-full.txt", llmsFull(root)] as const]) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    process.stdout.write(`${file}\n`);
  }
}

void main();
