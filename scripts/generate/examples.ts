import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { format, resolveConfig } from "prettier";
import { kindNames } from "../../provider/kinds";

const root = path.join(__dirname, "..", "..");
const packageFolder = path.join(root, "plugin", "package");
const target = path.join(root, "provider", "serve", "native", "schema", "examples.json");

/** The file with the program, by the language's name in `pulumi convert`. */
const programs = {
  typescript: "index.ts",
  python: "__main__.py",
  go: "main.go",
  csharp: "Program.cs",
  java: "src/main/java/generated_program/App.java",
} as const;

type Language = keyof typeof programs;

/**
 * Converts the YAML examples into every language, for the descriptions in the plugin's schema. Needs the Pulumi CLI on the PATH, which installs
 * missing plugins for YAML, C# and Java.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "examples-"));
  try {
    const plugin = path.join(folder, "plugin");
    cpSync(packageFolder, plugin, { recursive: true });
    const served = path.join(root, "dist", "provider", "serve", "native", "main.js");
    writeFileSync(
      path.join(plugin, "pulumi-resource-cdn"),
      `#!/usr/bin/env node\nrequire(${JSON.stringify(served)});\n`,
      {
        mode: 0o755,
      },
    );
    const sources = path.join(packageFolder, "examples");
    const examples: Record<string, Record<string, string>> = {};
    for (const file of readdirSync(sources).sort()) {
      const yaml = readFileSync(path.join(sources, file), "utf8");
      const project = path.join(folder, "projects", file);
      mkdirSync(project, { recursive: true });
      writeFileSync(
        path.join(project, "Pulumi.yaml"),
        `name: example\nruntime: yaml\npackages:\n  cdn: ${plugin}\n${yaml}`,
      );
      const converted = (Object.keys(programs) as Language[]).map((language): [Language, string] => [
        language,
        convert(project, language),
      ]);
      examples[path.basename(file, ".yaml")] = { ...Object.fromEntries(converted), yaml };
      process.stdout.write(`${file}\n`);
    }
    const text = JSON.stringify(examples);
    writeFileSync(target, await format(text, { ...(await resolveConfig(target)), filepath: target }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function convert(project: string, language: Language): string {
  const out = path.join(project, language);
  const program = path.join(out, programs[language]);
  const args = ["convert", "--from", "yaml", "--language", language, "--out", out, "--generate-only"];
  try {
    execFileSync("pulumi", args, { cwd: project, stdio: "pipe" });
  } catch (error) {
    // A failure is ignored if the program was written: the CLI then also generates an SDK, which may need tools of the language and is not used.
    if (!existsSync(program)) throw error;
  }
  const text = readFileSync(program, "utf8").replace(/[ \t]+$/gm, "");
  return `${(compilable[language]?.(text) ?? text).trim()}\n`;
}

/** Corrections of programs that do not compile as Pulumi's generators write them. */
const compilable: Readonly<Partial<Record<Language, (program: string) => string>>> = {
  // Constants of integers, functions with the name of a resource, and lists of objects in a result do not compile.
  go: (program) =>
    program
      .replace(
        new RegExp(`cdn\\.Get((?:${kindNames.join("|")})(?:OutputArgs|Output|Args|Result))\\b`, "g"),
        "cdn.Lookup$1",
      )
      .replace(/pulumi\.String\((cdn\.\w+)\)/g, "$1")
      .replace(
        /(\w+)\.ApplyT\(func\(\1 cdn\.\w+\) \(.*, error\) \{\s*return \1\.(\w+)(?:\.\(.*\))?, nil\s*\}\)\.\(.*\)\)/g,
        "$1.$2())",
      ),
  // A list of one output does not compile.
  java: (program) => program.replace(/\.(purgePullZoneIds)\(([\w.]+\(\))\)/g, ".$1($2.applyValue(List::of))"),
};

void main();
