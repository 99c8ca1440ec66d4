import { mkdirSync } from "node:fs";
import path from "node:path";
import { bin, command, packPackage, projectFolder, root } from "./packed";
import { installedProject, javaScript, program, tsconfig, upAndDown, userTest, write } from "./project";

const pulumiYaml = "name: consumer\nruntime: nodejs\n";
const compiled = "name: consumer\nmain: bin\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n";
/** What `pulumi new typescript` writes. */
const template = tsconfig({ module: "commonjs", moduleResolution: "node" });
const typescript6 = path.join(root, "test", "package", "typescript-6", "node_modules", "typescript");

describe("The tarball in a project of", function () {
  this.timeout(180_000);

  it("CommonJS TypeScript, compiled as Pulumi's template has it", async () => {
    const files = { "Pulumi.yaml": pulumiYaml, "package.json": { main: "index.ts" }, "index.ts": program };
    const sources = { ...files, "emulated.ts": userTest };
    const project = await installedProject("commonjs", { ...sources, "tsconfig.json": template });
    await command(project, bin("tsc"), ["-p", "."]);
    await upAndDown(project);
  });

  it("ES modules in TypeScript", async () => {
    const project = await installedProject("esm", {
      "Pulumi.yaml": compiled,
      "package.json": { type: "module", main: "bin/index.js" },
      "index.ts": program,
      "emulated.ts": userTest,
      "tsconfig.json": tsconfig({ module: "nodenext", noEmit: false, outDir: "bin" }),
    });
    await command(project, bin("tsc"), ["-p", "."]);
    await upAndDown(project);
  });

  it("plain JavaScript", async () => {
    const project = await installedProject("javascript", {
      "Pulumi.yaml": "name: consumer\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
      "package.json": { main: "index.js" },
      "index.js": javaScript,
    });
    await upAndDown(project);
  });

  it("TypeScript 6", async () => {
    const files = { "Pulumi.yaml": pulumiYaml, "package.json": { main: "index.ts" }, "index.ts": program };
    const config = tsconfig({ module: "node16" });
    const sources = { ...files, "emulated.ts": userTest };
    const project = await installedProject("typescript-6", { ...sources, "tsconfig.json": config }, typescript6);
    await command(project, process.execPath, [path.join(typescript6, "bin", "tsc"), "-p", "."]);
    await upAndDown(project);
  });

  it("an npm workspace, where everything lies in the root's node_modules", async () => {
    const workspace = await installedProject("workspace", { "package.json": { private: true, workspaces: ["infra"] } });
    const infra = path.join(workspace, "infra");
    mkdirSync(infra);
    write(infra, {
      "Pulumi.yaml": pulumiYaml,
      "package.json": { name: "infra", main: "index.ts" },
      "index.ts": program,
    });
    write(infra, { "tsconfig.json": template });
    await command(infra, bin("tsc"), ["-p", "."]);
    await upAndDown(infra);
  });

  it("npm, installed from the tarball and the registry", async function () {
    const project = projectFolder("npm");
    write(project, {
      "Pulumi.yaml": pulumiYaml,
      "package.json": { name: "consumer", private: true, main: "index.ts", dependencies: await dependencies() },
      "index.ts": program,
      "tsconfig.json": template,
    });
    await install(this, project, "npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]);
    await command(project, path.join(project, "node_modules", ".bin", "tsc"), ["-p", "."]);
    await upAndDown(project);
  });

  it("pnpm, installed from the tarball and the registry", async function () {
    const project = projectFolder("pnpm");
    write(project, {
      "Pulumi.yaml": pulumiYaml,
      "package.json": { name: "consumer", private: true, main: "index.ts", dependencies: await dependencies() },
      "index.ts": program,
      "tsconfig.json": template,
    });
    const store = path.join(projectFolder("pnpm-store"), "store");
    await install(this, project, bin("pnpm"), ["install", "--prefer-offline", "--store-dir", store, "--silent"]);
    await command(project, path.join(project, "node_modules", ".bin", "tsc"), ["-p", "."]);
    await upAndDown(project);
  });
});

async function dependencies(): Promise<Record<string, string>> {
  const { tarball } = await packPackage();
  return { "@pulumi/pulumi": "3.270.0", "pulumi-cdn-zones": `file:${tarball}`, typescript: "~5.9.3" };
}

/** Installs, or skips the test by name where no registry can be reached. */
async function install(test: Mocha.Context, cwd: string, file: string, args: readonly string[]): Promise<void> {
  try {
    await command(cwd, file, args);
  } catch (error) {
    if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(String(error))) throw error;
    test.skip();
  }
}
