import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parse } from "yaml";

/** The settings in Pulumi.yaml for running the program. */
export interface Project {
  name: string;
  root: string;
  /** The folder in which the program runs: that of `main`, or the project's root. */
  programDir: string;
  /** The file to run in that folder: "." unless `main` names a file. */
  entryPoint: string;
  typescript: boolean;
}

interface ProjectFile {
  name?: string;
  main?: string;
  runtime?: string | { name?: string; options?: { typescript?: boolean } };
}

export function readProject(root: string): Project {
  const file = path.join(root, "Pulumi.yaml");
  const { name, main = ".", runtime } = parse(readFileSync(file, "utf8")) as ProjectFile;
  const { name: language, options = {} } = typeof runtime === "object" ? runtime : { name: runtime };
  if (name === undefined) throw new Error(`${file} has no "name"`);
  if (language !== "nodejs") {
    throw new Error(`The local engine runs programs for "nodejs", but ${file} says: ${String(language)}`);
  }
  const target = path.resolve(root, main);
  const isFolder = !existsSync(target) || statSync(target).isDirectory();
  return {
    name,
    root,
    programDir: isFolder ? target : path.dirname(target),
    entryPoint: isFolder ? "." : path.basename(target),
    typescript: options.typescript !== false,
  };
}

/** Returns the path of a program in the SDK that the user's program resolves. */
export function resolveSdk(programDir: string, entry: "cmd/run" | "cmd/dynamic-provider"): string {
  try {
    return createRequire(path.join(programDir, "index.js")).resolve(`@pulumi/pulumi/${entry}`);
  } catch {
    throw new Error(`@pulumi/pulumi is not installed for the program in ${programDir}`);
  }
}
