import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generatedFiles, root } from "./files";

/** Writes the generated files: types, classes, the drift report's model and schema, tables in docs/, the page of commands, the action's lock file. */
async function main(): Promise<void> {
  for (const [file, text] of await generatedFiles()) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    process.stdout.write(`${file}\n`);
  }
}

void main();
