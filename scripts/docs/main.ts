import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { referencePages, root } from "./pages";

/** Writes the reference into docs/. */
async function main(): Promise<void> {
  for (const [file, text] of await referencePages()) {
    const target = path.join(root, "docs", file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
    process.stdout.write(`docs/${file}\n`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`docs: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
