import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { formatted, root } from "./formatted";
import { llmsFull } from "./llms";
import { registries } from "./registries";

/**
 * Writes the generated files: lists of what the kinds have, types, classes, the drift report's schema, the plugin's schema, tables in docs/, the
 * page of commands, the action's lock file, and the lists of pages for language models. `llms-full.txt` is in the npm package, but not in git,
 * because it repeats the pages.
 */
async function main(): Promise<void> {
  // Other files follow from the emulator's kinds, so the list of these is written before it is loaded.
  write(await formatted(registries()));
  const { generatedFiles } = require("./files") as typeof import("./files");
  write(await generatedFiles());
  write([["llms-full.txt", llmsFull(root)]]);
}

function write(files: Iterable<readonly [file: string, text: string]>): void {
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    process.stdout.write(`${file}\n`);
  }
}

void main();
