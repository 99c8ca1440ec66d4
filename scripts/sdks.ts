import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { goModule, packageSchema } from "../provider/serve/native/schema";
import { packageVersion } from "../provider/version";
import { addMavenProject } from "./mavenProject";
import { isOnPath } from "./onPath";

/**
 * Writes the package for each language below `sdk/`: generated from the plugin's schema by the Pulumi CLI, with README and license, then built
 * with the language's own tools. A language whose tools are not on the PATH is skipped, and a line names the missing tools.
 * The arguments are the languages to build, by default all.
 */

const root = path.join(__dirname, "..");
const sdks = path.join(root, "sdk");

interface Language {
  readonly needs: readonly string[];
  /** The commands that build the package in the folder of the generated SDK. */
  readonly build: readonly (readonly [command: string, ...args: string[]])[];
  /** The folder of the README, relative to the generated SDK. */
  readonly documented?: string;
}

const languages: Readonly<Record<string, Language>> = {
  python: {
    needs: ["pulumi-language-python", "python3"],
    build: [["python3", "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "dist", "."]],
  },
  nodejs: {
    needs: ["pulumi-language-nodejs", "npm"],
    build: [
      ["npm", "install", "--no-audit", "--no-fund", "--silent"],
      ["npx", "tsc"],
      // The package is the compiler's output folder, because generated code reads `package.json` from its own folder.
      ["cp", "package.json", "README.md", "LICENSE", "bin"],
      ["mkdir", "-p", "dist"],
      ["npm", "pack", "--silent", "./bin", "--pack-destination", "dist"],
    ],
  },
  go: {
    needs: ["pulumi-language-go", "go"],
    build: [
      ["go", "mod", "init", goModule],
      // Programs get at least this version of Pulumi's SDK. Without it, that would be the newest one on the day of the release.
      ["go", "mod", "edit", "-require=github.com/pulumi/pulumi/sdk/v3@v3.260.0"],
      ["go", "mod", "tidy"],
      ["go", "vet", "./..."],
    ],
    documented: "cdn",
  },
  java: {
    needs: ["pulumi-language-java", "mvn"],
    // The jar contains its pom.xml, so that installing it as a file also installs its dependencies.
    build: [
      ["mvn", "--quiet", "--batch-mode", "package"],
      ["mkdir", "-p", "dist"],
      ["cp", `target/cdn-${packageVersion}.jar`, "dist"],
    ],
  },
  dotnet: {
    needs: ["pulumi-language-dotnet", "dotnet"],
    // The generated project is packed whenever it is built, and `dotnet pack` alone does not build such a project. Only a debug build includes documentation.
    build: [
      ["dotnet", "build", "--configuration", "Debug"],
      ["cp", "-R", "bin/Debug", "dist"],
    ],
  },
};

function run(folder: string, [command, ...args]: readonly [command: string, ...args: string[]]): void {
  execFileSync(command, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

function buildSdk(name: string, { build, documented = "" }: Language, schema: string): void {
  const generated = path.join(sdks, name);
  rmSync(generated, { recursive: true, force: true });
  run(root, ["pulumi", "package", "gen-sdk", schema, "--language", name, "--out", sdks]);
  const folder = path.join(generated, documented);
  copyFileSync(path.join(root, "plugin", "sdk", "README.md"), path.join(folder, "README.md"));
  copyFileSync(path.join(root, "LICENSE"), path.join(folder, "LICENSE"));
  if (name === "java") addMavenProject(folder);
  for (const command of build) run(folder, command);
}

function main(wanted: readonly string[]): void {
  const unknown = wanted.filter((name) => languages[name] === undefined);
  if (unknown.length > 0) {
    throw new Error(`languages are ${Object.keys(languages).join(", ")}, but got: ${unknown.join(", ")}`);
  }
  mkdirSync(sdks, { recursive: true });
  const schema = path.join(sdks, "schema.json");
  writeFileSync(schema, JSON.stringify(packageSchema()));
  for (const [name, language] of Object.entries(languages)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const missing = ["pulumi", ...language.needs].filter((command) => !isOnPath(command));
    if (missing.length > 0) {
      process.stdout.write(`${name}: skipped, not on the PATH: ${missing.join(", ")}\n`);
      continue;
    }
    buildSdk(name, language, schema);
    process.stdout.write(`${name}: sdk/${name}\n`);
  }
}

main(process.argv.slice(2));
