import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { actionPackages } from "../../scripts/generate/actionPackages";

const root = path.join(__dirname, "..", "..");
const run = promisify(execFile);
const lockFile = path.join("deploy", "package", "package-lock.json");

describe("The lock file of the actions", function () {
  this.timeout(300_000);
  let folder: string;
  let repository: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "lock-action-"));
    repository = path.join(folder, "repository");
    mkdirSync(path.join(repository, "deploy", "package"), { recursive: true });
    const manifest = { name: "acme-commands", version: "1.2.3", files: ["index.js"] };
    writeFileSync(path.join(repository, "package.json"), JSON.stringify(manifest));
    writeFileSync(path.join(repository, "package-lock.json"), JSON.stringify({ packages: {} }));
    writeFileSync(path.join(repository, lockFile), JSON.stringify({ packages: {} }));
    writeFileSync(path.join(repository, "index.js"), "console.log('ours');\n");
    generate();
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function generate(): void {
    for (const [file, text] of Object.entries(actionPackages(repository)))
      writeFileSync(path.join(repository, file), text);
  }
  async function pack(from: string, name: string): Promise<string> {
    await run("npm", ["pack", "--pack-destination", folder], { cwd: from });
    renameSync(path.join(folder, "acme-commands-1.2.3.tgz"), path.join(folder, name));
    return path.join(folder, name);
  }
  const lock = (...args: string[]): Promise<unknown> =>
    run(process.execPath, ["--require", "ts-node/register", path.join(root, "scripts", "lockAction.ts"), ...args], {
      cwd: repository,
      env: {
        ...process.env,
        TS_NODE_PROJECT: path.join(root, "tsconfig.json"),
        NODE_PATH: path.join(root, "node_modules"),
      },
    });

  it("has the checksum of the packed release, which is the same each time, and a release without it fails", async () => {
    const first = await pack(repository, "first.tgz");
    await assert.rejects(lock("--check", first), /has no integrity for acme-commands, but .* has sha512-/);
    await lock(first);
    generate();
    cpSync(repository, path.join(folder, "elsewhere"), { recursive: true });
    utimesSync(path.join(folder, "elsewhere", "index.js"), 1, 1);
    await lock("--check", await pack(path.join(folder, "elsewhere"), "second.tgz"));
    writeFileSync(path.join(repository, "index.js"), "console.log('theirs');\n");
    await assert.rejects(lock("--check", await pack(repository, "third.tgz")), /has sha512-.* but .* has sha512-/);
    writeFileSync(path.join(repository, "package.json"), JSON.stringify({ name: "acme-commands", version: "1.2.4" }));
    generate();
    assert.doesNotMatch(readFileSync(path.join(repository, lockFile), "utf8"), /sha512/);
  });

  it("makes npm refuse another tarball of the same version", async () => {
    const ours = readFileSync(await pack(repository, "ours.tgz"));
    await lock(path.join(folder, "ours.tgz"));
    writeFileSync(path.join(repository, "index.js"), "console.log('theirs');\n");
    const theirs = readFileSync(await pack(repository, "theirs.tgz"));
    let served = theirs;
    const registry = createServer((request, response) => {
      if (request.url?.endsWith(".tgz") === true) return response.end(served);
      const dist = { tarball: `http://${String(request.headers.host)}/acme-commands-1.2.3.tgz` };
      const versions = { "1.2.3": { name: "acme-commands", version: "1.2.3", dist } };
      return response.end(JSON.stringify({ name: "acme-commands", "dist-tags": { latest: "1.2.3" }, versions }));
    });
    registry.listen(0, "127.0.0.1");
    await once(registry, "listening");
    const url = `http://127.0.0.1:${String((registry.address() as AddressInfo).port)}/`;
    const install = (cache: string): Promise<unknown> => {
      const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0", "--registry", url];
      const cwd = path.join(repository, "deploy", "package");
      return run("npm", ["ci", ...options, "--cache", path.join(folder, cache)], { cwd });
    };
    try {
      await assert.rejects(install("a"), /EINTEGRITY|integrity checksum failed/);
      served = ours;
      await install("b");
    } finally {
      registry.closeAllConnections();
      registry.close();
    }
  });
});
