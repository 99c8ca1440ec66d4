import { readFileSync, existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parse } from "yaml";

/** What Pulumi.yaml says, as far as running the program needs it. */
export interface Project {
  name: string;
  root: string;
  /** The folder the program runs in: `main`'s, or else the project's root. */
  programDir: string;
  /** What to run in it: "." unless `main` names a file. */
  entryPoint: string;
  typescript: boolean;
  tsconfig: string | undefined;
  nodeArgs: string[];
}

export function readProject(root: string): Project {
  const file = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].map((name) => path.join(root, name)).find(existsSync);
  if (file === undefined) throw new Error(`no Pulumi.yaml in ${root}`);
  const document = parse(readFileSync(file, "utf8")) as Record<string, unknown> | null;
  const name = document?.["name"];
  if (typeof name !== "string") throw new Error(`${file} must have a "name", but got: ${JSON.stringify(name)}`);
  const { runtime, options } = runtimeOf(document?.["runtime"]);
  if (runtime !== "nodejs")
    throw new Error(`The local engine runs programs for "nodejs", but ${file} says: ${runtime}`);
  const main = path.resolve(root, typeof document?.["main"] === "string" ? document["main"] : ".");
  const isFolder = !existsSync(main) || statSync(main).isDirectory();
  const nodeArgs = options["nodeargs"];
  const tsconfig = options["tsconfig"];
  return {
    name,
    root,
    programDir: isFolder ? main : path.dirname(main),
    entryPoint: isFolder ? "." : path.basename(main),
    typescript: options["typescript"] !== false,
    tsconfig: typeof tsconfig === "string" ? tsconfig : undefined,
    nodeArgs: typeof nodeArgs === "string" ? nodeArgs.split(/\s+/).filter((arg) => arg !== "") : [],
  };
}

function runtimeOf(runtime: unknown): { runtime: string; options: Record<string, unknown> } {
  if (typeof runtime === "string") return { runtime, options: {} };
  const { name, options } = (runtime ?? {}) as { name?: unknown; options?: unknown };
  return { runtime: String(name), options: (options ?? {}) as Record<string, unknown> };
}

/** One of the SDK's own processes, from the SDK that the program itself resolves. */
export function resolveSdk(project: Project, entry: "cmd/run" | "cmd/dynamic-provider"): string {
  const fromProgram = createRequire(path.join(project.programDir, "index.js"));
  try {
    return fromProgram.resolve(`@pulumi/pulumi/${entry}`);
  } catch {
    throw new Error(`@pulumi/pulumi is not installed for the program in ${project.programDir}`);
  }
}
