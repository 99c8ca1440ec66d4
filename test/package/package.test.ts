import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startEmulator } from "../../emulator";
import { localEngine } from "../e2e/support/localEngine";
import { soak } from "../faults/support/size";

const root = path.join(__dirname, "..", "..");
const bin = (name: string): string => path.join(root, "node_modules", ".bin", name);

/** A user's program: a zone, a function that reads it, and types of the package's other entry points. */
const program = `import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";
import { createClient, type CdnError } from "pulumi-cdn-zones/client";
import type { DriftReport } from "pulumi-cdn-zones/drift";

export type Types = [CdnError, DriftReport, typeof createClient];

const zone = new cdn.StorageZone("assets", {
  name: pulumi.interpolate\`\${"acme"}-assets\`,
  region: "DE",
  zoneTier: cdn.ZoneTier.Standard,
});
const found = cdn.getStorageZoneOutput({ id: zone.storageZoneId });

export const storageZoneId: pulumi.Output<number> = zone.storageZoneId;
export const name = found.name;
export const password = zone.password;
`;

/** A user's test. */
const userTest = `import { startEmulator, type Emulator } from "pulumi-cdn-zones/emulator";

export const started: Promise<Emulator> = startEmulator({ seed: { storageZones: [{ Name: "acme-assets" }] } });
`;

/** A script that fails, since there is no such zone. */
const failing = `const { createClient } = require("pulumi-cdn-zones/client");
const client = createClient({ baseUrl: process.env.CDN_BASE_URL, accessKey: process.env.CDN_ACCESS_KEY, allowInsecure: true });
client.getStorageZone(4711).catch((error) => console.log(error.stack));
`;

describe("The npm package", function () {
  this.timeout(180_000);
  let folder: string;
  let tarball: string;
  let unpacked: string;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "package-"));
    const packing = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
    const [packed] = JSON.parse(await run(root, "npm", ...packing)) as { filename: string }[];
    tarball = path.join(folder, packed?.filename ?? "");
    unpacked = path.join(folder, "unpacked");
    mkdirSync(unpacked);
    await run(unpacked, "tar", "-xzf", tarball, "--strip-components=1");
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  (soak ? it : it.skip)("passes publint and attw", async () => {
    await run(unpacked, bin("publint"), "--strict", ".");
    await run(unpacked, bin("attw"), tarball, "--no-color", "--no-emoji");
  });

  it("contains what the README links to", () => {
    const links = [...readFileSync(path.join(unpacked, "README.md"), "utf8").matchAll(/\]\(([^)#\s]+)/g)];
    const files = links.map(([, target = ""]) => target).filter((target) => !/^[a-z]+:/.test(target));
    assert.ok(files.length > 5);
    assert.deepEqual(
      files.filter((file) => !existsSync(path.join(unpacked, file))),
      [],
    );
  });

  it("contains neither tests nor the local engine", () => {
    for (const folder of ["test", "tools", "dist/test", "dist/tools", "dist/engine"])
      assert.ok(!existsSync(path.join(unpacked, folder)), folder);
  });

  it("has no script that an installation runs", () => {
    const { scripts } = JSON.parse(readFileSync(path.join(unpacked, "package.json"), "utf8")) as { scripts: object };
    const run = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"];
    assert.deepEqual(
      Object.keys(scripts).filter((name) => run.includes(name)),
      [],
    );
  });

  it("maps stack traces to its sources", async () => {
    const project = await install("stack-trace", { "fails.js": failing });
    const emulator = await startEmulator();
    const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ["--enable-source-maps", "fails.js"], {
        cwd: project,
        env: { ...process.env, ...env },
      });
      assert.match(stdout, /^NotFoundError/);
      assert.match(stdout, /pulumi-cdn-zones\/provider\/api\/objects\.ts:\d+:\d+/);
    } finally {
      await emulator.close();
    }
  });

  it("type-checks in a CommonJS project with the settings of Pulumi's template", async () => {
    const project = await install("commonjs", {
      "index.ts": program,
      "emulated.ts": userTest,
      "tsconfig.json": tsconfig({ module: "commonjs", moduleResolution: "node", noEmit: true }),
    });
    await run(project, bin("tsc"), "-p", ".");
  });

  // Installing takes most of a minute, so this runs each night and before a release.
  (soak ? it : it.skip)("installs with npm, and runs in an ES module project with TypeScript 6", async function () {
    const project = write("npm", {
      "Pulumi.yaml": "name: consumer\nmain: bin\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
      "package.json": JSON.stringify({
        private: true,
        type: "module",
        main: "bin/index.js",
        dependencies: { "@pulumi/pulumi": "3.270.0", "pulumi-cdn-zones": `file:${tarball}`, typescript: "~6.0.3" },
      }),
      "index.ts": program,
      "emulated.ts": userTest,
      "tsconfig.json": tsconfig({ module: "nodenext", outDir: "bin" }),
    });
    try {
      await run(project, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error");
    } catch (error) {
      if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(String(error))) return this.skip();
      throw error;
    }
    await run(project, path.join(project, "node_modules", ".bin", "tsc"), "-p", ".");
    await upAndDown(project);
  });

  /** A project with the unpacked tarball in its node_modules, and links to everything else. */
  async function install(name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const project = write(name, files);
    const own = path.join(project, "node_modules", "pulumi-cdn-zones");
    mkdirSync(own, { recursive: true });
    await run(own, "tar", "-xzf", tarball, "--strip-components=1");
    const { dependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
      dependencies: object;
    };
    mkdirSync(path.join(project, "node_modules", "@pulumi"));
    for (const linked of [...Object.keys(dependencies), "@pulumi/pulumi", "typescript", "ts-node"])
      symlinkSync(path.join(root, "node_modules", linked), path.join(project, "node_modules", linked));
    return project;
  }

  function write(name: string, files: Readonly<Record<string, string>>): string {
    const project = path.join(folder, name);
    mkdirSync(project);
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(project, file), text);
    return project;
  }
});

function tsconfig(options: object): string {
  const common = { strict: true, target: "es2022", types: [], skipLibCheck: false };
  return JSON.stringify({
    compilerOptions: { ...common, ...options },
    include: ["*.ts"],
    "ts-node": { transpileOnly: true },
  });
}

async function upAndDown(projectDir: string): Promise<void> {
  const emulator = await startEmulator();
  const stack = await localEngine.openStack({
    projectDir,
    env: { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey },
  });
  try {
    const up = await stack.up();
    assert.equal(up.exitCode, 0, up.text);
    const { storageZoneId, name, password } = await stack.outputs();
    assert.equal(emulator.storageZones.named("acme-assets")?.Id, storageZoneId?.value);
    assert.equal(name?.value, "acme-assets");
    assert.equal(password?.secret, true);
    const destroyed = await stack.destroy();
    assert.equal(destroyed.exitCode, 0, destroyed.text);
    assert.deepEqual(emulator.storageZones.list(), []);
  } finally {
    await stack.close();
    await emulator.close();
  }
}

/** Runs a command. @throws with its output if it fails */
async function run(cwd: string, file: string, ...args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(file, args, { cwd, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${path.basename(file)} ${args.join(" ")} failed:\n${`${stdout}\n${stderr}`.slice(0, 4000)}`);
  }
}
