import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { blocksOf } from "../docs/support/blocks";
import { hasCli } from "../e2e/support/cliEngine";
import { passphrase, type ScriptResult } from "../e2e/support/engineUnderTest";
import { runScript } from "../e2e/support/script";
import { writePluginScript } from "../e2e/support/world";
import { authority, startGitServer, type GitServer } from "./gitServer";

const root = path.join(__dirname, "../..");

// The commands of the page, with a repository that has the templates in place of this one.
(hasCli() ? describe : describe.skip)("The templates for pulumi new", function () {
  this.timeout(180_000);
  const page = "docs/deploy-a-site.md";
  const [inTypeScript = "", inYaml = ""] = blocksOf(page)
    .filter(({ heading }) => heading === "From the template")
    .map(({ text }) => text);
  const [, addressOfVersion = ""] =
    /`(https:\S+\/tree\/v[^`]+)`/.exec(readFileSync(path.join(root, page), "utf8")) ?? [];
  const ofVersion = `pulumi new ${addressOfVersion}`;
  let folder = "";
  let server: GitServer;
  let emulator: Emulator;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "template-"));
    const repository = path.join(folder, "acme/cdn.git");
    mkdirSync(repository, { recursive: true });
    cpSync(path.join(root, "template"), path.join(repository, "template"), { recursive: true });
    const git = (...args: string[]): Buffer => execFileSync("git", args, { cwd: repository });
    git("init", "--quiet");
    git("add", "--all", "--force");
    git("-c", "user.name=acme", "-c", "user.email=acme@example.com", "commit", "--quiet", "--message", "Templates");
    git("tag", /tree\/(v[\d.]+)/.exec(ofVersion)?.[1] ?? assert.fail(ofVersion));
    server = await startGitServer(folder);
    emulator = await startEmulator();
  });
  after(async () => {
    await server.close();
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs commands in a new folder that has the packages installed. */
  function start(name: string): { project: string; run: (text: string) => Promise<ScriptResult> } {
    const project = path.join(folder, name);
    mkdirSync(project);
    const env = {
      ...process.env,
      SSL_CERT_FILE: authority,
      CDN_BASE_URL: emulator.url,
      CDN_ACCESS_KEY: emulator.accessKey,
      PULUMI_BACKEND_URL: `file://${folder}`,
      PULUMI_HOME: path.join(folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: passphrase,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_SKIP_CONFIRMATIONS: "true",
    };
    const run = async (text: string): Promise<ScriptResult> => {
      const here = text
        .replace("https://HOST/OWNER/REPOSITORY.git", `${server.url}/acme/cdn.git`)
        .replace(/^(pulumi new (?:(?!--generate-only).)*)$/m, "$1 --generate-only")
        .replace(/^(pulumi new .*)$/m, "$1 --yes");
      const result = await runScript(here, project, env);
      assert.equal(result.exitCode, 0, `${here}\n${result.text}`);
      return result;
    };
    return { project, run };
  }

  const up = "pulumi stack init dev\npulumi config set siteName acme-new\npulumi up";

  function assertServed(): void {
    const [zone] = emulator.pullZones.list();
    assert.equal(zone?.LoggingIPAnonymizationEnabled, true);
    assert.match(String(emulator.visit(Number(zone.Id), "/").body), /<h1>my-\w+<\/h1>/);
  }

  it("typescript: makes a project by the address of a git server, which goes up", async () => {
    const { project, run } = start("my-typescript");
    await run(inTypeScript);
    const { dependencies } = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8")) as {
      dependencies: object;
    };
    assert.deepEqual(Object.keys(dependencies), ["@pulumi/pulumi", "pulumi-cdn-zones"]);
    symlinkSync(path.join(root, "node_modules"), path.join(project, "node_modules"));
    await run(up);
    assertServed();
    await run("pulumi destroy");
  });

  it("typescript: is there by the address of a version, and by a path", async () => {
    for (const command of [ofVersion, `pulumi new ${path.join(root, "template/typescript")}`]) {
      const { project, run } = start(`my-${command === ofVersion ? "version" : "path"}`);
      await run(command);
      for (const file of ["index.ts", "public/index.html", ".gitignore"])
        assert.ok(existsSync(path.join(project, file)), file);
    }
  });

  it("yaml: makes a project that goes up with the plugin", async () => {
    const { project, run } = start("my-yaml");
    const [making = "", ...rest] = inYaml.split("\n");
    await run(making);
    mkdirSync(path.join(project, "node_modules"));
    symlinkSync(path.join(root, "node_modules/@pulumi"), path.join(project, "node_modules/@pulumi"));
    const plugin = path.join(project, "node_modules/pulumi-resource-cdn");
    cpSync(path.join(root, "plugin/package"), plugin, { recursive: true });
    writePluginScript(plugin);
    assert.equal(rest[0], "npm install");
    await run([...rest.slice(1), up].join("\n"));
    assertServed();
    await run("pulumi destroy");
  });
});
