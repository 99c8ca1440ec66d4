import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(__dirname, "..", "..");

/** A program's folder as an installation would leave it. */
export function projectFolder(program: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "secrets-"));
  const modules = path.join(folder, "node_modules");
  mkdirSync(path.join(modules, "@pulumi"), { recursive: true });
  symlinkSync(root, path.join(modules, "pulumi-cdn-zones"));
  symlinkSync(path.join(root, "node_modules", "@pulumi", "pulumi"), path.join(modules, "@pulumi", "pulumi"));
  writeFileSync(
    path.join(folder, "Pulumi.yaml"),
    "name: secrets\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
  );
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "secrets", main: "index.js" }));
  writeFileSync(path.join(folder, "index.js"), program);
  return folder;
}

/** All files below a folder, but for what was installed. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesIn(file);
    return [file];
  });
}
