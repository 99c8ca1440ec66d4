import { readdirSync } from "node:fs";
import path from "node:path";

export const root = path.join(__dirname, "../..");

const folders = ["provider", "drift", "emulator", "engine", "cli", "quickstart", "examples"];

/** Every TypeScript file of ours outside the tests, relative to the root. */
export const sources: readonly string[] = folders.flatMap(filesBelow);

/** The TypeScript files below a folder, relative to the root; none where it does not exist. */
export function filesBelow(folder: string): string[] {
  let entries;
  try {
    entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesBelow(name);
    return name.endsWith(".ts") && !name.endsWith(".d.ts") ? [name] : [];
  });
}
